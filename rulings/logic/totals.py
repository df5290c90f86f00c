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

Element = tuple[Row, int, int]
"""A tuple with the completions that surely, possibly have it, one bit each."""


def totals(
    function: str, elements: Iterable[Element], full: int, *, keyed: bool
) -> dict[Value, tuple[int, int]]:
    """Return the values of an aggregate with the completions that surely, possibly give them.

    If `keyed`, tuples that differ in their first value alone exclude each other.
    """
    listed = list(elements)
    reached: list[tuple[Value, int]]
    if function in ("min", "max"):
        reached = [*_extremes(function, ((row[0], s, m) for row, s, m in listed), full).items()]
        some = reduce(or_, (sure for _, sure, _ in listed), 0)
    else:
        options: dict[Row, list[tuple[Value, int, int]]] = {}
        for row, sure, maybe in listed:
            added = 1 if function == "count" else row[0]
            options.setdefault(row[1:] if keyed else row, []).append((added, sure, maybe))
        reached = [*_sums(options.values(), full).items()]
        some = full
    once = several = 0
    for _, mask in reached:
        several |= once & mask
        once |= mask
    return {value: (mask & some & ~several, mask) for value, mask in reached}


def _extremes(
    function: str, elements: Iterable[tuple[Value, int, int]], full: int
) -> dict[Value, int]:
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


def _sums(choices: Iterable[list[tuple[Value, int, int]]], full: int) -> dict[int, int]:
    """Return the completions where each sum may come about, one or none of each choice added."""
    together: dict[int, int] = {}
    apart: list[list[tuple[Value, int, int]]] = []
    for options in choices:
        (value, sure, maybe), *others = options
        assert isinstance(value, int)
        if others or sure != maybe:
            apart.append(options)
        else:
            together[sure] = together.get(sure, 0) + value
    reached = {0: full}
    for mask, value in together.items():
        apart.append([(value, mask, mask)])
    for options in apart:
        some = reduce(or_, (sure for _, sure, _ in options))
        grown: dict[int, int] = {}
        for total, mask in reached.items():
            added = [(total, mask & ~some)]
            for value, sure, maybe in options:
                assert isinstance(value, int)
                added.append((total + value, mask & maybe & ~(some & ~sure)))
            for result, where in added:
                if where:
                    grown[result] = grown.get(result, 0) | where
        reached = grown
    return reached


def values_of(
    function: str, certain: set[Row], undecided: set[Row], *, keyed: bool
) -> Iterable[Value]:
    """Return every value that some choice of the undecided elements gives to an aggregate."""
    if not undecided:
        return decided(function, certain)
    return reachable(function, certain, undecided, keyed=keyed)


def check_promise(elements: Iterable[Row]) -> None:
    """Raise ArithmeticFault (RUL408) where elements differ in their first value alone."""
    seen: dict[Row, Value] = {}
    for first, *rest in sorted(elements, key=lambda row: tuple(map(_order, row))):
        other = seen.setdefault(tuple(rest), first)
        if other != first:
            key = ", ".join(map(str, rest)) or "the whole"
            raise ArithmeticFault("RUL408", f"`{other}` and `{first}` for `{key}`")


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


def reachable(
    function: str, certain: set[Row], undecided: set[Row], *, keyed: bool
) -> Sequence[Value]:
    """Return every value that some choice of the undecided elements gives.

    If `keyed`, elements that differ in their first value alone exclude each other.
    """
    known_keys = {row[1:] for row in certain} if keyed else ()
    open_rows = {row for row in undecided if row[1:] not in known_keys}
    if function == "count":
        added = len({row[1:] if keyed else row for row in open_rows})
        return range(len(certain), len(certain) + added + 1)
    for row in (*certain, *open_rows) if function == "sum" else ():
        _number(row[0])
    elements = [*((row, 1, 1) for row in certain), *((row, 0, 1) for row in open_rows)]
    found = totals(function, elements, 1, keyed=keyed)
    if function == "sum":
        return sorted(_checked(_number(total)) for total in found)
    return sorted(found, key=_order)


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
