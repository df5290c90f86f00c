"""What all dialects share: names, terms, conditions.

In: lowered rules. Out: text. Guarantee: two predicates never get one name, nor two variables of
a rule; every name begins with a prefix of ours, so that none is a word of the other engine and
loading an exported program runs nothing but its rules; text is quoted as the dialect wants it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import DerivedId, PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
    Literal,
    Operation,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)
from rulings.logic.lowered import AggregateTable, LoweredProgram

OWN = "r_"
"""What the name of a declared predicate begins with in every dialect."""
HELPER = "x_"
"""What the name of a predicate begins with that lowering made."""
_PLAIN = re.compile(r"[A-Z][A-Za-z0-9_]*", re.ASCII)
_OURS = re.compile(r"V_|[LT][0-9]", re.ASCII)


def printed_names(predicates: Iterable[PredicateId]) -> dict[PredicateId, str]:
    """Return names that other engines can read and that mean nothing to them."""
    names: dict[PredicateId, str] = {name: str(name) for name in BUILT_INS}
    taken: set[str] = set()
    for name in sorted(predicates, key=lambda name: (isinstance(name, DerivedId), str(name))):
        prefix = HELPER if isinstance(name, DerivedId) else OWN
        shown = prefix + re.sub(r"\W+", "_", str(name), flags=re.ASCII)
        while shown in taken:
            shown += "_"
        taken.add(shown)
        names[name] = shown
    return names


class Dialect(ABC):
    """A way to write the rules of a lowered program. Subclasses say what differs."""

    notes: ClassVar[tuple[str, ...]]
    operators: ClassVar[frozenset[str]]
    built_ins: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, lowered: LoweredProgram) -> None:
        self.lowered = lowered
        self.names = printed_names(lowered.predicates)

    def header(self, predicates: Iterable[PredicateId]) -> list[str]:
        """Return what stands before the facts."""
        return []

    def value(self, value: Value) -> str:
        """Return a constant."""
        if isinstance(value, int):
            return str(value)
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

    def variable(self, name: str) -> str:
        """Return a variable; those of ours begin as `_OURS` says, so no other may."""
        return name if _PLAIN.fullmatch(name) and not _OURS.match(name) else f"V_{name}"

    def term(self, term: Term) -> str:
        """Return a term."""
        return self.variable(term.name) if isinstance(term, Variable) else self.value(term.value)

    def call(self, name: PredicateId, terms: Iterable[str]) -> str:
        """Return an atom."""
        inner = ", ".join(terms)
        return f"{self.names[name]}({inner})" if inner else self.names[name]

    def atom(self, atom: Atom) -> str:
        """Return an atom."""
        return self.call(atom.predicate, map(self.term, atom.terms))

    def fact(self, name: PredicateId, row: Row) -> str:
        """Return a fact."""
        return self.call(name, map(self.value, row)) + "."

    @abstractmethod
    def unknown(self, name: PredicateId, row: Row) -> str:
        """Return a fact that is neither stated nor denied."""

    def rule(self, rule: Rule) -> str:
        """Return a rule."""
        head = self.atom(rule.head)
        body = [self.condition(c) for c in sorted(rule.body, key=self.late)]
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def late(self, condition: Condition) -> int:
        """Return how late a condition is written in its rule."""
        if not isinstance(condition, Literal):
            return 2
        name = condition.atom.predicate
        computed = name in BUILT_INS or name in self.lowered.aggregates
        return 3 if condition.negated else 1 if computed else 0

    def condition(self, condition: Condition) -> str:
        """Return a condition."""
        match condition:
            case Literal(atom, negated):
                table = self.lowered.aggregates.get(atom.predicate)
                if table is not None:
                    return self.aggregate(atom, table)
                shown = self.atom(atom)
                return self.negation(shown) if negated else shown
            case Comparison(operator, left, right):
                return self.comparison(operator, left, right)
            case _:
                raise AssertionError("lowered programs hold literals and comparisons only")

    def negation(self, atom: str) -> str:
        """Return a default negation."""
        return f"not {atom}"

    @abstractmethod
    def aggregate(self, atom: Atom, table: AggregateTable) -> str:
        """Return the condition that gives an aggregate its value."""

    def elements(self, atom: Atom, table: AggregateTable) -> tuple[list[str], list[str]]:
        """Return a group's terms and fresh variables for the tuple of an aggregate's elements."""
        arity = self.lowered.predicates[table.elements].arity
        group = [self.term(term) for term in atom.terms[: table.group_size]]
        return group, [f"T{number}" for number in range(arity - table.group_size)]

    def comparison(self, operator: str, left: Expression, right: Expression) -> str:
        """Return a comparison."""
        return f"{self.expression(left)} {operator} {self.expression(right)}"

    def expression(self, expression: Expression) -> str:
        """Return arithmetic."""
        match expression:
            case Operation("neg", (operand,)):
                return f"-({self.expression(operand)})"
            case Operation(operator, operands):
                inner = f" {operator} ".join(self.expression(operand) for operand in operands)
                return f"({inner})"
            case Variable() | Constant():
                return self.term(expression)
