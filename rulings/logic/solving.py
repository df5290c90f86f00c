"""The one solver of rule bodies.

In: conditions in the order in which they are met, values for some of their variables, `Rows`.
Out: every way to satisfy the conditions: the values of the variables, and what the rows' reader
keeps of it. Guarantee: a variable keeps the value it has; nothing is evaluated anew, rows are
looked up.

Three kinds of rows are read: those that surely hold and those that may (`rulings.logic.bounds`),
and those that hold in chosen worlds (`rulings.explain.slices`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Bound, Pattern, ground, unify
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
from rulings.logic.binders import has_value
from rulings.logic.calculation import COMPARISONS, ArithmeticFault, evaluate_expression

Kept = TypeVar("Kept")
Values = dict[str, Value]


class Rows(Protocol[Kept]):
    """What conditions are read against. `Kept` is what a reader keeps of the conditions met."""

    def holding(self, atom: Atom, pattern: Pattern, kept: Kept) -> Iterable[tuple[Row, Kept]]:
        """Return the rows of an atom, each with what is kept when it is taken."""
        ...

    def denied(self, atom: Atom, pattern: Pattern, kept: Kept) -> Kept | None:
        """Return what is kept when an atom is denied, None when it cannot be."""
        ...

    def compound(
        self, condition: Aggregate | ForAll, bound: Bound, kept: Kept
    ) -> Iterable[tuple[Values, Kept]]:
        """Meet a condition that has conditions inside, if lowering has left any."""
        ...

    def fails(self, fault: ArithmeticFault, kept: Kept) -> None:
        """Raise the fault, unless what is kept may yet turn out not to hold."""
        ...


def solve(
    order: Sequence[Condition], bound: Bound, rows: Rows[Kept], kept: Kept
) -> Iterator[tuple[Values, Kept]]:
    """Yield every way to satisfy conditions one after another. ArithmeticFault."""
    if not order:
        yield dict(bound), kept
        return
    ways = [meet(order[0], bound, rows, kept)]
    while ways:
        for extended, more in ways[-1]:
            if len(ways) < len(order):
                ways.append(meet(order[len(ways)], extended, rows, more))
                break
            yield extended, more
        else:
            ways.pop()


def meet(
    condition: Condition, bound: Bound, rows: Rows[Kept], kept: Kept
) -> Iterator[tuple[Values, Kept]]:
    """Yield every way to satisfy one condition. ArithmeticFault."""
    if isinstance(condition, Literal):
        atom = condition.atom
        if atom.predicate in BUILT_INS:
            agreeing = _answers(atom, bound)
            if not condition.negated:
                for extended in agreeing:
                    yield extended, kept
            elif next(agreeing, None) is None:
                yield dict(bound), kept
        elif condition.negated:
            without = rows.denied(atom, ground(atom, bound), kept)
            if without is not None:
                yield dict(bound), without
        else:
            for row, more in rows.holding(atom, ground(atom, bound), kept):
                found = unify(atom.terms, row, bound)
                if found is not None:
                    yield found, more
    elif isinstance(condition, Comparison):
        try:
            agreed = tuple(compared(condition, bound))
        except ArithmeticFault as fault:
            rows.fails(fault, kept)
        else:
            yield from ((solved, kept) for solved in agreed)
    else:
        yield from rows.compound(condition, bound, kept)


def _answers(atom: Atom, bound: Bound) -> Iterator[Values]:
    """Yield the ways in which a built-in holds; none while it lacks a value that it needs."""
    built_in, pattern = BUILT_INS[atom.predicate], ground(atom, bound)
    inputs = [pattern[i] for i in built_in.inputs]
    for row in built_in.rows(*inputs) if None not in inputs else ():
        found = unify(atom.terms, row, bound)
        if found is not None:
            yield found


def compared(condition: Comparison, bound: Bound) -> Iterator[Values]:
    """Yield `bound` if a comparison holds, with the variable that it binds. ArithmeticFault."""
    left, right = condition.left, condition.right
    known_left, known_right = has_value(left, bound), has_value(right, bound)
    if condition.operator == "=" and known_left != known_right:
        target, value = (right, left) if known_left else (left, right)
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
        open_left = not has_value(left, bound)
        known = evaluate_expression(right if open_left else left, bound)
        if not isinstance(value, int) or not isinstance(known, int):
            return None
        if target.operator == "+":
            value = value - known
        elif open_left:
            value = value + known
        else:
            value = known - value
        target = left if open_left else right
    return (target.name, value) if isinstance(target, Variable) else None
