"""What happened at a table.

In: the happenings as they were carried out. Out: `Occurred`s, the facts by which rules read them,
and what people are told of them. Guarantee: frozen; an entry keeps the table before it, so that
every step can be asked about and taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulings.english.sentence import say, sentence
from rulings.language.predicates import PredicateId, past_of
from rulings.language.program import Atom, Row
from rulings.language.source import Span
from rulings.rulebook.stated import Stated, row_of

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

    `before` is what was stated before it.
    """

    step: int
    atom: Atom
    cause: int
    before: Stated
    changes: tuple[Change, ...]


Journal = tuple[Occurred, ...]


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


def with_journal(stated: Stated, journal: Journal) -> Stated:
    """Return what is stated with the journal, by which rules read what happened."""
    if not journal:
        return stated
    past: dict[PredicateId, Mapping[Row, Span]] = {}
    for entry in journal:
        name = past_of(str(entry.atom.predicate))
        row = (*row_of(entry.atom), entry.step)
        past[name] = {**past.get(name, {}), row: entry.atom.span}
    return replace(stated, facts={**stated.facts, **past})


def told(entries: Iterable[Occurred], lexicon: Lexicon) -> tuple[Happened, ...]:
    """Return entries in the words of a lexicon."""
    from rulings.language.writing import write_atom

    return tuple(
        Happened(
            entry.step,
            say(entry.atom, lexicon),
            f"{write_atom(entry.atom)}.",
            entry.cause,
            tuple(say(change.atom, lexicon, not change.begins) for change in entry.changes),
        )
        for entry in entries
    )
