"""Rows and the indexes that joins read.

In: plain tuples. Out: membership, iteration and hash indexes built when first asked for.
Guarantee: an index always agrees with the rows. The life of a row: a rule derives it into
the round's *new* rows, the end of the round moves it to the *delta* that the next round
reads and into the relation, where it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter

from rulings.language.program import Row, Value

Columns = tuple[int, ...]
Key = Value | Row
Index = dict[Key, list[Key] | dict[Key, int]]


class RankedRows(set[Row]):
    """Rows with the round in which each was first derived; rows without one were given."""

    __slots__ = ("ranks",)

    def __init__(self, rows: Iterable[Row], ranks: dict[Row, int]) -> None:
        super().__init__(rows)
        self.ranks = ranks


class Relation:
    """A mutable set of rows of one arity.

    `index(key, value)` maps the `key` columns of a row to the `value` columns. One column
    stands for itself, several for a tuple. If key and value cover the row, an entry is a list;
    otherwise it is a dict from each distinct value to the number of rows that have it.
    """

    __slots__ = ("_indexes", "_ranks", "_sorted", "arity", "batches", "rows")

    def __init__(self, arity: int, rows: Iterable[Row] = ()) -> None:
        self.arity = arity
        self.rows: set[Row] = rows if isinstance(rows, set) else set(rows)
        self.batches: list[list[Row]] = []
        self._indexes: dict[tuple[Columns, Columns], Index] = {}
        self._sorted: list[Row] | None = None
        self._ranks: dict[Row, int] | None = rows.ranks if isinstance(rows, RankedRows) else None

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __contains__(self, row: object) -> bool:
        return row in self.rows

    def index(self, key: Columns, value: Columns) -> Index:
        """Return the index from `key` columns to `value` columns, building it if need be."""
        found = self._indexes.get((key, value))
        if found is None:
            found = {}
            _fill(found, self.rows, key, value, self.arity)
            self._indexes[key, value] = found
        return found

    def match(self, pattern: tuple[Value | None, ...]) -> Iterator[Row]:
        """Yield the rows that agree with `pattern`, where None stands for any value."""
        key = tuple(i for i, value in enumerate(pattern) if value is not None)
        if not key:
            yield from self.rows
        elif len(key) == self.arity:
            if pattern in self.rows:
                yield pattern  # type: ignore[misc]
        else:
            everything = tuple(range(self.arity))
            wanted = picker(key)(pattern)  # type: ignore[arg-type]
            for row in self.index(key, everything).get(wanted, ()):
                yield row if self.arity > 1 else (row,)  # type: ignore[misc]

    def ordered(self, pattern: tuple[Value | None, ...]) -> list[Row]:
        """Return the rows that `match` finds in their order, which no hash decides."""
        if None not in pattern:
            return [pattern] if pattern in self else []  # type: ignore[list-item]
        if any(value is not None for value in pattern):
            return in_order(self.match(pattern))
        if self._sorted is None:
            self._sorted = in_order(self.rows)
        return self._sorted

    def extend(self, rows: set[Row]) -> None:
        """Take over rows, none of which is present, as the next round's batch."""
        self.batches.append(list(rows))
        if not rows:
            return
        self._ranks = self._sorted = None
        if self.rows:
            self.rows |= rows
        else:
            self.rows = rows
        for (key, value), index in self._indexes.items():
            _fill(index, rows, key, value, self.arity)

    def round_of(self, row: Row) -> int:
        """Return the round in which `row` was first derived; 0 for a row given at the start."""
        if self._ranks is None:
            self._ranks = {r: n for n, batch in enumerate(self.batches, 1) for r in batch}
        return self._ranks.get(row, 0)

    def equals(self, other: Relation) -> bool:
        """Whether another relation has the same rows, each of the same round."""
        if type(self) is not type(other) or len(self) != len(other) or self.rows != other.rows:
            return False
        if isinstance(self.rows, RankedRows) or isinstance(other.rows, RankedRows):
            return all(self.round_of(row) == other.round_of(row) for row in self)
        batches = [len(batch) for batch in self.batches]
        return batches == [len(batch) for batch in other.batches] and all(
            set(mine) == set(theirs)
            for mine, theirs in zip(self.batches, other.batches, strict=True)
        )


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Sort rows: integers before text, text by code point."""
    found = list(rows)
    if len(found) < 2:
        return found
    try:
        return sorted(found)
    except TypeError:  # a column of numbers and text; where rows compare, the order is the same
        return sorted(found, key=lambda row: [(isinstance(value, str), value) for value in row])


def picker(columns: Columns) -> Callable[[Row], Key]:
    """Return the function from a row to its `columns`: the value of one, a tuple of several."""
    return itemgetter(*columns) if columns else lambda _row: ()


def _fill(index: Index, rows: Iterable[Row], key: Columns, value: Columns, arity: int) -> None:
    key_of, value_of = picker(key), picker(value)
    if len({*key, *value}) == arity:
        for row in rows:
            entry = index.get(k := key_of(row))
            if entry is None:
                index[k] = [value_of(row)]
            else:
                entry.append(value_of(row))  # type: ignore[union-attr]
        return
    for row in rows:
        counts = index.setdefault(key_of(row), {})
        assert isinstance(counts, dict)
        v = value_of(row)
        counts[v] = counts.get(v, 0) + 1
