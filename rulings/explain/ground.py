"""Rules grounded from a question downwards.

In: the lowered rules of a program, rows of chosen worlds. Out: their ground `Instance`s.
Guarantee: conditions are met in an order in which each finds bound what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Pattern, ground, unify
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Comparison,
    Condition,
    Literal,
    Operation,
    Row,
    Rule,
    Variable,
)
from rulings.logic.binders import Names, condition_names, expression_names
from rulings.logic.ordering import arranged, lookup_cost
from rulings.logic.solving import Rows, solve
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class Grounder:
    """Finds the instances of lowered rules; what is listed of a call is for the rows to say."""

    clauses: Clauses

    def instances(
        self, rule: Rule, pattern: Pattern, rows: Rows[Instance], full: int
    ) -> Iterator[Instance]:
        """Yield the instances of a lowered rule that may conclude a row of a call.

        `full` are all worlds.
        """
        bound = unify(rule.head.terms, pattern, {})
        if bound is None:
            return
        key = rule.id, frozenset(bound)
        order = self.clauses.orders.get(key)
        if order is None:
            order = self.clauses.orders[key] = self._order(rule, frozenset(bound))
        start = Instance(self.clauses.source(rule), (), (), (), (), full, full)
        for found, made in solve(order, bound, rows, start):
            row = tuple([v for v in ground(rule.head, found) if v is not None])
            yield replace(made, row=row)

    def _order(self, rule: Rule, bound: Names) -> tuple[Condition, ...]:
        """Order the conditions of a rule so that each finds bound what it needs.

        What calls the rule again with a number computed here comes after what may bound it:
        otherwise the calls would count on without an end.
        """
        body = tuple(self.clauses.body(rule))
        counted = frozenset().union(*map(_computed, body)) - bound
        by_lookup = lookup_cost(self._inputs)

        def cost(step: Condition, known: Names, waiting: Sequence[Condition]) -> float:
            found = by_lookup(step, known, waiting)
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


def _solves_back(step: Condition, known: Names) -> bool:
    """Whether an `=` would find an operand from its result: `3 = X + 1`.

    A rule `p(X + 1) :- p(X)` that is read so counts down for ever. Some other condition binds
    the operand in every rule, and comes first.
    """
    return (
        isinstance(step, Comparison)
        and step.operator == "="
        and any(
            isinstance(side, Operation) and expression_names(side) - known
            for side in (step.left, step.right)
        )
    )


def _computed(step: Condition) -> Names:
    """The variable that a comparison may give a computed number."""
    match step:
        case Comparison("=", Variable(name), Operation()) | Comparison(
            "=", Operation(), Variable(name)
        ):
            return frozenset((name,))
    return frozenset()
