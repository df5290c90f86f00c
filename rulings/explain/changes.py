"""Tables that differ from a given one by sets of changes, all at once.

In: a table, sets of changes of its `.state` facts. Out: a `World` for slices with one bit for
each set; the things on the table that changes may be about. Guarantee: what no change can
reach is taken from the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulings.engine.run.model import Model
from rulings.explain.ground import Fact
from rulings.explain.settling import asked_facts
from rulings.explain.slices import Masks
from rulings.explain.tables import StatedTable, fits
from rulings.explain.worlds import ModelWorld
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Literal, Program, Role, Row, Value
from rulings.logic.matching import Pattern
from rulings.logic.unfolding import Clauses

Change = tuple[Fact, bool]
Numbers = tuple[int, ...]
Stated = Mapping[PredicateId, Facts]


class ChangedTables:
    """A table where changes, one set of them a world, override what is stated."""

    def __init__(
        self,
        model: Model,
        clauses: Clauses,
        table: StatedTable,
        changes: Sequence[Change],
        sets: Sequence[Numbers],
    ) -> None:
        """`sets` are of the numbers of `changes`."""
        self.table = table
        self.full = (1 << len(sets)) - 1
        self.predicates = table.program.predicates
        self.rest = ModelWorld(model, clauses, table.program.facts, {}, self.full)
        self._changed: dict[PredicateId, dict[Row, Masks]] = {}
        for (name, row), masks in _masks(changes, sets, table.program).items():
            self._changed.setdefault(name, {})[row] = masks

    def stated(self, name: PredicateId, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the facts that are stated in some world."""
        kinds = dict(self.table.rows(name, pattern))
        changed = self._changed.get(name, {})
        for row in dict.fromkeys((*kinds, *(row for row in changed if fits(row, pattern)))):
            sure = self.full * (kinds.get(row, "unknown") != "unknown")
            maybe = self.full * (row in kinds)
            true, false = changed.get(row, (0, 0))
            yield row, (sure & ~false) | true, (maybe & ~false) | true

    def decided(self, name: PredicateId, pattern: Pattern) -> Iterable[tuple[Row, bool]] | None:
        """Take from the model what no fact of the table can change."""
        reached = self.rest.clauses.reach(name) | {name}
        if any(p in self.predicates and self.predicates[p].role is Role.STATE for p in reached):
            return None
        return self.rest.decided(name, pattern)

    def blocks(self, fact: Fact, clauses: Clauses, head: PredicateId) -> bool:
        """Nothing is certain when facts may change."""
        return False


def things(
    literals: Sequence[Literal], program: Program, stated: tuple[Stated, Stated]
) -> dict[str, tuple[Value, ...]]:
    """Return by sort the values that changes may be about: those named by table or question."""
    named: dict[str, set[Value]] = {}
    for tables in stated:
        for name, facts in tables.items():
            for row in facts.rows:
                for column, value in zip(program.predicates[name].columns, row, strict=True):
                    named.setdefault(column.sort, set()).add(value)
    for name, row in asked_facts(literals, program):
        predicate = program.predicates.get(name)
        for column, value in zip(predicate.columns if predicate else (), row, strict=False):
            named.setdefault(column.sort, set()).add(value)
    found: dict[str, tuple[Value, ...]] = {}
    for sort in dict.fromkeys(c.sort for p in program.predicates.values() for c in p.columns):
        declared = program.sorts.get(sort)
        if declared is not None and declared.members is not None:
            found[sort] = declared.members
            continue
        values = set[Value]()
        for other, seen in named.items():
            if sort in _lineage(other, program) or other in _lineage(sort, program):
                values |= seen
        values |= {v + step for v in values if isinstance(v, int) for step in (-1, 1)}
        found[sort] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
    return found


def _lineage(sort: str, program: Program) -> tuple[str, ...]:
    chain = [sort]
    while (declared := program.sorts.get(chain[-1])) and declared.parent:
        chain.append(declared.parent)
    return tuple(chain)


def clash(one: Change, other: Change, program: Program) -> bool:
    """Whether two changes exclude each other: of one fact, or two values for one key."""
    (name, row), (known, before) = one[0], other[0]
    values = one[1] and other[1] and name == known and row[:-1] == before[:-1]
    return one[0] == other[0] or (values and program.predicates[name].functional)


def _masks(
    changes: Sequence[Change], sets: Sequence[Numbers], program: Program
) -> dict[Fact, Masks]:
    """For every fact that changes the worlds that state it and those that deny it."""
    width = len(sets) // 8 + 1
    made = {change: bytearray(width) for chosen in sets for change in chosen}
    for number, chosen in enumerate(sets):
        for change in chosen:
            made[change][number >> 3] |= 1 << (number & 7)
    bits = {changes[number]: mask for number, mask in made.items()}
    true: dict[Fact, int] = {}
    false: dict[Fact, int] = {}
    for (fact, holds), found in bits.items():
        side = true if holds else false
        side[fact] = int.from_bytes(found, "little")
    stated: dict[tuple[PredicateId, Row], int] = {}
    for (name, row), mask in true.items():
        if program.predicates[name].functional:
            stated[name, row[:-1]] = stated.get((name, row[:-1]), 0) | mask
    facts = dict.fromkeys(fact for fact, _ in bits)
    for name, row in facts:
        others = stated.get((name, row[:-1]), 0) & ~true.get((name, row), 0)
        if row and program.predicates[name].functional:
            false[name, row] = false.get((name, row), 0) | others
    return {fact: (true.get(fact, 0), false.get(fact, 0)) for fact in facts}
