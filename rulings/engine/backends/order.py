"""The order in which the conditions of a rule are met.

In: conditions, and the variables that are bound before them. Out: the conditions, one after
another. Guarantee: each is bound when its turn comes, tests come as early as they can, and the
time taken is linear in the number of conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rulings.engine.plan.steps import divides
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Comparison,
    Condition,
    Expression,
    Literal,
    Term,
    Variable,
)
from rulings.logic.binders import Names, condition_names, expression_names, names

WINDOW = 100
"""How many waiting conditions are compared to find the next; more would be quadratic."""


class Order:
    """Orders conditions whose variables `bound` are bound already, for the sake of `needed`.

    `inputs` gives the input positions of the predicates that are computed, `size` counts the
    rows of the others.
    """

    def __init__(
        self,
        conditions: Sequence[Condition],
        bound: Names,
        needed: Names,
        inputs: Callable[[PredicateId], tuple[int, ...] | None],
        size: Callable[[PredicateId], int],
    ) -> None:
        self.conditions = conditions
        self.bound = bound
        self.inputs = inputs
        self.size = size
        self.uses = Counter((*bound, *needed))
        for condition in conditions:
            self.uses.update(condition_names(condition))
        self.waiting = list(range(len(conditions)))
        self.blocked: set[int] = set()
        self.users: dict[str, set[int]] = {}

    def steps(self) -> Iterator[tuple[Condition, Names]]:
        """Yield each condition as soon as its variables are bound, with those that are."""
        while self.waiting:
            costs = {n: self.cost(self.conditions[n]) for n in self.waiting[:WINDOW]}
            ready = {n: cost for n, cost in costs.items() if cost is not None}
            for number in costs.keys() - ready.keys():
                self.block(number)
            if ready:
                bound = self.bound
                yield self.take(min(ready, key=lambda n: (ready[n], n))), bound

    def block(self, number: int) -> None:
        """Leave a condition aside until one more of its variables is bound."""
        self.waiting.remove(number)
        self.blocked.add(number)
        for name in condition_names(self.conditions[number]):
            self.users.setdefault(name, set()).add(number)

    def take(self, number: int) -> Condition:
        """Hand out a condition and wake those that wait for the variables it binds."""
        self.waiting.remove(number)
        condition = self.conditions[number]
        used = condition_names(condition)
        woken: set[int] = set()
        for name in used - self.bound:
            woken |= self.users.pop(name, set()) & self.blocked
        self.blocked -= woken
        self.waiting[:0] = sorted(woken)
        self.bound |= used
        return condition

    def cost(self, condition: Condition) -> tuple[int, int] | None:
        """Tests before lookups before loops, small before large, and at last what may divide by
        zero: the others may spare it the zero. None when not ready."""
        match condition:
            case Literal(atom, negated):
                free = names(atom.terms) - self.bound
                inputs = self.inputs(atom.predicate)
                if inputs and names(atom.terms[i] for i in inputs) & free:
                    return None
                if negated:
                    return None if any(self.uses[name] > 1 for name in free) else (0, 0)
                if inputs is not None:
                    return (1, 0) if free else (0, 0)
                if not free:
                    return 0, 0
                some = any(is_bound(t, self.bound) for t in atom.terms)
                return (2 if some else 3), self.size(atom.predicate)
            case Comparison("=", left, right):
                ready = _gives(left, right, self.bound) or _gives(right, left, self.bound)
            case Comparison():
                ready = condition_names(condition) <= self.bound
            case _:
                return None
        if not ready:
            return None
        return (4, 0) if divides(condition) else (0, 0)


def is_bound(term: Term, bound: Names) -> bool:
    """Whether a term has a value when the variables `bound` have one."""
    return not isinstance(term, Variable) or term.name in bound


def _gives(target: Expression, value: Expression, bound: Names) -> bool:
    return expression_names(value) <= bound and (
        isinstance(target, Variable) or expression_names(target) <= bound
    )
