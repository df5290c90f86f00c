"""What proofs and refutations are told with, since each asks for the other.

In: a model, its program and rules; `Teller` is what a refutation asks of the explainer that proofs
belong to. Out: what the model says, comparisons with their values, literals to be explained when
somebody asks why.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from rulings.engine.run.model import Model
from rulings.explain.tree import Asked, Compared, Counted, Premise, Rules, Walk
from rulings.language.matching import Bound, Pattern, ground
from rulings.language.predicates import DerivedKind, PredicateId, derived
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Literal,
    Program,
    Row,
    Rule,
)
from rulings.logic.binders import condition_names, has_value, names
from rulings.logic.calculation import evaluate_expression


class Teller(ABC):
    """Explains facts of one model; remembers what it has explained already.

    `open` are the facts that are being proved.
    """

    def __init__(self, model: Model, program: Program, rules: Rules) -> None:
        """`program` holds the facts of the table, `rules` the rules of the rulebook."""
        self.model = model
        self.program = program
        self.rules = rules
        self.seen: set[tuple[PredicateId, Pattern, str]] = set()
        self.refuted = 0
        self.open: set[tuple[PredicateId, Row]] = set()
        self._stated: dict[PredicateId, frozenset[Row]] = {}

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

    @abstractmethod
    def condition(self, condition: Condition, bound: Bound) -> Asked:
        """Explain a condition that holds, or may hold."""

    @abstractmethod
    def counted(self, condition: Aggregate, bound: Bound, *, holds: bool) -> Walk[Counted]:
        """Explain an aggregate by its elements."""


def premises(
    body: tuple[Condition, ...], found: Iterable[Bound]
) -> tuple[tuple[Premise, ...], ...]:
    """Return the literals of a body in each of some instances, to be explained when asked."""
    literals = [condition for condition in body if isinstance(condition, Literal)]
    return tuple(tuple(Premise(one, bound) for one in literals) for bound in found)


def compared(
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
