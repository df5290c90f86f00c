"""What the truth of some rows rests on.

In: a model, calls: predicates with some of their values. Out: a `Footing`: every stated row that
was read to decide the calls, those that are not there included. Guarantee: as long as none of
these rows changes, nor the values that are known, no call has other rows that are true, or
possible: what a rule reads beyond a condition that fails is left out only where what fails is
settled before the rule, or cannot come to hold without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from rulings.engine.run.model import Model
from rulings.engine.store.aggregates import AggregateValues
from rulings.language.predicates import SIDES, DerivedId, PredicateId, base_of
from rulings.language.program import Aggregate, Atom, Condition, ForAll, Literal, Row, Rule
from rulings.logic.binders import Names
from rulings.logic.bounds import by_lookup
from rulings.logic.calculation import ArithmeticFault
from rulings.logic.lowered import LoweredProgram, Recursion, Stratum, denied_as, stated_as
from rulings.logic.matching import Bound, Pattern, ground, unify
from rulings.logic.ordering import WAITS, arranged
from rulings.logic.solving import Values, solve
from rulings.records import dataclass, field

Call = tuple[PredicateId, Pattern]
_MOST_CALLS = 1_000
"""Past so many calls an evaluation costs no more than to look for what changed among them."""
_LAST = WAITS / 10
"""The cost of a condition that is met after all others that need no value."""


class TooWide(Exception):
    """What is read cannot be told, or is too much to be worth telling."""


@dataclass(frozen=True, slots=True)
class Footing:
    """The rows that were read of each predicate that can be stated, and the patterns of rows."""

    rows: Mapping[PredicateId, set[Pattern]]
    patterns: Mapping[PredicateId, set[Pattern]]

    def meets(self, name: PredicateId, change: Pattern) -> bool:
        """Whether rows of a predicate that agree with `change` were read."""
        read = self.rows.get(name, ())
        if change in read or any(_agree(one, change) for one in self.patterns.get(name, ())):
            return True
        return None in change and any(_agree(one, change) for one in read)


def _agree(one: Pattern, other: Pattern) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class RulesBelow:
    """The rules of a lowered program by what they conclude, with what each may not look ahead at.

    `together` are, for what recurs through negation, the predicates of the same stratum: whether
    one of them holds may hang on the rule that reads it.
    """

    by_head: Mapping[PredicateId, tuple[Rule, ...]]
    together: Mapping[PredicateId, frozenset[PredicateId]]
    stated: frozenset[PredicateId]
    orders: dict[tuple[str, Names], tuple[Condition, ...]] = field(default_factory=dict)

    @staticmethod
    def of(lowered: LoweredProgram, strata: Iterable[Stratum]) -> RulesBelow:
        """Index the rules of all strata."""
        by_head: dict[PredicateId, list[Rule]] = defaultdict(list)
        together: dict[PredicateId, frozenset[PredicateId]] = {}
        for stratum in strata:
            for rule in stratum.rules:
                by_head[rule.head.predicate].append(rule)
            if stratum.recursion is Recursion.NEGATIVE:
                together |= dict.fromkeys(stratum.predicates, frozenset(stratum.predicates))
        known = lowered.source.predicates.values()
        stated = {side for p in known for side in (stated_as(p), denied_as(p)) if side is not None}
        return RulesBelow({n: tuple(r) for n, r in by_head.items()}, together, frozenset(stated))


def footing(calls: Iterable[Call], model: Model, rules: RulesBelow) -> Footing:
    """Return what some calls rest on in a model. Raises TooWide."""
    found = _Walk(model, rules)
    for call in calls:
        found.call(call)
    while found.waiting:
        found.follow(found.waiting.pop())
    rows: dict[PredicateId, set[Pattern]] = defaultdict(set)
    patterns: dict[PredicateId, set[Pattern]] = defaultdict(set)
    for name, pattern in found.calls:
        if name in rules.stated:
            (patterns if None in pattern else rows)[_stated_of(name)].add(pattern)
    return Footing(dict(rows), dict(patterns))


def _stated_of(name: PredicateId) -> str:
    """The declared predicate of which a row is stated, on whichever side."""
    return base_of(name.of) if isinstance(name, DerivedId) and name.kind in SIDES else base_of(name)


class _Walk:
    """Follows calls down the rules. To the solver it is the rows that may hold."""

    def __init__(self, model: Model, rules: RulesBelow) -> None:
        self.model = model
        self.rules = rules
        self.calls: set[Call] = set()
        self.waiting: list[Call] = []
        self.own: frozenset[PredicateId] = frozenset()

    def call(self, call: Call) -> None:
        """Note a call, to be followed."""
        if call not in self.calls:
            if len(self.calls) == _MOST_CALLS:
                raise TooWide
            self.calls.add(call)
            self.waiting.append(call)

    def follow(self, call: Call) -> None:
        """Note what the rules for a call read."""
        name, pattern = call
        table = self.model.lowered.aggregates.get(name)
        if table is not None:
            arity = self.model.lowered.predicates[table.elements].arity
            group = pattern[: table.group_size]
            self.call((table.elements, (*group, *(None,) * (arity - len(group)))))
        rules = self.rules.by_head.get(name, ())
        if rules and name not in self.model.strata:
            raise TooWide
        for rule in rules:
            bound = unify(rule.head.terms, pattern, {})
            if bound is None:
                continue
            self.own = self.rules.together.get(name, frozenset())
            for _ in solve(self._order(rule, bound), bound, self, True):
                pass

    def _order(self, rule: Rule, bound: Bound) -> tuple[Condition, ...]:
        key = rule.id, frozenset(bound)
        order = self.rules.orders.get(key)
        if order is None:
            order = self.rules.orders[key] = arranged(rule.body, key[1], partial(_cost, self.own))
        return order

    def holding(self, atom: Atom, pattern: Pattern, kept: bool) -> Iterator[tuple[Row, bool]]:
        """Return the rows of an atom that may hold; one of its own stratum may in any case."""
        name = atom.predicate
        self.call((name, pattern))
        if name in self.own:
            own = tuple(value for value in pattern if value is not None)
            if len(own) < len(pattern):
                raise TooWide
            yield own, kept
            return
        for row in self._rows(name, pattern, possibly=True):
            yield row, kept

    def denied(self, atom: Atom, pattern: Pattern, kept: bool) -> bool | None:
        """Deny an atom that does not surely hold, or of which that is not settled before."""
        name = atom.predicate
        self.call((name, pattern))
        if name in self.own:
            return kept
        return None if any(True for _ in self._rows(name, pattern, possibly=False)) else kept

    def _rows(self, name: PredicateId, pattern: Pattern, *, possibly: bool) -> Iterator[Row]:
        bound = self.model.possible if possibly else self.model.true
        rows = bound.get(name)
        if not isinstance(rows, AggregateValues):
            if rows is not None:
                yield from rows.match(pattern)
            return
        *group, value = pattern
        known = tuple(one for one in group if one is not None)
        if len(known) < len(group):
            raise TooWide
        for row in rows.rows_for(*known):
            if value is None or row[-1] == value:
                yield row

    def compound(
        self, condition: Aggregate | ForAll, bound: Bound, kept: bool
    ) -> Iterator[tuple[Values, bool]]:
        """Note what a `forall` reads, and go on whether it holds or not."""
        if not isinstance(condition, ForAll):
            raise TypeError(f"{type(condition).__name__} is in no lowered rule")
        local = {variable.name for variable in condition.variables}
        outer = {name: value for name, value in bound.items() if name not in local}
        order = arranged(condition.condition, frozenset(outer), partial(_cost, self.own))
        for found, _ in solve(order, outer, self, True):
            self.call((condition.goal.atom.predicate, ground(condition.goal.atom, found)))
        yield dict(bound), kept

    def fails(self, fault: ArithmeticFault, kept: bool) -> None:
        """Give up: what would spare the fault is read in another order."""
        raise TooWide


def _cost(
    own: frozenset[PredicateId], condition: Condition, bound: Names, waiting: Iterable[Condition]
) -> float:
    """What is settled before comes first: what fails of it ends the walk."""
    cost = by_lookup(condition, bound, tuple(waiting))
    is_own = isinstance(condition, Literal) and condition.atom.predicate in own
    return cost + _LAST if is_own and cost < _LAST else cost
