"""Rules grounded from a question downwards.

In: the lowered rules of a program, what is listed of each call. Out: their ground `Instance`s.
Guarantee: conditions are met in an order in which each finds bound what it needs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Literal,
    Operation,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.binders import Names, condition_names, expression_names
from rulings.logic.calculation import ArithmeticFault, fault_at
from rulings.logic.lowered import AggregateTable
from rulings.logic.matching import Bound, Pattern, ground, unify
from rulings.logic.ordering import arranged, lookup_cost
from rulings.logic.solving import compared
from rulings.logic.totals import totals
from rulings.logic.unfolding import Clauses, Step

Fact = tuple[PredicateId, Row]
# A literal that counts on waits for other literals, and aggregates for it.
_COUNTING = 4.5
# An `=` that would be solved for an operand waits for what binds the operand.
_SOLVED_BACK = 50.0


@dataclass(frozen=True, slots=True)
class Instance:
    """A ground rule: what must hold, what must not, the elements of its aggregates, and the
    completions in which these surely and possibly have the value it takes.

    `rule` is the id of the program's rule that it comes from, empty if none.
    """

    rule: str
    row: Row
    holds: tuple[Fact, ...]
    fails: tuple[Fact, ...]
    elements: tuple[Fact, ...]
    sure: int
    maybe: int


class Walk(ABC):
    """Finds the instances of clauses; what is listed of a call is for the subclass to say."""

    full = 1

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        # What holds already of the body that is being read.
        self.premises: tuple[Fact, ...] = ()
        self._orders: dict[tuple[str, Names], tuple[Condition, ...]] = {}

    @abstractmethod
    def rows(self, name: PredicateId, pattern: Pattern, *, denied: bool = False) -> Iterable[Row]:
        """Return the listed rows of a call, which a body may deny; what is not listed is false."""

    @abstractmethod
    def truth(self, fact: Fact) -> tuple[int, int]:
        """Return in which completions an element of an aggregate surely and possibly holds."""

    def instances(self, rule: Rule, pattern: Pattern) -> Iterator[Instance]:
        """Yield the instances of a lowered rule that may conclude a row of a call.

        Raises RulingsError for arithmetic that fails.
        """
        bound = unify(rule.head.terms, pattern, {})
        if bound is None:
            return
        key = rule.id, frozenset(bound)
        if key not in self._orders:
            self._orders[key] = self._order(rule, frozenset(bound))
        start = Instance(self.clauses.source(rule), (), (), (), (), self.full, self.full)
        try:
            for found, made in self._join(self._orders[key], 0, bound, start):
                row = tuple(v for v in ground(rule.head, found) if v is not None)
                yield replace(made, row=row)
        except ArithmeticFault as fault:
            raise fault_at(rule, fault) from None

    def _join(
        self, steps: tuple[Condition, ...], at: int, bound: Bound, so_far: Instance
    ) -> Iterator[tuple[Bound, Instance]]:
        if at == len(steps):
            yield bound, so_far
            return
        match steps[at]:
            case Comparison() as comparison:
                for solved in compared(comparison, bound):
                    yield from self._join(steps, at + 1, solved, so_far)
            case Literal(atom, negated):
                self.premises = so_far.holds
                for extended, more in self._literal(atom, negated, bound, so_far):
                    yield from self._join(steps, at + 1, extended, more)

    def _literal(
        self, atom: Atom, negated: bool, bound: Bound, so_far: Instance
    ) -> Iterator[tuple[Bound, Instance]]:
        """Yield what a literal adds: a premise, what it denies, or the value of an aggregate."""
        name = atom.predicate
        table = self.clauses.total(name)
        if table is not None:
            yield from self._total(table, atom, bound, so_far)
            return
        found = list(self._matches(atom, bound, negated))
        if not negated:
            for row, extended in found:
                fact = () if name in BUILT_INS else ((name, row),)
                yield extended, replace(so_far, holds=so_far.holds + fact)
        elif not found or name not in BUILT_INS:
            facts = tuple((name, row) for row, _ in found)
            yield bound, replace(so_far, fails=so_far.fails + facts)

    def _total(
        self, table: AggregateTable, atom: Atom, bound: Bound, so_far: Instance
    ) -> Iterator[tuple[Bound, Instance]]:
        group = table.group_size
        width = len(self.clauses.columns(table.elements)) - group
        rows = self.rows(table.elements, (*ground(atom, bound)[:group], *(None,) * width))
        made = tuple((table.elements, row) for row in rows)
        listed = [(fact[1][group], *self.truth(fact)) for fact in made]
        for value, (sure, maybe) in totals(table.function, listed, self.full).items():
            extended = unify(atom.terms[-1:], (value,), bound)
            if so_far.maybe & maybe and extended is not None:
                yield (
                    extended,
                    replace(
                        so_far,
                        sure=so_far.sure & sure,
                        maybe=so_far.maybe & maybe,
                        elements=(*so_far.elements, *made),
                    ),
                )

    def _matches(
        self, atom: Atom, bound: Bound, denied: bool = False
    ) -> Iterator[tuple[Row, dict[str, Value]]]:
        pattern = ground(atom, bound)
        built_in = BUILT_INS.get(atom.predicate)
        if built_in is None:
            rows = self.rows(atom.predicate, pattern, denied=denied)
        else:
            rows = built_in.rows(*(pattern[i] for i in built_in.inputs))
        for row in rows:
            extended = unify(atom.terms, row, bound)
            if extended is not None:
                yield row, extended

    def _order(self, rule: Rule, bound: Names) -> tuple[Condition, ...]:
        """Order the conditions of a rule so that each finds bound what it needs.

        What calls the rule again with a number computed here comes after what may bound it:
        otherwise the calls would count on without an end.
        """
        body = tuple(self.clauses.body(rule))
        counted = frozenset().union(*map(_computed, body)) - bound
        by_lookup = lookup_cost(self._inputs)

        def cost(step: Condition, known: Names, others: Sequence[Condition]) -> float:
            found = by_lookup(step, known, others)
            if _solves_back(step, known):
                return max(found, _SOLVED_BACK)
            return max(found, _COUNTING) if self._counts_on(step, rule, counted) else found

        return arranged(body, bound, cost)

    def _counts_on(self, step: Condition, rule: Rule, counted: Names) -> bool:
        if not isinstance(step, Literal) or not condition_names(step) & counted:
            return False
        name, head = step.atom.predicate, rule.head.predicate
        if name in BUILT_INS or self.clauses.total(name) is not None:
            return False
        return name == head or head in self.clauses.reach(name)

    def _inputs(self, name: PredicateId) -> tuple[int, ...]:
        return tuple(i for i, column in enumerate(self.clauses.columns(name)) if column.is_input)


def _solves_back(step: Condition | Step, known: Names) -> bool:
    """Whether an `=` would find an operand from its result: `3 = X + 1`.

    A rule `p(X + 1) :- p(X)` that is read so counts down for ever. Some other condition binds
    the operand in every rule, and comes first.
    """
    match step:
        case Comparison("=", left, right):
            return any(
                isinstance(side, Operation) and expression_names(side) - known
                for side in (left, right)
            )
        case _:
            return False


def _computed(step: Condition | Step) -> Names:
    """The variable that a comparison may give a computed number."""
    match step:
        case Comparison("=", Variable(name), Operation()):
            return frozenset((name,))
        case Comparison("=", Operation(), Variable(name)):
            return frozenset((name,))
        case _:
            return frozenset()
