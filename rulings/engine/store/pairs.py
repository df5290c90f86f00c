"""Rows of two columns, grouped by the first.

In: the rows that a recursive rule derives. Out: what `Relation` offers, at about half the memory
and with unions and differences of whole groups in place of loops over rows. Guarantee: the same
rows, ranks and indexes as a `Relation` with the same batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat

from rulings.engine.store.relation import Columns, Index, Relation
from rulings.language.program import Row, Value

Groups = dict[Value, set[Value]]


class Pairs(Relation):
    """A relation of two columns that holds, for each first value, the set of second values."""

    __slots__ = ("groups", "inverse", "rounds", "size")

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        super().__init__(2)
        self.groups: Groups = {}
        self.inverse: dict[Value, list[Value]] | None = None
        self.rounds: list[tuple[list[Value], list[int], list[Value]]] = []
        for first, second in rows:
            self.groups.setdefault(first, set()).add(second)
        self.size = sum(map(len, self.groups.values()))

    @property
    def rows(self) -> set[Row]:
        """The rows as a set of tuples, made anew each time."""
        return set(self)

    @rows.setter
    def rows(self, _rows: set[Row]) -> None:
        """Ignore the empty set that `Relation` starts with."""

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Row]:
        for first, seconds in self.groups.items():
            yield from zip(repeat(first), seconds)

    def __contains__(self, row: object) -> bool:
        return isinstance(row, tuple) and row[1] in self.groups.get(row[0], ())

    def index(self, key: Columns, value: Columns) -> Index:
        """Return the index from `key` to `value` columns; see `Relation.index`."""
        if (key, value) == ((0,), (1,)):
            return self.groups  # type: ignore[return-value]
        if (key, value) == ((1,), (0,)):
            if self.inverse is None:
                self.inverse = {}
                self._invert(self.groups)
            return self.inverse  # type: ignore[return-value]
        return Relation(2, self.rows).index(key, value)

    def match(self, pattern: tuple[Value | None, ...]) -> Iterator[Row]:
        """Yield the rows that agree with `pattern`, where None stands for any value."""
        first, second = pattern
        if first is not None and second is not None:
            if second in self.groups.get(first, ()):
                yield first, second
        elif first is not None:
            yield from zip(repeat(first), self.groups.get(first, ()))
        elif second is not None:
            firsts: Iterable[Value] = self.index((1,), (0,)).get(second, ())  # type: ignore[assignment]
            yield from zip(firsts, repeat(second))
        else:
            yield from self

    def add_groups(self, groups: Groups) -> None:
        """Take over rows, none of which is present, as the next round's batch.

        The sets become this relation's own: they change when the next batch is added.
        """
        seconds = list(chain.from_iterable(groups.values()))
        self.rounds.append((list(groups), list(map(len, groups.values())), seconds))
        self.size += len(seconds)
        self._ranks = self._sorted = None
        mine = self.groups
        for first, found in groups.items():
            have = mine.setdefault(first, found)
            if have is not found:
                have |= found
        if self.inverse is not None:
            self._invert(groups)

    def round_of(self, row: Row) -> int:
        """Return the round in which `row` was first derived; 0 for a row given at the start."""
        if self._ranks is None:
            self._ranks = {}
            for number, (firsts, sizes, seconds) in enumerate(self.rounds, 1):
                spread = chain.from_iterable(map(repeat, firsts, sizes))
                self._ranks.update(zip(zip(spread, seconds), repeat(number)))
        return self._ranks.get(row, 0)

    def equals(self, other: Relation) -> bool:
        """Whether another relation has the same rows, each of the same round."""
        return (
            isinstance(other, Pairs)
            and self.groups == other.groups
            and [len(seconds) for *_, seconds in self.rounds]
            == [len(seconds) for *_, seconds in other.rounds]
            and all(self.round_of(row) == other.round_of(row) for row in self)
        )

    def _invert(self, groups: Groups) -> None:
        inverse = self.inverse
        assert inverse is not None
        for first, seconds in groups.items():
            for second in seconds:
                if second in inverse:
                    inverse[second].append(first)
                else:
                    inverse[second] = [first]
