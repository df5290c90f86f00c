"""What proofs and refutations are told with, since each asks for the other.

In: a model, its program and rules; `Teller` is what a refutation asks of the explainer that proofs
belong to. Out: what the model says, comparisons with their values, literals to be explained when
somebody asks why.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice

from rulings.engine.run.model import Model
from rulings.explain.tree import (
    Asked,
    Compared,
    Counted,
    Each,
    Premise,
    Proof,
    Rules,
    Walk,
    gather,
    says_no_other,
)
from rulings.language.matching import Bound, Pattern, ground
from rulings.language.predicates import DerivedKind, PredicateId, derived
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Program,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.binders import condition_names, has_value, names
from rulings.logic.bounds import elements, instances, satisfy
from rulings.logic.calculation import evaluate_expression
from rulings.records import dataclass, field

_ELEMENTS, _FAILING = 200, 20


@dataclass(eq=False)
class Teller(ABC):
    """Explains facts of one model; remembers what it has explained already.

    `program` holds the facts of the table, `rules` the rules of the rulebook; `open` are the facts
    that are being proved.
    """

    model: Model
    program: Program
    rules: Rules
    seen: set[tuple[PredicateId, Pattern, str]] = field(default_factory=set)
    refuted: int = 0
    open: set[tuple[PredicateId, Row]] = field(default_factory=set)
    _stated: dict[PredicateId, frozenset[Row]] = field(default_factory=dict)

    def first(self, name: PredicateId, pattern: Pattern, kind: str) -> bool:
        """Whether this is explained for the first time; from now on it is not."""
        key = name, pattern, kind
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def is_stated(self, name: PredicateId, row: Row) -> bool:
        """Whether the rulebook or the table states a fact."""
        if name not in self._stated:
            facts = self.program.facts.get(name)
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

    @abstractmethod
    def apart(self) -> Teller:
        """Return an explainer of the same model that has explained nothing yet."""

    @abstractmethod
    def literal(self, literal: Literal, bound: Bound) -> Asked:
        """Explain a literal under values for its variables."""

    @abstractmethod
    def prove(self, name: PredicateId, row: Row) -> Asked:
        """Explain a true row."""

    def condition(
        self,
        condition: Condition,
        bound: Bound,
        body: tuple[Condition, ...] = (),
        *,
        holds: bool = True,
    ) -> Asked:
        """Explain a condition of a body that holds, or may hold, under values for its variables.

        Unless it `holds`, explain why it is false.
        """
        match condition:
            case Literal():
                return self.literal(condition, bound)
            case Comparison():
                return _compared(condition, bound, holds=holds, body=body)
            case Aggregate():
                return self.counted(condition, bound, holds=holds)
            case ForAll():
                return self.each(condition, bound, holds=holds)

    def each(self, condition: ForAll, bound: Bound, *, holds: bool) -> Walk[Each]:
        """Explain a `forall` by its instances, or by those that fail."""
        given, goal = condition.condition, condition.goal
        local = {k: v for k, v in bound.items() if Variable(k) not in condition.variables}
        body = given if holds else (*given, Literal(goal.atom, not goal.negated))
        ways = instances(body, local, self.model, possibly=True)
        found = list(islice(ways, _ELEMENTS if holds else _FAILING))
        told = yield gather(self.literal(goal, instance) for instance in found)
        sought = (Premise(one, local) for one in given if holds and isinstance(one, Literal))
        return Each(told, holds, _premises(given, found), says_no_other(condition), tuple(sought))

    def counted(self, condition: Aggregate, bound: Bound, *, holds: bool) -> Walk[Counted]:
        """Explain an aggregate by its elements."""
        outer = {k: v for k, v in bound.items() if Variable(k) != condition.target}
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


def _premises(
    body: tuple[Condition, ...], found: Iterable[Bound]
) -> tuple[tuple[Premise, ...], ...]:
    """Return the literals of a body in each of some instances, to be explained when asked."""
    literals = [condition for condition in body if isinstance(condition, Literal)]
    return tuple(tuple(Premise(one, bound) for one in literals) for bound in found)


def _compared(
    condition: Comparison, bound: Bound, *, holds: bool, body: Iterable[Condition] = ()
) -> Compared:
    """Return a comparison with the values of its plain sides; `body` is what it stands in."""
    left, right = (
        evaluate_expression(side, bound) if has_value(side, bound) else None
        for side in (condition.left, condition.right)
    )
    aggregates = [other for other in body if isinstance(other, Aggregate)]
    used = condition_names(condition) if aggregates else frozenset()
    counted = (
        Premise(other, bound)
        for other in aggregates
        if used & names((other.target,)) & bound.keys()
    )
    return Compared(condition, left, right, holds, tuple(counted))
