"""Which facts of a table a verdict rests on, in many worlds at once.

In: a settled slice, the literals asked. Out: the changes of `.state` facts that touch what
proves the verdict, each with the worlds where it does. Guarantee: in each world, a set of
changes that turns the verdict around has one of these, as a proof that nothing touches still
stands (R. Reiter, "A theory of diagnosis from first principles", Artificial Intelligence 32(1),
1987). Where a proof could run in a circle, all proofs are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from rulings.explain.changes import Change
from rulings.explain.ground import Fact
from rulings.explain.slices import Call, Reads, Slice
from rulings.language.predicates import (
    DerivedKind,
    PredicateId,
    base_of,
    kind_of,
    opposite,
    side_of,
)
from rulings.language.program import Literal, Role, Row

Additions = Callable[[Call], Iterable[Row]]


class Support:
    """Follows proofs down to the table."""

    def __init__(self, part: Slice, additions: Additions) -> None:
        """`additions` tells which rows may be added to a call of a `.state` predicate."""
        self.part = part
        self.additions = additions
        self.changes: dict[Change, int] = {}
        self._held: dict[Fact, int] = {}
        self._lacking: dict[Call, int] = {}
        self._waiting: list[Callable[[], None]] = []

    def turning(self, literals: Sequence[Literal], to_yes: int, to_no: int) -> dict[Change, int]:
        """Return the changes one of which is needed to turn the verdict, with the worlds.

        `to_yes` and `to_no` are the worlds where the verdict is to become yes, no.
        """
        for literal in literals:
            name = literal.atom.predicate
            fact = name, literal.atom.row
            base = base_of(name)
            sure, maybe = self.part.truth(fact)
            if literal.negated:
                self._to_false(fact, to_yes & maybe)
                self._to_true(fact, to_no)
                to_yes &= ~maybe
                continue
            self._to_true(fact, to_yes & ~sure)
            if not self.part.clauses.program.predicates[base].may_be_silent:
                self._to_false(fact, to_no)
            else:
                self._to_true((opposite(name), fact[1]), to_no)
            # One literal that fails is enough to look at.
            to_yes &= sure
        while self._waiting:
            self._waiting.pop()()
        return self.changes

    def _to_true(self, fact: Fact, worlds: int) -> None:
        sure, maybe = self.part.truth(fact)
        self._lack(fact, worlds & ~maybe)
        self._anything(worlds & maybe & ~sure)

    def _to_false(self, fact: Fact, worlds: int) -> None:
        sure, maybe = self.part.truth(fact)
        self._hold(fact, worlds & sure)
        self._anything(worlds & maybe & ~sure)

    def _anything(self, worlds: int) -> None:
        """Where a fact is undecided, whatever it reaches may decide it."""
        for call in self.part.tables if worlds else ():
            stated = self._stated(call[0])
            if stated is not None:
                name, states = stated
                own = self.part.tables[call]
                for row in dict.fromkeys((*own, *self.additions((name, call[1])))):
                    sure, maybe = self.part.base.get((call[0], row), (0, 0))
                    self._change((name, row), states, worlds & ~sure)
                    self._change((name, row), not states, worlds & maybe)

    def _hold(self, fact: Fact, worlds: int) -> None:
        """Follow why a fact holds, where that has not been done."""
        known = self._held.get(fact, 0)
        if worlds & ~known:
            self._held[fact] = known | worlds
            self._waiting.append(partial(self._follow_proof, fact, worlds & ~known))

    def _lack(self, call: Call, worlds: int) -> None:
        """Follow why a call has no more rows than it has, where that has not been done."""
        known = self._lacking.get(call, 0)
        if worlds & ~known:
            self._lacking[call] = known | worlds
            self._waiting.append(partial(self._follow_gap, call, worlds & ~known))

    def _change(self, fact: Fact, holds: bool, worlds: int) -> None:
        if worlds:
            self.changes[fact, holds] = self.changes.get((fact, holds), 0) | worlds

    def _follow_proof(self, fact: Fact, worlds: int) -> None:
        """One proof will do, or all of them where they could run in a circle."""
        stated = self.part.base.get(fact, (0, 0))[0] & worlds
        told = self._stated(fact[0]) if stated else None
        if told is not None:
            self._change((told[0], fact[1]), not told[1], stated)
            if self.part.clauses.program.predicates[told[0]].functional:
                for row in self.additions((fact[0], (*fact[1][:-1], None))):
                    self._change((fact[0], row), True, stated * (row != fact[1]))
        rest = worlds & ~stated
        circular = fact[0] in self.part.clauses.reach(fact[0])
        call = self.part.complete_call(fact)
        for instance in self.part.instances_of(fact) if rest else ():
            here = rest & instance.sure
            for other in instance.holds:
                here &= self.part.truth(other)[0]
            for other in instance.fails:
                here &= ~self.part.truth(other)[1]
            if here:
                for other in instance.holds:
                    self._hold(other, here)
                for below, there in self._read(self.part.denials, call, here):
                    self._lack(below, there)
                for below, there in self._read(self.part.reads, call, here):
                    self._elements(below, there)
                if not circular:
                    rest &= ~here

    def _follow_gap(self, call: Call, worlds: int) -> None:
        name = call[0]
        told = self._stated(name)
        if told is not None:
            for row in self.additions((told[0], call[1])):
                there = worlds & ~self.part.base.get((name, row), (0, 0))[0]
                self._change((told[0], row), told[1], there)
        for below, there in self._read(self.part.reads, call, worlds):
            self._lack(below, there)
            self._elements(below, there)
        circular = name in self.part.clauses.reach(name)
        for row in self.part.tables.get(call, ()):
            failing = worlds & ~self.part.truth((name, row))[1]
            for instance in self.part.instances_of((name, row)) if failing else ():
                here = failing
                for other in instance.holds:
                    here &= self.part.truth(other)[1]
                for other in instance.fails:
                    stopped = here & self.part.truth(other)[0]
                    self._hold(other, stopped)
                    if not circular:
                        here &= ~stopped

    def _read(
        self, reads: Mapping[Call, Reads], call: Call | None, worlds: int
    ) -> Iterator[tuple[Call, int]]:
        """Yield the calls that a call reads, with the worlds where it comes to that."""
        for below, bodies in (reads.get(call, {}) if call else {}).items():
            there = 0
            for premises in bodies:
                here = worlds
                for fact in premises:
                    here &= self.part.truth(fact)[1]
                there |= here
                if there == worlds:
                    break
            yield below, there

    def _elements(self, call: Call, worlds: int) -> None:
        """An aggregate rests on all its elements and on there being no more."""
        if kind_of(call[0]) is DerivedKind.ELEMENTS:
            self._lack(call, worlds)
            for row in self.part.tables.get(call, ()):
                self._hold((call[0], row), worlds & self.part.truth((call[0], row))[0])

    def _stated(self, name: PredicateId) -> tuple[PredicateId, bool] | None:
        """The predicate whose statements are rows of `name`, and whether these state or deny it."""
        base = side_of(name)
        predicate = self.part.clauses.program.predicates.get(base)
        if predicate is None or predicate.role is not Role.STATE or predicate.of_type:
            return None
        if predicate.concluded is (name == base):
            return None
        return base, kind_of(name) is not DerivedKind.CONTRA
