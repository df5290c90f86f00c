"""What happened at a table.

In: the happenings as they were carried out. Out: `Occurred`s, the facts by which rules read them,
and what people are told of them. Guarantee: frozen; an entry keeps the table before it, so that
every step can be asked about and taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulings.asking.datalog_lines import fact_line
from rulings.english.sentence import say, sentence
from rulings.language.predicates import PredicateId, past_of
from rulings.language.program import Atom, Program, Row
from rulings.language.source import Span
from rulings.records import dataclass, replace
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated

if TYPE_CHECKING:
    from rulings.english.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that begins or ends, and the conclusion that says so."""

    atom: Atom
    begins: bool
    made: Atom


@dataclass(frozen=True, slots=True)
class Occurred:
    """A happening: its step, counted from 1, and that of the one it follows from, 0 for none.

    `before` and `after` are what was stated before it and after its own effects. `opened` are
    facts of which it is not known since then whether they hold.
    """

    step: int
    atom: Atom
    cause: int
    before: Stated
    after: Stated
    changes: tuple[Change, ...]
    opened: tuple[Atom, ...] = ()


Journal = tuple[Occurred, ...]
Told = tuple[Atom, bool]


@dataclass(frozen=True, slots=True)
class Happened:
    """A happening as people are told of it. `fact` is of the rule language.

    `brought` says what began and ended by it.
    """

    step: int
    say: str
    fact: str
    cause: int
    brought: tuple[str, ...]

    def __str__(self) -> str:
        brought = "; ".join(self.brought)
        return f"{sentence(self.say)} {sentence(brought)}" if brought else sentence(self.say)


def with_journal(stated: Stated, journal: Journal, shelf: Shelf) -> Stated:
    """Return what is stated with the journal, by which rules read what happened and what was."""
    first = first_of(stated, journal)
    stated = stated.shared(shelf.twins)
    if not journal and not shelf.was:
        return stated
    past: dict[PredicateId, dict[Row, Span]] = {}
    _add_states(past, first, 0, shelf)
    for entry in journal:
        name = past_of(str(entry.atom.predicate))
        past.setdefault(name, {})[(*entry.atom.row, entry.step)] = entry.atom.span
        _add_states(past, entry.after, entry.step, shelf)
    return replace(stated, facts={**stated.facts, **past})


def _add_states(
    past: dict[PredicateId, dict[Row, Span]], stated: Stated, step: int, shelf: Shelf
) -> None:
    """Add what the states that are asked for were after a step."""
    for name, state in shelf.was.items():
        rows = stated.facts.get(state, {})
        past.setdefault(name, {}).update(((*row, step), span) for row, span in rows.items())


def with_entry(table: Stated, entry: Occurred, shelf: Shelf) -> Stated:
    """Return the same as `with_journal` after one step more, from what it was before that step."""
    stated = {*entry.before.facts, *shelf.twins}
    name = past_of(str(entry.atom.predicate))
    past = {one: {**table.facts.get(one, {})} for one in (name, *shelf.was)}
    kept = {name: rows for name, rows in table.facts.items() if name not in stated}
    past[name][*entry.atom.row, entry.step] = entry.atom.span
    _add_states(past, entry.after, entry.step, shelf)
    after = entry.after.shared(shelf.twins)
    return replace(after, facts={**after.facts, **kept, **past})


def first_of(stated: Stated, journal: Journal) -> Stated:
    """Return what was stated before anything happened."""
    return journal[0].before if journal else stated


def history(stated: Stated, journal: Journal, program: Program) -> Iterator[str]:
    """Yield lines of the rule language that lead from the first table to this one.

    What followed from a happening follows again; what was said between two is said again.
    """
    now: Stated | None = None
    for entry in journal:
        if not entry.cause:
            if now is not None:
                yield from _difference(now, entry.before, program)
            yield fact_line(entry.atom, False, program)
        now = entry.after
    if now is not None:
        yield from _difference(now, stated, program)


def _difference(now: Stated, then: Stated, program: Program) -> Iterator[str]:
    gone, new = changes(now, then)
    yield from (f"-{fact_line(*one, program)}" for one in gone)
    yield from (fact_line(*one, program) for one in new)


def changes(was: Stated, then: Stated) -> tuple[list[Told], list[Told]]:
    """Return what was stated and is no more, and what is stated since; True is a falsehood."""
    if was is then:
        return [], []
    old, new = (dict.fromkeys(stated.atoms()) for stated in (was, then))
    return [one for one in old if one not in new], [one for one in new if one not in old]


def told(entries: Iterable[Occurred], lexicon: Lexicon, program: Program) -> tuple[Happened, ...]:
    """Return entries in the words of a lexicon."""
    return tuple(
        Happened(
            entry.step,
            say(entry.atom, lexicon),
            fact_line(entry.atom, False, program),
            entry.cause,
            (
                *(
                    say(change.atom, lexicon, not change.begins)
                    for change in entry.changes
                    if lexicon.predicates[change.atom.predicate].templates
                ),
                *(
                    f"it is no longer known whether {say(one, lexicon)}"
                    for one in entry.opened
                    if lexicon.predicates[one.predicate].templates
                ),
            ),
        )
        for entry in entries
    )
