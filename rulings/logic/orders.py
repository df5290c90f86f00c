"""The orders in which the conditions of rules are looked up, made once for all questions.

In: rules, the variables that have values. Out: their conditions in order, the ways to meet them
so, or the one to look up next with what is left then. Guarantee: an order is what
`rulings.logic.bounds.plan` and `rulings.logic.ordering.cheapest` say; it depends on no rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.matching import Pattern, unify
from rulings.language.program import Condition, Literal, Rule
from rulings.logic.binders import Names, condition_names
from rulings.logic.bounds import Lookups, by_lookup, follow, plan
from rulings.logic.ordering import cheapest
from rulings.logic.solving import Values
from rulings.records import dataclass, field

Waiting = tuple[int, ...]
"""The places of the conditions of a rule that are still to be met."""


@dataclass(frozen=True, slots=True)
class Next:
    """The condition to look up next; what waits then, and what can be tested if it fails."""

    condition: Condition
    rest: Waiting
    testable: Waiting


@dataclass(frozen=True, slots=True)
class Orders:
    """What is known of the rules of one program."""

    _plans: dict[tuple[str, Names], tuple[Condition, ...]] = field(default_factory=dict)
    _next: dict[tuple[str, Waiting, Names], Next | None] = field(default_factory=dict)

    def plan(self, rule: Rule, bound: Iterable[str]) -> tuple[Condition, ...]:
        """Return the conditions of a rule in the order in which they are met."""
        key = rule.id, frozenset(bound)
        found = self._plans.get(key)
        if found is None:
            found = self._plans[key] = plan(rule.body, bound)
        return found

    def applications(
        self, rule: Rule, pattern: Pattern, table: Lookups, *, possibly: bool
    ) -> Iterator[Values]:
        """Yield every way in which a rule concludes a row, or one of a pattern. ArithmeticFault."""
        bound = unify(rule.head.terms, pattern, {})
        if bound is not None:
            yield from follow(self.plan(rule, bound), bound, table, possibly=possibly)

    def next(self, rule: Rule, waiting: Waiting, bound: Iterable[str]) -> Next | None:
        """Return the condition to meet next, None when all of them must wait."""
        key = rule.id, waiting, frozenset(bound)
        if key not in self._next:
            self._next[key] = _next(rule.body, waiting, key[2])
        return self._next[key]


def _next(body: tuple[Condition, ...], waiting: Waiting, bound: Names) -> Next | None:
    left = [body[place] for place in waiting]
    condition = cheapest(left, bound, by_lookup)
    if condition is None:
        return None
    chosen = next(place for place in waiting if body[place] is condition)
    rest = tuple(place for place in waiting if body[place] is not condition)
    free = condition_names(condition) - bound
    testable = (place for place in rest if not _waits(body[place], free))
    return Next(body[chosen], rest, tuple(testable))


def _waits(condition: Condition, free: Names) -> bool:
    """Whether a condition cannot be tested while the variables `free` have no value."""
    binds = isinstance(condition, Literal) and not condition.negated
    return not binds and bool(condition_names(condition) & free)
