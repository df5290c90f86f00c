"""Why something holds.

In: a literal and the model that decides it. Out: a `Proof`. Guarantee: the positive premises of
a step rank lower than its conclusion, so a proof is well founded; nothing is evaluated again,
rows and instances are looked up in the model; a sub-proof is built once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulings.collecting import without_garbage_collection
from rulings.engine.run.model import Model, Truth
from rulings.explain.refutation import absent, attempts_against, undefined
from rulings.explain.teller import compared, premises
from rulings.explain.tree import (
    Absent,
    Asked,
    Assumed,
    Counted,
    Derived,
    Each,
    Given,
    Premise,
    Proof,
    Rules,
    Seen,
    Walk,
    gather,
    says_no_other,
    unroll,
)
from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Bound, ground
from rulings.language.predicates import DerivedKind, PredicateId, base_of, derived, is_against
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Facts,
    ForAll,
    Literal,
    Program,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.bounds import (
    elements,
    instances,
    satisfy,
)

_ELEMENTS = 200


class Explainer:
    """Explains facts of one model; remembers what it has explained already."""

    def __init__(self, model: Model, program: Program, rules: Rules) -> None:
        """`program` holds the facts of the table, `rules` the rules of the rulebook."""
        self.model = model
        self.program = program
        self.rules = rules
        self.seen: set[tuple[PredicateId, tuple[Value | None, ...], str]] = set()
        self.refuted = 0
        self.open: set[tuple[PredicateId, Row]] = set()
        self._stated: dict[PredicateId, frozenset[Row]] = {}

    def apart(self) -> Explainer:
        """Return an explainer of the same model that has explained nothing yet."""
        return Explainer(self.model, self.program, self.rules)

    @without_garbage_collection()
    def explain(self, literal: Literal, bound: Bound | None = None) -> Proof:
        """Explain why a literal is true, false or undefined."""
        return unroll(self.literal(literal, bound or {}))

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
            pro, contra = (
                self.model.truth(derived(kind, base_of(name)), row)
                for kind in (DerivedKind.PRO, DerivedKind.CONTRA)
            )
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

    def condition(
        self, condition: Condition, bound: Bound, body: tuple[Condition, ...] = ()
    ) -> Asked:
        """Explain a condition of a body that holds, or may hold, under values for its variables."""
        match condition:
            case Literal():
                return self.literal(condition, bound)
            case Comparison():
                return compared(condition, bound, holds=True, body=body)
            case Aggregate():
                return self.counted(condition, bound)
            case ForAll():
                return self._each(condition, bound)

    def _each(self, condition: ForAll, bound: Bound) -> Walk[Each]:
        given, local = condition.condition, _local(bound, condition)
        found = list(islice(instances(given, local, self.model, possibly=True), _ELEMENTS))
        told = yield gather(self.literal(condition.goal, instance) for instance in found)
        another = says_no_other(condition)
        sought = tuple(Premise(one, local) for one in given if isinstance(one, Literal))
        told_of = premises(given, found)
        return Each(told, holds=True, given=told_of, another=another, sought=sought)

    def counted(self, condition: Aggregate, bound: Bound, *, holds: bool = True) -> Walk[Counted]:
        """Explain an aggregate by its elements."""
        outer = _outer(bound, condition)
        first: dict[Row, dict[str, Value]] = {}
        for instance in instances(condition.body, outer, self.model, possibly=True):
            found = ground(Atom("", condition.terms), instance)
            first.setdefault(tuple(v for v in found if v is not None), instance)
        parts: list[tuple[Row, tuple[Proof, ...]]] = []
        for row, instance in islice(first.items(), _ELEMENTS):
            told = (self.condition(c, instance) for c in condition.body if isinstance(c, Literal))
            parts.append((row, (yield gather(told))))
        value = ground(Atom("", (condition.target,)), bound)[0]
        if not holds:
            sure = elements(condition, outer, self.model, possibly=False)
            decided = len(sure) == len(first)
            ways = satisfy(condition, outer, self.model, possibly=True) if decided else iter(())
            real = next(ways, None)
            value = ground(Atom("", (condition.target,)), real)[0] if real is not None else None
        return Counted(condition, value, tuple(parts), holds)

    def first(self, name: PredicateId, pattern: tuple[Value | None, ...], kind: str) -> bool:
        """Whether this is explained for the first time; from now on it is not."""
        key = name, pattern, kind
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def is_stated(self, name: PredicateId, row: Row) -> bool:
        """Whether the rulebook or the table states a fact."""
        if name not in self._stated:
            facts: Facts | None = self.program.facts.get(name)
            self._stated[name] = frozenset(facts.rows) if facts is not None else frozenset()
        return row in self._stated[name]

    def true_rows(self, atom: Atom, bound: Bound) -> Iterator[Row]:
        """Yield the rows of an atom that surely hold."""
        relation = self.model.relation(atom.predicate, possibly=False)
        if relation is not None:
            yield from relation.ordered(ground(atom, bound))

    def stands(self, rule: Rule, row: Row) -> bool:
        """Whether no rule that overrides `rule` stands for this row."""
        beaten = self.model.true.get(derived(DerivedKind.BEATEN, rule.id))
        return beaten is None or row not in beaten

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

    def _pattern(self, literal: Literal, pattern: tuple[Value | None, ...], bound: Bound) -> Asked:
        """Explain a literal with free variables by a row that holds, or that none does."""
        row = next(self.true_rows(literal.atom, bound), None)
        if row is not None:
            return self.prove(literal.atom.predicate, row)
        return absent(self, literal.atom.predicate, pattern)


def _outer(bound: Bound, condition: Aggregate) -> Bound:
    inside = {t.name for t in (condition.target,) if isinstance(t, Variable)}
    return {name: value for name, value in bound.items() if name not in inside}


def _local(bound: Bound, condition: ForAll) -> Bound:
    local = {variable.name for variable in condition.variables}
    return {name: value for name, value in bound.items() if name not in local}
