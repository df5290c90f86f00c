"""A line, and who says it.

In: a line, the name of its speaker, the table. Out: a `Reading` in which "I" and "my" mean the
speaker. Guarantee: of a table with several speakers each is a player by name; a line without a word
for its speaker is read as anybody's.

The reader knows one asker, called "you". The speaker's line is read at the table where the speaker
is that asker, and what was read is said of the speaker again.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from rulings.asking.said import Said
from rulings.english.filling import noun
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction, Lines, Reading, Statement, Suppose, WhatIf
from rulings.english.words import key_of
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Constant, Value
from rulings.language.source import NOWHERE, Span
from rulings.records import fields, is_dataclass, replace
from rulings.rulebook.stated import Rows, Stated
from rulings.session import Session

_FIRST = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours|you|your|yours)\b", re.IGNORECASE)
_T = TypeVar("_T")


def heard(table: Session, line: str, speaker: str, lines: Lines) -> Reading:
    """Read a line of a speaker. Raises RulingsError when nothing fits, with what would."""
    sort = asker_sort(table.lexicon)
    if not speaker.strip() or sort is None or not _FIRST.search(line):
        return table.read(line, lines=lines)
    who = _player(speaker, sort, table.lexicon)
    own = _as_asker(table.said, who, speaker)
    reading = own.read(line, lines=_renamed(lines, who, ASKER))
    return _introduced(_renamed(reading, ASKER, who), who, speaker, table.lexicon)


def _player(speaker: str, sort: str, lexicon: Lexicon) -> str:
    """Return the symbol of a speaker, a new one for one who is not known."""
    names = lexicon.names
    known = next((v for v in names.find(key_of(speaker), sort) if isinstance(v, str)), None)
    symbol = known or symbol_of(speaker) or "speaker"
    return f"{symbol}_player" if known is None and names.sorts_of(symbol) else symbol


def _as_asker(said: Said, who: str, speaker: str) -> Said:
    """Return what is said where the speaker is the asker, and still has a name."""
    facts, denials = (
        {name: _rows(rows, who) for name, rows in told.items()}
        for told in (said.stated.facts, said.stated.denials)
    )
    if (ASKER,) not in facts.get("label", {}) and any(
        ASKER in row for rows in facts.values() for row in rows
    ):
        facts["alias"] = {**facts.get("alias", {}), (ASKER, speaker): NOWHERE}
    return replace(
        said,
        stated=Stated(facts, denials),
        focus=_renamed(said.focus, who, ASKER),
        lines=_renamed(said.lines, who, ASKER),
        group=_renamed(said.group, who, ASKER),
        wish=_renamed(said.wish, who, ASKER),
    )


def _rows(rows: Rows, who: str) -> dict[tuple[Value, ...], Span]:
    return {tuple(ASKER if v == who else v for v in row): span for row, span in rows.items()}


def _renamed(part: _T, old: str, new: str) -> _T:
    """Return a part of a reading with one symbol in the place of another."""
    found: Any = part
    match found:
        case str():
            found = new if found == old else found
        case tuple():
            found = tuple(_renamed(one, old, new) for one in found)
        case Span() | Diagnostic():
            pass
        case _ if is_dataclass(found) and not isinstance(found, type):
            changes = {
                one.name: changed
                for one in fields(found)
                if one.init
                and (changed := _renamed(getattr(found, one.name), old, new))
                is not getattr(found, one.name)
            }
            found = replace(found, **changes) if changes else found
    return found  # type: ignore[no-any-return]


def _introduced(reading: Reading, who: str, speaker: str, lexicon: Lexicon) -> Reading:
    """Return a reading in which a speaker who is new at the table has a name."""
    match reading:
        case Statement():
            return _with_label(reading, who, speaker, lexicon)
        case Suppose(changes) | WhatIf(changes):
            return replace(reading, changes=_with_label(changes, who, speaker, lexicon))
        case _:
            return reading


def _with_label(said: Statement, who: str, speaker: str, lexicon: Lexicon) -> Statement:
    new = next((one for one in said.introduces if one.value == who), None)
    if new is None:
        return said
    # Whoever is called "you" is not called by the symbol that takes its place.
    facts = tuple(
        one for one in said.facts if one.predicate != "label" or one.terms[0] != Constant(who)
    )
    if lexicon.names.display(who, new.sort) != speaker:
        facts = (*facts, Atom("label", (Constant(who), Constant(speaker, quoted=True))))
    return replace(
        said,
        introduces=tuple(
            replace(one, name=speaker) if one is new else one for one in said.introduces
        ),
        facts=facts,
        notices=tuple(
            _new_here(new, speaker) if one == _new_here(new, ASKER) else one for one in said.notices
        ),
    )


def _new_here(new: Introduction, name: str) -> Diagnostic:
    return diagnose("RUL520", new.span, name=name, sort=noun(new.sort))
