"""What a rulebook states, whatever the table.

In: a checked program. Out: `Basis`: its types, its rows by their values, the constants of each
type. Guarantee: it is read once and serves every table of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from rulings.language.predicates import PredicateId, base_of, is_against
from rulings.language.program import (
    Aggregate,
    Atom,
    Column,
    Comparison,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Program,
    Row,
    Value,
)

_AGAINST = "neg "


class Subject(NamedTuple):
    """A declared predicate, or that it is denied: what facts and rules speak of."""

    predicate: str
    denied: bool = False

    @staticmethod
    def of(name: PredicateId) -> Subject:
        """Return what an atom of a program speaks of."""
        return Subject(base_of(name), is_against(name))

    @staticmethod
    def read(written: str) -> Subject:
        """Read `p` or `neg p`, as certificates write it."""
        return Subject(written.removeprefix(_AGAINST), written.startswith(_AGAINST))

    @property
    def other(self) -> Subject:
        """The other side."""
        return Subject(self.predicate, not self.denied)

    def __str__(self) -> str:
        return f"{_AGAINST * self.denied}{self.predicate}"


Fact = tuple[Subject, Row]
Pattern = tuple[Value | None, ...]
"""A row in which None stands for any value."""
Tables = Mapping[str, tuple[Row, ...]]


def said(fact: Fact) -> str:
    """Return a fact as people write it."""
    name, row = fact
    return f"{name}({', '.join(map(str, row))})" if row else str(name)


class ValueTypes:
    """Which values belong to a type."""

    def __init__(self, program: Program) -> None:
        self.sorts = program.sorts

    def lineage(self, sort: str) -> tuple[str, ...]:
        """Return a type and those that contain it."""
        chain = [sort]
        while (known := self.sorts.get(chain[-1])) is not None and known.parent is not None:
            chain.append(known.parent)
        return (*chain, "any")

    def members(self, sort: str) -> frozenset[Value] | None:
        """Return the members of a closed type, or of the closed type that it lies below."""
        for name in self.lineage(sort):
            known = self.sorts.get(name)
            if known is not None and known.members is not None:
                return frozenset(known.members)
        return None

    def holds(self, value: Value, sort: str) -> bool:
        """Whether a value is of a type: a member of a closed one, else a number or text."""
        members = self.members(sort)
        if members is not None:
            return value in members
        lineage = self.lineage(sort)
        if "int" in lineage:
            return isinstance(value, int)
        is_mixed = lineage[-2:] == ("any", "any")
        return is_mixed or isinstance(value, str)

    def is_counted(self, sort: str) -> bool:
        """Whether a type is of integers, and not of its members alone."""
        own = self.sorts.get(sort)
        return "int" in self.lineage(sort) and (own is None or own.members is None)

    def fits(self, row: Row, columns: tuple[Column, ...]) -> bool:
        """Whether a row has the number of columns and their types."""
        return len(row) == len(columns) and all(
            self.holds(value, column.sort) for value, column in zip(row, columns, strict=True)
        )

    def may_be_asked(self, row: Row, columns: tuple[Column, ...]) -> bool:
        """Whether a row fits, except that a number may be beyond those of a closed type."""
        return len(row) == len(columns) and all(
            self.holds(value, column.sort)
            or (isinstance(value, int) and "int" in self.lineage(column.sort))
            for value, column in zip(row, columns, strict=True)
        )


class IndexedRows:
    """The rows of predicates, found by the values that they have at some places."""

    def __init__(self, rows: Mapping[str, tuple[Row, ...]]) -> None:
        self._listed = rows
        self._rows: dict[str, dict[Row, None]] = {}
        self._keys: dict[str, frozenset[Row]] = {}
        self._index: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def of(self, name: str) -> dict[Row, None]:
        """Return the rows of a predicate, each once, in order."""
        if name not in self._rows:
            self._rows[name] = dict.fromkeys(self._listed.get(name, ()))
        return self._rows[name]

    def keys(self, name: str) -> frozenset[Row]:
        """Return the rows of a predicate without their last values."""
        if name not in self._keys:
            self._keys[name] = frozenset(row[:-1] for row in self.of(name))
        return self._keys[name]

    def fitting(self, name: str, pattern: Pattern) -> list[Row]:
        """Return the rows that fit a pattern."""
        places = tuple(i for i, value in enumerate(pattern) if value is not None)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for row in self.of(name):
                index.setdefault(tuple(row[i] for i in places), []).append(row)
        return self._index[name, places].get(tuple(v for v in pattern if v is not None), [])


class Basis:
    """The facts, falsehoods and constants of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = ValueTypes(program)
        self.facts = IndexedRows({str(name): facts.rows for name, facts in program.facts.items()})
        self.denials = IndexedRows(
            {str(name): facts.rows for name, facts in program.denials.items()}
        )
        self.concluded = frozenset(str(rule.head.predicate) for rule in program.rules)
        self._values: dict[str, frozenset[Value]] = {}
        self._seen: dict[str, set[Value]] = {}
        self._numbers: set[Value] = set()

    def values(self, sort: str) -> frozenset[Value]:
        """Return the values of a type: its members, or the constants in its columns.

        Integers have their neighbours and those of the numbers that rules compare with.
        """
        if sort not in self._values:
            seen = self._constants
            values: set[Value] = set()
            for name in {*seen, *self.program.sorts, sort}:
                if sort in self.types.lineage(name):
                    known = self.program.sorts.get(name)
                    closed = known.members if known is not None else None
                    values.update(seen.get(name, ()) if closed is None else closed)
            if self.types.is_counted(sort):
                values |= neighbours(values | self._numbers)
            self._values[sort] = frozenset(values)
        return self._values[sort]

    @cached_property
    def _constants(self) -> dict[str, set[Value]]:
        """The constants of facts, falsehoods and rules by the type of their column."""
        for tables in (self.program.facts, self.program.denials):
            for name, facts in tables.items():
                columns = self.program.predicates[base_of(name)].columns
                for column, values in zip(columns, zip(*facts.rows)):
                    self._seen.setdefault(column.sort, set()).update(values)
        for rule in self.program.rules:
            for condition in (Literal(rule.head), *rule.body):
                self._note(condition)
        return self._seen

    def _note(self, part: Condition | Expression) -> None:
        match part:
            case Literal(Atom(written, terms)):
                predicate = self.program.predicates.get(Subject.of(written).predicate)
                for term, column in zip(terms, predicate.columns if predicate else ()):
                    if isinstance(term, Constant):
                        self._seen.setdefault(column.sort, set()).add(term.value)
            case Comparison(_, left, right):
                self._note(left)
                self._note(right)
            case Aggregate(target, _, _, body):
                for inner in (target, *body):
                    self._note(inner)
            case ForAll(_, body, goal):
                for inner in (*body, goal):
                    self._note(inner)
            case Operation(_, operands):
                for operand in operands:
                    self._note(operand)
            case Constant(value):
                self._numbers.add(value)


def neighbours(values: set[Value]) -> set[Value]:
    """Return the numbers among values, with those beside them."""
    return {n + step for n in values if isinstance(n, int) for step in (-1, 0, 1)}
