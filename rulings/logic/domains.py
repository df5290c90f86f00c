"""The values that a column may take.

In: a program, the facts and denials of a table. Out: the values of each sort. Guarantee: a closed
sort has its members, any other the constants that stand in its columns; numbers have their
neighbours on both sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter

from rulings.language.nodes import nodes
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Constant,
    Expression,
    Facts,
    Program,
    Row,
    Value,
)
from rulings.language.sorts import lineage
from rulings.records import dataclass

Stated = Mapping[PredicateId, Iterable[Row]]
Places = dict[PredicateId, tuple[Iterable[Row], tuple[frozenset[Value], ...]]]
"""Stated rows, with the values of each of their columns."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of a program's rules by the sort of their column, and its numbers."""

    seen: Mapping[str, frozenset[Value]]
    numbers: frozenset[Value]


def constants_of(program: Program) -> Constants:
    """Read the constants of all rules; the same for every table of a program."""
    seen: dict[str, set[Value]] = defaultdict(set)
    calculated: list[Expression] = []
    for node in nodes(program.rules):
        match node:
            case Atom(name, terms):
                predicate = program.predicates.get(base_of(name))
                for term, column in zip(terms, predicate.columns if predicate is not None else ()):
                    if isinstance(term, Constant):
                        seen[column.sort].add(term.value)
            case Comparison(_, left, right):
                calculated += (left, right)
            case Aggregate(target):
                calculated.append(target)
    found = (one.value for one in nodes(calculated) if isinstance(one, Constant))
    return Constants(
        {sort: frozenset(values) for sort, values in seen.items()},
        frozenset(value for value in found if isinstance(value, int)),
    )


class Domains:
    """The values of each sort: its members if closed, else the constants in its columns."""

    def __init__(
        self,
        program: Program,
        constants: Constants,
        facts: Stated,
        denials: Stated,
        before: Domains | None = None,
    ) -> None:
        """With `before`, of the same program, rows that are the same objects are not read again."""
        self.program = program
        self.constants = constants
        self.numbers = constants.numbers
        self.told: tuple[Places, Places]
        if before is None:
            self.fixed: Mapping[str, set[Value]] = _fixed(program, constants)
            self.told = _read(facts, {}), _read(denials, {})
            self._lineages: dict[str, tuple[str, ...]] = {}
            self.seen: dict[str, set[Value]] = {s: set(known) for s, known in self.fixed.items()}
            self.cache: dict[str, tuple[Value, ...]] = {}
            self.seen.update(self._gathered(self._sorts_of(*self.told)))
            return
        self.fixed, self._lineages = before.fixed, before._lineages
        self.told = _read(facts, before.told[0]), _read(denials, before.told[1])
        self.seen, self.cache = before.seen, before.cache
        differing = (
            {name: None for name in now.keys() | was.keys() if now.get(name) is not was.get(name)}
            for now, was in zip(self.told, before.told, strict=True)
        )
        found = self._gathered(self._sorts_of(*differing))
        changed = {sort for sort, values in found.items() if values != self.seen.get(sort, set())}
        if changed:
            self.seen = {**self.seen, **{sort: found[sort] for sort in changed}}
            gone = {above for sort in changed for above in self._lineage(sort)}
            self.cache = {s: kept for s, kept in dict(self.cache).items() if s not in gone}

    def _sorts_of(self, *told: Iterable[PredicateId]) -> set[str]:
        """The sorts of the columns of some predicates."""
        known = self.program.predicates
        return {column.sort for names in told for name in names for column in known[name].described}

    def _gathered(self, sorts: set[str]) -> dict[str, set[Value]]:
        """What stands in the columns of some sorts."""
        found = {sort: set(self.fixed.get(sort, ())) for sort in sorts}
        for places in self.told:
            for name, (_, columns) in places.items():
                for column, values in zip(self.program.predicates[name].described, columns):
                    if column.sort in found:
                        found[column.sort] |= values
        return found

    def after(self, facts: Stated, denials: Stated) -> Domains:
        """Return the values at another table, which shares what it can with this one."""
        return Domains(self.program, self.constants, facts, denials, self)

    def of(self, sort: str) -> tuple[Value, ...]:
        """The values of a sort, in order; numbers with their neighbours on both sides."""
        if sort not in self.cache:
            values: set[Value] = set()
            for name in self.seen.keys() | self.program.sorts.keys() | {sort}:
                if sort in self._lineage(name):
                    declared = self.program.sorts.get(name)
                    values |= set((declared and declared.members) or ())
                    if declared is None or declared.members is None:
                        values |= self.seen.get(name, set())
            values |= self.near(sort, values | self.numbers)
            self.cache[sort] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
        return self.cache[sort]

    def near(self, sort: str, values: Iterable[Value]) -> set[Value]:
        """The numbers among some values of a sort with their neighbours."""
        if "int" not in self._lineage(sort) or self._is_closed(sort):
            return set()
        return {n + step for n in values if isinstance(n, int) for step in (-1, 0, 1)}

    def above(self, sort: str) -> tuple[str, ...]:
        """The sorts that get a value which is new in a column of `sort`."""
        return () if self._is_closed(sort) else self._lineage(sort)

    def _is_closed(self, sort: str) -> bool:
        declared = self.program.sorts.get(sort)
        return declared is not None and declared.members is not None

    def _lineage(self, sort: str) -> tuple[str, ...]:
        if sort not in self._lineages:
            self._lineages[sort] = (*lineage(sort, self.program.sorts), "any")
        return self._lineages[sort]


def _read(table: Stated, was: Places) -> Places:
    """Return what stands in the columns of stated rows; what is the same as before is kept."""
    read: Places = {}
    for name, rows in table.items():
        known = was.get(name)
        if known is None or known[0] is not rows:
            known = rows, tuple(map(frozenset, zip(*rows)))
        read[name] = known
    return read


def _fixed(program: Program, constants: Constants) -> Mapping[str, set[Value]]:
    """What the rules and the facts of a program mention, by sort: the same for every table."""
    seen: dict[str, set[Value]] = defaultdict(set)
    for sort, known in constants.seen.items():
        seen[sort] = set(known)
    for given in (program.facts, program.denials):
        for name, listed in given.items():
            for column, values in zip(program.predicates[name].described, _places(listed)):
                seen[column.sort] |= values
    return seen


def _places(facts: Facts) -> tuple[frozenset[Value], ...]:
    """The values of each column of stated rows."""
    if "places" not in facts.memory:
        arity = len(facts.rows[0]) if facts.rows else 0
        facts.memory["places"] = tuple(
            frozenset(map(itemgetter(place), facts.rows)) for place in range(arity)
        )
    places: tuple[frozenset[Value], ...] = facts.memory["places"]
    return places
