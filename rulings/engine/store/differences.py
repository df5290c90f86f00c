"""Where a table differs from one that states nothing.

In: the table that states nothing, what other tables state. Out: for each predicate the rows whose
status differs, with those that are true and those that are possible. Guarantee: the status that
`logic.completion` gives them; the cost grows with what a table states and with the values that
it is the first to mention, not with everything that it leaves open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from math import prod

from rulings.engine.store.relation import Relation
from rulings.engine.store.table import Table
from rulings.language.predicates import PredicateId, side_of
from rulings.language.program import Completion, Facts, Predicate, Role, Row, Value
from rulings.logic.completion import MOST_COMPLETED
from rulings.logic.domains import Stated
from rulings.logic.lowered import denied_as, stated_as
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """The rows of a predicate that a table does not have in common, true and possible ones."""

    rows: set[Row]
    true: set[Row]
    possible: set[Row]


class Supply(Enum):
    """What is supplied for the facts that nobody knows."""

    NOTHING_YET = "nothing yet"
    """They stay unknown."""
    NONE = "none"
    """None of them holds."""
    ALL = "all"
    """They hold but for those that exclude each other, of which none does."""


@dataclass(frozen=True, slots=True)
class TableDifferences:
    """Where a table says itself what holds, and the values of each sort that it brings."""

    rows: Mapping[PredicateId, Difference]
    fresh: Mapping[str, set[Value]]


class TooManyToTell(Exception):
    """A table leaves more open than may be computed; evaluating it alone says so."""


class SilentTable:
    """The table that states nothing, to tell others by where they differ."""

    def __init__(self, table: Table) -> None:
        """`table` states nothing."""
        self.table = table
        self._program = table.program
        self._domains = table.domains
        self.incomplete = [
            p
            for p in self._program.predicates.values()
            if p.role is Role.STATE and p.completion is not Completion.CLOSED
        ]
        self._names = frozenset(p.name for p in self.incomplete)
        sorts = {column.sort for p in self.incomplete for column in p.columns}
        self.known = {
            sort: frozenset(self._domains.of(sort)) for sort in sorts if self._domains is not None
        }

    def bounds(self, supply: Supply) -> tuple[dict[PredicateId, Relation], ...]:
        """Return what is true and what is possible on it."""
        true, possible = dict(self.table.true), dict(self.table.possible)
        for name in possible:
            if supply is Supply.ALL and not self._is_functional(name):
                true[name] = possible[name]
            elif supply is not Supply.NOTHING_YET:
                possible[name] = true[name]
        return true, possible

    def supplied(self, differences: TableDifferences, supply: Supply) -> TableDifferences:
        """Return the differences where the same is supplied to both tables."""
        if supply is Supply.NOTHING_YET:
            return differences
        found: dict[PredicateId, Difference] = {}
        for name, one in differences.rows.items():
            holds_all = supply is Supply.ALL and not self._is_functional(name)
            held = one.possible if holds_all else one.true
            found[name] = Difference(one.rows, held, held)
        return TableDifferences(found, differences.fresh)

    def unstated(self, supply: Supply) -> dict[PredicateId, tuple[bool, bool]]:
        """Whether what nobody states of a predicate is true, and whether it is possible."""
        found = {}
        for predicate in self.incomplete:
            assumed = predicate.completion is Completion.DEFAULT
            supplied = supply is Supply.ALL and not predicate.functional
            holds = assumed or supplied
            found[stated_as(predicate)] = holds, holds or supply is Supply.NOTHING_YET
        return found

    def _is_functional(self, name: PredicateId) -> bool:
        return self._program.predicates[str(side_of(name))].functional

    def differences(self, facts: Stated, denials: Stated) -> TableDifferences:
        """Return where a table that states these rows differs.

        Raises TooManyToTell where it could not be evaluated.
        """
        found: dict[PredicateId, Difference] = {}
        known = self._program.predicates
        told = [(stated_as(known[n]), rows) for n, rows in facts.items() if n not in self._names]
        told += [(against, rows) for n, rows in denials.items() if (against := denied_as(known[n]))]
        for target, rows in told:
            more = set(rows).difference(_rows(self.table.true, target))
            if more:
                found[target] = Difference(more, more, more)
        fresh = self._fresh(facts, denials)
        self._check_size(fresh)
        for predicate in self.incomplete:
            own = set(facts.get(predicate.name, ())), set(denials.get(predicate.name, ()))
            if any(own) or any(column.sort in fresh for column in predicate.columns):
                found[stated_as(predicate)] = self._of(predicate, *own, fresh)
        return TableDifferences(found, fresh)

    def _fresh(self, facts: Stated, denials: Stated) -> dict[str, set[Value]]:
        """The values of each sort that this table is the first to mention."""
        fresh: dict[str, set[Value]] = {}
        domains = self._domains
        if domains is None:
            return fresh
        for told in (facts, denials):
            for name, rows in told.items():
                for column, place in zip(self._program.predicates[name].described, zip(*rows)):
                    new = set(place).difference(domains.seen.get(column.sort, ()))
                    for sort in domains.above(column.sort) if new else ():
                        if sort in self.known:
                            fresh.setdefault(sort, set()).update(new)
        for sort, values in fresh.items():
            values |= domains.near(sort, values)
        differing = {sort: values - self.known[sort] for sort, values in fresh.items()}
        return {sort: values for sort, values in differing.items() if values}

    def _check_size(self, fresh: Mapping[str, set[Value]]) -> None:
        rows = sum(
            prod(len(self.known[c.sort]) + len(fresh.get(c.sort, ())) for c in p.columns)
            for p in self.incomplete
        )
        if rows > MOST_COMPLETED:
            raise TooManyToTell

    def _of(
        self,
        predicate: Predicate,
        told: set[Row],
        denied: set[Row],
        fresh: Mapping[str, set[Value]],
    ) -> Difference:
        given = _stated(self._program.facts, predicate)
        refused = _stated(self._program.denials, predicate)
        settled = {row[:-1] for row in (*told, *given)} if predicate.functional else set[Row]()
        rows = told | denied
        if predicate.functional and predicate.columns:
            last = predicate.columns[-1].sort
            values = self.known[last] | fresh.get(last, set())
            rows |= {(*row[:-1], value) for row in told for value in values}
        is_open = predicate.completion is Completion.OPEN
        true: set[Row] = set()
        possible: set[Row] = set()
        for row in rows:
            if row in told or row in given:
                true.add(row)
                possible.add(row)
            elif not (row in denied or row in refused or row[:-1] in settled):
                possible.add(row)
                if not is_open:
                    true.add(row)
        target = stated_as(predicate)
        sure, maybe = _rows(self.table.true, target), _rows(self.table.possible, target)
        new = [fresh.get(column.sort, ()) for column in predicate.columns]
        differ = {
            row
            for row in rows
            if (row in true) is not (row in sure)
            or (row in possible) is not (row in maybe)
            or any(value in values for value, values in zip(row, new))
        }
        return Difference(differ, true & differ, possible & differ)


def _stated(given: Mapping[PredicateId, Facts], predicate: Predicate) -> frozenset[Row]:
    facts = given.get(predicate.name)
    return frozenset(facts.rows) if facts is not None else frozenset()


def _rows(relations: Mapping[PredicateId, Relation], name: PredicateId) -> Iterable[Row]:
    relation = relations.get(name)
    return relation.rows if relation is not None else frozenset()
