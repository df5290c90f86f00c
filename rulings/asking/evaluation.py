"""Models on demand: evaluate what a question depends on, and only once for a table.

In: the program of a rulebook, what is stated about a table, the predicates a question reads.
Out: the `Model` of the slice of the program below these predicates. Guarantee: rules are
compiled once for a rulebook and engine; a table is evaluated once for each slice; several
threads may ask at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from threading import Lock
from time import sleep
from typing import TYPE_CHECKING
from weakref import ref

from rulings.engine.backends.native import NativeBackend
from rulings.engine.limits import ASKED_ROWS
from rulings.engine.plan.compiled import Codes
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model
from rulings.engine.store.table import Choice, Table
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Program, Row
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.records import dataclass, replace
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated

if TYPE_CHECKING:
    from rulings.engine.run.together import ManyTables
    from rulings.engine.store.differences import SilentTable
    from rulings.logic.unfolding import Clauses

Demand = Mapping[PredicateId, frozenset[Row]]
KeptSlice = Callable[
    [frozenset[PredicateId], str], tuple[LoweredProgram, tuple[Stratum, ...]] | None
]


_APART = 4
"""So many kinds of question are prepared by themselves."""
_TOGETHER_ROWS = 10 * ASKED_ROWS
"""The most rows of one predicate that many tables may have together."""


class Evaluators:
    """The prepared evaluators of one rulebook, one for each engine and slice.

    The first kinds of question prepare the rules that they depend on and nothing else; with the
    next one the whole program is lowered, and what is prepared for it is shared by all slices.
    Happenings follow each other, so that all of them are prepared together: what one has computed
    is there for the next.
    """

    def __init__(
        self, shelf: Shelf, codes: Codes | None = None, kept: KeptSlice | None = None
    ) -> None:
        """`kept` returns what an earlier process prepared for an engine and roots."""
        self.shelf = shelf
        self.codes: Codes = {} if codes is None else codes
        self.new: dict[tuple[str, frozenset[PredicateId]], Evaluator] = {}
        self._kept = kept
        self._apart: dict[str, list[Evaluator]] = defaultdict(list)
        self._whole: dict[str, Evaluator] = {}
        self._moving: dict[str, Evaluator] = {}
        self._slices: dict[tuple[str, frozenset[PredicateId]], Evaluator] = {}
        self._together: dict[frozenset[PredicateId], ManyTables] = {}
        self._lock = Lock()

    @cached_property
    def clauses(self) -> Clauses:
        """The rules in the words that explanations ground."""
        from rulings.logic.unfolding import Clauses

        return Clauses(self.shelf.outline, self.shelf.concluding)

    @cached_property
    def _moves(self) -> frozenset[PredicateId]:
        """All that happenings need and do."""
        happenings = self.shelf.outline.happenings.values()
        made = (effect.made for one in happenings for effect in one.effects)
        return frozenset(
            (*made, *(one.legal for one in happenings if one.legal and not one.short_of))
        )

    @cached_property
    def _moves_and_breaches(self) -> frozenset[PredicateId]:
        """The same with what no table may come to."""
        known = self.shelf.outline.predicates
        return self._moves.union(name for name, predicate in known.items() if predicate.breach)

    def together(self, roots: frozenset[PredicateId]) -> ManyTables:
        """Return what evaluates what `roots` depend on for many tables at once."""
        from rulings.engine.run.together import ManyTables

        with self._lock:
            if roots not in self._together:
                program = self.shelf.slice(roots)
                self._together[roots] = ManyTables(Evaluator(program, max_rows=_TOGETHER_ROWS))
            return self._together[roots]

    @cached_property
    def silent(self) -> SilentTable:
        """The table that states nothing."""
        from rulings.engine.store.differences import SilentTable

        return SilentTable(Table(self.shelf.outline, constants=self.shelf.constants))

    def get(self, engine: str, roots: frozenset[PredicateId]) -> Evaluator:
        """Return the evaluator of everything that `roots` depend on."""
        with self._lock:
            found = self._slices.get((engine, roots))
            if found is None:
                found = self._slices[engine, roots] = self._prepared(engine, roots)
            return found

    def _prepared(self, engine: str, roots: frozenset[PredicateId]) -> Evaluator:
        if not roots.isdisjoint(self._moves) and roots <= self._moves_and_breaches:
            if engine not in self._moving:
                self._moving[engine] = self._sliced(engine, self._moves_and_breaches)
            return self._moving[engine].narrowed(roots)
        if engine in self._whole:
            return self._whole[engine].narrowed(roots)
        for evaluator in self._apart[engine]:
            if roots <= evaluator.computed:
                return evaluator.narrowed(roots)
        if len(self._apart[engine]) == _APART:
            self._whole[engine] = self._evaluator(self.shelf.program, engine)
            return self._whole[engine].narrowed(roots)
        found = self._sliced(engine, roots)
        self._apart[engine].append(found)
        return found

    def _sliced(self, engine: str, roots: frozenset[PredicateId]) -> Evaluator:
        kept = self._kept(roots, engine) if self._kept is not None else None
        if kept is None:
            found = self._evaluator(self.shelf.slice(roots), engine, roots)
            self.new[engine, roots] = found
            return found
        found = Evaluator(self.shelf.outline, engine, roots, ASKED_ROWS)
        found.lowered, found.strata = kept
        return self._with_codes(found)

    def _evaluator(
        self, program: Program, engine: str, roots: frozenset[PredicateId] | None = None
    ) -> Evaluator:
        return self._with_codes(Evaluator(program, engine, roots, ASKED_ROWS))

    def _with_codes(self, evaluator: Evaluator) -> Evaluator:
        if isinstance(evaluator.backend, NativeBackend):
            evaluator.backend.codes = self.codes
        return evaluator


Wanted = tuple[frozenset[PredicateId], frozenset[tuple[PredicateId, Row]]]
"""What a model was computed for: its roots, and the values given to inputs."""
Computed = Mapping[Wanted, Model]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Evaluated:
    """A table and models that were computed for it or for one like it.

    `decided` are models of such a table where everything unknown is decided.
    """

    table: Table
    models: Computed
    decided: tuple[Model, ...] = ()


_REMEMBERED = 16
"""How many models of the tables it was made from a table looks at, each for something else."""


_PATIENCE = 0.001
"""So many seconds pass before one who waits looks again."""


class Evaluation:
    """One table: what is stated, and the models that questions have needed so far."""

    def __init__(
        self, evaluators: Evaluators, engine: str, stated: Stated, origin: Evaluation | None = None
    ) -> None:
        """What did not change since `origin`, of the same engine, is not computed again."""
        self.evaluators = evaluators
        self.engine = engine
        self.stated = stated
        self._origin = ref(origin) if origin is not None else None
        self._before = origin.evaluated() if origin is not None else None
        self._models: dict[Wanted, Model] = {}
        self._decided: list[Model] = []
        self._handed_on: Evaluated | None = None
        self._elsewhere: list[ref[Evaluated]] = []
        self._lock = Lock()
        self._turn: object = None

    @cached_property
    def program(self) -> Program:
        """The rulebook's program with the facts and falsehoods of the table."""
        base = self.evaluators.shelf.outline
        return replace(
            base,
            facts=_merged(base.facts, self.stated.as_facts()),
            denials=_merged(base.denials, self.stated.as_facts(falsehoods=True)),
        )

    @cached_property
    def _table(self) -> Table:
        shelf, stated, earlier = self.evaluators.shelf, self.stated, self._earlier()
        before = earlier.table if earlier is not None else None
        told = stated.facts, stated.denials
        return Table(shelf.outline, *told, shelf.constants, before=before, lazy=True)

    @property
    def models(self) -> tuple[Model, ...]:
        """What questions have needed so far."""
        with self._lock:
            return tuple(self._models.values())

    def model(self, roots: frozenset[PredicateId], demand: Demand) -> Model:
        """Return the model of everything that `roots` depend on.

        `demand` gives the input values of the predicates that have `in` columns.
        """
        asked = frozenset((name, row) for name, rows in demand.items() for row in rows)
        with self._turn_taken():
            for (covered, given), model in self._models.items():
                if (roots <= covered or roots <= model.strata.keys()) and asked <= given:
                    return model
            evaluator = self.evaluators.get(self.engine, roots)
            model = evaluator.model(self._table, demand, (*self._like_this().values(),))
            with self._lock:
                self._models[roots, asked] = model
                self._handed_on = None
            return model

    @contextmanager
    def _turn_taken(self) -> Iterator[None]:
        """Wait until nobody else evaluates this table, and let nobody until the block ends.

        No lock is held for as long as an evaluation takes: nothing could call off those who wait
        for it. Whoever waits gives the turn back, whatever happens meanwhile.
        """
        turn = object()
        try:
            while self._turn is not turn:
                with self._lock:
                    if self._turn is None:
                        self._turn = turn
                if self._turn is not turn:
                    sleep(_PATIENCE)
            yield
        finally:
            if self._turn is turn:
                self._turn = None

    def evaluated(self) -> Evaluated | None:
        """Return what a table made from this one need not compute again."""
        with self._lock:
            if not self._models:
                return self._earlier()
            if self._handed_on is None:
                models, decided = self._like_this(), self._decided_like_this()
                self._handed_on = Evaluated(self._table, models, decided)
            return self._handed_on

    def _earlier(self) -> Evaluated | None:
        """Return what this table need not compute again.

        What was dropped is had again from a table that was made from the same one, or from that
        one, if one of them lives.
        """
        if self._before is None:
            kept = (known() for known in self._elsewhere)
            self._before = next((one for one in kept if one is not None), None)
        origin = self._origin() if self._before is None and self._origin is not None else None
        if origin is not None:
            self._before = origin.evaluated()
        return self._before

    def drop(self) -> None:
        """Forget the models, unless one is being computed: then the table is in use."""
        with self._lock:
            if self._turn is None:
                shared = (self._handed_on, self._before)
                self._elsewhere = [ref(one) for one in shared if one is not None]
                self._models.clear()
                self._decided.clear()
                self._before = self._handed_on = None
                self.__dict__.pop("_table", None)

    def _like_this(self) -> Computed:
        """The models of this table, then those of the tables that it was made from.

        Of those for the same only the newest: what happens again and again is computed from what
        was computed for it last, however much else happens in between.
        """
        earlier = self._earlier()
        before = earlier.models if earlier is not None else {}
        found = dict(reversed(self._models.items()))
        for wanted, model in before.items():
            found.setdefault(wanted, model)
        return dict(islice(found.items(), _REMEMBERED))

    def decided(self, roots: frozenset[PredicateId], demand: Demand, choose: Choice) -> Model:
        """Return the same model of the table where everything unknown is decided."""
        with self._turn_taken():
            evaluator = self.evaluators.get(self.engine, roots)
            earlier = (*self._decided_like_this(), *self._like_this().values())
            self._table.reach(evaluator.nothing)
            model = evaluator.model(self._table.decided(choose), demand, earlier)
            with self._lock:
                self._decided = [*self._decided, model][-_REMEMBERED:]
                self._handed_on = None
            return model

    def _decided_like_this(self) -> tuple[Model, ...]:
        earlier = self._earlier()
        before = earlier.decided if earlier is not None else ()
        return (*reversed(self._decided), *before)[:_REMEMBERED]


def _merged(
    base: Mapping[PredicateId, Facts], stated: Mapping[PredicateId, Facts]
) -> Mapping[PredicateId, Facts]:
    merged = dict(base)
    for name, facts in stated.items():
        before = base.get(name)
        if before is None:
            merged[name] = facts
        else:
            spans = (*before.spans, *facts.spans) if before.spans else ()
            merged[name] = Facts((*before.rows, *facts.rows), spans)
    return merged
