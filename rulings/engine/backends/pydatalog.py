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
from collections.abc import Collection, Iterable, Sequence
from itertools import count
from threading import Lock
from typing import Any

from rulings.engine.backends import Rows
from rulings.engine.backends.clause_objects import Made, Maker
from rulings.engine.backends.computed import Finished
from rulings.engine.backends.stored import ConstantTerms, PyDatalogState, StoredRelation, pyEngine
from rulings.engine.limits import MAX_ROWS, overflow, rows_allowed
from rulings.engine.store.aggregates import AggregateValues
from rulings.engine.store.relation import RankedRows
from rulings.language.predicates import PredicateId
from rulings.language.program import Literal, Row, Rule
from rulings.records import dataclass, field


@dataclass(eq=False, slots=True, weakref_slot=True)
class PyDatalogBackend:
    """Least models by pyDatalog; `limit` bounds the rows of one predicate.

    What pyDatalog stores is kept for the next call. Threads take turns.
    """

    limit: int = MAX_ROWS
    _turn: Lock = field(default_factory=Lock, repr=False)
    _store: PyDatalogState = field(init=False, repr=False)
    _strata: dict[int, _ResolvedStratum] = field(init=False, repr=False)
    _end: weakref.finalize[[], PyDatalogBackend] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing stored."""
        self._store, self._strata = PyDatalogState(), {}
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
                        stratum = self._strata[id(rules)] = _ResolvedStratum(
                            rules, seed, self._store
                        )
                    return stratum.solve(
                        fed, Finished(positive, negative), seed, rows_allowed(self.limit)
                    )
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


class _Table:
    """One predicate of the stratum with pyDatalog's table of it.

    `given` holds the rows that pyDatalog finds when a part of the table is asked for, `ranks` all
    rows with the round of their first derivation, `new` those that no clause has heard of yet.
    """

    def __init__(self, predicate: Any, rules: Sequence[Rule], constants: ConstantTerms) -> None:
        self.rules = rules
        self.constants = constants
        self.given = StoredRelation(predicate, constants)
        self.concluded = frozenset(rule.head.row for rule in rules if not rule.body)
        self.ranks: dict[Row, int] = {}
        self.forget()

    def forget(self) -> None:
        """Let go of pyDatalog's answers."""
        self.whole: Any = None
        self.parts: dict[tuple[int, ...], dict[Row, list[Any]]] = {}
        self.new: dict[Row, Any] = {}

    def begin(self, seed: Collection[Row]) -> None:
        """Start from the rows `seed` and from what rules conclude from nothing."""
        self.given.hold(seed)
        self.ranks = dict.fromkeys(seed, 0)
        self.new = {
            row: pyEngine.Literal(self.given.predicate, [self.constants[value] for value in row])
            for row in self.concluded - self.ranks.keys()
        }
        variables = [pyEngine.Var(f"V{i}") for i in range(self.given.predicate.arity)]
        self.whole = pyEngine.Subgoal(pyEngine.Literal(self.given.predicate, variables))
        self.whole.schedule((pyEngine.SEARCH, (self.whole,)))

    def ask(self, part: Any) -> None:
        """Let a subgoal for a part of the table find the rows there are, and remember it."""
        if not self.parts:
            for head in self.whole.facts.values():
                self.given.add(tuple([term.id for term in head.terms]), head)
        terms = part.literal.terms
        columns = tuple(i for i, term in enumerate(terms) if term.is_const())
        asked = self.parts.setdefault(columns, {})
        asked.setdefault(tuple(terms[i].id for i in columns), []).append(part)

    def tell(self, row: Row, head: Any) -> None:
        """Let the clauses that wait for the table, or for a part of it, hear of a row."""
        self.whole.fact(head)
        # pyDatalog has its answer where no column is free; other clauses may have a fault.
        self.whole.is_done = False
        if self.parts:
            self.given.add(row, head)
        for columns, asked in self.parts.items():
            for part in asked.get(tuple(row[i] for i in columns), ()):
                if part.literal.unify(head) is not None:
                    part.fact(head)


class _ResolvedStratum:
    """The clauses and tables of one stratum, which stay stored from call to call."""

    def __init__(
        self, rules: Sequence[Rule], own: Iterable[PredicateId], store: PyDatalogState
    ) -> None:
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
                about = [rule for rule in rules if rule.head.predicate == name]
                self.tables[name] = _Table(predicate, about, store.constants)
        self.table_of = {table.given.predicate: table for table in self.tables.values()}
        predicates = {name: table.given.predicate for name, table in self.tables.items()}
        self.maker = Maker(predicates, store, self.finished)

    def solve(
        self, fed: Sequence[Rule], finished: Finished, seed: Rows, limit: int
    ) -> dict[PredicateId, set[Row]]:
        """Fill the table of every predicate by the rules that have something to read."""
        self.finished.positive, self.finished.negative = finished.positive, finished.negative
        self.offer(fed)
        try:
            self.run(seed, limit)
        finally:
            self.store.forget_tables()
            for table in self.tables.values():
                table.forget()
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

    def run(self, seed: Rows, limit: int) -> None:
        """Resolve round by round: what is derived in one is heard of in the next."""
        logic = self.store.logic
        logic.Tasks, logic.Recursive_Tasks = pyEngine.TaskList(), pyEngine.TaskDeque()
        logic.Recursive = True
        # The goal that would stop the search once it is answered: one that never is.
        logic.Goal = pyEngine.Subgoal(pyEngine.Literal("rulings goal", []))
        tables = self.tables.values()
        for name, table in self.tables.items():
            table.begin(seed[name])
        self.resolve(limit)
        for number in count(1):
            news = [(table, table.new) for table in tables if table.new]
            if not news:
                return
            for table, new in news:
                table.ranks.update(dict.fromkeys(new, number))
                table.new = {}
            for table, new in news:
                for row, head in new.items():
                    table.tell(row, head)
                    self.resolve(limit)

    def resolve(self, limit: int) -> None:
        """Do pyDatalog's tasks until none is left."""
        next_step = self.store.logic.Goal.next_step
        task, arguments = next_step()
        while task is not None:
            subgoal = arguments[0]
            if not subgoal.recursive:
                # A stored relation, a negation of one, or a primitive.
                task, arguments = task(*arguments)
                for _, (_, fact) in subgoal.clauses:
                    subgoal.fact(fact.head)
                subgoal.clauses.clear()
            elif task is pyEngine.SEARCHING:
                # It makes a table wait for another to be complete; only negation needs that.
                task, arguments = next_step()
            elif task is pyEngine.SEARCH:
                table = self.table_of.get(subgoal.literal.pred)
                part_of = table if table is not None and subgoal is not table.whole else None
                if part_of is not None:
                    part_of.ask(subgoal)
                task, arguments = task(subgoal)
                _use_all(subgoal, is_part=part_of is not None)
            elif task is pyEngine.ADD_CLAUSE and not arguments[1].body:
                self.derive(subgoal, arguments[1].head, limit)
                task, arguments = next_step()
            else:
                task, arguments = task(*arguments)

    def derive(self, subgoal: Any, head: Any, limit: int) -> None:
        """Keep a new row of a table for the next round; tell at once what else is concluded."""
        table = self.table_of.get(subgoal.literal.pred)
        row = tuple([term.id for term in head.terms])
        if table is None or table.ranks.get(row) == 0:
            subgoal.fact(head)
            # pyDatalog has its answer where no column is free; other clauses may have a fault.
            subgoal.is_done = False
        elif row not in table.ranks and row not in table.new:
            table.new[row] = head
            if len(table.ranks) + len(table.new) > limit:
                overflow(table.rules[0], limit)


def _use_all(subgoal: Any, *, is_part: bool) -> None:
    """Use every clause that a search found, now: those that wait before those that answer.

    pyDatalog takes one after the other and hands a clause that comes late all rows at once.
    A part of a table is answered from the whole, which the same clauses fill.
    """
    for task in sorted(subgoal.clauses, key=lambda task: not task[1][1].body):
        clause = task[1][1]
        if not is_part:
            subgoal.schedule(task)
        elif not clause.body:
            subgoal.fact(clause.head)
    subgoal.clauses.clear()
