"""The order in which conditions are met.

In: conditions, the variables that have values, a cost function. Out: the conditions one after
another. Guarantee: the cheapest comes first, of equals the first; what must wait for a value
comes after what gives it, if anything does. `lookup_cost` is the cost for whoever comes from a
question and looks rows up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulings.language.predicates import DerivedKind, PredicateId, kind_of
from rulings.language.program import (
    Aggregate,
    Comparison,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Variable,
)
from rulings.logic.binders import (
    Names,
    condition_names,
    expression_names,
    names,
    newly_bound,
    outer_names,
)
from rulings.logic.calculation import WITHIN

WAITS = 1e12
"""A cost from which on a condition must wait."""
Cost = Callable[[Condition, Names, Sequence[Condition]], float]
"""What it costs to meet a condition now, given what is bound and all that is still to be met."""
_INDIRECT = 1000.0
_DIVIDES = WAITS / 2


def cheapest(waiting: Sequence[Condition], bound: Names, cost: Cost) -> Condition | None:
    """Return the condition to meet next, None when all of them must wait."""
    costs = [cost(condition, bound, waiting) for condition in waiting]
    least = min(costs, default=WAITS)
    return waiting[costs.index(least)] if least < WAITS else None


def arranged(conditions: Iterable[Condition], bound: Names, cost: Cost) -> tuple[Condition, ...]:
    """Return all conditions in the order in which they are met."""
    waiting = list(conditions)
    found: list[Condition] = []
    while waiting:
        costs = [cost(condition, bound, waiting) for condition in waiting]
        condition = waiting.pop(costs.index(min(costs)))
        found.append(condition)
        bound |= bound_after(condition)
    return tuple(found)


def choose_binders(
    wanted: Names,
    candidates: Sequence[Condition],
    cost: Callable[[Condition], float],
    predicates: Mapping[PredicateId, Predicate],
) -> tuple[Condition, ...]:
    """Return conditions among `candidates`, cheapest first, that together bind `wanted`.

    What binds one of them comes before what only binds what others need.
    """

    def binding(condition: Condition, bound: Names, _waiting: Sequence[Condition]) -> float:
        new = newly_bound(condition, bound, predicates)
        return (0.0 if new & wanted else _INDIRECT) + cost(condition) if new else WAITS

    chosen: list[Condition] = []
    bound: Names = frozenset()
    while not wanted <= bound:
        condition = cheapest(candidates, bound, binding)
        if condition is None:
            break
        chosen.append(condition)
        bound |= newly_bound(condition, bound, predicates)
    return tuple(chosen)


def lookup_cost(inputs: Callable[[PredicateId], tuple[int, ...]]) -> Cost:
    """Return the cost by the number of rows that a lookup may find.

    `inputs` are the places of a predicate that need a value. What is negated or in braces waits
    for every variable that it shares, what may divide by zero for all that may spare it the zero.
    """

    def cost(condition: Condition, bound: Names, waiting: Sequence[Condition]) -> float:
        free = condition_names(condition) - bound
        match condition:
            case Comparison("=", left, right):
                sides = [side for side in (left, right) if expression_names(side) - bound]
                binds = len(sides) == 1 and is_solvable(sides[0], bound)
                if free and not binds:
                    return WAITS + 9
                return _DIVIDES if divides(condition) else 0.1 if free else 0.0
            case Comparison() if divides(condition) and not free:
                return _DIVIDES
            case Comparison():
                return WAITS + 9 if free else 0.0
            case Literal(atom, negated):
                given = names(atom.terms[i] for i in inputs(atom.predicate))
                if given - bound or (negated and free & shared_by(condition, waiting)):
                    return WAITS + 8
                if kind_of(atom.predicate) is DerivedKind.VALUE:
                    return 5.0
                if negated:
                    return 0.2
                if given or not free:
                    return 1.5 if given else 0.5
                return 2.0 + len(free) / len(atom.terms)
            case Aggregate(target):
                free -= names((target,))
        return WAITS + 9 if free & shared_by(condition, waiting) else 4.0

    return cost


def divides(part: Condition | Expression) -> bool:
    """Whether a condition or an expression divides by something that may be zero, or fails where
    a value is outside its type."""
    match part:
        case Comparison(_, left, right):
            return divides(left) or divides(right)
        case Operation("//" | "%", (divided, Constant(int(divisor)))) if divisor:
            return divides(divided)
        case Operation(operator, operands):
            return operator in ("//", "%", WITHIN) or any(map(divides, operands))
        case _:
            return False


def is_solvable(target: Expression, bound: Names) -> bool:
    """Whether one side of an equation, with a free variable in it, can be solved for that."""
    while isinstance(target, Operation):
        if target.operator not in ("+", "-") or len(target.operands) != 2:
            return False
        left, right = target.operands
        if expression_names(left) - bound and expression_names(right) - bound:
            return False
        target = left if expression_names(left) - bound else right
    return isinstance(target, Variable)


def bound_after(condition: Condition) -> Names:
    """The variables that have values once a condition is met."""
    match condition:
        case Literal(negated=True) | ForAll():
            return frozenset()
        case Aggregate(target):
            return names((target,))
        case _:
            return condition_names(condition)


def shared_by(condition: Condition, waiting: Sequence[Condition]) -> Names:
    """The variables of everything that waits but one condition."""
    return outer_names(other for other in waiting if other is not condition)
