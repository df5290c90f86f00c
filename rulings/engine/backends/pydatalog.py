"""The least model of one stratum by pyDatalog's tabled resolution.

In: a stratum's rules and the rows they read. Out: the rows of its predicates, ranked in the order
in which they were derived. Guarantee: the same model as every other backend, and nothing left
behind: each call works in a pyDatalog state of its own, with numbered predicates, and puts the
caller's state back.

Rules become clause objects; no text is executed. pyDatalog keeps one table for each predicate of
the stratum and hands every row of a table to the clauses that wait for it. A rule that reads k of
these predicates becomes k clauses, each of which waits for rows of one and looks the other k - 1
up among the rows found so far. Those lookups, finished rows, negation, built-ins and comparisons
are one Python resolver, the second literal of a clause.

pyDatalog's tasks are done here, in a Python loop, so that Ctrl-C and deadlines are noticed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from rulings.engine.aggregates import AggregateValues
from rulings.engine.backends.order import Order
from rulings.engine.backends.resolver import Resolver, Rows, Sources
from rulings.engine.binding import Names, body_names, names
from rulings.engine.limits import MAX_ROWS, overflow
from rulings.engine.relation import RankedRows, Relation
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Literal,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)

with warnings.catch_warnings():
    # Python 3.12 and later remark on an escape sequence when they compile it.
    warnings.simplefilter("ignore", SyntaxWarning)
    from pyDatalog import Logic, pyEngine


@dataclass(frozen=True, slots=True)
class ClausePlan:
    """A clause without what changes from run to run: the variables of the literal it waits for,
    the steps of its resolver, and the variables that the resolver is given and asked for."""

    rule: Rule
    awaited: tuple[Variable, ...]
    steps: tuple[tuple[Condition, Names], ...]
    given: tuple[str, ...]
    wanted: tuple[str, ...]


Plans = dict[tuple[int, int], ClausePlan]


@dataclass(frozen=True, slots=True)
class PyDatalogBackend:
    """Least models by pyDatalog; `limit` bounds the rows of one predicate. `plans` are kept, by
    the identity of a rule and of the atom awaited."""

    limit: int = MAX_ROWS
    name: str = "pydatalog"
    plans: Plans = field(default_factory=dict, compare=False, repr=False)

    def least_model(
        self, rules: Sequence[Rule], positive: Rows, negative: Rows, seed: Rows
    ) -> dict[str, set[Row]]:
        """Return the least set of rows closed under `rules` that contains `seed`.

        The stratum's own predicates are the keys of `seed`; every other positive literal reads
        `positive`, every negated one `negative`. Raises `RulingsError` for a fault in a rule's
        arithmetic and for a predicate with more than `limit` rows.
        """
        rules = [rule for rule in rules if not _starves(rule, positive, seed)]
        if not rules:
            return {name: set(rows) for name, rows in seed.items()}
        with _own_logic() as logic:
            stratum = _Stratum(logic, rules, self, positive, negative, seed)
            try:
                return stratum.solve()
            finally:
                stratum.release()


def _starves(rule: Rule, positive: Rows, own: Rows) -> bool:
    """Whether a rule needs a row of a finished relation that has none.

    Setting pyDatalog up costs more than most strata take; many have nothing to do.
    """
    for condition in rule.body:
        if isinstance(condition, Literal) and not condition.negated:
            name = condition.atom.predicate
            rows = None if name in own else positive.get(name)
            if rows is not None and not isinstance(rows, AggregateValues) and not rows:
                return True
    return False


@contextmanager
def _own_logic() -> Iterator[Any]:
    """Give this thread a pyDatalog state of its own for the length of the block."""
    before = getattr(Logic.tl, "logic", None)
    counter = getattr(pyEngine.Fresh_var.tl, "counter", 0)
    logic = Logic.tl.logic = object.__new__(Logic)
    try:
        pyEngine.clear()
        yield logic
    finally:
        pyEngine.Fresh_var.tl.counter = counter
        if before is None:
            del Logic.tl.logic
        else:
            Logic.tl.logic = before


class _Constants(dict[Value, Any]):
    """One pyDatalog constant for each value."""

    def __missing__(self, value: Value) -> Any:
        made = self[value] = pyEngine.Const(value)
        return made


@dataclass(frozen=True, slots=True)
class _Call:
    """A clause's second literal: its resolver, and the variables that it reads and binds."""

    resolver: Resolver
    given: tuple[str, ...]
    wanted: tuple[str, ...]


class _Table:
    """One predicate of the stratum with pyDatalog's table of it.

    `ranks` holds its rows, those that were given with rank 0; `found` again, for lookups.
    """

    def __init__(self, arity: int, predicate: Any, rules: list[Rule]) -> None:
        self.predicate = predicate
        self.rules = rules
        self.found = Relation(arity)
        self.is_looked_up = False
        self.ranks: dict[Row, int] = {}
        variables = [pyEngine.Var(f"V{i}") for i in range(arity)]
        self.subgoal = pyEngine.Subgoal(pyEngine.Literal(predicate, variables))


class _Stratum:
    """The clauses and tables of one stratum."""

    def __init__(
        self,
        logic: Any,
        rules: Sequence[Rule],
        backend: PyDatalogBackend,
        positive: Rows,
        negative: Rows,
        seed: Rows,
    ) -> None:
        self.logic = logic
        self.seed = seed
        self.limit = backend.limit
        self.plans = backend.plans
        self.constants = _Constants()
        self.predicates: list[Any] = []
        self.calls: dict[Any, _Call] = {}
        self.moments = count(1)
        self.tables: dict[str, _Table] = {}
        for name, rows in seed.items():
            about = [rule for rule in rules if rule.head.predicate == name]
            arity = len(about[0].head.terms) if about else next(map(len, rows), 0)
            self.tables[name] = _Table(arity, self.predicate(arity), about)
        self.table_of = {table.predicate: table for table in self.tables.values()}
        own = {name: table.found for name, table in self.tables.items()}
        self.sources = Sources(own, positive, negative)

    def solve(self) -> dict[str, set[Row]]:
        """Fill the table of every predicate."""
        logic = self.logic
        logic.Tasks, logic.Recursive_Tasks = pyEngine.TaskList(), pyEngine.TaskDeque()
        logic.Recursive = True
        # The goal that would stop the search once it is answered: one that never is.
        logic.Goal = pyEngine.Subgoal(pyEngine.Literal(self.predicate(0), []))
        for table in self.tables.values():
            pyEngine.insert(table.predicate)
            for rule in table.rules:
                self.define(rule, table)
        for name, table in self.tables.items():
            table.ranks.update(dict.fromkeys(self.seed[name], 0))
            if table.is_looked_up:
                table.found.extend(set(table.ranks))
        for table in self.tables.values():
            table.subgoal.schedule((pyEngine.SEARCH, (table.subgoal,)))
        self.run(logic.Goal.next_step)
        # Now every clause waits: one that came late would be handed all rows in one long step.
        for name, table in self.tables.items():
            for row in self.seed[name]:
                self.hand_over(table, row)
                self.run(logic.Goal.next_step)
        return {name: RankedRows(table.ranks, table.ranks) for name, table in self.tables.items()}

    def run(self, next_step: Callable[[], tuple[Any, Any]]) -> None:
        """Do pyDatalog's tasks until none is left."""
        task, arguments = next_step()
        while task is not None:
            if task is pyEngine.ADD_CLAUSE:
                self.add(*arguments)
                task, arguments = next_step()
            elif task is pyEngine.SEARCHING:
                # It makes a table wait for another to be complete, which only negation needs.
                task, arguments = next_step()
            elif task is pyEngine.SEARCH:
                (subgoal,) = arguments
                task, arguments = task(subgoal)
                # All clauses at once: each then hears of every row as it is found.
                for clause in subgoal.clauses:
                    subgoal.schedule(clause)
                subgoal.clauses.clear()
            else:
                task, arguments = task(*arguments)

    def add(self, subgoal: Any, clause: Any) -> None:
        """Use a clause of a table: it has its row, or waits for rows, or calls its resolver."""
        if subgoal.is_done:
            return
        table = self.table_of[subgoal.literal.pred]
        head = [term.id for term in clause.head.terms]
        if not clause.body:
            self.derive(table, tuple(head))
        elif (call := self.calls.get(clause.body[0].pred)) is None:
            subgoal.rule(clause, clause.body[0])
        else:
            terms = iter(clause.body[0].terms)
            binding = {name: next(terms).id for name in call.given}
            wanted = {next(terms).id: name for name in call.wanted}
            columns = [(wanted.get(column), column) for column in head]
            for found in call.resolver.solve(binding):
                self.derive(
                    table,
                    tuple([value if name is None else found[name] for name, value in columns]),
                )
                if not wanted:
                    break

    def derive(self, table: _Table, row: Row) -> None:
        """Put a row into a table; if it is new, the present moment is its rank."""
        if row not in table.ranks:
            table.ranks[row] = next(self.moments)
            if table.is_looked_up:
                table.found.insert(row)
            if len(table.ranks) > self.limit:
                overflow(table.rules[0], self.limit)
            self.hand_over(table, row)

    def hand_over(self, table: _Table, row: Row) -> None:
        """Give pyDatalog a row, for the clauses that wait for it."""
        terms = [self.constants[value] for value in row]
        table.subgoal.fact(pyEngine.Literal(table.predicate, terms))

    def release(self) -> None:
        """Break the reference cycles, which pyDatalog's compiled classes hide from Python."""
        for table in self.tables.values():
            table.subgoal.waiters = []
            while table.subgoal.tasks:
                table.subgoal.tasks.pop()
        for predicate in self.predicates:
            for clause in list(predicate.clauses.values()):
                pyEngine.retract(clause)

    # Clauses

    def predicate(self, arity: int) -> Any:
        """A new predicate. Its name is a number: pyDatalog reads meaning into some names."""
        predicate = pyEngine.Pred(f"rulings {len(self.predicates)}", arity)
        predicate.prearity = arity
        # First in, first out: rules are all known to a table before its answers arrive.
        predicate.recursive = True
        self.predicates.append(predicate)
        return predicate

    def define(self, rule: Rule, table: _Table) -> None:
        """Give a table the clauses of a rule."""
        own = [
            position
            for position, condition in enumerate(rule.body)
            if isinstance(condition, Literal)
            and not condition.negated
            and condition.atom.predicate in self.tables
        ]
        if not own:
            self.define_clause(rule, table, None, rule.body)
        for position in own:
            awaited, others = rule.body[position], [p for p in own if p != position]
            assert isinstance(awaited, Literal)
            for other in others:
                looked_up = rule.body[other]
                assert isinstance(looked_up, Literal)
                self.tables[looked_up.atom.predicate].is_looked_up = True
            rest = (*rule.body[:position], *rule.body[position + 1 :])
            self.define_clause(rule, table, awaited.atom, rest)

    def define_clause(
        self, rule: Rule, table: _Table, awaited: Atom | None, conditions: tuple[Condition, ...]
    ) -> None:
        """Define the clause that waits for rows of `awaited`, then meets the conditions."""
        plan = self.plans.get((id(rule), id(awaited)))
        if plan is None or plan.rule is not rule:
            plan = self.plans[id(rule), id(awaited)] = self.plan(rule, awaited, conditions)
        body = []
        if awaited is not None:
            predicate = self.tables[awaited.predicate].predicate
            body.append(pyEngine.Literal(predicate, [self.term(v) for v in plan.awaited]))
        if plan.steps or awaited is None:
            called = self.predicate(len(plan.given) + len(plan.wanted))
            resolver = Resolver(rule, plan.steps, self.sources)
            self.calls[called] = _Call(resolver, plan.given, plan.wanted)
            terms = [pyEngine.Var(name) for name in (*plan.given, *plan.wanted)]
            body.append(pyEngine.Literal(called, terms))
        head = pyEngine.Literal(table.predicate, [self.term(t) for t in rule.head.terms])
        pyEngine.assert_(pyEngine.Clause(head, body))

    def plan(
        self, rule: Rule, awaited: Atom | None, conditions: tuple[Condition, ...]
    ) -> ClausePlan:
        """Order the conditions that follow `awaited`."""
        variables, equal = _opened(awaited) if awaited is not None else ([], [])
        conditions = (*equal, *conditions)
        bound, head = names(variables), names(rule.head.terms)
        order = Order(conditions, bound, head, self.sources.inputs, self.sources.size)
        given = tuple(sorted(bound & body_names(conditions)))
        wanted = tuple(sorted(head - bound))
        return ClausePlan(rule, tuple(variables), tuple(order.steps()), given, wanted)

    def term(self, term: Term) -> Any:
        """A term in pyDatalog's words."""
        return pyEngine.Var(term.name) if isinstance(term, Variable) else self.constants[term.value]


def _opened(atom: Atom) -> tuple[list[Variable], list[Comparison]]:
    """Distinct variables for the columns of an atom, and what makes them its terms.

    Any other literal would have a table of its own: pyDatalog tables call patterns.
    """
    variables: list[Variable] = []
    equal: list[Comparison] = []
    for position, term in enumerate(atom.terms):
        if isinstance(term, Variable) and term not in variables:
            variables.append(term)
        else:
            variables.append(Variable(f"column {position}"))
            equal.append(Comparison("=", variables[-1], term))
    return variables, equal
