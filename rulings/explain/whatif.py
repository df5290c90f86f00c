"""The smallest change of a table that turns a verdict around.

In: ground literals, the program with the facts of a table, what is on the table. Out: `Flip`:
the smallest sets of statements, up to three, that turn yes into no or no into yes. Guarantee:
all single changes among the things on the table are tried, then all pairs, then all triples,
each size at once, as worlds of one evaluation; what was too much to try is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from rulings.engine.model import Model
from rulings.explain.conditions import asked_facts, outcome
from rulings.explain.ground import Clauses, Fact, Pattern
from rulings.explain.slices import Masks, Slice
from rulings.explain.tables import Table
from rulings.explain.worlds import ModelWorld
from rulings.language.program import Facts, Literal, Program, Role, Row, Value

LARGEST = 3
_WORLDS = 1_500_000
_ROWS = 600
_SHOWN = 4

Change = tuple[Fact, bool]
Stated = Mapping[str, Facts]


@dataclass(frozen=True, slots=True)
class Flip:
    """The smallest changes found, of those alike but for a number only one. `tried` is the number
    of facts up to which all sets of changes were tried; `among` how many changes there were to
    choose from."""

    changes: tuple[tuple[Change, ...], ...]
    tried: int
    among: int


def flip(
    literals: Sequence[Literal],
    model: Model,
    clauses: Clauses,
    program: Program,
    stated: tuple[Stated, Stated],
) -> Flip:
    """Find the smallest changes that turn the verdict on ground literals around.

    `program` holds the facts of the table, `stated` what the table itself states and denies.
    """
    things = _things(literals, program, stated)
    table = Table(program)
    asked = list(asked_facts(literals, program))
    first = Slice(clauses, _FlipWorld(model, clauses, table, things, {}, 1))
    for name, row in asked:
        first.ground(name, row)
    changes = sorted(_changes(first, table), key=str)
    known = Slice(clauses, ModelWorld(model, clauses, program.facts, {}, 1))
    is_yes, is_no, _, _ = outcome(literals, known, program, 1)
    for size in range(1, LARGEST + 1):
        if comb(len(changes), size) > _WORLDS:
            return Flip((), size - 1, len(changes))
        sets = [chosen for chosen in combinations(changes, size) if _is_sound(chosen, program)]
        masks, full = _masks(sets, changes, program)
        part = Slice(clauses, _FlipWorld(model, clauses, table, things, masks, full), full)
        yes, no, _, _ = outcome(literals, part, program, full)
        found = no if is_yes else yes if is_no else yes | no
        if found:
            ways = [chosen for number, chosen in enumerate(sets) if found >> number & 1]
            alike: dict[object, tuple[Change, ...]] = {}
            for way in sorted(ways, key=_plainness):
                alike.setdefault(_shape(way), way)
            return Flip(tuple(alike.values())[:_SHOWN], size, len(changes))
    return Flip((), LARGEST, len(changes))


class _FlipWorld:
    """A table where changes, one set of them a world, override what is stated."""

    def __init__(
        self,
        model: Model,
        clauses: Clauses,
        table: Table,
        things: Mapping[str, tuple[Value, ...]],
        masks: Mapping[Fact, Masks],
        full: int,
    ) -> None:
        self.table = table
        self.things = things
        self.masks = masks
        self.full = full
        self.predicates = table.program.predicates
        self.rest = ModelWorld(model, clauses, table.program.facts, {}, full)

    def stated(self, name: str, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the facts that are stated in some world."""
        predicate = self.predicates.get(name)
        if predicate is None or predicate.role is not Role.STATE:
            for row, kind in self.table.rows(name, pattern):
                yield row, self.full * (kind != "unknown"), self.full
            return
        kinds = dict(self.table.rows(name, pattern))
        columns = [self.things.get(column.sort, ()) for column in predicate.columns]
        narrowed = [d if v is None else (v,) for v, d in zip(pattern, columns, strict=True)]
        size = 1
        for values in narrowed:
            size *= len(values)
        near: Iterable[Row] = product(*narrowed) if size <= _ROWS else ()
        for row in dict.fromkeys((*kinds, *near)):
            if not self.masks:
                yield row, 0, 1
                continue
            sure = self.full * (kinds.get(row, "unknown") != "unknown")
            maybe = self.full * (row in kinds)
            true, false = self.masks.get((name, row), (0, 0))
            yield row, (sure & ~false) | true, (maybe & ~false) | true

    def decided(self, name: str, pattern: Pattern) -> Iterable[tuple[Row, bool]] | None:
        """Take from the model what no fact of the table can change."""
        reached = self.rest.clauses.reach(name) | {name}
        if any(p in self.predicates and self.predicates[p].role is Role.STATE for p in reached):
            return None
        return self.rest.decided(name, pattern)

    def blocks(self, fact: Fact, clauses: Clauses, head: str) -> bool:
        """Nothing is certain when facts may change."""
        return False


def _things(
    literals: Sequence[Literal], program: Program, stated: tuple[Stated, Stated]
) -> dict[str, tuple[Value, ...]]:
    """The values that changes may be about, by sort: what the table or the question names."""
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
    for sort in {c.sort for p in program.predicates.values() for c in p.columns}:
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


def _changes(part: Slice, table: Table) -> Iterator[Change]:
    """Every change of a fact of the table that the question reaches."""
    predicates = table.program.predicates
    for name, row in part.base:
        predicate = predicates.get(name)
        if predicate is None or predicate.role is not Role.STATE:
            continue
        kind = next((kind for _, kind in table.rows(name, row)), "false")
        if kind in ("false", "unknown"):
            yield (name, row), True
        if kind != "false":
            yield (name, row), False


def _plainness(chosen: tuple[Change, ...]) -> tuple[int, int, int, str]:
    """Order: what takes something back, then few things named, nothing said of itself."""
    rows = [row for (_, row), _ in chosen]
    itself = sum(len(row) - len(set(row)) for row in rows)
    return sum(holds for _, holds in chosen), itself, sum(map(len, rows)), str(chosen)


def _shape(chosen: tuple[Change, ...]) -> object:
    """What ways that differ in a number only have in common."""
    return frozenset(
        (name, tuple(None if isinstance(value, int) else value for value in row), holds)
        for (name, row), holds in chosen
    )


def _is_sound(chosen: tuple[Change, ...], program: Program) -> bool:
    """Whether changes can be made together: each fact once, one value where there is one."""
    if len({fact for fact, _ in chosen}) < len(chosen):
        return False
    keys = [
        (name, row[:-1])
        for (name, row), holds in chosen
        if holds and program.predicates[name].functional
    ]
    return len(set(keys)) == len(keys)


def _masks(
    sets: list[tuple[Change, ...]], changes: Sequence[Change], program: Program
) -> tuple[dict[Fact, Masks], int]:
    """For every fact the worlds that state it and those that deny it."""
    width = len(sets) // 8 + 1
    bits = {change: bytearray(width) for change in changes}
    for number, chosen in enumerate(sets):
        for change in chosen:
            bits[change][number >> 3] |= 1 << (number & 7)
    true: dict[Fact, int] = {}
    false: dict[Fact, int] = {}
    for (fact, holds), found in bits.items():
        side = true if holds else false
        side[fact] = int.from_bytes(found, "little")
    stated: dict[tuple[str, Row], int] = {}
    for (name, row), mask in true.items():
        if program.predicates[name].functional:
            stated[name, row[:-1]] = stated.get((name, row[:-1]), 0) | mask
    for name, row in {fact for fact, _ in changes}:
        others = stated.get((name, row[:-1]), 0) & ~true.get((name, row), 0)
        if row and program.predicates[name].functional:
            false[name, row] = false.get((name, row), 0) | others
    facts = {fact for fact, _ in changes}
    return {f: (true.get(f, 0), false.get(f, 0)) for f in facts}, (1 << len(sets)) - 1
