"""What a table states, read from the program alone.

In: a checked program with the facts of a table. Out: the rows that are given, assumed by
default or unknown. Guarantee: nothing but the language is imported: a checker may trust it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

from rulings.explain.ground import Fact
from rulings.language.predicates import (
    DerivedId,
    DerivedKind,
    PredicateId,
    base_of,
    is_against,
    kind_of,
)
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
    Rule,
    Value,
)
from rulings.logic.matching import Pattern


class StatedTable:
    """What the facts, denials and completions of a program state."""

    def __init__(self, program: Program, like: StatedTable | None = None) -> None:
        """`like` is the table before some of its unknown facts were decided: its domains stay."""
        self.program = program
        self.facts = {name: dict.fromkeys(f.rows) for name, f in program.facts.items()}
        self.denials = {name: set(f.rows) for name, f in program.denials.items()}
        self.keys = {(n, row[:-1]) for n, rows in self.facts.items() for row in rows}
        self._index: dict[tuple[PredicateId, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self.seen: dict[str, set[Value]] = {} if like is None else like.seen
        self.numbers: set[Value] = set() if like is None else like.numbers
        self._domains: dict[str, tuple[Value, ...]] = {} if like is None else like._domains
        if like is None:
            self._read_constants()

    def _read_constants(self) -> None:
        program = self.program
        for tables in (self.facts, self.denials):
            for name, rows in tables.items():
                for row in rows:
                    self._note(program.predicates[name], tuple(map(Constant, row)))
        for rule in program.rules:
            self._read(Literal(rule.head))
            for condition in rule.body:
                self._read(condition)

    def rows(self, name: PredicateId, pattern: Pattern) -> list[tuple[Row, str]]:
        """Return the stated rows of a call and whether they are given, assumed or unknown."""
        predicate = self.program.predicates.get(stated_name(name))
        if predicate is None or predicate.two_sided is not (kind_of(name) is DerivedKind.PRO):
            return []
        listed = self.facts.get(predicate.name, {})
        found = [(row, "given") for row in self._listed(predicate.name, pattern)]
        if predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED:
            kind = "unknown" if predicate.completion is Completion.OPEN else "assumed"
            domains = [self.domain(column.sort) for column in predicate.columns]
            narrowed = (d if v is None else (v,) * (v in d) for v, d in zip(pattern, domains))
            for row in product(*narrowed):
                settled = predicate.functional and (predicate.name, row[:-1]) in self.keys
                if row not in listed and row not in self.denials.get(name, ()) and not settled:
                    found.append((row, kind))
        return found

    def _listed(self, name: PredicateId, pattern: Pattern) -> list[Row]:
        places = tuple(i for i, value in enumerate(pattern) if value is not None)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for row in self.facts.get(name, ()):
                index.setdefault(tuple(row[i] for i in places), []).append(row)
        return self._index[name, places].get(tuple(v for v in pattern if v is not None), [])

    def domain(self, sort: str) -> tuple[Value, ...]:
        """Return the values of a sort: its members, or the constants seen in its columns."""
        if sort not in self._domains:
            values: set[Value] = set()
            for name in {*self.seen, *self.program.sorts, sort}:
                if sort in self._lineage(name):
                    declared = self.program.sorts.get(name)
                    closed = declared is not None and declared.members is not None
                    values |= (
                        set(declared.members or ())
                        if closed and declared
                        else self.seen.get(name, set())
                    )
            own = self.program.sorts.get(sort)
            if "int" in self._lineage(sort) and (own is None or own.members is None):
                near = {n for n in values | self.numbers if isinstance(n, int)}
                values |= {n + step for n in near for step in (-1, 0, 1)}
            self._domains[sort] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
        return self._domains[sort]

    def _lineage(self, sort: str) -> tuple[str, ...]:
        chain = [sort]
        while (declared := self.program.sorts.get(chain[-1])) and declared.parent:
            chain.append(declared.parent)
        return (*chain, "any")

    def _note(self, predicate: Predicate | None, terms: Iterable[object]) -> None:
        for term, column in zip(terms, predicate.columns if predicate else (), strict=False):
            if isinstance(term, Constant):
                self.seen.setdefault(column.sort, set()).add(term.value)

    def _read(self, condition: Condition) -> None:
        match condition:
            case Literal(Atom(name, terms)):
                self._note(self.program.predicates.get(base_of(name)), terms)
            case Comparison(_, left, right):
                self._count(left)
                self._count(right)
            case Aggregate(target, _, _, body):
                self._count(target)
                for part in body:
                    self._read(part)
            case ForAll(_, body, goal):
                for part in (*body, goal):
                    self._read(part)

    def _count(self, expression: Expression) -> None:
        if isinstance(expression, Operation):
            for operand in expression.operands:
                self._count(operand)
        elif isinstance(expression, Constant) and isinstance(expression.value, int):
            self.numbers.add(expression.value)


def supposing(program: Program, fact: Fact, holds: bool) -> Program:
    """Return the program with one more fact or falsehood."""
    name, row = fact
    tables = dict(program.facts if holds else program.denials)
    tables[name] = Facts((*(tables[name].rows if name in tables else ()), row))
    return replace(program, facts=tables) if holds else replace(program, denials=tables)


def rules_of(program: Program, name: PredicateId) -> tuple[Rule, ...]:
    """Return the rules for `p`, or the denials of p for `neg p`."""
    base, denies = base_of(name), is_against(name)
    return tuple(r for r in program.rules if r.head.predicate == base and r.denies is denies)


def stated_name(name: PredicateId) -> PredicateId:
    """The predicate of which the rows of `name` are stated: p for what stands for p."""
    return name.of if isinstance(name, DerivedId) and name.kind is DerivedKind.PRO else name


def fits(row: Row, pattern: Pattern) -> bool:
    """Whether a row agrees with a pattern, where None stands for any value."""
    return all(want in (None, got) for want, got in zip(pattern, row, strict=True))
