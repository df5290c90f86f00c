"""Explanations as circuits of gates, to be tried without the rules of some clauses.

In: gates, each after those that it reads, and the gates that matter. Out: whether these stay
true when clauses are left out. Guarantee: only what a clause can change is computed again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from heapq import heapify, heappop, heappush
from typing import ClassVar

from rulings.explain.tree import Compared
from rulings.language.program import Aggregate, Row, Value
from rulings.logic.binders import names
from rulings.logic.calculation import COMPARISONS, evaluate_expression
from rulings.logic.totals import values_of
from rulings.records import dataclass


class Junction(Enum):
    """Junction a gate is true: with all, any or none of its parts."""

    ALL = "all"
    ANY = "any"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate of a circuit; one of ALL parts fails, one of ANY holds, when its rule is left out."""

    when: Junction
    parts: tuple[int, ...]
    clauses: frozenset[str] = frozenset()

    def true(self, values: Sequence[bool], left_out: Collection[str]) -> bool:
        """Return the gate's value from those of its parts."""
        when = self.when
        if self.clauses and not self.clauses.isdisjoint(left_out):
            return when is Junction.ANY
        for part in self.parts:
            if values[part] is not (when is Junction.ALL):
                return when is Junction.ANY
        return when is not Junction.ANY


@dataclass(frozen=True, slots=True)
class Sum:
    """An aggregate and its elements, each with the gates that make it one."""

    condition: Aggregate
    elements: tuple[tuple[Row, tuple[int, ...]], ...]

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that make the elements."""
        return tuple(part for _, parts in self.elements for part in parts)

    def value(self, values: Sequence[bool]) -> Value | None:
        """Return what the elements that are left come to."""
        left = {row for row, parts in self.elements if all(values[i] for i in parts)}
        return next(iter(values_of(self.condition.function, left, set())), None)


@dataclass(frozen=True, slots=True)
class Same:
    """A gate that is true while an aggregate has the value it had."""

    counted: Sum
    before: Value | None
    clauses: ClassVar[frozenset[str]] = frozenset()

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that it reads."""
        return self.counted.parts

    def true(self, values: Sequence[bool], _left_out: Collection[str]) -> bool:
        """Return whether the value is the same."""
        return self.counted.value(values) == self.before


@dataclass(frozen=True, slots=True)
class Measured:
    """A gate that is true while a comparison with aggregates comes out as it did."""

    compared: Compared
    counted: tuple[Sum, ...]
    bound: Mapping[str, Value]
    clauses: ClassVar[frozenset[str]] = frozenset()

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that it reads."""
        return tuple(part for one in self.counted for part in one.parts)

    def true(self, values: Sequence[bool], _left_out: Collection[str]) -> bool:
        """Return whether the comparison still holds, or still does not."""
        bound = dict(self.bound)
        for one in self.counted:
            value = one.value(values)
            if value is None:
                return not self.compared.holds
            bound.update(dict.fromkeys(names((one.condition.target,)), value))
        condition = self.compared.condition
        left, right = (evaluate_expression(e, bound) for e in (condition.left, condition.right))
        return COMPARISONS[condition.operator](left, right) is self.compared.holds


AnyGate = Gate | Same | Measured


class Trial:
    """A circuit with the rules of some clauses left out."""

    def __init__(self, gates: Sequence[AnyGate], roots: Collection[int]) -> None:
        self.left_out: set[str] = set()
        self._gates, self._roots = gates, roots
        self._values: list[bool] = []
        self._users: list[list[int]] = [[] for _ in gates]
        self._citing: dict[str, list[int]] = {}
        for i, gate in enumerate(gates):
            self._values.append(gate.true(self._values, ()))
            for part in gate.parts:
                self._users[part].append(i)
            for name in gate.clauses:
                self._citing.setdefault(name, []).append(i)

    def again(self) -> Trial:
        """Return the same circuit as it is now, to be tried by itself."""
        other = copy(self)
        other.left_out, other._values = set(self.left_out), list(self._values)
        return other

    def holds_without(self, *names: str) -> bool:
        """Return whether all roots are true when these are left out as well."""
        added = [name for name in names if name not in self.left_out]
        changed = self.leave_out(added)
        holds = all(self._values[root] for root in self._roots)
        self.left_out.difference_update(added)
        for i in changed:
            self._values[i] = not self._values[i]
        return holds

    def leave_out(self, names: Iterable[str]) -> tuple[int, ...]:
        """Leave out the rules of clauses; return the gates whose values this has changed."""
        names = tuple(names)
        self.left_out.update(names)
        pending = [i for name in names for i in self._citing.get(name, ())]
        heapify(pending)
        changed, last = [], -1
        while pending:
            i = heappop(pending)
            if i == last:
                continue
            last = i
            value = self._gates[i].true(self._values, self.left_out)
            if value is not self._values[i]:
                self._values[i] = value
                changed.append(i)
                for user in self._users[i]:
                    heappush(pending, user)
        return tuple(changed)
