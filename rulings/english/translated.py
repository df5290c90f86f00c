"""Lines put into sentences of the rulebook by somebody who is not believed.

In: a line that was refused, a `Translator`. Out: the reading of its sentences. Guarantee: what a
translator returns is read like any line, only as statements and questions; it keeps every name,
number and "not" of the line and adds none; what is refused goes back once with what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from rulings.english.chart import Context
from rulings.english.clauses import asks
from rulings.english.guarding import difference
from rulings.english.reading import (
    Ask,
    Holds,
    Reading,
    Statement,
    WhatIf,
    Which,
    reworded,
)
from rulings.english.sentence import pattern, say, sentence
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Constant
from rulings.records import replace

Request = Mapping[str, Any]
Translator = Callable[[Request], Sequence[str]]
"""Returns sentences of the rulebook's language for a request, or none."""

_NAMES, _TOLD, _MOST = 500, 300, 12
_LONGEST = 1000


def translation(
    line: str,
    context: Context,
    read: Callable[[str], Reading],
    translator: Translator,
    refused: RulingsError,
) -> tuple[str, Reading]:
    """Return the sentences for a line, and their reading as that of a line that was not read.

    Raises RulingsError: what was wrong with the line, and what is with its translation.
    """
    request = _request(line, context)
    problems: tuple[Diagnostic, ...] = ()
    for _ in range(2):
        try:
            found = tuple(islice(translator(request), _MOST))
        except RulingsError as failure:
            raise RulingsError((*refused.diagnostics, *failure.diagnostics)) from None
        said = " ".join(_closed(one) for one in found if one.strip())
        if not said:
            break
        try:
            reading = _checked(line, said, read(said), context)
            return said, shown(said, reading)
        except RulingsError as problem:
            problems = problem.diagnostics
        request = {**request, "refused": {"sentences": found, "problems": _told(problems)}}
    raise RulingsError((*refused.diagnostics, *problems[:3]))


def _closed(one: str) -> str:
    line = " ".join(one.split())[:_LONGEST]
    return line if line.endswith(("?", ".", "!")) else sentence(line)


def _checked(line: str, said: str, reading: Reading, context: Context) -> Reading:
    """Return a reading that may stand for a line. Raises RulingsError (RUL537)."""
    wanted = (Ask, Which, Holds, WhatIf) if asks(line) else Statement
    wrong = ""
    if not isinstance(reading, wanted):
        wrong = "it is no question" if asks(line) else "it is no statement"
    else:
        spoken = context.lexicon.names.table | {*context.recent, context.focus or ""}
        wrong = difference(line, said, reading, context.lexicon, spoken)
    if wrong:
        raise RulingsError((diagnose("RUL537", None, text=said, reason=wrong),))
    return reading


def shown(said: str, reading: Reading) -> Reading:
    """Return a reading that tells as what its line was read."""
    note = diagnose("RUL534", None, text=said)
    match reading:
        case Statement():
            return replace(reading, notices=(note, *reading.notices))
        case WhatIf(changes, general=False):
            return replace(reading, changes=replace(changes, notices=(note, *changes.notices)))
    return reworded(reading)


def _request(line: str, context: Context) -> dict[str, Any]:
    """Return what a translator is told: the words of the game, its names, what was said."""
    lexicon = context.lexicon
    names = lexicon.names
    templates = [one for one in lexicon.templates if one.predicate not in lexicon.idioms]
    told = (
        say(Atom(name, tuple(map(Constant, row))), lexicon)
        for name, facts in lexicon.table.items()
        if name in lexicon.predicates and lexicon.predicates[name].templates
        for row in facts.rows
    )
    words = set(line.lower().split())
    named = [names.display(v) for v in names.values("any") if names.is_thing(v)]
    # All names of a big game are too many: those that share a word with the line are there.
    named.sort(key=lambda name: words.isdisjoint(name.lower().split()))
    here = [names.display(v) for v in names.table if names.is_thing(v)]
    return {
        "input": line,
        "kind": "question" if asks(line) else "statement",
        "table": list(islice(told, _TOLD)),
        "sentences": list(dict.fromkeys(pattern(one, lexicon, False) for one in templates)),
        "names": list(dict.fromkeys((*here, *named)))[:_NAMES],
        "refused": {},
    }


def _told(problems: tuple[Diagnostic, ...]) -> list[dict[str, Any]]:
    return [
        {"message": one.message, "hint": one.hint, "suggestions": list(one.suggestions)}
        for one in problems
    ]
