"""The order in which top-down resolution meets the conditions of a rule.

In: a rule, and the head variables that the call binds. Out: its conditions, one after another.
Guarantee: each is bound when its turn comes, tests come as early as they can, and arithmetic
waits for variables that the body itself binds: a call may ask about values, such as a zero
divisor, that no row has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator

from rulings.engine.binding import Names, condition_names, expression_names, names
from rulings.language.program import (
    Comparison,
    Condition,
    Expression,
    Literal,
    Operation,
    Rule,
    Term,
    Variable,
)

WINDOW = 100
"""How many waiting conditions are compared to find the next; more would be quadratic."""


class Order:
    """Orders the conditions of one rule for a call that binds the variables `bound`.

    `own` are the predicates with tables, `inputs` gives the input positions of those that are
    computed, `size` counts the rows of the others.
    """

    def __init__(
        self,
        rule: Rule,
        bound: Names,
        own: Container[str],
        inputs: Callable[[str], tuple[int, ...] | None],
        size: Callable[[str], int],
    ) -> None:
        self.own = own
        self.inputs = inputs
        self.size = size
        self.body = rule.body
        self.bound = bound
        self.derived: Names = frozenset()
        self.uses = Counter(names(rule.head.terms))
        for condition in rule.body:
            self.uses.update(condition_names(condition))
        self.waiting = list(range(len(rule.body)))
        self.blocked: set[int] = set()
        self.users: dict[str, set[int]] = {}

    def steps(self) -> Iterator[Condition]:
        """Yield the conditions, each as soon as its variables are bound."""
        if not self.bound:
            # The table of an own predicate with nothing bound is filled in any case.
            whole = next((n for n in self.waiting if self.reads_whole_table(self.body[n])), None)
            if whole is not None:
                yield self.take(whole)
        while self.waiting:
            costs = {n: self.cost(self.body[n]) for n in self.waiting[:WINDOW]}
            ready = {n: cost for n, cost in costs.items() if cost is not None}
            for number in costs.keys() - ready.keys():
                self.block(number)
            if ready:
                yield self.take(min(ready, key=lambda n: (ready[n], n)))

    def block(self, number: int) -> None:
        """Leave a condition aside until one more of its variables is bound."""
        self.waiting.remove(number)
        self.blocked.add(number)
        for name in condition_names(self.body[number]):
            self.users.setdefault(name, set()).add(number)

    def take(self, number: int) -> Condition:
        condition = self.body[number]
        self.waiting.remove(number)
        used = condition_names(condition)
        derived = self.derived
        match condition:
            case Literal(_, negated=False):
                derived |= used
            case Comparison("=", left, right):
                if expression_names(left) <= derived or expression_names(right) <= derived:
                    derived |= used
        woken: set[int] = set()
        for name in (used - self.bound) | (derived - self.derived):
            woken |= self.users.pop(name, set()) & self.blocked
        self.blocked -= woken
        self.waiting[:0] = sorted(woken)
        self.bound |= used
        self.derived = derived
        return condition

    def cost(self, condition: Condition) -> tuple[int, int] | None:
        """Tests before lookups before tables, small before large; None when not ready."""
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
                some = any(is_bound(t, self.bound) for t in atom.terms)
                if atom.predicate in self.own:
                    return (3 if some else 4), 0
                size = self.size(atom.predicate)
                return (0 if not free else 2 if some else 5), size
            case Comparison(operator, left, right):
                is_plain = not isinstance(left, Operation) and not isinstance(right, Operation)
                known = self.bound if is_plain else self.derived
                if operator == "=":
                    ready = _gives(left, right, known) or _gives(right, left, known)
                else:
                    ready = condition_names(condition) <= known
                return (0, 0) if ready else None
        return None

    def reads_whole_table(self, condition: Condition) -> bool:
        if not isinstance(condition, Literal) or condition.negated:
            return False
        terms = condition.atom.terms
        is_own = condition.atom.predicate in self.own
        return is_own and len(names(terms)) == len(terms)


def _gives(target: Expression, value: Expression, known: Names) -> bool:
    return expression_names(value) <= known and (
        isinstance(target, Variable) or expression_names(target) <= known
    )


def is_bound(term: Term, known: Names) -> bool:
    return not isinstance(term, Variable) or term.name in known
