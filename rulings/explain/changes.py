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
from rulings.explain.tables import StatedTable, fits, stated_name
from rulings.explain.worlds import ModelWorld
from rulings.language.predicates import DerivedKind, PredicateId, kind_of, side_of
from rulings.language.program import Facts, Literal, Program, Role, Row, Value
from rulings.language.sorts import lineage
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
        for (name, row), masks in _masks(changes, sets).items():
            self._changed.setdefault(name, {})[row] = masks
        # Where changes state some value of a key, and the keys of which they take values back.
        self._added: dict[Fact, int] = {}
        self._freed: dict[PredicateId, dict[Row, None]] = {}
        for name, rows in self._changed.items():
            for row, (true, false) in rows.items() if self.predicates[name].functional else ():
                self._added[name, row[:-1]] = self._added.get((name, row[:-1]), 0) | true
                if false:
                    self._freed.setdefault(name, {})[row[:-1]] = None

    def stated(self, name: PredicateId, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the facts that are stated in some world."""
        kinds = dict(self.table.rows(name, pattern))
        if kind_of(name) is DerivedKind.CONTRA:
            yield from self._denied(name, pattern, kinds)
            return
        name = stated_name(name)
        changed = self._changed.get(name, {})
        for key in self._freed.get(name, ()):
            if fits(key, pattern[:-1]):
                kinds |= self.table.rows(name, (*key, pattern[-1]), by_key=False)
        for row in dict.fromkeys((*kinds, *(row for row in changed if fits(row, pattern)))):
            true, false = changed.get(row, (0, 0))
            added, kept = self._others(name, row)
            given = self.full & ~false & ~added
            free = given & ~kept
            match kinds.get(row):
                case "given":
                    yield row, true | given, true | given
                case "assumed":
                    yield row, true | free, true | free
                case "named":
                    yield row, self.full, self.full
                case "unknown":
                    yield row, true, true | free
                case _:
                    yield row, true, true

    def _denied(
        self, name: PredicateId, pattern: Pattern, given: Mapping[Row, str]
    ) -> Iterator[tuple[Row, int, int]]:
        """Yield what is denied in some world of a predicate that rules conclude as well."""
        changed = self._changed.get(side_of(name), {})
        for row in dict.fromkeys((*given, *(row for row in changed if fits(row, pattern)))):
            true, false = changed.get(row, (0, 0))
            denied = false | (self.full & ~true if row in given else 0)
            if denied:
                yield row, denied, denied

    def _others(self, name: PredicateId, row: Row) -> Masks:
        """The worlds where a change states another value of a key, and where the table does."""
        predicate = self.predicates.get(name)
        if predicate is None or not predicate.functional:
            return 0, 0
        changed = self._changed.get(name, {})
        added = self._added.get((name, row[:-1]), 0) & ~changed.get(row, (0, 0))[0]
        kept = 0
        for other in self.table.values(name, row[:-1]):
            if other != row:
                kept |= self.full & ~changed.get(other, (0, 0))[1]
        return added, kept

    def decided(self, name: PredicateId, pattern: Pattern) -> Iterable[tuple[Row, bool]] | None:
        """Take from the model what no fact of the table can change."""
        reached = {side_of(n) for n in (*self.rest.clauses.reach(name), name)}
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
            if sort in lineage(other, program.sorts) or other in lineage(sort, program.sorts):
                values |= seen
        values |= {v + step for v in values if isinstance(v, int) for step in (-1, 1)}
        found[sort] = tuple(sorted(values, key=lambda v: (isinstance(v, str), v)))
    return found


def clash(one: Change, other: Change, program: Program) -> bool:
    """Whether two changes exclude each other: of one fact, or two values for one key."""
    (name, row), (known, before) = one[0], other[0]
    values = one[1] and other[1] and name == known and row[:-1] == before[:-1]
    return one[0] == other[0] or (values and program.predicates[name].functional)


def _masks(changes: Sequence[Change], sets: Sequence[Numbers]) -> dict[Fact, Masks]:
    """For every fact that changes the worlds that state it and those that deny it."""
    width = len(sets) // 8 + 1
    made = {change: bytearray(width) for chosen in sets for change in chosen}
    for number, chosen in enumerate(sets):
        for change in chosen:
            made[change][number >> 3] |= 1 << (number & 7)
    found: dict[Fact, Masks] = {}
    for number, mask in made.items():
        fact, holds = changes[number]
        true, false = found.get(fact, (0, 0))
        worlds = int.from_bytes(mask, "little")
        found[fact] = (worlds, false) if holds else (true, worlds)
    return found
