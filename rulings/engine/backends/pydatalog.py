"""The least model of one stratum by pyDatalog's tabled resolution.

In: a stratum's rules and the rows they read. Out: the rows of its predicates, ranked in the order
in which they were derived. Guarantee: the same model as every other backend; a row ranks after
the rows that it was derived from; the caller's pyDatalog state is left alone.

Every rule becomes one clause object, no text is executed. pyDatalog stores the finished relations
as facts, and the snapshot that negation reads as others; it resolves the whole body of a clause
over these and its own tables: lookups, joins, recursion, negation, `=` and `!=`. What it asks us
for, one condition at a time, is listed in `computed`.

pyDatalog's tasks are done here, in a Python loop, so that Ctrl-C and deadlines are noticed and
every row is ranked when it is found.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from threading import Lock
from typing import Any

from rulings.engine.backends import Rows
from rulings.engine.backends.clauses import Made, Maker
from rulings.engine.backends.computed import Finished
from rulings.engine.backends.stored import Store, StoredRelation, pyEngine
from rulings.engine.run.limits import MAX_ROWS, overflow
from rulings.engine.store.aggregates import AggregateValues
from rulings.engine.store.relation import RankedRows
from rulings.language.predicates import PredicateId
from rulings.language.program import Constant, Literal, Row, Rule


@dataclass(eq=False, slots=True, weakref_slot=True)
class PyDatalogBackend:
    """Least models by pyDatalog; `limit` bounds the rows of one predicate.

    What pyDatalog stores is kept for the next call. Threads take turns.
    """

    limit: int = MAX_ROWS
    name: str = "pydatalog"
    _turn: Lock = field(default_factory=Lock, repr=False)
    _store: Store = field(init=False, repr=False)
    _strata: dict[int, _Stratum] = field(init=False, repr=False)
    _end: weakref.finalize[[], PyDatalogBackend] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing stored."""
        self._store, self._strata = Store(), {}
        self._end = weakref.finalize(self, self._store.close)
        self._end.atexit = False

    def least_model(
        self, rules: Sequence[Rule], positive: Rows, negative: Rows, seed: Rows
    ) -> dict[PredicateId, set[Row]]:
        """Return the least set of rows closed under `rules` that contains `seed`.

        The stratum's own predicates are the keys of `seed`; every other positive literal reads
        `positive`, every negated one `negative`. Raises `RulingsError` for a fault in a rule's
        arithmetic and for a predicate with more than `limit` rows.
        """
        fed = [rule for rule in rules if not _starves(rule, positive, seed)]
        if not fed:
            return {name: set(rows) for name, rows in seed.items()}
        with self._turn:
            try:
                with self._store.current():
                    stratum = self._strata.get(id(rules))
                    if stratum is None:
                        stratum = self._strata[id(rules)] = _Stratum(rules, seed, self._store)
                    return stratum.solve(fed, Finished(positive, negative), seed, self.limit)
            except BaseException:
                # It may have come in the middle of anything: nothing that is stored is trusted.
                self._end()
                self.__post_init__()
                raise


def _starves(rule: Rule, positive: Rows, own: Rows) -> bool:
    """Whether a rule needs a row of a finished relation that has none.

    Resolution costs more than most strata take; many have nothing to do.
    """
    for condition in rule.body:
        if isinstance(condition, Literal) and not condition.negated:
            name = condition.atom.predicate
            rows = None if name in own else positive.get(name)
            if rows is not None and not isinstance(rows, AggregateValues) and not rows:
                return True
    return False


@dataclass(slots=True)
class _Table:
    """One predicate of the stratum: what is stored of it, the rows that rules without conditions
    conclude, and all its rows with their ranks. Rows that were given have rank 0."""

    rules: tuple[Rule, ...]
    given: StoredRelation
    concluded: frozenset[Row]
    ranks: dict[Row, int] = field(default_factory=dict)


class _Stratum:
    """The clauses and tables of one stratum, which stay stored from call to call."""

    def __init__(self, rules: Sequence[Rule], own: Iterable[PredicateId], store: Store) -> None:
        self.rules = rules
        self.store = store
        self.finished = Finished()
        self.tables: dict[PredicateId, _Table] = {}
        self.made: dict[int, Made] = {}
        self.asserted: set[int] = set()
        read = {
            condition.atom.predicate: condition.atom
            for rule in rules
            for condition in rule.body
            if isinstance(condition, Literal) and not condition.negated
        }
        atoms = {**read, **{rule.head.predicate: rule.head for rule in rules}}
        for name in own:
            if name in atoms:
                predicate = store.predicate(len(atoms[name].terms), is_derived=True)
                about = tuple(rule for rule in rules if rule.head.predicate == name)
                given = StoredRelation(predicate, store.constants)
                self.tables[name] = _Table(about, given, frozenset(_unconditional(about)))
        self.table_of = {table.given.predicate: table for table in self.tables.values()}
        predicates = {name: table.given.predicate for name, table in self.tables.items()}
        self.maker = Maker(predicates, store, self.finished)

    def solve(
        self, fed: Sequence[Rule], finished: Finished, seed: Rows, limit: int
    ) -> dict[PredicateId, set[Row]]:
        """Fill the table of every predicate by the rules that have something to read."""
        self.finished.positive, self.finished.negative = finished.positive, finished.negative
        self.offer(fed)
        for name, table in self.tables.items():
            table.given.hold(table.concluded.union(seed[name]))
            table.ranks = dict.fromkeys(seed[name], 0)
        try:
            self.run(limit)
        finally:
            self.store.forget_tables()
        tables = self.tables
        return {
            name: RankedRows(tables[name].ranks, tables[name].ranks)
            if name in tables
            else set(rows)
            for name, rows in seed.items()
        }

    def offer(self, fed: Sequence[Rule]) -> None:
        """Have pyDatalog hold the clauses of `fed`, and the relations they read, and no others."""
        fed = [rule for rule in fed if rule.body]
        wanted = {id(rule) for rule in fed}
        for unfed in self.asserted - wanted:
            for clause in self.made[unfed].clauses:
                pyEngine.retract(clause)
        for rule in fed:
            made = self.made.get(id(rule))
            if made is None:
                made = self.made[id(rule)] = self.maker.make(rule)
            if id(rule) not in self.asserted:
                for clause in made.clauses:
                    pyEngine.assert_(clause)
            for name, relation in made.positive:
                relation.hold(self.finished.positive.get(name, ()))
            for name, relation in made.negative:
                relation.hold(self.finished.negative.get(name, ()))
        self.asserted = wanted

    # Resolution

    def run(self, limit: int) -> None:
        """Do pyDatalog's tasks until none is left."""
        logic = self.store.logic
        logic.Tasks, logic.Recursive_Tasks = pyEngine.TaskList(), pyEngine.TaskDeque()
        logic.Recursive = True
        # The goal that would stop the search once it is answered: one that never is.
        logic.Goal = pyEngine.Subgoal(pyEngine.Literal("rulings goal", []))
        for table in self.tables.values():
            predicate = table.given.predicate
            variables = [pyEngine.Var(f"V{i}") for i in range(predicate.arity)]
            subgoal = pyEngine.Subgoal(pyEngine.Literal(predicate, variables))
            subgoal.schedule((pyEngine.SEARCH, (subgoal,)))
        moments = count(1)
        next_step = logic.Goal.next_step
        task, arguments = next_step()
        while task is not None:
            subgoal = arguments[0]
            predicate = subgoal.literal.pred
            if task is pyEngine.SEARCH:
                task, arguments = task(subgoal)
                _use_all(subgoal)
                continue
            if task is pyEngine.SEARCHING and predicate.recursive:
                # It makes a table wait for another to be complete; only negation needs that.
                task, arguments = next_step()
                continue
            if task is pyEngine.ADD_CLAUSE and predicate.recursive and not arguments[1].body:
                found = self.table_of.get(predicate)
                row = tuple([term.id for term in arguments[1].head.terms])
                if found is not None and row not in found.ranks:
                    found.ranks[row] = next(moments)
                    if len(found.ranks) > limit:
                        overflow(found.rules[0], limit)
                task, arguments = task(*arguments)
                # pyDatalog has its answer where no column is free; other clauses may have a fault.
                subgoal.is_done = False
                continue
            task, arguments = task(*arguments)


def _unconditional(rules: Iterable[Rule]) -> Iterator[Row]:
    """The rows that rules conclude from nothing."""
    for rule in rules:
        if not rule.body:
            yield tuple(term.value for term in rule.head.terms if isinstance(term, Constant))


def _use_all(subgoal: Any) -> None:
    """Use every clause that a search found, now: those that wait before those that answer.

    pyDatalog takes one after the other and hands a clause that comes late all rows at once.
    """
    clauses = subgoal.clauses
    if subgoal.recursive:
        for clause in sorted(clauses, key=lambda task: not task[1][1].body):
            subgoal.schedule(clause)
    else:
        for _, (_, fact) in clauses:
            subgoal.fact(fact.head)
    clauses.clear()
