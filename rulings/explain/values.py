"""Arithmetic, order and aggregates for whoever reads rules without the engine.

In: expressions, values. Out: values, truth. Guarantee: nothing but the language is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from rulings.language.program import Expression, Operation, Term, Value, Variable

Bound = Mapping[str, Value]


Element = tuple[Value, int, int]
"""A value with the completions that surely, possibly have it, one bit each."""


def totals(function: str, elements: Iterable[Element], full: int) -> dict[Value, tuple[int, int]]:
    """Return the values of an aggregate with the completions that surely, possibly give them."""
    listed = list(elements)
    reached: list[tuple[Value, int]]
    if function in ("min", "max"):
        reached = [*_extremes(function, listed, full).items()]
        some = reduce(or_, (sure for _, sure, _ in listed), 0)
    else:
        added = [(1 if function == "count" else v, s, m) for v, s, m in listed]
        reached = [*_sums(added, full).items()]
        some = full
    once = several = 0
    for _, mask in reached:
        several |= once & mask
        once |= mask
    return {value: (mask & some & ~several, mask) for value, mask in reached}


def _extremes(function: str, elements: Iterable[Element], full: int) -> dict[Value, int]:
    """Return the completions where each value may be the first in order."""
    ordered = sorted(
        elements, key=lambda e: (isinstance(e[0], str), e[0]), reverse=function == "max"
    )
    reached: dict[Value, int] = {}
    left = full
    for value, sure, maybe in ordered:
        if where := left & maybe:
            reached[value] = reached.get(value, 0) | where
        left &= ~sure
    return reached


def _sums(elements: Iterable[Element], full: int) -> dict[int, int]:
    """Return the completions where each sum may come about."""
    together: dict[tuple[int, int], int] = {}
    apart = []
    for value, sure, maybe in elements:
        assert isinstance(value, int)
        if sure == maybe:
            together[sure, maybe] = together.get((sure, maybe), 0) + value
        else:
            apart.append((value, sure, maybe))
    reached = {0: full}
    for value, sure, maybe in [*((v, *masks) for masks, v in together.items()), *apart]:
        grown: dict[int, int] = {}
        for total, mask in reached.items():
            for result, where in ((total + value, mask & maybe), (total, mask & ~sure)):
                if where:
                    grown[result] = grown.get(result, 0) | where
        reached = grown
    return reached


def bind(term: Term, value: Value, bound: dict[str, Value]) -> bool:
    """Bind a variable, or compare; whether term and value agree."""
    known = value_of(term, bound)
    if isinstance(term, Variable) and known is None:
        bound[term.name] = value
        return True
    return known == value


def value_of(term: Term, bound: Bound) -> Value | None:
    """Return the value of a term, None while it is free."""
    return bound.get(term.name) if isinstance(term, Variable) else term.value


def compute(side: Expression, bound: Bound) -> Value:
    """Return the value of an expression."""
    if not isinstance(side, Operation):
        value = value_of(side, bound)
        assert value is not None
        return value
    numbers = [n for o in side.operands if isinstance(n := compute(o, bound), int)]
    match side.operator, numbers:
        case "neg", [n]:
            return -n
        case "abs", [n]:
            return abs(n)
        case "min" | "max", _:
            return min(numbers) if side.operator == "min" else max(numbers)
        case operator, [a, b]:
            return {"+": a + b, "-": a - b, "*": a * b}[operator] if operator in "+-*" else (
                a // b if operator == "//" else a % b)  # fmt: skip
    raise ValueError(f"`{side.operator}` cannot be computed")


def compare(operator: str, left: Value, right: Value) -> bool:
    """Compare two values: integers before text, text by code point."""
    one, two = (isinstance(left, str), left), (isinstance(right, str), right)
    match operator:
        case "=" | "!=":
            return (one == two) is (operator == "=")
        case "<" | ">=":
            return (one < two) is (operator == "<")
        case _:
            return (one > two) is (operator == ">")


def expression_names(side: Expression) -> frozenset[str]:
    """Return the variables of an expression."""
    if isinstance(side, Operation):
        return frozenset().union(*(expression_names(o) for o in side.operands))
    return frozenset((side.name,)) if isinstance(side, Variable) else frozenset()
