"""The instances of a rule in a model.

In: a body, values for some of its variables, a model. Out: every way to satisfy the body, as
mappings from variable names to values. Guarantee: read *surely*, an instance holds in every
completion of what is undefined; read *possibly*, no condition of it is false. Nothing is
evaluated anew: literals are looked up in the model's relations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.engine.run.model import Model
from rulings.engine.store.aggregates import values_of
from rulings.engine.store.relation import Relation
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Operation,
    Row,
    Value,
    Variable,
)
from rulings.logic.binders import condition_names, expression_names, names
from rulings.logic.calculation import COMPARISONS, evaluate_expression
from rulings.logic.matching import Bound, ground, unify


def relation_of(model: Model, name: PredicateId, *, possibly: bool) -> Relation | None:
    """Return the rows of a predicate that may hold or that surely hold."""
    relation = (model.possible if possibly else model.true).get(name)
    return relation if isinstance(relation, Relation) else None


def rows(atom: Atom, bound: Bound, model: Model, *, possibly: bool) -> Iterator[Row]:
    """Yield the rows of an atom that may hold (`possibly`) or that surely hold."""
    pattern = ground(atom, bound)
    built_in = BUILT_INS.get(atom.predicate)
    if built_in is not None:
        inputs = [pattern[i] for i in built_in.inputs]
        if None not in inputs:
            for row in built_in.rows(*inputs):
                if all(want in (None, got) for want, got in zip(pattern, row, strict=True)):
                    yield row
        return
    relation = relation_of(model, atom.predicate, possibly=possibly)
    if relation is not None:
        yield from relation.ordered(pattern)


def _has_row(atom: Atom, bound: Bound, model: Model, *, possibly: bool) -> bool:
    """Whether an atom has a row; which one does not matter."""
    relation = relation_of(model, atom.predicate, possibly=possibly)
    if relation is None:
        return next(rows(atom, bound, model, possibly=possibly), None) is not None
    return next(relation.match(ground(atom, bound)), None) is not None


def instances(
    body: Iterable[Condition], bound: Bound, model: Model, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy `body`, starting from `bound`."""
    yield from follow(plan(body, bound), bound, model, possibly=possibly)


def plan(body: Iterable[Condition], bound: Iterable[str]) -> tuple[Condition, ...]:
    """Order conditions so that each finds the values it needs, the most selective first."""
    waiting = list(body)
    known = dict.fromkeys(bound, 0)
    found: list[Condition] = []
    while waiting:
        condition = cheapest(waiting, known)
        assert condition is not None
        waiting = [other for other in waiting if other is not condition]
        found.append(condition)
        known.update(dict.fromkeys(_binds(condition), 0))
    return tuple(found)


def follow(
    order: tuple[Condition, ...], bound: Bound, model: Model, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy planned conditions, starting from `bound`."""
    if not order:
        yield dict(bound)
        return
    for extended in satisfy(order[0], bound, model, possibly=possibly):
        if len(order) == 1:
            yield extended
        else:
            yield from follow(order[1:], extended, model, possibly=possibly)


def _binds(condition: Condition) -> frozenset[str]:
    match condition:
        case Literal(_, negated=True) | ForAll():
            return frozenset()
        case Aggregate(target):
            return names((target,))
        case _:
            return condition_names(condition)


def cheapest(waiting: list[Condition], bound: Bound) -> Condition | None:
    """Return the condition to look at next, None when all of them wait for a value."""
    costs = [_cost(condition, bound, waiting) for condition in waiting]
    least = min(costs, default=float("inf"))
    return waiting[costs.index(least)] if least < float("inf") else None


def satisfy(
    condition: Condition, bound: Bound, model: Model, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy one condition."""
    match condition:
        case Literal(atom, negated=False):
            for row in rows(atom, bound, model, possibly=possibly):
                extended = unify(atom.terms, row, bound)
                if extended is not None:
                    yield extended
        case Literal(atom):
            if not _has_row(atom, bound, model, possibly=not possibly):
                yield dict(bound)
        case Comparison():
            yield from _compare(condition, bound)
        case Aggregate():
            yield from _aggregate(condition, bound, model, possibly)
        case ForAll(_, given, goal):
            failing = (*given, Literal(goal.atom, not goal.negated))
            if next(instances(failing, bound, model, possibly=not possibly), None) is None:
                yield dict(bound)


def _compare(condition: Comparison, bound: Bound) -> Iterator[dict[str, Value]]:
    left, right = condition.left, condition.right
    free_left, free_right = _is_free(left, bound), _is_free(right, bound)
    if condition.operator == "=" and free_left != free_right:
        target, value = (left, right) if free_left else (right, left)
        solved = _solved(target, evaluate_expression(value, bound), bound)
        if solved is not None:
            yield {**bound, solved[0]: solved[1]}
    elif COMPARISONS[condition.operator](
        evaluate_expression(left, bound), evaluate_expression(right, bound)
    ):
        yield dict(bound)


def _solved(target: Expression, value: Value, bound: Bound) -> tuple[str, Value] | None:
    """Find the one free variable of sums and differences that makes `target` the value."""
    while isinstance(target, Operation):
        left, right = target.operands
        known = evaluate_expression(right if _is_free(left, bound) else left, bound)
        if not isinstance(value, int) or not isinstance(known, int):
            return None
        if target.operator == "+":
            value = value - known
        elif _is_free(left, bound):
            value = value + known
        else:
            value = known - value
        target = left if _is_free(left, bound) else right
    return (target.name, value) if isinstance(target, Variable) else None


def _is_solvable(target: Expression, bound: Bound) -> bool:
    """Whether a side with a free variable can be solved for it."""
    while isinstance(target, Operation):
        if target.operator not in ("+", "-") or len(target.operands) != 2:
            return False
        left, right = target.operands
        if _is_free(left, bound) and _is_free(right, bound):
            return False
        target = left if _is_free(left, bound) else right
    return isinstance(target, Variable)


def _aggregate(
    condition: Aggregate, bound: Bound, model: Model, possibly: bool
) -> Iterator[dict[str, Value]]:
    sure = elements(condition, bound, model, possibly=False)
    maybe = elements(condition, bound, model, possibly=True)
    reached = list(values_of(condition.function, sure, maybe - sure))
    has_a_value = bool(sure) or condition.function in ("count", "sum")
    if not possibly and not (len(reached) == 1 and has_a_value):
        return
    for value in reached:
        extended = unify((condition.target,), (value,), bound)
        if extended is not None:
            yield extended


def elements(condition: Aggregate, bound: Bound, model: Model, *, possibly: bool) -> set[Row]:
    """Return the distinct tuples that an aggregate ranges over."""
    found: set[Row] = set()
    for instance in instances(condition.body, bound, model, possibly=possibly):
        row = tuple(
            instance[t.name] if isinstance(t, Variable) else t.value for t in condition.terms
        )
        found.add(row)
    return found


def _is_free(expression: Expression, bound: Bound) -> bool:
    return not expression_names(expression) <= bound.keys()


def _cost(condition: Condition, bound: Bound, waiting: list[Condition]) -> float:
    """Estimate how many ways there are to satisfy a condition now; infinite if it must wait."""
    used = condition_names(condition)
    match condition:
        case Literal(atom, negated=False):
            free = len(names(atom.terms) - bound.keys())
            built_in = BUILT_INS.get(atom.predicate)
            if built_in is not None:
                pattern = ground(atom, bound)
                ready = all(pattern[i] is not None for i in built_in.inputs)
                return 1.5 if ready else float("inf")
            return 0.5 if not free else 2.0 + free / len(atom.terms)
        case Comparison("=", left, right):
            if used <= bound.keys():
                return 0.0
            open_sides = [side for side in (left, right) if _is_free(side, bound)]
            binds = len(open_sides) == 1 and _is_solvable(open_sides[0], bound)
            return 0.1 if binds else float("inf")
        case Comparison():
            return 0.0 if used <= bound.keys() else float("inf")
        case Literal(atom):
            missing = (names(atom.terms) - bound.keys()) & _mentioned(waiting, condition)
            return float("inf") if missing else 0.2
        case Aggregate(target):
            missing = (used - names((target,)) - bound.keys()) & _mentioned(waiting, condition)
            return float("inf") if missing else 4.0
        case _:
            missing = (used - bound.keys()) & _mentioned(waiting, condition)
            return float("inf") if missing else 4.0


def _mentioned(waiting: list[Condition], apart_from: Condition) -> frozenset[str]:
    """The variables that the other conditions share with the rule around them."""
    return frozenset().union(*(_outer(other) for other in waiting if other is not apart_from))


def _outer(condition: Condition) -> frozenset[str]:
    match condition:
        case Aggregate(target):
            return names((target,))
        case ForAll():
            return frozenset()
        case _:
            return condition_names(condition)
