"""The values of aggregates.

In: the elements of an aggregate: those that are certain and those that may be, or each with the
completions that have it. Out: the values that it may take, or each with the completions that
surely, possibly give it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from rulings.language.program import Row, Value
from rulings.logic.calculation import LARGEST, ArithmeticFault

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


def values_of(function: str, certain: set[Row], undecided: set[Row]) -> Iterable[Value]:
    """Return every value that some choice of the undecided elements gives to an aggregate."""
    return reachable(function, certain, undecided) if undecided else decided(function, certain)


def decided(function: str, elements: set[Row]) -> Iterable[Value]:
    """Return the value of an aggregate, if it has one."""
    if function == "count":
        return (len(elements),)
    values = [row[0] for row in elements]
    if function == "sum":
        return (_checked(sum(map(_number, values))),)
    if not values:
        return ()
    return (min(values, key=_order) if function == "min" else max(values, key=_order),)


def reachable(function: str, certain: set[Row], undecided: set[Row]) -> Sequence[Value]:
    """Return every value that some choice of the undecided elements gives."""
    if function == "count":
        return range(len(certain), len(certain) + len(undecided) + 1)
    open_values = [row[0] for row in undecided]
    if function == "sum":
        sums = {sum(_number(row[0]) for row in certain)}
        for number in map(_number, open_values):
            sums |= {total + number for total in sums}
        return sorted(map(_checked, sums))
    known = list(decided(function, certain))
    reached = set(known)
    for value in open_values:
        if not known or list(decided(function, {(known[0],), (value,)})) == [value]:
            reached.add(value)
    return sorted(reached, key=_order)


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise ArithmeticFault("RUL402", f"{value!r} is not a number")
    return value


def _checked(total: int) -> int:
    if abs(total) > LARGEST:
        raise ArithmeticFault("RUL403", "the sum does not fit into 64 bits")
    return total


def _order(value: Value) -> tuple[bool, Value]:
    return isinstance(value, str), value
