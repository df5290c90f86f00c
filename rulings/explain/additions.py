"""What may be stated of a table that is not.

In: ground literals, a program with the facts of a table. Out: `Additions`: the rows that fit a
pattern. Guarantee: they are about values that the table or the question names, of numbers also
about those beside them; no more than `_ROWS` are listed for one pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from rulings.explain.ground import Fact
from rulings.explain.settling import asked_facts
from rulings.language.matching import Pattern
from rulings.language.predicates import PredicateId
from rulings.language.program import Literal, Program, Role, Row, Value
from rulings.language.sorts import lineage

_ROWS = 40


class Additions:
    """The rows that may be stated: those about things near at hand."""

    def __init__(
        self, literals: Sequence[Literal], program: Program, stated: Iterable[Fact]
    ) -> None:
        """`stated` is what the table itself states and denies."""
        self._program = program
        self._named: dict[str, set[Value]] = {}
        self._values: dict[str, tuple[Value, ...]] = {}
        for name, row in (*stated, *asked_facts(literals, program)):
            predicate = program.predicates.get(name)
            for column, value in zip(predicate.columns if predicate else (), row, strict=False):
                self._named.setdefault(column.sort, set()).add(value)

    def of(self, name: PredicateId, pattern: Pattern) -> Iterator[Row]:
        """Yield rows that a predicate of the table may have for a pattern."""
        predicate = self._program.predicates.get(name)
        if predicate is not None and predicate.role is Role.STATE:
            columns = (self._of_sort(column.sort) for column in predicate.columns)
            chosen = (d if v is None else (v,) for v, d in zip(pattern, columns, strict=True))
            yield from islice(product(*chosen), _ROWS)

    def _of_sort(self, sort: str) -> tuple[Value, ...]:
        if sort not in self._values:
            self._values[sort] = self._found(sort)
        return self._values[sort]

    def _found(self, sort: str) -> tuple[Value, ...]:
        sorts = self._program.sorts
        declared = sorts.get(sort)
        if declared is not None and declared.members is not None:
            return declared.members
        values = set[Value]()
        for other, named in self._named.items():
            if sort in lineage(other, sorts) or other in lineage(sort, sorts):
                values |= named
        beside = {v + step for v in values if isinstance(v, int) for step in (-1, 1)}
        values |= {v for v in beside if v >= 0}
        return tuple(sorted(values, key=lambda value: (isinstance(value, str), value)))
