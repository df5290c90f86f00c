"""Explanations as circuits of gates, to be tried without the rules of some clauses.

In: gates, each after those that it reads; worlds, one bit each, in which clauses are left out.
Out: the worlds in which gates are true. Guarantee: what is true, or false, in all worlds is no
gate; one pass over the others decides all worlds together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from rulings.explain.tree import Compared
from rulings.language.program import Aggregate, Row, Value
from rulings.logic.binders import names
from rulings.logic.calculation import COMPARISONS, evaluate_expression
from rulings.logic.totals import values_of
from rulings.records import dataclass

ALWAYS, NEVER = 0, 1
"""The gates that are true whatever is left out, and false."""


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
    clauses: tuple[str, ...] = ()

    def true(self, values: Sequence[int], left_out: Mapping[str, int], full: int) -> int:
        """Return the worlds where the gate is true from those of its parts."""
        when = self.when
        if when is Junction.ALL:
            worlds = full
            for part in self.parts:
                worlds &= values[part]
            for name in self.clauses:
                worlds &= ~left_out.get(name, 0)
            return worlds
        worlds = 0
        for part in self.parts:
            worlds |= values[part]
        if when is Junction.NONE:
            return full & ~worlds
        for name in self.clauses:
            worlds |= left_out.get(name, 0)
        return worlds


@dataclass(frozen=True, slots=True)
class Sum:
    """An aggregate and its elements, each with the gates that make it one."""

    condition: Aggregate
    elements: tuple[tuple[Row, tuple[int, ...]], ...]

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that make the elements."""
        return tuple(part for _, parts in self.elements for part in parts)

    def values(self, values: Sequence[int], worlds: int) -> Iterator[tuple[int, Value | None]]:
        """Yield what the elements that are left in some worlds come to, with the worlds."""
        left: list[tuple[int, set[Row]]] = [(worlds, set())]
        for row, parts in self.elements:
            made = worlds
            for part in parts:
                made &= values[part]
            split = [(here & ~made, set(rows)) for here, rows in left if here & ~made]
            left = [(here & made, {*rows, row}) for here, rows in left if here & made] + split
        for here, rows in left:
            yield here, next(iter(values_of(self.condition.function, rows, set())), None)


@dataclass(frozen=True, slots=True)
class Same:
    """A gate that is true while an aggregate has the value it had."""

    counted: Sum
    before: Value | None

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that it reads."""
        return self.counted.parts

    def true(self, values: Sequence[int], _left_out: Mapping[str, int], full: int) -> int:
        """Return the worlds where the value is the same."""
        found = self.counted.values(values, full)
        return sum(worlds for worlds, value in found if value == self.before)


@dataclass(frozen=True, slots=True)
class Measured:
    """A gate that is true while a comparison with aggregates comes out as it did."""

    compared: Compared
    counted: tuple[Sum, ...]
    bound: Mapping[str, Value]

    @property
    def parts(self) -> tuple[int, ...]:
        """The gates that it reads."""
        return tuple(part for one in self.counted for part in one.parts)

    def true(self, values: Sequence[int], _left_out: Mapping[str, int], full: int) -> int:
        """Return the worlds where the comparison still holds, or still does not."""
        ways: list[tuple[int, dict[str, Value] | None]] = [(full, dict(self.bound))]
        for one in self.counted:
            target = names((one.condition.target,))
            ways = [
                (
                    here,
                    None
                    if bound is None or value is None
                    else bound | dict.fromkeys(target, value),
                )
                for worlds, bound in ways
                for here, value in one.values(values, worlds)
            ]
        holds = self.compared.holds
        return sum(
            worlds
            for worlds, bound in ways
            if (bound is not None and self._compare(bound)) is holds
        )

    def _compare(self, bound: Mapping[str, Value]) -> bool:
        condition = self.compared.condition
        left, right = (evaluate_expression(e, bound) for e in (condition.left, condition.right))
        return COMPARISONS[condition.operator](left, right)


AnyGate = Gate | Same | Measured


class Circuit:
    """Gates that tell in which worlds what they stand for is so."""

    def __init__(self) -> None:
        self._gates: list[AnyGate] = [Gate(Junction.ALL, ()), Gate(Junction.ANY, ())]

    def all_of(self, parts: Iterable[int], clauses: tuple[str, ...] = ()) -> int:
        """Return the gate that is true with all of its parts, and with the rules of clauses."""
        needed = tuple(part for part in parts if part != ALWAYS)
        if NEVER in needed:
            return NEVER
        if clauses or len(needed) > 1:
            return self.add(Gate(Junction.ALL, needed, clauses))
        return needed[0] if needed else ALWAYS

    def any_of(self, parts: Iterable[int], clauses: tuple[str, ...] = ()) -> int:
        """Return the gate that is true with any of its parts, or without the rules of clauses."""
        ways = tuple(part for part in parts if part != NEVER)
        if ALWAYS in ways:
            return ALWAYS
        if clauses or len(ways) > 1:
            return self.add(Gate(Junction.ANY, ways, clauses))
        return ways[0] if ways else NEVER

    def not_so(self, part: int) -> int:
        """Return the gate that is true where another is not."""
        if part in (ALWAYS, NEVER):
            return NEVER if part == ALWAYS else ALWAYS
        return self.add(Gate(Junction.NONE, (part,)))

    def add(self, gate: AnyGate) -> int:
        """Return a gate, which may turn out to be none."""
        if not isinstance(gate, Gate) and all(part in (ALWAYS, NEVER) for part in gate.parts):
            return ALWAYS if gate.true((1, 0), {}, 1) else NEVER
        self._gates.append(gate)
        return len(self._gates) - 1

    def true(self, roots: Iterable[int], left_out: Mapping[str, int], full: int) -> int:
        """Return which of the worlds `full` all roots are true in.

        `left_out` tells for clauses the worlds in which their rules are left out.
        """
        values: list[int] = []
        for gate in self._gates:
            values.append(gate.true(values, left_out, full))
        worlds = full
        for root in roots:
            worlds &= values[root]
        return worlds
