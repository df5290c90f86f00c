"""What proofs and refutations are told with, since each asks for the other.

In: nothing; `Teller` is what a refutation asks of the explainer that proofs belong to. Out:
comparisons with their values, literals to be explained when somebody asks why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from rulings.engine.run.model import Model
from rulings.explain.tree import Asked, Compared, Counted, Premise, Rules, Walk
from rulings.language.matching import Bound, Pattern
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Literal,
    Program,
    Row,
    Rule,
)
from rulings.logic.binders import condition_names, has_value, names
from rulings.logic.calculation import evaluate_expression


class Teller(Protocol):
    """Explains facts of one model. `open` are those that are being proved."""

    model: Model
    program: Program
    rules: Rules
    refuted: int
    open: set[tuple[PredicateId, Row]]

    def first(self, name: PredicateId, pattern: Pattern, kind: str) -> bool:
        """Whether this is explained for the first time; from now on it is not."""
        ...

    def apart(self) -> Teller:
        """Return an explainer of the same model that has explained nothing yet."""
        ...

    def literal(self, literal: Literal, bound: Bound) -> Asked:
        """Explain a literal under values for its variables."""
        ...

    def prove(self, name: PredicateId, row: Row) -> Asked:
        """Explain a true row."""
        ...

    def condition(self, condition: Condition, bound: Bound) -> Asked:
        """Explain a condition that holds, or may hold."""
        ...

    def counted(self, condition: Aggregate, bound: Bound, *, holds: bool) -> Walk[Counted]:
        """Explain an aggregate by its elements."""
        ...

    def true_rows(self, atom: Atom, bound: Bound) -> Iterator[Row]:
        """Yield the rows of an atom that surely hold."""
        ...

    def stands(self, rule: Rule, row: Row) -> bool:
        """Whether no rule that overrides `rule` stands for this row."""
        ...


def premises(
    body: tuple[Condition, ...], found: Iterable[Bound]
) -> tuple[tuple[Premise, ...], ...]:
    """Return the literals of a body in each of some instances, to be explained when asked."""
    literals = [condition for condition in body if isinstance(condition, Literal)]
    return tuple(tuple(Premise(one, bound) for one in literals) for bound in found)


def compared(
    condition: Comparison, bound: Bound, *, holds: bool, body: Iterable[Condition] = ()
) -> Compared:
    """Return a comparison with the values of its plain sides; `body` is what it stands in."""
    left, right = (
        evaluate_expression(side, bound) if has_value(side, bound) else None
        for side in (condition.left, condition.right)
    )
    aggregates = [other for other in body if isinstance(other, Aggregate)]
    used = condition_names(condition) if aggregates else frozenset()
    counted = (
        Premise(other, bound)
        for other in aggregates
        if used & names((other.target,)) & bound.keys()
    )
    return Compared(condition, left, right, holds, tuple(counted))
