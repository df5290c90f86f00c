"""Solving a body over rows that are there.

In: conditions, values for some of their variables, `Rows`: what surely holds and what may. Out:
every way to satisfy the conditions, as mappings from variable names to values. Guarantee: read
*surely*, an instance holds in every completion of what is undefined; read *possibly*, no
condition of it is false. Nothing is evaluated anew: literals are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

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
from rulings.logic.binders import expression_names
from rulings.logic.calculation import COMPARISONS, evaluate_expression
from rulings.logic.matching import Bound, Pattern, ground, unify
from rulings.logic.ordering import arranged, lookup_cost
from rulings.logic.totals import values_of


class Lookup(Protocol):
    """Rows of one predicate."""

    def match(self, pattern: Pattern) -> Iterator[Row]:
        """The rows that agree with a pattern."""
        ...

    def ordered(self, pattern: Pattern) -> Iterable[Row]:
        """The same in an order that no hash decides."""
        ...


class Rows(Protocol):
    """What conditions are read against: what surely holds and what may."""

    def relation(self, name: PredicateId, *, possibly: bool) -> Lookup | None:
        """Return the rows of a predicate that may hold or that surely hold."""
        ...


def rows(atom: Atom, bound: Bound, table: Rows, *, possibly: bool) -> Iterator[Row]:
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
    relation = table.relation(atom.predicate, possibly=possibly)
    if relation is not None:
        yield from relation.ordered(pattern)


def _has_row(atom: Atom, bound: Bound, table: Rows, *, possibly: bool) -> bool:
    """Whether an atom has a row; which one does not matter."""
    relation = table.relation(atom.predicate, possibly=possibly)
    if relation is None:
        return next(rows(atom, bound, table, possibly=possibly), None) is not None
    return next(relation.match(ground(atom, bound)), None) is not None


def instances(
    body: Iterable[Condition], bound: Bound, table: Rows, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy `body`, starting from `bound`."""
    yield from follow(plan(body, bound), bound, table, possibly=possibly)


def plan(body: Iterable[Condition], bound: Iterable[str]) -> tuple[Condition, ...]:
    """Order conditions so that each finds the values it needs, the most selective first."""
    return arranged(body, frozenset(bound), by_lookup)


def follow(
    order: tuple[Condition, ...], bound: Bound, table: Rows, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy planned conditions, starting from `bound`."""
    if not order:
        yield dict(bound)
        return
    for extended in satisfy(order[0], bound, table, possibly=possibly):
        if len(order) == 1:
            yield extended
        else:
            yield from follow(order[1:], extended, table, possibly=possibly)


def satisfy(
    condition: Condition, bound: Bound, table: Rows, *, possibly: bool
) -> Iterator[dict[str, Value]]:
    """Yield every way to satisfy one condition."""
    match condition:
        case Literal(atom, negated=False):
            for row in rows(atom, bound, table, possibly=possibly):
                extended = unify(atom.terms, row, bound)
                if extended is not None:
                    yield extended
        case Literal(atom):
            if not _has_row(atom, bound, table, possibly=not possibly):
                yield dict(bound)
        case Comparison():
            yield from compared(condition, bound)
        case Aggregate():
            yield from _aggregate(condition, bound, table, possibly)
        case ForAll(_, given, goal):
            failing = (*given, Literal(goal.atom, not goal.negated))
            if next(instances(failing, bound, table, possibly=not possibly), None) is None:
                yield dict(bound)


def compared(condition: Comparison, bound: Bound) -> Iterator[dict[str, Value]]:
    """Yield `bound` if a comparison holds, with the variable that it binds. ArithmeticFault."""
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


def _aggregate(
    condition: Aggregate, bound: Bound, table: Rows, possibly: bool
) -> Iterator[dict[str, Value]]:
    sure = elements(condition, bound, table, possibly=False)
    maybe = elements(condition, bound, table, possibly=True)
    reached = list(values_of(condition.function, sure, maybe - sure))
    has_a_value = bool(sure) or condition.function in ("count", "sum")
    if not possibly and not (len(reached) == 1 and has_a_value):
        return
    for value in reached:
        extended = unify((condition.target,), (value,), bound)
        if extended is not None:
            yield extended


def elements(condition: Aggregate, bound: Bound, table: Rows, *, possibly: bool) -> set[Row]:
    """Return the distinct tuples that an aggregate ranges over."""
    found: set[Row] = set()
    for instance in instances(condition.body, bound, table, possibly=possibly):
        row = tuple(
            instance[t.name] if isinstance(t, Variable) else t.value for t in condition.terms
        )
        found.add(row)
    return found


def _is_free(expression: Expression, bound: Bound) -> bool:
    return not expression_names(expression) <= bound.keys()


def _inputs(name: PredicateId) -> tuple[int, ...]:
    built_in = BUILT_INS.get(name)
    return built_in.inputs if built_in is not None else ()


by_lookup = lookup_cost(_inputs)
"""The cost of conditions that are read against rows that are there."""
