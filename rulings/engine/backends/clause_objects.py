"""Rules as pyDatalog's clause objects.

In: a rule of a stratum. Out: its clauses, and the finished relations that they read. Guarantee:
no text is executed; the conditions stand in an order in which each is bound when its turn comes;
every condition is pyDatalog's own to meet, or one of those that `computed` lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulings.engine.backends.computed import Finished, calling, comparing, is_computed
from rulings.engine.backends.stored import PyDatalogState, StoredRelation, pyEngine
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Rule,
    Term,
    Variable,
)
from rulings.logic.binders import (
    Names,
    body_names,
    condition_names,
    expression_names,
    names,
)
from rulings.logic.ordering import WAITS, arranged, divides, shared_by
from rulings.records import dataclass

LONGEST = 40
"""The conditions that one clause object may have."""

_LARGE = 2**31
_EQUALITY = {"=": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Made:
    """The clause objects of a rule, one unless it is long, and the finished relations that they
    read: those that literals read and the snapshots that negation reads."""

    clauses: tuple[Any, ...]
    positive: tuple[tuple[PredicateId, StoredRelation], ...]
    negative: tuple[tuple[PredicateId, StoredRelation], ...]


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the clauses of a stratum. `own` are the predicates that pyDatalog has tables of."""

    own: Mapping[PredicateId, Any]
    store: PyDatalogState
    finished: Finished

    def make(self, rule: Rule) -> Made:
        """Make the clauses of a rule."""
        read: dict[bool, dict[PredicateId, StoredRelation]] = {False: {}, True: {}}
        head = pyEngine.Literal(self.own[rule.head.predicate], self.terms(rule.head.terms))
        known, wanted = frozenset[str](), names(rule.head.terms)
        clauses = []
        rest = self.ordered(rule)
        while len(rest) > LONGEST:
            # pyDatalog copies the rest of a body at every step: a long one is told in parts.
            part, rest = rest[:LONGEST], rest[LONGEST:]
            known |= body_names(part)
            shared = sorted(body_names(rest) & (known | wanted))
            predicate = self.store.predicate(len(shared), is_derived=True)
            follows = pyEngine.Literal(predicate, [pyEngine.Var(name) for name in shared])
            body = [self.literal(condition, rule, read) for condition in part]
            clauses.append(pyEngine.Clause(head, [*body, follows]))
            head, wanted = follows, frozenset(shared)
        body = [self.literal(condition, rule, read) for condition in rest]
        clauses.append(pyEngine.Clause(head, body))
        return Made(tuple(clauses), tuple(read[False].items()), tuple(read[True].items()))

    def ordered(self, rule: Rule) -> list[Condition]:
        """The conditions in the order in which pyDatalog meets them.

        A literal of the stratum comes first, if there is one, so that the clause waits for that
        table instead of asking for a part of it again and again.
        """
        body = list(rule.body)
        first = [c for c in body if self.is_own(c)][:1]
        for condition in first:
            body.remove(condition)
        return [*first, *arranged(body, body_names(first), self.cost)]

    def cost(self, condition: Condition, bound: Names, waiting: Sequence[Condition]) -> float:
        """Tests before lookups before loops, small before large, and at last what may divide by
        zero: the others may spare it the zero."""
        free = condition_names(condition) - bound
        match condition:
            case Comparison(operator, left, right):
                is_given = not free or (
                    operator == "="
                    and any(
                        isinstance(side, Variable) and not expression_names(other) - bound
                        for side, other in ((left, right), (right, left))
                    )
                )
                return WAITS if not is_given else 4.0 if divides(condition) else 0.0
            case Literal(atom, negated):
                inputs = self.finished.inputs(atom.predicate)
                if free and names(atom.terms[i] for i in inputs or ()) & free:
                    return WAITS
                if negated:
                    return WAITS if free and free & shared_by(condition, waiting) else 0.0
                if inputs is not None or not free:
                    return 1.0 if free else 0.0
                size = min(self.size(atom.predicate), _LARGE) / (2 * _LARGE)
                is_loop = all(isinstance(t, Variable) and t.name in free for t in atom.terms)
                return (3.0 if is_loop else 2.0) + size
        raise AssertionError(condition)

    def is_own(self, condition: Condition) -> bool:
        """Whether a condition waits for rows of this stratum."""
        return (
            isinstance(condition, Literal)
            and not condition.negated
            and condition.atom.predicate in self.own
        )

    def size(self, name: PredicateId) -> int:
        """How many rows a predicate has; those that grow are taken to be large."""
        return _LARGE if name in self.own else len(self.finished.positive.get(name, ()))

    def literal(
        self, condition: Condition, rule: Rule, read: dict[bool, dict[PredicateId, StoredRelation]]
    ) -> Any:
        """A condition in pyDatalog's words; the relation that it reads is put into `read`."""
        if is_computed(condition, self.finished):
            return self.call(condition, rule)
        match condition:
            case Comparison(
                operator, (Constant() | Variable()) as left, (Constant() | Variable()) as right
            ):
                return pyEngine.Literal(_EQUALITY[operator], self.terms((left, right)))
            case Literal(Atom(name, terms), negated=False) if name in self.own:
                return pyEngine.Literal(self.own[name], self.terms(terms))
            case Literal(Atom(name, terms), negated):
                relation = self.store.relation(name, len(terms), snapshot=negated)
                read[negated][name] = relation
                predicate = relation.predicate
                # pyDatalog makes the negation of a predicate from its name.
                called = f"~{predicate.name}" if negated else predicate
                return pyEngine.Literal(called, self.terms(terms))
        raise AssertionError(condition)

    def call(self, condition: Condition, rule: Rule) -> Any:
        """The literal of a primitive that meets a condition for pyDatalog."""
        constants = self.store.constants
        if isinstance(condition, Literal):
            predicate = self.store.predicate(len(condition.atom.terms))
            predicate.prim = calling(condition, self.finished, predicate, constants)
            return pyEngine.Literal(predicate, self.terms(condition.atom.terms))
        assert isinstance(condition, Comparison)
        variables = sorted(condition_names(condition))
        predicate = self.store.predicate(len(variables))
        predicate.prim = comparing(condition, variables, rule, predicate, constants)
        return pyEngine.Literal(predicate, [pyEngine.Var(name) for name in variables])

    def terms(self, terms: Iterable[Term]) -> list[Any]:
        """Terms in pyDatalog's words."""
        constants = self.store.constants
        return [
            pyEngine.Var(term.name) if isinstance(term, Variable) else constants[term.value]
            for term in terms
        ]
