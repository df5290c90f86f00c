"""What a table that says little leaves true, possible or false.

In: the stated facts and denials of a program. Out: for every predicate the rows that are true
and those that are possible before any rule is applied, and the rows assumed by `default`.
Guarantee: possible contains true; a stated denial is in neither; with `one`, a stated value
denies all other values of its key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Completion,
    Condition,
    Constant,
    Expression,
    Facts,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Program,
    Role,
    Row,
    Value,
)

Stated = Mapping[PredicateId, Iterable[Row]]


@dataclass(frozen=True, slots=True)
class Base:
    """The rows before any rule: `true` within `possible`, and which of them were assumed."""

    true: Mapping[PredicateId, set[Row]]
    possible: Mapping[PredicateId, set[Row]]
    assumed: Mapping[PredicateId, set[Row]]


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of a program's rules by the sort of their column, and its numbers."""

    seen: Mapping[str, frozenset[Value]]
    numbers: frozenset[Value]


def constants_of(program: Program) -> Constants:
    """Read the constants of all rules; the same for every table of a program."""
    reader = _Constants(program)
    return Constants(
        {sort: frozenset(values) for sort, values in reader.seen.items()},
        frozenset(reader.numbers),
    )


MOST_COMPLETED = 5_000_000
"""So many rows of all states together may be neither stated nor denied: about 1 GB."""


def complete(
    program: Program,
    facts: Stated,
    denials: Stated,
    constants: Constants | None = None,
    max_rows: int = MOST_COMPLETED,
) -> Base:
    """Complete the facts and denials of the program and of a table, by each predicate's role.

    The result leaves out predicates of which only the program states facts, unless a role
    completes them. Raises RulingsError (RUL406) before it makes more than `max_rows` rows.
    """
    unstated = [
        p
        for p in program.predicates.values()
        if p.role is Role.STATE and p.completion is not Completion.CLOSED
    ]
    told: set[PredicateId] = {p.name for p in unstated}
    told.update(name for name, rows in facts.items() if rows)
    true = {name: _all_rows(name, program.facts, facts) for name in told}
    possible = dict(true)
    assumed: dict[PredicateId, set[Row]] = {}
    known = constants or constants_of(program) if unstated else None
    domains = _Domains(program, known, facts, denials) if known is not None else None
    if domains is not None:
        _check_size(unstated, domains, min(max_rows, MOST_COMPLETED))
    for predicate in unstated:
        assert domains is not None
        stated = true[predicate.name]
        denied = _all_rows(predicate.name, program.denials, denials)
        free = set(_undecided(predicate, stated, denied, domains))
        if predicate.completion is Completion.OPEN:
            possible[predicate.name] = stated | free
        else:
            assumed[predicate.name] = free
            true[predicate.name] = possible[predicate.name] = stated | free
    return Base(true, possible, assumed)


def _check_size(unstated: list[Predicate], domains: _Domains, limit: int) -> None:
    total = 0
    for predicate in unstated:
        sizes = [len(domains.of(column.sort)) for column in predicate.columns]
        total += prod(sizes)
        if total > limit:
            name, rows = str(predicate.name), prod(sizes)
            found = diagnose("RUL406", predicate.span, predicate=name, rows=rows, limit=limit)
            raise RulingsError([found])


def _all_rows(name: PredicateId, given: Mapping[PredicateId, Facts], told: Stated) -> set[Row]:
    rows = set(told.get(name, ()))
    return rows.union(given[name].rows) if name in given else rows


def _places(facts: Facts) -> tuple[frozenset[Value], ...]:
    """The values of each column of stated rows."""
    if "places" not in facts.memory:
        facts.memory["places"] = tuple(map(frozenset, zip(*facts.rows)))
    places: tuple[frozenset[Value], ...] = facts.memory["places"]
    return places


def _undecided(
    predicate: Predicate, stated: set[Row], denied: set[Row], domains: _Domains
) -> Iterator[Row]:
    """The rows of the domain that the table says nothing about."""
    settled = {row[:-1] for row in stated} if predicate.functional else set()
    for row in product(*(domains.of(column.sort) for column in predicate.columns)):
        if row not in stated and row not in denied and row[:-1] not in settled:
            yield row


class _Constants:
    """Collects the constants of rules."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.seen: dict[str, set[Value]] = defaultdict(set)
        self.numbers: set[Value] = set()
        for rule in program.rules:
            self.read_atom(rule.head)
            self.read_body(rule.body)

    def read_body(self, body: Iterable[Condition]) -> None:
        for condition in body:
            match condition:
                case Literal(atom):
                    self.read_atom(atom)
                case Comparison(_, left, right):
                    self.read_numbers(left)
                    self.read_numbers(right)
                case Aggregate(target, _, _, inner):
                    self.read_numbers(target)
                    self.read_body(inner)
                case ForAll(_, inner, goal):
                    self.read_body((*inner, goal))

    def read_atom(self, atom: Atom) -> None:
        predicate = self.program.predicates.get(base_of(atom.predicate))
        if predicate is not None:
            for term, column in zip(atom.terms, predicate.columns, strict=True):
                if isinstance(term, Constant):
                    self.seen[column.sort].add(term.value)

    def read_numbers(self, expression: Expression) -> None:
        match expression:
            case Constant(value) if isinstance(value, int):
                self.numbers.add(value)
            case Operation(_, operands):
                for operand in operands:
                    self.read_numbers(operand)


class _Domains:
    """The values of each sort: its members if closed, else the constants in its columns."""

    def __init__(
        self, program: Program, constants: Constants, facts: Stated, denials: Stated
    ) -> None:
        self.program = program
        self.seen: dict[str, set[Value]] = defaultdict(set)
        for sort, known in constants.seen.items():
            self.seen[sort] = set(known)
        self.numbers = constants.numbers
        self.cache: dict[str, tuple[Value, ...]] = {}
        for given in (program.facts, program.denials):
            for name, listed in given.items():
                for column, values in zip(program.predicates[name].columns, _places(listed)):
                    self.seen[column.sort] |= values
        for table in (facts, denials):
            for name, rows in table.items():
                for column, place in zip(program.predicates[name].columns, zip(*rows)):
                    self.seen[column.sort].update(place)

    def of(self, sort: str) -> tuple[Value, ...]:
        """The values of a sort, in order; numbers with their neighbours on both sides."""
        if sort not in self.cache:
            values: set[Value] = set()
            for name in self.seen.keys() | self.program.sorts.keys() | {sort}:
                if sort in self.lineage(name):
                    declared = self.program.sorts.get(name)
                    values |= set((declared and declared.members) or ())
                    if declared is None or declared.members is None:
                        values |= self.seen[name]
            if "int" in self.lineage(sort) and not self.is_closed(sort):
                near = {n for n in values | self.numbers if isinstance(n, int)}
                values |= {n + step for n in near for step in (-1, 0, 1)}
            self.cache[sort] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
        return self.cache[sort]

    def is_closed(self, sort: str) -> bool:
        declared = self.program.sorts.get(sort)
        return declared is not None and declared.members is not None

    def lineage(self, sort: str) -> tuple[str, ...]:
        """A sort and its ancestors."""
        chain = [sort]
        while (declared := self.program.sorts.get(chain[-1])) and declared.parent:
            chain.append(declared.parent)
        return (*chain, "any")
