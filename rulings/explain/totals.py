"""Aggregates in many completions at once.

In: the elements of an aggregate, each with the completions that have it. Out: the values that it
takes, each with the completions that surely, possibly give it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from rulings.language.program import Value

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
