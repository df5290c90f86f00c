"""The least model of one stratum by pyDatalog's tabled resolution.

In: a stratum's rules and the rows they read. Out: the rows of its predicates. Guarantee: the
same model as every other backend, and nothing left behind: each call works in a pyDatalog state
of its own, with numbered predicates, and puts the caller's state back.

Rules become clause objects; no text is executed. pyDatalog keeps one table per call pattern of
the stratum's own predicates and resolves clauses against these tables. What this module adds:

- conditions are put into an order in which each is bound when its turn comes, separately for
  each pattern of bound arguments that a predicate is called with;
- finished rows, negation, built-ins and comparisons are looked up where they stand, by SLD
  resolution, instead of in one more table for each instance;
- the scheduler's loop runs here, in Python, so that Ctrl-C and deadlines are noticed. Without
  negation no table waits for the completion of another, so its SEARCHING tasks are dropped.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rulings.engine.aggregates import AggregateValues
from rulings.engine.backends.order import Order, is_bound
from rulings.engine.binding import Names, condition_names, names
from rulings.engine.limits import MAX_ROWS, overflow
from rulings.engine.relation import RankedRows, Relation
from rulings.engine.values import COMPARISONS, ArithmeticFault, evaluate_expression, fault_at
from rulings.language.builtins import BUILT_INS
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

Rows = Mapping[str, Collection[Row]]
Environment = dict[Any, Any]
"""From the id of a pyDatalog variable to the constant it is bound to."""
Lookup = Callable[[list[Any]], Iterable[Environment]]
"""From the terms of a literal to its answers."""
Body = list[tuple[Any, Names]]
"""The literals of a clause with the variables that each uses."""
Call = tuple[str, tuple[bool, ...]]
"""A predicate of the stratum and which of its arguments are bound."""

LONGEST_BODY = 50
"""pyDatalog copies the rest of a body at every step, so longer bodies are cut into pieces."""
SUCCESS: tuple[Environment, ...] = ({},)


@dataclass(frozen=True, slots=True)
class PyDatalogBackend:
    """Least models by pyDatalog; `limit` bounds the rows of one table."""

    limit: int = MAX_ROWS
    name: str = "pydatalog"

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
            tables = _Tables(logic, rules, (positive, negative, seed), self.limit)
            try:
                return tables.solve()
            finally:
                tables.release()


def _starves(rule: Rule, positive: Rows, own: Rows) -> bool:
    """Whether a rule needs a row of a finished relation that has none.

    Setting pyDatalog up costs more than most strata take; many have nothing to do.
    """
    for condition in rule.body:
        if isinstance(condition, Literal) and not condition.negated:
            name = condition.atom.predicate
            rows = None if name in own or name in BUILT_INS else positive.get(name)
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


class _Tables:
    """The clauses and tables of one stratum."""

    def __init__(
        self, logic: Any, rules: Sequence[Rule], rows: tuple[Rows, Rows, Rows], limit: int
    ) -> None:
        self.logic = logic
        self.positive, self.negative, self.seed = rows
        self.limit = limit
        self.rules: dict[str, list[Rule]] = {name: [] for name in self.seed}
        for rule in rules:
            self.rules[rule.head.predicate].append(rule)
        self.constants = _Constants()
        self.predicates: list[Any] = []
        self.names: dict[Any, str] = {}
        self.calls: dict[Call, Any] = {}
        self.waiting: list[Call] = []
        self.tabled: set[Any] = set()
        # A row is first answered after the rows it was derived from: that ranks them.
        self.order_of: dict[tuple[str, Row], int] = {}
        self.lookups: dict[Any, Lookup] = {}

    def solve(self) -> dict[str, set[Row]]:
        """Fill the table of every predicate, called with nothing bound."""
        logic = self.logic
        logic.Tasks, logic.Recursive_Tasks = pyEngine.TaskList(), pyEngine.TaskDeque()
        logic.Recursive = True
        # The goal that would stop the search once it is answered: one that never is.
        logic.Goal = pyEngine.Subgoal(pyEngine.Literal(self.predicate(0), []))
        goals = {}
        for name, rows in self.seed.items():
            arity = _arity(rows, self.rules[name])
            if arity is not None:
                variables = [pyEngine.Var(f"V{i}") for i in range(arity)]
                called = self.called(name, (False,) * arity)
                goals[name] = pyEngine.Subgoal(pyEngine.Literal(called, variables))
        self.define()
        for goal in goals.values():
            goal.schedule((pyEngine.SEARCH, (goal,)))
        self.run(logic.Goal.next_step)
        found: dict[str, set[Row]] = {name: set(rows) for name, rows in self.seed.items()}
        for name, goal in goals.items():
            given, rows = found[name], {key[1:] for key in goal.facts}
            ranks = {row: self.order_of[name, row] for row in rows - given}
            found[name] = RankedRows(rows, ranks)
        return found

    def run(self, next_step: Callable[[], tuple[Any, Any]]) -> None:
        """Do pyDatalog's tasks until none is left."""
        task, arguments = next_step()
        while task is not None:
            if task is pyEngine.ADD_CLAUSE:
                self.add(*arguments)
                task, arguments = next_step()
            elif task is pyEngine.SEARCHING:
                task, arguments = next_step()
            elif task is pyEngine.SEARCH:
                (table,) = arguments
                task, arguments = task(table)
                # All clauses at once: each then hears of every answer as it is found.
                for clause in table.clauses:
                    table.schedule(clause)
                table.clauses.clear()
            else:
                task, arguments = task(*arguments)

    def add(self, table: Any, clause: Any) -> None:
        """Resolve a clause until it is a fact of `table` or its next literal has a table."""
        pending, pred = [iter((clause,))], table.literal.pred
        while pending and not table.is_done:
            clause = next(pending[-1], None)
            if clause is None:
                pending.pop()
            elif not clause.body:
                table.fact(clause.head)
                if pred in self.tabled:
                    answer = self.names[pred], clause.head.get_fact_id()[1:]
                    self.order_of.setdefault(answer, len(self.order_of) + 1)
                if len(table.facts) > self.limit and (rules := self.rules[self.names[pred]]):
                    overflow(rules[0], self.limit)
            elif (lookup := self.lookups.get(clause.body[0].pred)) is None:
                table.rule(clause, clause.body[0])
            else:
                pending.append(_resolvents(clause, lookup))

    def release(self) -> None:
        """Break the reference cycles, which pyDatalog's compiled classes hide from Python."""
        for table in self.logic.Subgoals.values():
            table.waiters = []
            while table.tasks:
                table.tasks.pop()
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

    def called(self, name: str, bound: tuple[bool, ...]) -> Any:
        """The predicate that tables `name` called with these arguments bound."""
        call = name, bound
        if call not in self.calls:
            self.calls[call] = self.predicate(len(bound))
            self.names[self.calls[call]] = name
            self.tabled.add(self.calls[call])
            self.waiting.append(call)
        return self.calls[call]

    def define(self) -> None:
        """Give every called predicate its clauses, which may call more."""
        while self.waiting:
            name, bound = self.waiting.pop()
            predicate = pyEngine.insert(self.calls[name, bound])
            facts = (r.head.terms for r in self.rules[name] if not r.body)
            rows = {*self.seed[name], *(tuple(t.value for t in f) for f in facts)}  # type: ignore[union-attr]
            if rows:
                variables = [pyEngine.Var(f"V{i}") for i in range(len(bound))]
                lookup = self.reader(Relation(len(bound), rows))
                self.define_clause(predicate, variables, [self.literal(lookup, variables)])
            for rule in self.rules[name]:
                if rule.body:
                    self.define_rule(predicate, rule, bound)

    def define_rule(self, predicate: Any, rule: Rule, bound: tuple[bool, ...]) -> None:
        terms = rule.head.terms
        known = names(t for t, is_bound in zip(terms, bound, strict=True) if is_bound)
        body: Body = []
        for condition in self.order(rule, known):
            body.append((self.condition(condition, rule, known), condition_names(condition)))
            known |= condition_names(condition)
        self.define_pieces(predicate, [self.term(t) for t in terms], names(terms), body)

    def order(self, rule: Rule, bound: Names) -> Iterator[Condition]:
        def inputs(name: str) -> tuple[int, ...] | None:
            if name in BUILT_INS:
                return BUILT_INS[name].inputs
            rows = self.positive.get(name)
            return tuple(range(rows.arity - 1)) if isinstance(rows, AggregateValues) else None

        def size(name: str) -> int:
            return len(self.positive.get(name, ()))

        return Order(rule, bound, self.seed, inputs, size).steps()

    def define_pieces(self, predicate: Any, head: list[Any], needed: Names, body: Body) -> None:
        """Define a clause, its body cut into pieces that call one another."""
        while len(body) > LONGEST_BODY:
            first, body = body[:LONGEST_BODY], body[LONGEST_BODY:]
            before: Names = frozenset().union(*(used for _, used in first))
            after: Names = frozenset().union(*(used for _, used in body))
            needed = after & (before | needed)
            shared = [pyEngine.Var(name) for name in sorted(needed)]
            rest = pyEngine.insert(self.predicate(len(shared)))
            self.names[rest] = self.names[predicate]
            literals = [literal for literal, _ in first]
            self.define_clause(predicate, head, [*literals, pyEngine.Literal(rest, shared)])
            predicate, head = rest, shared
        self.define_clause(predicate, head, [literal for literal, _ in body])

    def define_clause(self, predicate: Any, head: list[Any], body: list[Any]) -> None:
        pyEngine.assert_(pyEngine.Clause(pyEngine.Literal(predicate, head), body))

    def condition(self, condition: Condition, rule: Rule, known: Names) -> Any:
        """The pyDatalog literal for a condition whose variables `known` are bound."""
        match condition:
            case Literal(atom, negated):
                terms = [self.term(t) for t in atom.terms]
                if not negated and atom.predicate in self.seed:
                    bound = tuple(is_bound(t, known) for t in atom.terms)
                    return pyEngine.Literal(self.called(atom.predicate, bound), terms)
                lookup = self.lookup(atom, negated)
                return self.literal(_absence(lookup) if negated else lookup, terms)
            case Comparison():
                variables = tuple(sorted(condition_names(condition)))
                lookup = self.comparison(condition, variables, rule)
                return self.literal(lookup, [pyEngine.Var(name) for name in variables])
            case _:
                raise TypeError(f"{type(condition).__name__} reaches no backend")

    def literal(self, lookup: Lookup, terms: list[Any]) -> Any:
        predicate = self.predicate(len(terms))
        self.lookups[predicate] = lookup
        return pyEngine.Literal(predicate, terms)

    def term(self, term: Term) -> Any:
        if isinstance(term, Variable):
            return pyEngine.Var(term.name)
        return self.constants[term.value]

    # Lookups

    def lookup(self, atom: Atom, negated: bool) -> Lookup:
        built_in = BUILT_INS.get(atom.predicate)
        if built_in is not None:
            return self.caller(built_in.rows, built_in.inputs)
        rows = (self.negative if negated else self.positive).get(atom.predicate, ())
        if isinstance(rows, AggregateValues):
            return self.caller(rows.rows_for, range(rows.arity - 1))
        if isinstance(rows, Relation):
            return self.reader(rows)
        return self.reader(Relation(len(atom.terms), rows))

    def reader(self, relation: Relation) -> Lookup:
        """Answers from rows."""

        def answers(terms: list[Any]) -> Iterable[Environment]:
            pattern = tuple(t.id if t.is_const() else None for t in terms)
            if None in pattern:
                return self.bindings(terms, relation.match(pattern))
            return SUCCESS if pattern in relation else ()

        return answers

    def caller(self, rows: Callable[..., Iterable[Row]], inputs: Sequence[int]) -> Lookup:
        """Answers that are computed from the values of the `inputs`."""

        def answers(terms: list[Any]) -> Iterable[Environment]:
            return self.bindings(terms, rows(*(terms[i].id for i in inputs)))

        return answers

    def bindings(self, terms: list[Any], rows: Iterable[Row]) -> Iterator[Environment]:
        """What `terms` must be bound to, to be one of `rows`."""
        constants = self.constants
        fixed = [(i, t.id) for i, t in enumerate(terms) if t.is_const()]
        free = [(i, t.id) for i, t in enumerate(terms) if not t.is_const()]
        repeated = len({variable for _, variable in free}) < len(free)
        for row in rows:
            if fixed and any(row[i] != value for i, value in fixed):
                continue
            environment = {variable: constants[row[i]] for i, variable in free}
            if repeated and any(environment[v].id != row[i] for i, v in free):
                continue
            yield environment

    def comparison(self, condition: Comparison, variables: tuple[str, ...], rule: Rule) -> Lookup:
        """Answers of a comparison: the value of a variable that is free, or a test."""
        holds = COMPARISONS[condition.operator]

        def answers(terms: list[Any]) -> Iterable[Environment]:
            free: dict[str, Any] = {}
            binding: dict[str, Value] = {}
            for name, term in zip(variables, terms, strict=True):
                if term.is_const():
                    binding[name] = term.id
                else:
                    free[name] = term.id
            try:
                for side, other in (
                    (condition.left, condition.right),
                    (condition.right, condition.left),
                ):
                    if isinstance(side, Variable) and side.name in free:
                        value = evaluate_expression(other, binding)
                        return ({free[side.name]: self.constants[value]},)
                left = evaluate_expression(condition.left, binding)
                right = evaluate_expression(condition.right, binding)
                return SUCCESS if holds(left, right) else ()
            except ArithmeticFault as fault:
                raise fault_at(rule, fault) from None

        return answers


class _Constants(dict[Value, Any]):
    """One pyDatalog constant for each value."""

    def __missing__(self, value: Value) -> Any:
        made = self[value] = pyEngine.Const(value)
        return made


def _resolvents(clause: Any, lookup: Lookup) -> Iterator[Any]:
    """The clauses that are left when the first literal of `clause` has been answered."""
    head, first, rest = clause.head, clause.body[0], clause.body[1:]
    for environment in lookup(first.terms):
        body = [literal.subst(environment) for literal in rest]
        yield pyEngine.Clause(head.subst(environment), body)


def _absence(lookup: Lookup) -> Lookup:
    """The lookup that succeeds where `lookup` has no answer."""

    def answers(terms: list[Any]) -> Iterable[Environment]:
        return () if any(True for _ in lookup(terms)) else SUCCESS

    return answers


def _arity(rows: Collection[Row], rules: Sequence[Rule]) -> int | None:
    if rules:
        return len(rules[0].head.terms)
    return next((len(row) for row in rows), None)
