"""Bodies read against the two bounds of a model.

In: conditions, values for some of their variables, rows that surely hold and rows that may. Out:
every way to satisfy the conditions, as mappings from variable names to values. Guarantee: read
*surely*, an instance holds in every completion of what is undefined; read *possibly*, no
condition of it is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

from rulings.language.matching import Bound, Pattern, unify
from rulings.language.predicates import PredicateId
from rulings.language.program import Aggregate, Atom, Condition, ForAll, Literal, Row, Variable
from rulings.logic.binders import input_positions
from rulings.logic.calculation import ArithmeticFault
from rulings.logic.ordering import arranged, lookup_cost
from rulings.logic.solving import Values, meet, solve
from rulings.logic.totals import values_of
from rulings.records import dataclass


class Lookup(Protocol):
    """Rows of one predicate."""

    def match(self, pattern: Pattern) -> Iterator[Row]:
        """The rows that agree with a pattern."""
        ...

    def ordered(self, pattern: Pattern) -> Iterable[Row]:
        """The same in an order that no hash decides."""
        ...


class Lookups(Protocol):
    """What surely holds and what may, by predicate."""

    def relation(self, name: PredicateId, *, possibly: bool) -> Lookup | None:
        """Return the rows of a predicate that may hold or that surely hold."""
        ...


@dataclass(frozen=True, slots=True)
class BoundRows:
    """One of the bounds, to be solved over; denials read the other. Nothing is kept of it."""

    table: Lookups
    possibly: bool

    def holding(self, atom: Atom, pattern: Pattern, kept: bool) -> Iterator[tuple[Row, bool]]:
        """Return the rows of an atom in this bound."""
        relation = self.table.relation(atom.predicate, possibly=self.possibly)
        if relation is not None:
            for row in relation.ordered(pattern):
                yield row, kept

    def denied(self, atom: Atom, pattern: Pattern, kept: bool) -> bool | None:
        """Deny an atom that has no row in the other bound."""
        relation = self.table.relation(atom.predicate, possibly=not self.possibly)
        has_row = relation is not None and next(relation.match(pattern), None) is not None
        return None if has_row else kept

    def compound(
        self, condition: Aggregate | ForAll, bound: Bound, kept: bool
    ) -> Iterator[tuple[Values, bool]]:
        """Give an aggregate the values it may take; look for what a `forall` fails for."""
        table, possibly = self.table, self.possibly
        match condition:
            case Aggregate():
                for extended in _aggregate(condition, bound, table, possibly):
                    yield extended, kept
            case ForAll(_, given, goal):
                failing = (*given, Literal(goal.atom, not goal.negated))
                if next(instances(failing, bound, table, possibly=not possibly), None) is None:
                    yield dict(bound), kept

    def fails(self, fault: ArithmeticFault, kept: bool) -> None:
        """Raise the fault: what was met before holds in this bound."""
        raise fault


def instances(
    body: Iterable[Condition], bound: Bound, table: Lookups, *, possibly: bool
) -> Iterator[Values]:
    """Yield every way to satisfy `body`, starting from `bound`. ArithmeticFault."""
    return follow(plan(body, bound), bound, table, possibly=possibly)


def plan(body: Iterable[Condition], bound: Iterable[str]) -> tuple[Condition, ...]:
    """Order conditions so that each finds the values it needs, the most selective first."""
    return arranged(body, frozenset(bound), by_lookup)


def follow(
    order: tuple[Condition, ...], bound: Bound, table: Lookups, *, possibly: bool
) -> Iterator[Values]:
    """Yield every way to satisfy planned conditions, starting from `bound`. ArithmeticFault."""
    return (found for found, _ in solve(order, bound, BoundRows(table, possibly), True))


def satisfy(
    condition: Condition, bound: Bound, table: Lookups, *, possibly: bool
) -> Iterator[Values]:
    """Yield every way to satisfy one condition. ArithmeticFault."""
    return (found for found, _ in meet(condition, bound, BoundRows(table, possibly), True))


def elements(condition: Aggregate, bound: Bound, table: Lookups, *, possibly: bool) -> set[Row]:
    """Return the distinct tuples that an aggregate ranges over."""
    found: set[Row] = set()
    for instance in instances(condition.body, bound, table, possibly=possibly):
        row = tuple(
            instance[t.name] if isinstance(t, Variable) else t.value for t in condition.terms
        )
        found.add(row)
    return found


def _aggregate(
    condition: Aggregate, bound: Bound, table: Lookups, possibly: bool
) -> Iterator[Values]:
    sure = elements(condition, bound, table, possibly=False)
    maybe = elements(condition, bound, table, possibly=True)
    keyed = condition.is_keyed(bound)
    reached = list(values_of(condition.function, sure, maybe - sure, keyed=keyed))
    has_a_value = bool(sure) or condition.function in ("count", "sum")
    if not possibly and not (len(reached) == 1 and has_a_value):
        return
    for value in reached:
        extended = unify((condition.target,), (value,), bound)
        if extended is not None:
            yield extended


by_lookup = lookup_cost(partial(input_positions, predicates={}))
"""The cost of conditions that are read against rows that are there."""
