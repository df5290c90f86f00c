"""What has been stated about a table: facts and falsehoods.

In: rows stated and withdrawn, one after the other. Out: `Stated`, a new value for each change.
Guarantee: a change copies only the predicate it touches; a row is never both a fact and a
falsehood, the later statement wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.language.matching import excluded
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Facts, Predicate, Row, Value, Variable
from rulings.language.source import Span
from rulings.records import dataclass, field

Rows = Mapping[Row, Span]


class _Values:
    """The rows of each key at a table and at all that are told from it, one after the other."""

    def __init__(self, facts: Mapping[PredicateId, Rows]) -> None:
        self._facts = facts
        self._of: dict[PredicateId, dict[Row, dict[Row, None]]] = {}

    def of(self, name: PredicateId) -> dict[Row, dict[Row, None]]:
        """Return the rows of a predicate by all but their last value."""
        known = self._of.get(name)
        if known is None:
            known = self._of[name] = {}
            for row in self._facts.get(name, ()):
                known.setdefault(row[:-1], {})[row] = None
        return known


@dataclass(frozen=True, slots=True)
class Stated:
    """The facts and falsehoods of one table, each with its place, in the order stated."""

    facts: Mapping[PredicateId, Rows] = field(default_factory=dict)
    denials: Mapping[PredicateId, Rows] = field(default_factory=dict)
    _values: _Values | None = field(default=None, init=False, compare=False, repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without what only serves to be told more."""
        return Stated, (self.facts, self.denials)

    def state(
        self, atom: Atom, *, falsehood: bool = False, predicate: Predicate | None = None
    ) -> Stated:
        """State a ground atom. With its `predicate`, it replaces what cannot stand beside it."""
        row = atom.row
        name = atom.predicate
        facts, denials = self.facts, self.denials
        if falsehood:
            changed = Stated(_without(facts, name, row), _with(denials, atom))
            return changed._after(self)
        displaced = self.displaced(row, predicate) if predicate is not None else ()
        for other, gone in displaced:
            facts = _without(facts, other, gone)
        changed = Stated(_with(facts, atom), _without(denials, name, row))
        if self._values is not None and (predicate is None or predicate.functional):
            self._values.of(name).setdefault(row[:-1], {})[row] = None
        return changed._after(self)

    def telling(self) -> Stated:
        """Return the same, to be told many facts one after the other."""
        same = self.told()
        object.__setattr__(same, "_values", _Values(self.facts))
        return same

    def shared(self, twins: Mapping[PredicateId, PredicateId]) -> Stated:
        """Return the same with what is stated of some predicates stated of their twins too."""
        if not twins:
            return self
        facts, denials = (
            {**rows, **{twin: rows[name] for twin, name in twins.items() if name in rows}}
            for rows in (self.facts, self.denials)
        )
        return Stated(facts, denials)

    def told(self) -> Stated:
        """Return the same, to be kept: without what only serves to be told more."""
        return Stated(self.facts, self.denials)

    def _after(self, before: Stated) -> Stated:
        """Be told on as `before` is; to be called where this was made."""
        object.__setattr__(self, "_values", before._values)
        return self

    def displaced(self, row: Row, predicate: Predicate) -> tuple[tuple[PredicateId, Row], ...]:
        """Return the facts that cannot stand beside a row: other values, and what it excludes."""
        rows = self.facts.get(predicate.name, {}) if predicate.functional else {}
        key = row[:-1]
        if self._values is not None and rows:
            alike = self._values.of(predicate.name).get(key, ())
            values = [other for other in alike if other != row and other in rows]
        else:
            values = [other for other in rows if other[:-1] == key and other != row]
        opposites = excluded(predicate, row, self.facts)
        return tuple(dict.fromkeys((*((predicate.name, other) for other in values), *opposites)))

    def withdraw(self, atom: Atom, *, falsehood: bool = False) -> Stated:
        """Take back every fact (or falsehood) that an atom matches; variables match anything."""
        table = self.denials if falsehood else self.facts
        gone = [row for row in table.get(atom.predicate, ()) if _matches(atom, row)]
        for row in gone:
            table = _without(table, atom.predicate, row)
        changed = Stated(self.facts, table) if falsehood else Stated(table, self.denials)
        return changed._after(self)

    def without(self, value: Value) -> Stated:
        """Take back everything that mentions a value."""
        return Stated(*(_without_value(table, value) for table in (self.facts, self.denials)))

    def states(self, atom: Atom, *, falsehood: bool = False) -> bool:
        """Return whether some stated row matches an atom."""
        table = self.denials if falsehood else self.facts
        return any(_matches(atom, row) for row in table.get(atom.predicate, ()))

    def atoms(self) -> Iterator[tuple[Atom, bool]]:
        """Yield every statement in order of predicate and statement, with whether it denies."""
        for table, falsehood in ((self.facts, False), (self.denials, True)):
            for name, rows in table.items():
                for row, span in rows.items():
                    yield Atom.of(name, row, span), falsehood

    def mentioned(self) -> dict[PredicateId, Facts]:
        """Return all rows by predicate, falsehoods included, without their places."""
        names = dict.fromkeys((*self.facts, *self.denials))
        rows = {n: (*self.facts.get(n, ()), *self.denials.get(n, ())) for n in names}
        return {name: Facts(some) for name, some in rows.items() if some}

    def as_facts(self, *, falsehoods: bool = False) -> dict[PredicateId, Facts]:
        """Return the rows with their places by predicate."""
        table = self.denials if falsehoods else self.facts
        return {
            name: Facts(tuple(rows), tuple(rows.values())) for name, rows in table.items() if rows
        }


class StatedFacts(Mapping[PredicateId, Facts]):
    """The facts of a table by predicate, made when they are looked at.

    A predicate of which there are only falsehoods has none.
    """

    def __init__(self, stated: Stated) -> None:
        self._rows = {
            name: stated.facts.get(name, {}).keys()
            for table in (stated.facts, stated.denials)
            for name, rows in table.items()
            if rows
        }
        self._made: dict[PredicateId, Facts] = {}

    def __getitem__(self, name: PredicateId) -> Facts:
        if name not in self._made:
            self._made[name] = Facts(tuple(self._rows[name]))
        return self._made[name]

    def __iter__(self) -> Iterator[PredicateId]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def _matches(atom: Atom, row: Row) -> bool:
    return all(
        isinstance(term, Variable) or term.value == value
        for term, value in zip(atom.terms, row, strict=True)
    )


def _with(table: Mapping[PredicateId, Rows], atom: Atom) -> Mapping[PredicateId, Rows]:
    return {**table, atom.predicate: {**table.get(atom.predicate, {}), atom.row: atom.span}}


def _without(
    table: Mapping[PredicateId, Rows], name: PredicateId, row: Row
) -> Mapping[PredicateId, Rows]:
    rows = table.get(name)
    if rows is None or row not in rows:
        return table
    others = dict(rows)
    del others[row]
    return {**table, name: others}


def _without_value(table: Mapping[PredicateId, Rows], value: Value) -> Mapping[PredicateId, Rows]:
    return {
        name: {row: span for row, span in rows.items() if value not in row}
        for name, rows in table.items()
    }
