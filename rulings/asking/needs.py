"""What has to be computed to answer a goal.

In: a goal and the program. Out: its `Needs`: the predicates that it reads and the input values
that it gives them. Guarantee: of a predicate with two sides both are among them, for the
explanation.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.asking.evaluation import Demand
from rulings.asking.goal import Goal
from rulings.language.predicates import PredicateId, against, base_of
from rulings.language.program import Condition, Constant, Literal, Program, Row, Variable
from rulings.logic.graph import reads
from rulings.records import dataclass
from rulings.rulebook.document import refusal


@dataclass(frozen=True, slots=True)
class Needs:
    """The predicates that a goal reads, and the input values of those with `in` columns."""

    roots: frozenset[PredicateId]
    demand: Demand


def needs_of(goal: Goal, program: Program) -> Needs:
    """Return what a goal needs. Raises RulingsError (RUL561) when an input has no value."""
    return Needs(roots_of(goal.body, program), demanded(goal.body, program))


def roots_of(body: Iterable[Condition], program: Program) -> frozenset[PredicateId]:
    """Return the predicates that conditions read, both sides of those that have two."""
    names = {base_of(name) for name, _ in reads(body)}
    sides = (against(name) for name in names if program.predicates[name].two_sided)
    return frozenset((*names, *sides))


def demanded(body: Iterable[Condition], program: Program) -> Demand:
    """The input values that a question gives to predicates with `in` columns.

    Raises RulingsError (RUL561) when it gives none.
    """
    demand: dict[PredicateId, frozenset[Row]] = {}
    for literal in body:
        if not isinstance(literal, Literal):
            continue
        name = base_of(literal.atom.predicate)
        predicate = program.predicates.get(name)
        columns = predicate.columns if predicate is not None else ()
        inputs = [
            (column, term)
            for column, term in zip(columns, literal.atom.terms, strict=False)
            if column.is_input
        ]
        for column, term in inputs:
            if isinstance(term, Variable):
                message = f"The column {column.name} of `{name}` is an input: it needs a value."
                raise refusal("RUL561", message, literal.atom.span, "Name one.")
        if inputs:
            row = tuple(term.value for _, term in inputs if isinstance(term, Constant))
            demand[name] = demand.get(name, frozenset()) | {row}
    return demand
