"""What a rulebook and a table state.

In: a checked program, the facts and falsehoods of a table. Out: `Premises`: which rows are
stated, assumed by default or unknown. Guarantee: a table that passes describes one: it says
nothing that rules conclude, every row has the columns and types of its predicate, a `one` state
has one value for each key, nothing is both stated and denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from rulings.language.predicates import PredicateId, base_of, is_against
from rulings.language.program import (
    Aggregate,
    Atom,
    Column,
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
from rulings.verifier.arithmetic import Effort, Unproved

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


class Premises:
    """The stated facts of a rulebook and a table, and what they leave unsaid."""

    def __init__(self, program: Program, facts: Tables, denials: Tables, effort: Effort) -> None:
        """Raises Unproved when the table is none."""
        self.program = program
        self.types = ValueTypes(program)
        self.facts = _joined(program.facts, facts)
        self.denials = _joined(program.denials, denials)
        self.supposed: Mapping[Fact, bool] = {}
        self.effort = effort
        self._keys: dict[str, frozenset[Row]] = {}
        self._domains: dict[str, tuple[Value, ...]] = {}
        self._seen: dict[str, set[Value]] = {}
        self._index: dict[tuple[str, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self._check(facts, denials)

    def supposing(self, fact: Fact, holds: bool) -> Premises:
        """Return the same where a fact is decided. Raises Unproved unless it is unknown."""
        name, row = fact
        predicate = self.program.predicates.get(name.predicate)
        is_fact = predicate is not None and self.types.fits(row, predicate.columns)
        if not is_fact or (row, None) not in self.rows(name, row):
            raise Unproved(f"{said(fact)} is not unknown, so nothing can be supposed of it")
        other = object.__new__(Premises)
        other.__dict__.update(self.__dict__)
        other.supposed = {**self.supposed, fact: holds}
        return other

    def rows(self, name: Subject, pattern: Pattern) -> Iterable[tuple[Row, bool | None]]:
        """Return the stated rows that fit a pattern, each true or unknown.

        Of a predicate with two sides these are reasons for it.
        """
        if name.denied:
            return ()
        predicate = self.program.predicates[name.predicate]
        stated: list[tuple[Row, bool | None]] = [
            (row, True) for row in self._listed(name.predicate, pattern)
        ]
        if predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED:
            stated += self._unsaid(predicate, pattern)
        return stated

    def truth(self, fact: Fact) -> bool | None:
        """Return whether a fact of a `.state` is true, false or unknown."""
        return next((truth for _, truth in self.rows(*fact)), False)

    def _listed(self, name: str, pattern: Pattern) -> list[Row]:
        places = tuple(i for i, value in enumerate(pattern) if value is not None)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for row in self.facts.get(name, ()):
                index.setdefault(tuple(row[i] for i in places), []).append(row)
        return self._index[name, places].get(tuple(v for v in pattern if v is not None), [])

    def _unsaid(self, predicate: Predicate, pattern: Pattern) -> Iterator[tuple[Row, bool | None]]:
        """Yield the rows that nobody spoke of: assumed where that is the default, else unknown."""
        stated, denied = self.facts.get(predicate.name, {}), self.denials.get(predicate.name, {})
        if predicate.name not in self._keys:
            self._keys[predicate.name] = frozenset(row[:-1] for row in stated)
        taken = self._keys[predicate.name] if predicate.functional else frozenset()
        domains = [self.domain(column.sort) for column in predicate.columns]
        for row in product(
            *(
                domain if value is None else (value,) * (value in domain)
                for value, domain in zip(pattern, domains, strict=True)
            )
        ):
            self.effort.spend()
            if row in stated or row in denied or row[:-1] in taken:
                continue
            truth = predicate.completion is Completion.DEFAULT or self._supposed(predicate, row)
            if truth is not False:
                yield row, truth

    def _supposed(self, predicate: Predicate, row: Row) -> bool | None:
        if not self.supposed:
            return None
        name = Subject(predicate.name)
        found = self.supposed.get((name, row))
        if found is None and predicate.functional:
            for (other, one), holds in self.supposed.items():
                if holds and other == name and one[:-1] == row[:-1]:
                    return False
        return found

    def domain(self, sort: str) -> tuple[Value, ...]:
        """Return the values of a type: its members, or the constants in its columns."""
        if sort not in self._domains:
            seen = self._constants()
            values: set[Value] = set()
            for name in {*seen, *self.program.sorts, sort} - {_NUMBERS}:
                if sort in self.types.lineage(name):
                    known = self.program.sorts.get(name)
                    closed = known.members if known is not None else None
                    values.update(seen.get(name, ()) if closed is None else closed)
            own = self.program.sorts.get(sort)
            is_closed = own is not None and own.members is not None
            if "int" in self.types.lineage(sort) and not is_closed:
                near = {n for n in values | seen[_NUMBERS] if isinstance(n, int)}
                values |= {n + step for n in near for step in (-1, 0, 1)}
            self._domains[sort] = tuple(values)
        return self._domains[sort]

    def _constants(self) -> dict[str, set[Value]]:
        """Collect the constants of facts, falsehoods and rules by the type of their column."""
        if not self._seen:
            self._seen[_NUMBERS] = set()
            for tables in (self.facts, self.denials):
                for name, rows in tables.items():
                    columns = self.program.predicates[name].columns
                    for column, values in zip(columns, zip(*rows)):
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
                self._seen[_NUMBERS].add(value)

    def _check(self, facts: Tables, denials: Tables) -> None:
        """Refuse a table that a situation could not describe."""
        concluded = {rule.head.predicate for rule in self.program.rules}
        for tables in (facts, denials):
            for name, rows in tables.items():
                predicate = self.program.predicates.get(name)
                if predicate is None:
                    raise Unproved(f"the table speaks of {name}, which the rulebook does not have")
                if name in concluded or (tables is denials and predicate.role is not Role.STATE):
                    raise Unproved(f"the table decides {name}, which is for the rules to conclude")
                for row in rows:
                    if not self.types.fits(row, predicate.columns):
                        wrong = said((Subject(name), row))
                        raise Unproved(f"the table says {wrong}, which has not the types of {name}")
        for name in {*facts, *denials}:
            stated = self.facts.get(name, {})
            both = next((row for row in self.denials.get(name, {}) if row in stated), None)
            if both is not None:
                raise Unproved(f"{said((Subject(name), both))} is stated and denied")
            values = {row[:-1]: row for row in stated}
            if self.program.predicates[name].functional and len(values) != len(stated):
                raise Unproved(f"{name} has two values where there is one")


_NUMBERS = " numbers"
"""Among the constants: those of comparisons and aggregates, which are of no column."""


def _joined(given: Mapping[PredicateId, Facts], told: Tables) -> dict[str, dict[Row, None]]:
    """Join the rows of a rulebook and a table, each once, in order."""
    rows: dict[str, dict[Row, None]] = {
        str(name): dict.fromkeys(facts.rows) for name, facts in given.items()
    }
    for name, more in told.items():
        rows.setdefault(name, {}).update(dict.fromkeys(more))
    return rows
