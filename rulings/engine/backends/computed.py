"""The conditions that pyDatalog calls us for, one at a time; everything else it resolves itself.

In: a condition of a rule. Out: a pyDatalog primitive, the function that answers a literal whose
inputs are bound. Guarantee: a primitive answers for one condition and joins nothing. The whole
list: built-ins of ours, counts and sums of groups that are empty or undecided, arithmetic that
stays within 64 bits, and order between numbers and text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulings.engine.backends import Rows
from rulings.engine.backends.stored import ConstantTerms, pyEngine
from rulings.engine.store.aggregates import AggregateValues
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Comparison,
    Condition,
    Literal,
    Operation,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.calculation import COMPARISONS, ArithmeticFault, evaluate_expression, fault_at
from rulings.records import dataclass, field

Primitive = Callable[[Any, Any], None]
"""What pyDatalog calls with a literal and the subgoal that takes its answers."""


@dataclass(slots=True)
class Finished:
    """The finished rows of the stratum that is being solved; literals read the first, negation
    the second."""

    positive: Rows = field(default_factory=dict)
    negative: Rows = field(default_factory=dict)

    def inputs(self, name: PredicateId) -> tuple[int, ...] | None:
        """The input positions of a predicate that is computed, None of one that has rows."""
        if name in BUILT_INS:
            return BUILT_INS[name].inputs
        rows = self.positive.get(name)
        if not isinstance(rows, AggregateValues) or rows.table.function in ("min", "max"):
            # An empty group has no least and no greatest element: these rows can be stored.
            return None
        return tuple(range(rows.arity - 1))


def is_computed(condition: Condition, finished: Finished) -> bool:
    """Whether a condition is one that pyDatalog cannot meet by itself."""
    match condition:
        case Literal(atom):
            return finished.inputs(atom.predicate) is not None
        case Comparison(operator, left, right):
            has_arithmetic = isinstance(left, Operation) or isinstance(right, Operation)
            return has_arithmetic or operator not in ("=", "!=")
        case _:
            raise TypeError(f"{type(condition).__name__} reaches no backend")


def calling(
    literal: Literal, finished: Finished, predicate: Any, constants: ConstantTerms
) -> Primitive:
    """The primitive that calls a built-in, or counts or sums a group."""
    name = literal.atom.predicate
    inputs: Sequence[int] = finished.inputs(name) or ()

    def answer(asked: Any, subgoal: Any) -> None:
        found = _rows_of(name, literal.negated, finished)(*(asked.terms[i].id for i in inputs))
        agreeing = (
            fact
            for row in found
            if asked.unify(fact := pyEngine.Literal(predicate, [constants[v] for v in row]))
            is not None
        )
        if not literal.negated:
            for fact in agreeing:
                subgoal.fact(fact)
        elif next(agreeing, None) is None:
            subgoal.fact(True)

    return answer


def _rows_of(name: PredicateId, negated: bool, finished: Finished) -> Callable[..., Iterable[Row]]:
    if name in BUILT_INS:
        return BUILT_INS[name].rows
    table = (finished.negative if negated else finished.positive)[name]
    assert isinstance(table, AggregateValues)
    return table.rows_for


def comparing(
    comparison: Comparison,
    variables: Sequence[str],
    rule: Rule,
    predicate: Any,
    constants: ConstantTerms,
) -> Primitive:
    """The primitive whose literal holds the `variables` of a comparison: it tests them, or binds
    the side of an `=` that is still free."""
    holds = COMPARISONS[comparison.operator]

    def answer(asked: Any, subgoal: Any) -> None:
        columns = zip(variables, asked.terms, strict=True)
        bound: dict[str, Value] = {name: term.id for name, term in columns if term.is_const()}
        left, right = comparison.left, comparison.right
        if isinstance(right, Variable) and right.name not in bound:
            left, right = right, left
        try:
            if isinstance(left, Variable) and left.name not in bound:
                bound[left.name] = evaluate_expression(right, bound)
            elif not holds(evaluate_expression(left, bound), evaluate_expression(right, bound)):
                return
        except ArithmeticFault as fault:
            raise fault_at(rule, fault) from None
        subgoal.fact(pyEngine.Literal(predicate, [constants[bound[v]] for v in variables]))

    return answer
