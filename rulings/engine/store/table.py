"""The facts of one table, and changes to them.

In: a program and a table's stated facts and denials. Out: the relations that hold before any
rule. Guarantee: after any changes the relations are those of a table built afresh; a change
costs time proportional to itself, not to the table, unless a value appears for the first time
or disappears, or a `one` predicate that is not closed changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Sequence
from copy import copy as shallow

from rulings.engine.store.relation import Relation, in_order
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import (
    Facts,
    Predicate,
    Program,
    Row,
)
from rulings.logic.completion import (
    MOST_COMPLETED,
    Base,
    check_reach,
    complete,
    completed_after,
    completed_for,
)
from rulings.logic.domains import Constants, Domains, Stated, constants_of
from rulings.logic.lowered import denied_as, stated_as

Choice = Callable[[Sequence[Row]], Row | None]
"""Which of the facts that exclude each other holds, if any."""


def nothing(_facts: Sequence[Row]) -> Row | None:
    """Choose that none of some facts holds."""
    return None


class Table:
    """What is stated about one table, completed by the roles of its predicates.

    `true` and `possible` hold the relations of the predicates that have rows; the two are one
    object where nothing is unknown. `assumed` holds the rows that are true by `default` alone.
    `touched` names the relations that are this table's own; the others belong to the program.
    `constants` are those of the program's rules, to be read once for many tables. States that
    are too large to be completed are in none of these, nor are those of a table that is `lazy` as
    long as nobody has said to read them: `reach` completes them, or tells who reads too much.
    """

    def __init__(
        self,
        program: Program,
        facts: Stated | None = None,
        denials: Stated | None = None,
        constants: Constants | None = None,
        max_rows: int = MOST_COMPLETED,
        before: Table | None = None,
        *,
        lazy: bool = False,
    ) -> None:
        """With `before`, a table of the same program, what is alike is shared with it."""
        self.program = program
        self._max_rows = max_rows
        self.constants = constants_of(program) if constants is None else constants
        self._given = facts or {}, denials or {}
        was = before._given if before is not None else ({}, {})
        told = before.told if before is not None else ({}, {})
        self.facts, self.denials = (
            {
                name: had[name] if rows is old.get(name) else set(rows)
                for name, rows in given.items()
            }
            for given, old, had in zip(self._given, was, told, strict=True)
        )
        self._concluded: tuple[Predicate, ...] = (
            tuple(p for p in program.predicates.values() if p.concluded)
            if before is None
            else before._concluded
        )
        self.true: dict[PredicateId, Relation] = {}
        self.possible: dict[PredicateId, Relation] = {}
        self.touched: set[PredicateId] = set()
        # Others may complete what waits in `before` meanwhile: its base is looked at first.
        known = before._base if before is not None else None
        base = self._base_after(before, known) if before is not None and known is not None else None
        if before is not None and base is not None:
            self._base: Base = base
            self._change_from(before)
        else:
            read = None if not lazy else known.true.keys() if known is not None else ()
            self._complete(before, known, read)

    @property
    def told(self) -> tuple[dict[PredicateId, set[Row]], dict[PredicateId, set[Row]]]:
        """What is stated and what is denied."""
        return self.facts, self.denials

    def _base_after(self, before: Table, known: Base) -> Base | None:
        """Complete only what is told otherwise than `before`; None where that changes all."""
        changed = {
            name
            for mine, theirs in zip(self.told, before.told, strict=True)
            for name in mine.keys() | theirs.keys()
            if mine.get(name) is not theirs.get(name)
        }
        return completed_after(known, self.program, before.told, self.told, changed)

    def _change_from(self, before: Table) -> None:
        """Take over the relations of `before` whose rows are the same."""
        base = self._base
        self.true, self.possible = dict(before.true), dict(before.possible)
        self.touched, self.assumed = set(before.touched), base.assumed
        for name in base.waiting:
            self._leave_out(stated_as(self.program.predicates[name]))
        for name in base.changed:
            predicate = self.program.predicates[name]
            target = stated_as(predicate)
            if name in base.true:
                self._hold(predicate, base, before)
                continue
            self._leave_out(target)
            if name in self.program.facts:
                shared = _shared(self.program.facts[name], predicate.arity)
                self.true[target] = self.possible[target] = shared
        self._deny_concluded()

    def _leave_out(self, target: PredicateId) -> None:
        self.touched.discard(target)
        for bound in (self.true, self.possible):
            bound.pop(target, None)

    def _complete(
        self, before: Table | None, known: Base | None, read: Container[PredicateId] | None
    ) -> None:
        given = self.program, *self.told, self.constants, self._max_rows
        base = self._base = complete(*given, known, read)
        self.assumed = base.assumed
        for name, facts in self.program.facts.items():
            if name not in base.true and name not in base.waiting:
                predicate = self.program.predicates[name]
                self.true[stated_as(predicate)] = _shared(facts, predicate.arity)
        self.possible = dict(self.true)
        for name in base.true:
            self._hold(self.program.predicates[name], base, before)
        self._deny_concluded()

    def _hold(self, predicate: Predicate, base: Base, before: Table | None) -> None:
        """Put the rows of a predicate into relations, those of `before` where they are the same."""
        target, arity = stated_as(predicate), predicate.arity
        certain, rows = base.true[predicate.name], base.possible[predicate.name]
        was = before if before is not None and target in before.touched else None
        self.touched.add(target)
        true = _as_before(certain, arity, was.true[target] if was else None)
        self.true[target] = self.possible[target] = true
        if certain is not rows:
            possible = was.possible[target] if was else None
            self.possible[target] = _as_before(rows, arity, possible)

    def _deny_concluded(self) -> None:
        """Put what is denied of predicates that rules conclude as well into relations."""
        for predicate in self._concluded:
            target = denied_as(predicate)
            assert target is not None
            given = self.program.denials.get(predicate.name)
            own = self.denials.get(predicate.name)
            (self.touched.add if own else self.touched.discard)(target)
            shared = _shared(given, predicate.arity) if given is not None else None
            if own:
                rows = own | (shared.rows if shared is not None else set())
                self.true[target] = self.possible[target] = Relation(predicate.arity, rows)
            elif shared is not None:
                self.true[target] = self.possible[target] = shared
            else:
                for bound in (self.true, self.possible):
                    bound.pop(target, None)

    def decided(self, choose: Choice) -> Table:
        """Return the table where everything unknown is decided, to be read and not changed.

        `choose` is asked which one holds of the facts that exclude each other, if any.
        """
        table = shallow(self)
        table.true = dict(self.true)
        for target, possible in self.possible.items() if choose is not nothing else ():
            true = self.true[target]
            if possible is not true:
                # Only the `one` predicates have facts that exclude each other.
                keyed = self.program.predicates[base_of(target)].functional
                groups: dict[Row, list[Row]] = defaultdict(list)
                for row in in_order(possible.rows - true.rows):
                    groups[row[:-1] if keyed else row].append(row)
                chosen = map(choose, groups.values())
                held = true.rows.union(row for row in chosen if row is not None)
                # What came out as a bound is that bound, so that it is seen to be shared.
                bound = next((one for one in (true, possible) if len(one) == len(held)), None)
                table.true[target] = Relation(possible.arity, held) if bound is None else bound
        table.possible = table.true
        return table

    def reach(self, read: Container[PredicateId]) -> None:
        """Complete what of some predicates waits for it; no two threads may do so at once.

        Raises RulingsError (RUL406) where one of them is too large to be completed.
        """
        if self._base.beyond:
            check_reach(self._base, self.program, read)
        if not self._base.waiting:
            return
        base = completed_for(self._base, self.program, read)
        if base is self._base:
            return
        # Tables may be made from this one meanwhile: what they copy stays as it is.
        more = shallow(self)
        more.true, more.possible = dict(self.true), dict(self.possible)
        more.touched = set(self.touched)
        for name in base.changed:
            more._hold(self.program.predicates[name], base, None)
        self.true, self.possible, self.touched = more.true, more.possible, more.touched
        self.assumed, self._base = base.assumed, base

    @property
    def domains(self) -> Domains | None:
        """The values of each sort, None where nothing can be left open."""
        return self._base.domains


def _as_before(rows: set[Row], arity: int, before: Relation | None) -> Relation:
    """The relation of some rows, which is `before` if that has just these."""
    if before is not None and (before.rows is rows or before.rows == rows):
        return before
    return Relation(arity, rows)


def _shared(facts: Facts, arity: int) -> Relation:
    """The relation of facts that no table changes, with its indexes, made once."""
    if "relation" not in facts.memory:
        facts.memory["relation"] = Relation(arity, facts.rows)
    relation: Relation = facts.memory["relation"]
    return relation
