"""From a program and a table of facts to the well-founded model.

In: a checked `Program`, stated facts and denials. Out: a `Model`, whole or restricted to what a
question needs. Guarantee: the same model on every backend; a program is lowered, stratified and
compiled once, however many tables it is evaluated on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rulings.collecting import without_garbage_collection
from rulings.engine.backends import Backend
from rulings.engine.backends.native import NativeBackend
from rulings.engine.limits import MAX_ROWS
from rulings.engine.run.fixpoint import Bounds
from rulings.engine.run.model import Model, Rows
from rulings.engine.run.sharing import Seeds, asked_as_before, taken, unite
from rulings.engine.store.relation import Relation
from rulings.engine.store.table import Table
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Constant, Program, Row
from rulings.logic.binders import input_positions
from rulings.logic.domains import Stated
from rulings.logic.graph import reads
from rulings.logic.inputs import demand_of
from rulings.logic.lowered import LoweredProgram, Stratum, below
from rulings.records import dataclass, field

if TYPE_CHECKING:
    from rulings.engine.run.demand import Question
    from rulings.engine.run.query import PreparedQuery

ENGINES = ("native", "pydatalog")


@dataclass(eq=False)
class Evaluator:
    """A program prepared for many tables. `roots` limits whole models to what these depend on."""

    program: Program
    engine: str = "native"
    roots: frozenset[PredicateId] | None = None
    max_rows: int = MAX_ROWS
    _queries: dict[tuple[Question, ...], PreparedQuery | None] = field(default_factory=dict)
    _settled: dict[PredicateId, tuple[Rows, Rows]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise ValueError(f"unknown engine {self.engine!r}; known are {', '.join(ENGINES)}")

    @cached_property
    def lowered(self) -> LoweredProgram:
        """The program in the engine's few words."""
        from rulings.logic.lowering import lower

        heads = None if self.roots is None else self._spoken_of(self.roots)
        return lower(self.program, keep_forall=self.engine == "native", heads=heads)

    def _spoken_of(self, roots: frozenset[PredicateId]) -> Mapping[PredicateId, None]:
        """The predicates of `roots` and of all rules, in an order of their own."""
        rules = self.program.rules
        read = (name for rule in rules for name, _ in reads(rule.body))
        named = (*sorted(roots, key=str), *(rule.head.predicate for rule in rules), *read)
        known = self.program.predicates
        return {base: None for base in map(base_of, named) if base in known}

    @cached_property
    def strata(self) -> tuple[Stratum, ...]:
        """What is computed, in order."""
        from rulings.engine.run.stratify import stratify

        return stratify(self.lowered, self.roots)

    @cached_property
    def computed(self) -> frozenset[PredicateId]:
        """What the strata compute."""
        return frozenset(name for stratum in self.strata for name in stratum.predicates)

    @cached_property
    def backend(self) -> Backend:
        """The backend that computes each stratum of whole models."""
        return self.backend_for(self.lowered)

    @cached_property
    def _empty(self) -> Mapping[int, Relation]:
        # Nobody adds to these, so that one for each arity is enough.
        return {p.arity: Relation(p.arity) for p in self.lowered.predicates.values()}

    @cached_property
    def nothing(self) -> Mapping[PredicateId, Relation]:
        """No rows of all that is read or computed: of a few predicates among thousands."""
        known = self.lowered.predicates
        names: Iterable[PredicateId] = known
        if self.roots is not None:
            parts = ((*stratum.predicates, *stratum.reads) for stratum in self.strata)
            names = dict.fromkeys(name for part in (self.roots, *parts) for name in part)
        return {name: self._empty[known[name].arity] for name in names if name in known}

    def model(
        self, table: Table, demand: Stated | None = None, earlier: Sequence[Model] = ()
    ) -> Model:
        """Return the whole model of a table.

        `demand` gives, for predicates with input columns, the input values to compute them for.
        Raises RulingsError (RUL406) where a state is read that is too large to be completed.
        What the `earlier` models of tables that share relations with this one have computed
        from the same relations is taken from them.
        """
        table.reach(self.nothing)
        earlier = [model for model in earlier if model.lowered is self.lowered]
        true: dict[PredicateId, Rows] = {**self.nothing, **table.true}
        bounds = Bounds(self.lowered, self.backend, true, {**true, **table.possible})
        for name, rows in (demand or {}).items():
            wanted = demand_of(name)
            asked = asked_as_before(wanted, rows, earlier)
            bounds.true[wanted] = bounds.possible[wanted] = asked or Relation(
                self.lowered.predicates[wanted].arity, rows
            )
        touched = table.touched.union(map(demand_of, demand or ()))
        seeds = {name: (bounds.true[name], bounds.possible[name]) for name in touched}
        with without_garbage_collection():
            for stratum, support in zip(self.strata, self._supports):
                if support.isdisjoint(touched):
                    bounds.settle_once(stratum, self._settled)
                elif not taken(bounds, stratum, seeds, earlier):
                    bounds.settle(stratum)
                    unite(bounds, stratum, earlier)
        return self._model(bounds, table, seeds)

    @cached_property
    def _supports(self) -> tuple[frozenset[PredicateId], ...]:
        """For each stratum, every predicate that it depends on, its own included."""
        support: dict[PredicateId, frozenset[PredicateId]] = {}
        for stratum in self.strata:
            parts = (support.get(name, frozenset((name,))) for name in stratum.reads)
            whole = frozenset(stratum.predicates).union(*parts)
            support.update(dict.fromkeys(stratum.predicates, whole))
        return tuple(support[stratum.predicates[0]] for stratum in self.strata)

    def answer(self, table: Table, *queries: Atom) -> Model:
        """Return a model that is right on the instances of `queries`, computed by demand.

        Raises `ValueError` if an input column of a predicate is not given.
        """
        given = [
            {i: t.value for i, t in enumerate(query.terms) if isinstance(t, Constant)}
            for query in queries
        ]
        demand: dict[PredicateId, set[Row]] = {}
        for query, known in zip(queries, given, strict=True):
            inputs = input_positions(query.predicate, self.lowered.predicates)
            if not known.keys() >= set(inputs):
                raise ValueError(f"the input columns of {query.predicate} must be given")
            if inputs:
                row = tuple(known[i] for i in inputs)
                demand.setdefault(query.predicate, set()).add(row)
        questions = tuple(
            (query.predicate, tuple(known)) for query, known in zip(queries, given, strict=True)
        )
        prepared = self._prepare(questions)
        if prepared is not None:
            values = [(tuple(known.values()),) for known in given]
            table.reach(self.lowered.predicates)
            with without_garbage_collection():
                bounds = prepared.run(table.true, table.possible, values)
            if bounds is not None:
                return self._model(bounds, table)
        roots = frozenset(query.predicate for query in queries)
        return Evaluator(self.program, self.engine, roots, self.max_rows).model(table, demand)

    def narrowed(self, roots: frozenset[PredicateId]) -> Evaluator:
        """Return an evaluator of what `roots` depend on that shares the compiled rules."""
        narrow = Evaluator(self.program, self.engine, roots, self.max_rows)
        narrow.lowered, narrow.backend, narrow._empty = self.lowered, self.backend, self._empty
        narrow.strata, narrow._settled = below(self.strata, roots), self._settled
        return narrow

    def code(self, table: Table) -> str:
        """Return the Python code that the native backend runs on a table, stratum by stratum."""
        backend = self.backend
        assert isinstance(backend, NativeBackend), "only the native backend compiles rules"
        model = self.model(table)
        texts = [
            compiled.text
            for stratum in self.strata
            for compiled in backend.code(stratum.rules, model.true)
        ]
        return "\n\n".join(texts)

    def _prepare(self, questions: tuple[Question, ...]) -> PreparedQuery | None:
        if questions not in self._queries:
            from rulings.engine.run.query import prepare
            from rulings.logic.lowering import lower

            plain = lower(self.program, keep_forall=False)
            self._queries[questions] = prepare(plain, questions, self.backend_for)
        return self._queries[questions]

    def backend_for(self, program: LoweredProgram, max_rows: int | None = None) -> Backend:
        """Return a backend for a program made from this one."""
        limit = self.max_rows if max_rows is None else min(max_rows, self.max_rows)
        if self.engine == "native":
            computed = frozenset(program.aggregates)
            return NativeBackend(program.predicates, computed, limit)
        from rulings.engine.backends.pydatalog import PyDatalogBackend

        return PyDatalogBackend(limit)

    def _model(self, bounds: Bounds, table: Table, seeds: Seeds | None = None) -> Model:
        return Model(
            self.program,
            bounds.program,
            bounds.true,
            bounds.possible,
            bounds.strata,
            table.assumed,
            self.engine,
            seeds or {},
        )
