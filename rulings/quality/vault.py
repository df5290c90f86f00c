"""Models of many tables, each stratum computed once for what it reads.

In: the strata of a program and the relations that hold at each table before any rule. Out:
`World`s: for every predicate the number of its rows. Guarantee: equal numbers are equal rows,
reached in the same rounds; a stratum whose inputs have these numbers is never computed twice,
whatever table or changed program they come from. The idea is that of a build system with early
cut-off: A. Mokhov, N. Mitchell, S. Peyton Jones, "Build systems à la carte", ICFP 2018.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rulings.engine.backends.native import NativeBackend
from rulings.engine.plan.compiled import CompiledRule
from rulings.engine.run.fixpoint import Bounds
from rulings.engine.run.model import Rows
from rulings.engine.store.aggregates import AggregateValues
from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Row
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.records import dataclass, field

MAX_ROWS = 100_000
"""More rows of one predicate than any table has: a changed rule that derives them runs away."""

World = Mapping[PredicateId, int]
NOTHING = 0


def plain_backend(
    lowered: LoweredProgram, compiled: dict[tuple[str, int | None], CompiledRule] | None = None
) -> NativeBackend:
    """Return a backend that knows the rules compiled so far and runs them on any relations."""
    computed = frozenset(lowered.aggregates)
    known = compiled or {}
    return NativeBackend(lowered.predicates, computed, MAX_ROWS, pairs=False, compiled=known)


@dataclass(slots=True)
class Vault:
    """Numbered pairs of rows (true, possible) and what strata make of them.

    Pair 0 is "no rows"; which relation stands for it depends on the arity.
    """

    pairs: list[tuple[Rows, Rows]] = field(default_factory=list)
    _numbers: dict[object, int] = field(default_factory=dict)
    _memory: dict[tuple[object, ...], tuple[int, ...]] = field(default_factory=dict)
    _empty: dict[int, Relation] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nothing = self.empty(0)
        self.pairs.append((nothing, nothing))

    def empty(self, arity: int) -> Relation:
        """Return the relation of no rows."""
        return self._empty.setdefault(arity, Relation(arity))

    def number(self, true: Collection[Row], possible: Collection[Row], arity: int) -> int:
        """Return the number of rows given at the start."""
        certain = Relation(arity, frozenset(true))
        same = len(true) == len(possible)
        return self._keep(certain, certain if same else Relation(arity, frozenset(possible)))

    def rows(self, number: int, arity: int) -> tuple[Rows, Rows]:
        """Return the true and the possible rows of a number."""
        if number == NOTHING:
            nothing = self.empty(arity)
            return nothing, nothing
        return self.pairs[number]

    def mark(self) -> tuple[int, int]:
        """Return how much is stored, for `release`."""
        return len(self.pairs), len(self._memory)

    def release(self, mark: tuple[int, int]) -> None:
        """Forget what was stored since `mark`."""
        pairs, memory = mark
        while len(self._memory) > memory:
            self._memory.popitem()
        del self.pairs[pairs:]
        while len(self._numbers) > pairs - 1:
            self._numbers.popitem()

    def settle(
        self, label: object, stratum: Stratum, world: World, seed: World, engine: Engine
    ) -> tuple[int, ...]:
        """Return the numbers of a stratum's predicates, in their order.

        `label` names the stratum's rules, `seed` gives the rows its predicates start with.
        """
        inputs = [world.get(name, NOTHING) for name in engine.inputs(stratum)]
        key = (label, *(seed.get(name, NOTHING) for name in stratum.predicates), *inputs)
        found = self._memory.get(key)
        if found is None:
            found = self._memory[key] = self._compute(stratum, world, seed, engine)
        return found

    def _compute(
        self, stratum: Stratum, world: World, seed: World, engine: Engine
    ) -> tuple[int, ...]:
        lowered = engine.lowered
        true: dict[PredicateId, Rows] = {}
        possible: dict[PredicateId, Rows] = {}
        for names, source in ((stratum.reads, world), (stratum.predicates, seed)):
            for name in names:
                arity = lowered.predicates[name].arity
                true[name], possible[name] = self.rows(source.get(name, NOTHING), arity)
        bounds = Bounds(lowered, engine.backend, true, possible)
        bounds.settle(stratum)
        return tuple(
            self._keep(bounds.true[name], bounds.possible[name]) for name in stratum.predicates
        )

    def _keep(self, true: Rows, possible: Rows) -> int:
        key: object
        if isinstance(true, AggregateValues) or isinstance(possible, AggregateValues):
            key = object()
        elif not possible:
            return NOTHING
        else:
            same = true is possible
            key = (true.arity, _signature(true), None if same else _signature(possible))
        if key not in self._numbers:
            self.pairs.append((true, possible))
            self._numbers[key] = len(self.pairs) - 1
        return self._numbers[key]


def _signature(relation: Relation) -> object:
    """The rows of a relation, with the rounds that they were derived in."""
    if not any(relation.batches):
        return frozenset(relation.rows)
    return frozenset(relation.rows), tuple(frozenset(batch) for batch in relation.batches)


@dataclass(slots=True)
class Engine:
    """What computes the strata of one lowered program."""

    lowered: LoweredProgram
    backend: NativeBackend
    _inputs: dict[int, tuple[PredicateId, ...]] = field(default_factory=dict)

    def inputs(self, stratum: Stratum) -> tuple[PredicateId, ...]:
        """Return what a stratum reads, in a fixed order."""
        found = self._inputs.get(id(stratum))
        if found is None:
            found = self._inputs[id(stratum)] = tuple(sorted(stratum.reads, key=str))
        return found


class View(Mapping[PredicateId, Rows]):
    """One bound of all predicates of a world."""

    def __init__(
        self, vault: Vault, world: World, predicates: Mapping[PredicateId, Predicate], bound: int
    ) -> None:
        self.vault, self.world, self.predicates, self.bound = vault, world, predicates, bound

    def __getitem__(self, name: PredicateId) -> Rows:
        arity = self.predicates[name].arity
        return self.vault.rows(self.world.get(name, 0), arity)[self.bound]

    def __iter__(self) -> Iterator[PredicateId]:
        return iter(self.predicates)

    def __len__(self) -> int:
        return len(self.predicates)
