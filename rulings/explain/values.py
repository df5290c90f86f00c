"""Arithmetic, order and aggregates for whoever reads rules without the engine.

In: expressions, values. Out: values, truth. Guarantee: nothing but the language is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.language.program import Expression, Operation, Term, Value, Variable

Bound = Mapping[str, Value]


def totals(
    function: str, elements: Iterable[tuple[Value, int, int]], full: int
) -> dict[Value, tuple[int, int]]:
    """Return the values of an aggregate with the completions that surely, possibly give them."""
    reached: dict[Value | None, int] = {0 if function in ("count", "sum") else None: full}
    decided = full
    for value, sure, maybe in elements:
        decided &= ~(sure ^ maybe)
        grown: dict[Value | None, int] = {}
        for total, mask in reached.items():
            joined = _joined(function, total, value)
            for result, where in ((joined, mask & maybe), (total, mask & ~sure)):
                if where:
                    grown[result] = grown.get(result, 0) | where
        reached = grown
    return {v: (mask & decided, mask) for v, mask in reached.items() if v is not None}


def _joined(function: str, total: Value | None, value: Value) -> Value:
    if function == "count":
        return total + 1 if isinstance(total, int) else 1
    if function == "sum":
        return total + value if isinstance(total, int) and isinstance(value, int) else value
    if total is None:
        return value
    return total if compare("<", total, value) is (function == "min") else value


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
