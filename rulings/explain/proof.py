"""Why something holds.

In: a literal and the model that decides it. Out: a `Proof`. Guarantee: the positive premises of
a step rank lower than its conclusion, so a proof is well founded; nothing is evaluated again,
rows and instances are looked up in the model; a sub-proof is built once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from rulings.collecting import without_garbage_collection
from rulings.engine.run.model import Truth
from rulings.explain.refutation import absent, attempts_against, undefined
from rulings.explain.teller import Teller
from rulings.explain.tree import (
    Absent,
    Asked,
    Assumed,
    Derived,
    Given,
    Proof,
    Seen,
    Walk,
    gather,
    unroll,
)
from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Bound, Pattern, ground
from rulings.language.predicates import PredicateId, base_of, is_against, pro_and_contra
from rulings.language.program import Condition, Literal, Row, Rule, Value


class Explainer(Teller):
    """Explains facts of one model by the rules that conclude them."""

    def apart(self) -> Explainer:
        """Return an explainer of the same model that has explained nothing yet."""
        return Explainer(self.model, self.program, self.rules)

    @without_garbage_collection()
    def explain(self, literal: Literal) -> Proof:
        """Explain why a literal is true, false or undefined."""
        return unroll(self.literal(literal, {}))

    def assumes(self, literals: Iterable[Literal], things: Iterable[Value]) -> bool:
        """Whether the explanation of literals assumes something of one of some things."""
        doubter = _Doubter(self.model, self.program, self.rules)
        doubter.things = frozenset(things)
        try:
            for literal in literals:
                doubter.explain(literal)
        except _Met:
            return True
        return False

    def derivations(self, name: PredicateId, row: Row, limit: int) -> tuple[Proof, ...]:
        """Return up to `limit` proofs of a true row that differ in their last step."""
        found: list[Proof] = []
        for rule, bound in islice(self._steps(name, row), limit):
            found.append(unroll(self.derived(rule, name, row, bound)))
        return tuple(found) or (unroll(self.prove(name, row)),)

    def others(self, proof: Derived, limit: int) -> Walk[tuple[Derived, ...]]:
        """Explain the conclusion of a proof by up to `limit` rules other than its own."""
        name, row = proof.fact
        ways: list[Walk[Derived]] = []
        for rule in self.rules.concluding(name):
            if rule.id != proof.rule.id and self.stands(rule, row):
                found = islice(self._applications(rule, row), 1)
                ways += [self.derived(rule, name, row, bound) for bound in found]
        told: tuple[Derived, ...] = yield gather(ways[:limit])
        return told

    def literal(self, literal: Literal, bound: Bound) -> Asked:
        """Explain a literal under values for its variables."""
        atom = literal.atom
        pattern = ground(atom, bound)
        if None in pattern:
            return self._pattern(literal, pattern, bound)
        row: Row = pattern  # type: ignore[assignment]
        if atom.predicate in BUILT_INS:
            return self._built_in(atom.predicate, row)
        match self._truth(atom.predicate, row):
            case Truth.TRUE:
                return self.prove(atom.predicate, row)
            case Truth.FALSE:
                return absent(self, atom.predicate, row)
            case _:
                return undefined(self, atom.predicate, row)

    def _truth(self, name: PredicateId, row: Row) -> Truth:
        """Return the truth value of a row; of a denial by the sides that decide it.

        The verdict on a denial may not be part of the model; its sides always are.
        """
        truth = self.model.truth(name, row)
        if truth is Truth.FALSE and is_against(name):
            pro, contra = (self.model.truth(one, row) for one in pro_and_contra(base_of(name)))
            return Truth.TRUE if (contra, pro) == (Truth.TRUE, Truth.FALSE) else truth
        return truth

    def prove(self, name: PredicateId, row: Row) -> Asked:
        """Explain a true row by one derivation whose premises rank lower."""
        if row in self.model.assumed.get(name, ()):
            return Assumed((name, row))
        if not self.first(name, row, "holds"):
            return Seen(name, row, "holds")
        if self.is_stated(name, row):
            return Given((name, row))
        step = next(self._steps(name, row), None)
        return self._proved(*step, name, row) if step is not None else Given((name, row))

    def _proved(self, rule: Rule, bound: Bound, name: PredicateId, row: Row) -> Walk[Proof]:
        self.open.add((name, row))
        proof: Proof = yield self.derived(rule, name, row, bound)
        self.open.discard((name, row))
        return proof

    def derived(self, rule: Rule, name: PredicateId, row: Row, bound: Bound) -> Walk[Derived]:
        """Explain one application of a rule, and why no rule of the other side stands."""
        premises = yield gather(self.condition(c, bound, rule.body) for c in rule.body)
        against = ()
        if self.program.predicates[rule.head.predicate].two_sided:
            against = yield attempts_against(self, name, row)
        return Derived((name, row), rule, premises, against)

    def _steps(self, name: PredicateId, row: Row) -> Iterator[tuple[Rule, Bound]]:
        """Yield the applications that prove a row, those with lower premises first."""
        rank = self.model.rank(name, row)
        later: list[tuple[Rule, Bound]] = []
        for rule in self.rules.concluding(name):
            if not self.stands(rule, row):
                continue
            for bound in self._applications(rule, row):
                if all(self._rank(c, bound) < rank for c in rule.body):
                    yield rule, bound
                elif not later:
                    later.append((rule, bound))
        yield from later

    def _applications(self, rule: Rule, row: Row) -> Iterator[Bound]:
        return self.rules.orders.applications(rule, row, self.model, possibly=False)

    def _rank(self, condition: Condition, bound: Bound) -> tuple[int, int]:
        if isinstance(condition, Literal) and not condition.negated:
            row = ground(condition.atom, bound)
            if condition.atom.predicate not in BUILT_INS and None not in row:
                return self.model.rank(condition.atom.predicate, row)  # type: ignore[arg-type]
        return (-1, 0)

    def _built_in(self, name: PredicateId, row: Row) -> Proof:
        built_in = BUILT_INS[name]
        holds = row in built_in.rows(*(row[i] for i in built_in.inputs))
        return Given((name, row)) if holds else Absent(name, row)

    def _pattern(self, literal: Literal, pattern: Pattern, bound: Bound) -> Asked:
        """Explain a literal with free variables by a row that holds, or that none does."""
        row = next(self.true_rows(literal.atom, bound), None)
        if row is not None:
            return self.prove(literal.atom.predicate, row)
        return absent(self, literal.atom.predicate, pattern)


class _Met(Exception):
    """An assumption was met."""


class _Doubter(Explainer):
    """An explainer that stops at the first assumption about some things."""

    things: frozenset[Value]

    def prove(self, name: PredicateId, row: Row) -> Asked:
        """Explain a true row, unless it is an assumption about one of the things."""
        if not self.things.isdisjoint(row) and row in self.model.assumed.get(name, ()):
            raise _Met
        return super().prove(name, row)
