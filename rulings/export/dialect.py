"""What all dialects share: names, terms, conditions.

In: lowered rules. Out: text. Guarantee: two predicates never get one name, nor two variables of
a rule; every name begins with a prefix of ours, so that none is a word of the other engine and
loading an exported program runs nothing but its rules; text is quoted as the dialect wants it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

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
    Predicate,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)
from rulings.logic.lowered import AggregateTable, LoweredProgram
from rulings.records import dataclass

OWN = "r_"
"""What the name of a declared predicate begins with in every dialect."""
HELPER = "x_"
"""What the name of a predicate begins with that lowering made."""
_PLAIN = re.compile(r"[A-Z][A-Za-z0-9_]*", re.ASCII)
_OURS = re.compile(r"V_|[LT][0-9]", re.ASCII)


class PrintedNames:
    """Predicate names that other engines can read and that mean nothing to them."""

    def __init__(self, predicates: Mapping[PredicateId, Predicate]) -> None:
        self._names: dict[PredicateId, str] = {}
        taken: set[str] = set()
        for name in sorted(predicates, key=lambda name: (isinstance(name, DerivedId), str(name))):
            prefix = HELPER if isinstance(name, DerivedId) else OWN
            shown = prefix + re.sub(r"\W+", "_", str(name), flags=re.ASCII)
            while shown in taken:
                shown += "_"
            taken.add(shown)
            self._names[name] = shown

    def __getitem__(self, name: PredicateId) -> str:
        return str(name) if name in BUILT_INS else self._names[name]


@dataclass(frozen=True)
class Dialect(ABC):
    """A way to write rules. Subclasses say what differs."""

    notes: tuple[str, ...]
    operators: frozenset[str]
    built_ins: frozenset[str] = frozenset()

    def header(self, predicates: Mapping[PredicateId, Predicate], names: PrintedNames) -> list[str]:
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

    def call(self, name: str, terms: Sequence[str]) -> str:
        """Return an atom."""
        return f"{name}({', '.join(terms)})" if terms else name

    def atom(self, atom: Atom, names: PrintedNames) -> str:
        """Return an atom."""
        return self.call(names[atom.predicate], [self.term(term) for term in atom.terms])

    def fact(self, name: str, row: Row) -> str:
        """Return a fact."""
        return self.call(name, [self.value(value) for value in row]) + "."

    @abstractmethod
    def unknown(self, name: str, row: Row) -> str:
        """Return a fact that is neither stated nor denied."""

    def rule(self, rule: Rule, lowered: LoweredProgram, names: PrintedNames) -> str:
        """Return a rule."""
        head = self.atom(rule.head, names)
        body = [self.condition(c, lowered, names) for c in self.order(rule.body, lowered)]
        return f"{head} :- {', '.join(body)}." if body else f"{head}."

    def order(self, body: tuple[Condition, ...], lowered: LoweredProgram) -> tuple[Condition, ...]:
        """Return the conditions in the order in which they are written."""

        def late(condition: Condition) -> int:
            match condition:
                case Literal(atom, negated):
                    computed = atom.predicate in BUILT_INS or atom.predicate in lowered.aggregates
                    return 3 if negated else 1 if computed else 0
                case _:
                    return 2

        return tuple(sorted(body, key=late))

    def condition(self, condition: Condition, lowered: LoweredProgram, names: PrintedNames) -> str:
        """Return a condition."""
        match condition:
            case Literal(atom, negated):
                table = lowered.aggregates.get(atom.predicate)
                if table is not None:
                    return self.aggregate(atom, table, lowered, names)
                shown = self.atom(atom, names)
                return self.negation(shown) if negated else shown
            case Comparison(operator, left, right):
                return self.comparison(operator, left, right)
            case _:
                raise AssertionError("lowered programs hold literals and comparisons only")

    def negation(self, atom: str) -> str:
        """Return a default negation."""
        return f"not {atom}"

    @abstractmethod
    def aggregate(
        self, atom: Atom, table: AggregateTable, lowered: LoweredProgram, names: PrintedNames
    ) -> str:
        """Return the condition that gives an aggregate its value."""

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


def element_terms(
    atom: Atom, table: AggregateTable, lowered: LoweredProgram
) -> tuple[list[Term], list[str]]:
    """Return the group's terms and fresh variables for the tuple of an aggregate's elements."""
    arity = lowered.predicates[table.elements].arity
    group = list(atom.terms[: table.group_size])
    return group, [f"T{number}" for number in range(arity - table.group_size)]
