"""The values of aggregates over rows that may be undecided.

In: the true and the possible rows of an aggregate's elements. Out: for a group, the rows
`(group…, value)` of its table. Guarantee: the upper table has every value that some choice of
the undecided elements would give; the lower one has the value that every choice gives, if any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.engine.store.relation import Relation
from rulings.language.program import Row, Value
from rulings.logic.calculation import ArithmeticFault, fault_at
from rulings.logic.lowered import AggregateTable
from rulings.logic.totals import check_promise, decided, reachable


class AggregateValues:
    """One bound of an aggregate table. Values are computed when a group is first asked for."""

    def __init__(self, table: AggregateTable, true: Relation, possible: Relation, *, upper: bool):
        self.table = table
        self.arity = table.group_size + 1
        self._true = true
        self._possible = possible
        self._upper = upper
        self._known: dict[Row, list[Row]] = {}

    def rows_for(self, *group: Value) -> list[Row]:
        """Return the rows of one group."""
        rows = self._known.get(group)
        if rows is None:
            try:
                rows = [(*group, value) for value in self._values(group)]
            except ArithmeticFault as fault:
                raise fault_at(self.table.rule, fault) from None
            self._known[group] = rows
        return rows

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows of every group that has an element."""
        size = self.table.group_size
        for group in {row[:size] for row in self._possible}:
            yield from self.rows_for(*group)

    def __contains__(self, row: object) -> bool:
        return isinstance(row, tuple) and row in self.rows_for(*row[:-1])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _values(self, group: Row) -> Iterable[Value]:
        certain = self._elements(self._true, group)
        if self.table.is_keyed:
            check_promise(certain)
        undecided: set[Row] = set()
        if self._true is not self._possible:
            undecided = self._elements(self._possible, group) - certain
        if not undecided:
            return decided(self.table.function, certain)
        reached = reachable(self.table.function, certain, undecided, keyed=self.table.is_keyed)
        if self._upper:
            return reached
        always_has_a_value = bool(certain) or self.table.function in ("count", "sum")
        return reached if len(reached) == 1 and always_has_a_value else ()

    def _elements(self, relation: Relation, group: Row) -> set[Row]:
        size = self.table.group_size
        width = relation.arity - size
        key, value = tuple(range(size)), tuple(range(size, relation.arity))
        found = relation.index(key, value).get(group[0] if size == 1 else group, ())
        if width == 1:
            return {(element,) for element in found}  # type: ignore[misc]
        return set(found)  # type: ignore[arg-type]
