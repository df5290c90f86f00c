"""pyDatalog, as a Python program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulings.export.dialect import Dialect, PrintedNames
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Row,
    Rule,
    Variable,
)
from rulings.logic.binders import body_names
from rulings.logic.lowered import LoweredProgram


class PyDatalog(Dialect):
    """pyDatalog 0.17 and later: rules are Python expressions."""

    def header(self, predicates: Mapping[PredicateId, Predicate], names: PrintedNames) -> list[str]:
        """Import pyDatalog; terms are created just before the rules that use them."""
        lines = ["from pyDatalog import pyDatalog", ""]
        if predicates:
            listed = ", ".join(names[name] for name in predicates)
            lines += [f"pyDatalog.create_terms({listed!r})", ""]
        return lines

    def value(self, value: int | str) -> str:
        """Constants are Python's."""
        return repr(value)

    def variable(self, name: str) -> str:
        """Every variable is a global name of the program: none may be one of Python's."""
        return f"V_{name}"

    def call(self, name: str, terms: Sequence[str]) -> str:
        """pyDatalog has no predicates without columns."""
        return f"{name}({', '.join(terms)})" if terms else f"{name}(0)"

    def fact(self, name: str, row: Row) -> str:
        """Return an assertion."""
        return "+ " + self.call(name, [self.value(value) for value in row])

    def rule(self, rule: Rule, lowered: LoweredProgram, names: PrintedNames) -> str:
        """Return a rule after the creation of its variables."""
        used = dict.fromkeys(_variables(rule))
        create = (
            f"pyDatalog.create_terms({', '.join(map(self.variable, used))!r})\n" if used else ""
        )
        body = [self.condition(c, lowered, names) for c in self.order(rule.body, lowered)]
        head = self.atom(rule.head, names)
        return f"{create}{head} <= {' & '.join(body)}" if body else f"+ {head}"

    def negation(self, atom: str) -> str:
        """Negation binds as Python's `~` does."""
        return f"~{atom}"

    def condition(self, condition: Condition, lowered: LoweredProgram, names: PrintedNames) -> str:
        """Comparisons stand in parentheses: `&` binds closer."""
        shown = super().condition(condition, lowered, names)
        return f"({shown})" if isinstance(condition, Comparison) else shown


def _variables(rule: Rule) -> list[str]:
    atoms: list[Atom] = [rule.head, *(c.atom for c in rule.body if isinstance(c, Literal))]
    found = [term.name for atom in atoms for term in atom.terms if isinstance(term, Variable)]
    return [*found, *sorted(body_names(rule.body) - set(found))]


DIALECT = PyDatalog(
    notes=("For pyDatalog. Every predicate needs facts or rules before it is asked.",),
    comment_mark="#",
    comparisons=(("=", "=="),),
    operators=frozenset(("+", "-", "*", "//", "neg")),
)
