"""What a rulebook and a table state.

In: the basis of a rulebook, the facts and falsehoods of a table. Out: `Premises`: which rows are
stated, assumed by default or unknown. Guarantee: a table that passes describes one: it says
nothing that rules conclude, every row has the columns and types of its predicate, a `one` state
has one value for each key, nothing is both stated and denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from rulings.language.program import Completion, Predicate, Role, Row, Value
from rulings.verifier.arithmetic import Effort, Unproved
from rulings.verifier.basis import (
    Basis,
    Fact,
    IndexedRows,
    Pattern,
    Subject,
    Tables,
    neighbours,
    said,
)


class Premises:
    """The stated facts of a rulebook and a table, and what they leave unsaid."""

    def __init__(self, basis: Basis, facts: Tables, denials: Tables, effort: Effort) -> None:
        """Raises Unproved when the table is none."""
        self.basis = basis
        self.program = basis.program
        self.types = basis.types
        self.facts = IndexedRows(facts)
        self.denials = IndexedRows(denials)
        self.supposed: Mapping[Fact, bool] = {}
        self.effort = effort
        self._domains: dict[str, frozenset[Value]] = {}
        self._check(facts, denials)
        self._told = {
            (column.sort, value)
            for tables in (facts, denials)
            for name, rows in tables.items()
            for row in rows
            for column, value in zip(self.program.predicates[name].columns, row, strict=True)
        }

    def supposing(self, fact: Fact, holds: bool) -> Premises:
        """Return the same where a fact is decided. Raises Unproved unless it is unknown."""
        name, row = fact
        predicate = self.program.predicates.get(name.predicate)
        is_fact = predicate is not None and self.types.fits(row, predicate.columns)
        if not is_fact or (row, None) not in self.rows(name, row):
            raise Unproved(f"{said(fact)} is not unknown, so nothing can be supposed of it")
        other = object.__new__(Premises)
        other.__dict__.update(self.__dict__)
        other.supposed = {**self.supposed, fact: holds}
        return other

    def rows(self, name: Subject, pattern: Pattern) -> Iterable[tuple[Row, bool | None]]:
        """Return the stated rows that fit a pattern, each true or unknown.

        Of a predicate with two sides these are reasons for it; a falsehood about a state that
        rules conclude as well is one against it.
        """
        predicate = self.program.predicates[name.predicate]
        if name.denied:
            return self._denied(predicate, pattern) if predicate.concluded else ()
        stated: list[tuple[Row, bool | None]] = [
            (row, True) for row in self._stated(name.predicate, pattern)
        ]
        if predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED:
            stated += self._unsaid(predicate, pattern)
        return stated

    def _denied(self, predicate: Predicate, pattern: Pattern) -> list[tuple[Row, bool | None]]:
        tables = self.basis.denials, self.denials
        rows = (row for denials in tables for row in denials.fitting(predicate.name, pattern))
        return [(row, True) for row in dict.fromkeys(rows)]

    def truth(self, fact: Fact) -> bool | None:
        """Return whether a fact of a `.state` is true, false or unknown."""
        return next((truth for _, truth in self.rows(*fact)), False)

    def _stated(self, name: str, pattern: Pattern) -> Iterator[Row]:
        known = self.basis.facts.of(name)
        yield from self.basis.facts.fitting(name, pattern)
        yield from (row for row in self.facts.fitting(name, pattern) if row not in known)

    def _unsaid(self, predicate: Predicate, pattern: Pattern) -> Iterator[tuple[Row, bool | None]]:
        """Yield the rows that nobody spoke of: assumed where that is the default, else unknown."""
        name = predicate.name
        stated, denied = (self.basis.facts, self.facts), (self.basis.denials, self.denials)
        spoken = [tables.of(name) for tables in (*stated, *denied)]
        taken = [tables.keys(name) for tables in stated]
        domains = [self.domain(column.sort) for column in predicate.columns]
        for row in product(
            *(
                domain if value is None else (value,) * (value in domain)
                for value, domain in zip(pattern, domains, strict=True)
            )
        ):
            self.effort.spend()
            if any(row in rows for rows in spoken):
                continue
            if predicate.functional and any(row[:-1] in keys for keys in taken):
                continue
            truth = predicate.completion is Completion.DEFAULT or self._supposed(predicate, row)
            if truth is not False:
                yield row, truth

    def _supposed(self, predicate: Predicate, row: Row) -> bool | None:
        if not self.supposed:
            return None
        name = Subject(predicate.name)
        found = self.supposed.get((name, row))
        if found is None and predicate.functional:
            for (other, one), holds in self.supposed.items():
                if holds and other == name and one[:-1] == row[:-1]:
                    return False
        return found

    def domain(self, sort: str) -> frozenset[Value]:
        """Return the values of a type, those among them that only the table speaks of."""
        if sort not in self._domains:
            told: set[Value] = {
                value for other, value in self._told if sort in self.types.lineage(other)
            }
            if self.types.is_counted(sort):
                told |= neighbours(told)
            known = self.program.sorts.get(sort)
            is_closed = known is not None and known.members is not None
            self._domains[sort] = self.basis.values(sort) | (frozenset() if is_closed else told)
        return self._domains[sort]

    def _check(self, facts: Tables, denials: Tables) -> None:
        """Refuse a table that a situation could not describe."""
        for tables in (facts, denials):
            for name, rows in tables.items():
                predicate = self.program.predicates.get(name)
                if predicate is None:
                    raise Unproved(f"the table speaks of {name}, which the rulebook does not have")
                for_rules = name in self.basis.concluded and not predicate.concluded
                if for_rules or (tables is denials and predicate.role is not Role.STATE):
                    raise Unproved(f"the table decides {name}, which is for the rules to conclude")
                for row in rows:
                    if not self.types.fits(row, predicate.columns):
                        wrong = said((Subject(name), row))
                        raise Unproved(f"the table says {wrong}, which has not the types of {name}")
        for name in {*facts, *denials}:
            stated = {**self.basis.facts.of(name), **self.facts.of(name)}
            denied = {**self.basis.denials.of(name), **self.denials.of(name)}
            both = next((row for row in denied if row in stated), None)
            if both is not None:
                raise Unproved(f"{said((Subject(name), both))} is stated and denied")
            if self.program.predicates[name].functional:
                keys = self.basis.facts.keys(name) | self.facts.keys(name)
                if len(keys) != len(stated):
                    raise Unproved(f"{name} has two values where there is one")
