"""The smallest change of a table that turns a verdict around.

In: ground literals, the program with the facts of a table, what is on the table. Out: `Flip`:
the smallest sets of statements, up to three, that turn yes into no or no into yes. Guarantee:
no smaller set of changes among the things on the table does it. Sets grow by changes that touch
what the verdict rests on (the hitting set tree of R. Reiter, "A theory of diagnosis from first
principles", Artificial Intelligence 32(1), 1987), each size at once, as worlds of one
evaluation; what was too much to try is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf, prod
from typing import NamedTuple

from rulings.engine.run.model import Model
from rulings.explain.changes import Change, ChangedTables, Numbers, Stated, clash, things
from rulings.explain.settling import outcome
from rulings.explain.slices import Call, Slice, TooManyInstances
from rulings.explain.support import Support
from rulings.explain.tables import StatedTable
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Literal, Program, Row, Value
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass

LARGEST = 3
# How many sets of changes are tried at most and how many of them together; how many instances
# of rules these may have, at least and for each set.
_SETS = 1_000_000
_TOGETHER = 50_000
_INSTANCES = 40_000
_INSTANCES_A_SET = 20
# How many instances a search may look at in all.
_WORK = 300_000
# How many rows changes may add to one call.
_ROWS = 2_000
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Flip:
    """The smallest changes found, of those alike but for a number only one. `tried` is the number
    of facts up to which no set of changes does it; `among` how many changes were looked at.
    `to_yes` tells of each set of changes whether the verdict is yes then, else it is no."""

    changes: tuple[tuple[Change, ...], ...]
    tried: int
    among: int
    to_yes: tuple[bool, ...] = ()


def flip(
    literals: Sequence[Literal],
    model: Model,
    clauses: Clauses,
    program: Program,
    stated: tuple[Stated, Stated],
    *,
    largest: int = LARGEST,
) -> Flip:
    """Find the smallest changes that turn the verdict on ground literals around.

    `program` holds the facts of the table, `stated` what the table itself states and denies;
    sets of more than `largest` changes are not tried.
    """
    near = _Additions(program, things(literals, program, stated))
    search = _Search(literals, model, clauses, program, near)
    level = list(search.evaluated([()]))
    was_yes, was_no = level[0].yes, level[0].no
    tried = 0
    for size in range(1, largest + 1):
        sets: set[Numbers] = set()
        for tables in level:
            for chosen in search.grown(tables, not was_yes, not was_no):
                sets.add(chosen)
                if len(sets) > _SETS:
                    return Flip((), tried, len(search.changes))
        level = list(search.evaluated(sorted(sets)))
        ways = [
            (tuple(search.changes[n] for n in tables.sets[world]), bool(tables.yes >> world & 1))
            for tables in level
            for world in _bits(tables.no if was_yes else tables.yes if was_no else tables.either)
        ]
        if ways:
            alike: dict[object, tuple[tuple[Change, ...], bool]] = {}
            for way, to_yes in sorted(ways, key=lambda one: _plainness(one[0])):
                alike.setdefault((_shape(way), to_yes), (way, to_yes))
            shown = tuple(alike.values())[:_SHOWN]
            changes, turned = tuple(way for way, _ in shown), tuple(yes for _, yes in shown)
            return Flip(changes, size, len(search.changes), turned)
        if search.work < 0 or not near.complete:
            break
        tried = size
    return Flip((), tried, len(search.changes))


class _Tables(NamedTuple):
    """Sets of changes, the slice where each of them is a world, where the verdict is yes, no."""

    sets: Sequence[Numbers]
    part: Slice
    yes: int
    no: int

    @property
    def either(self) -> int:
        return self.yes | self.no


class _Search:
    """Evaluates sets of changes and grows them; changes are numbered as they are met."""

    def __init__(
        self,
        literals: Sequence[Literal],
        model: Model,
        clauses: Clauses,
        program: Program,
        near: _Additions,
    ) -> None:
        self.literals = literals
        self.model = model
        self.clauses = clauses
        self.table = StatedTable(program)
        self.near = near
        self.changes: list[Change] = []
        self._number: dict[Change, int] = {}
        self._clashes: list[set[int]] = []
        self.work = _WORK
        self._together = _TOGETHER

    def evaluated(self, sets: Sequence[Numbers]) -> Iterator[_Tables]:
        """Yield the verdicts on sets while there is work left to do it with.

        Fewer are looked at together where changes multiply each other.
        """
        start = 0
        while start < len(sets) and self.work >= 0:
            together = sets[start : start + self._together]
            world = ChangedTables(self.model, self.clauses, self.table, self.changes, together)
            limit = _INSTANCES + _INSTANCES_A_SET * len(together) if len(together) > 1 else inf
            part = Slice(self.clauses, world, world.full, limit=limit)
            try:
                yes, no, _, _ = outcome(self.literals, part, self.table.program, world.full)
            except TooManyInstances:
                self._together = len(together) // 2
            except RulingsError:
                # Arithmetic fails at one of these tables: it is passed over, it turns nothing.
                start += len(together) == 1
                self._together = 1
            else:
                yield _Tables(together, part, yes, no)
                self._together = min(2 * len(together), _TOGETHER)
                start += len(together)
            self.work -= part.looked_at

    def grown(self, tables: _Tables, to_yes: bool, to_no: bool) -> Iterator[Numbers]:
        """Yield the sets with one change more that touches what their verdict rests on."""
        full = tables.part.full
        support = Support(tables.part, self.near)
        for change, worlds in support.turning(self.literals, full * to_yes, full * to_no).items():
            number = self._numbered(change)
            clashes = self._clashes[number]
            for world in _bits(worlds):
                chosen = tables.sets[world]
                if clashes.isdisjoint(chosen):
                    yield tuple(sorted((*chosen, number)))

    def _numbered(self, change: Change) -> int:
        if change not in self._number:
            number = self._number[change] = len(self.changes)
            self.changes.append(change)
            program = self.table.program
            clashes = {n for n, other in enumerate(self.changes) if clash(change, other, program)}
            self._clashes.append(clashes)
            for other in clashes:
                self._clashes[other].add(number)
        return self._number[change]


class _Additions:
    """The rows that changes may add to a call: those about things near at hand."""

    def __init__(self, program: Program, values: Mapping[str, tuple[Value, ...]]) -> None:
        self.program = program
        self.values = values
        self.complete = True
        self._known: dict[Call, tuple[Row, ...]] = {}

    def __call__(self, call: Call) -> tuple[Row, ...]:
        if call not in self._known:
            name, pattern = call
            columns = [self.values.get(c.sort, ()) for c in self.program.predicates[name].columns]
            narrowed = [d if v is None else (v,) for v, d in zip(pattern, columns, strict=True)]
            fitting = prod(map(len, narrowed)) <= _ROWS
            self.complete &= fitting
            self._known[call] = tuple(product(*narrowed)) if fitting else ()
        return self._known[call]


def _bits(worlds: int) -> Iterator[int]:
    """Yield the numbers of the worlds of a mask."""
    for number, bit in enumerate(reversed(f"{worlds:b}")):
        if bit == "1":
            yield number


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
