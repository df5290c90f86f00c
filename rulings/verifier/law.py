"""The rules of a program as the checker reads them.

In: a checked program. Out: for each predicate and each side the `Law`s that conclude it, the
laws that override them, what it depends on. Guarantee: an aggregate and a `forall` know the
variables that they share with what stands around them, their group.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Operation,
    Program,
    Rule,
    Term,
    Variable,
)
from rulings.verifier.arithmetic import COMPUTED, Unproved
from rulings.verifier.basis import Subject

Names = frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Mentioned:
    """A literal: some fact that fits the terms holds, or the fact that they make does not."""

    name: Subject
    terms: tuple[Term, ...]
    denied: bool


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """A literal of a built-in predicate."""

    name: str
    terms: tuple[Term, ...]
    denied: bool


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """A comparison; `=` binds a variable that is free."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Collected:
    """`target = function { terms : body }`.

    If it `is_keyed`, a predicate with `one` promises one value of the first term for the others.
    """

    target: Term
    function: str
    terms: tuple[Term, ...]
    body: Body
    group: Names
    is_keyed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Never:
    """A `forall`: there is no way to satisfy the body, which fails its goal."""

    body: Body
    group: Names
    reads: frozenset[str]


Part = Mentioned | Computed | Tested | Collected | Never
Body = tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """`name(terms) :- body`, where the terms are those of the head of its source."""

    name: Subject
    body: Body
    source: Rule


class Laws:
    """The laws of a program. Bodies are read when they are first asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rules: dict[Subject, list[Rule]] = {}
        for rule in program.rules:
            self._rules.setdefault(Subject(str(rule.head.predicate), rule.denies), []).append(rule)
        self._laws: dict[Subject, tuple[Law, ...]] = {}
        self._winners: dict[Law, tuple[Law, ...]] = {}
        self._reach: dict[str, frozenset[str]] = {}

    def of(self, name: Subject) -> tuple[Law, ...]:
        """Return the laws that conclude `p`, or those that deny it."""
        if name not in self._laws:
            self._laws[name] = tuple(
                Law(name, _read(rule.body, variables(rule.head.terms)), rule)
                for rule in self._rules.get(name, ())
            )
        return self._laws[name]

    def is_two_sided(self, name: Subject) -> bool:
        """Whether a predicate can be denied."""
        return self.program.predicates[name.predicate].two_sided

    def concludes(self, name: Subject) -> bool:
        """Whether rules have a say in a predicate; what is only stated is looked up."""
        return self.is_two_sided(name) or name in self._rules

    def winners(self, law: Law) -> tuple[Law, ...]:
        """Return the laws of the other side that go before a law."""
        if law not in self._winners:
            won = {o.winner for o in self.program.overrides if o.loser in _called(law)}
            self._winners[law] = tuple(
                other for other in self.of(law.name.other) if not won.isdisjoint(_called(other))
            )
        return self._winners[law]

    def are_below(self, names: Iterable[str], predicate: str) -> bool:
        """Whether predicates do not depend on another: what holds of them is settled before."""
        return all(predicate not in self.reach(name) for name in names)

    def is_ranked_below(self, law: Law) -> bool:
        """Whether what overrides a law, and what overrides that, does not depend on its head."""
        found: set[Law] = set()
        waiting = [law]
        while waiting:
            winners = set(self.winners(waiting.pop())) - found
            found |= winners
            waiting += winners
        return all(
            self.are_below(_reads(winner.source.body), law.name.predicate) for winner in found
        )

    def reach(self, predicate: str) -> frozenset[str]:
        """Return the predicates that a predicate depends on, itself among them."""
        if predicate not in self._reach:
            found = {predicate}
            waiting = [predicate]
            while waiting:
                base = waiting.pop()
                for name in (Subject(base), Subject(base, denied=True)):
                    for rule in self._rules.get(name, ()):
                        below = set(_reads(rule.body)) - found
                        found |= below
                        waiting += below
            self._reach[predicate] = frozenset(found)
        return self._reach[predicate]


def _called(law: Law) -> tuple[str, ...]:
    """The names by which `overrides` may speak of a law of a two-sided predicate."""
    return (law.source.id, *law.source.levels, "cannot" if law.name.denied else "can")


def _reads(body: Iterable[Condition]) -> Iterable[str]:
    for condition in body:
        match condition:
            case Literal(Atom(written)) if written not in COMPUTED:
                yield Subject.of(written).predicate
            case Aggregate(_, _, _, inner):
                yield from _reads(inner)
            case ForAll(_, inner, goal):
                yield from _reads((*inner, goal))


def _read(body: tuple[Condition, ...], around: Names) -> Body:
    """Read conditions; `around` are the variables of what encloses them."""
    parts: list[Part] = []
    for number, condition in enumerate(body):
        outside = around.union(*(_shared(other) for other in (*body[:number], *body[number + 1 :])))
        match condition:
            case Literal(Atom(written, terms), negated):
                parts.append(
                    Computed(str(written), terms, negated)
                    if written in COMPUTED
                    else Mentioned(Subject.of(written), terms, negated)
                )
            case Comparison(operator, left, right):
                parts.append(Tested(operator, left, right))
            case Aggregate(target, function, terms, inner):
                own = variables(terms)
                group = own.union(*map(_mentioned, inner)) & outside
                keyed = condition.is_keyed(group)
                read = _read(inner, group | own)
                parts.append(Collected(target, function, terms, read, group, keyed))
            case ForAll(bound, given, goal):
                failing = (*given, Literal(goal.atom, not goal.negated))
                own = variables(bound)
                group = (frozenset().union(*map(_mentioned, failing)) - own) & outside
                parts.append(Never(_read(failing, group), group, frozenset(_reads(failing))))
            case _:
                raise Unproved("the rulebook has a condition that the checker does not know")
    return tuple(parts)


def variables(terms: Iterable[Expression]) -> Names:
    """Return the variables of terms and expressions."""
    found: set[str] = set()
    for term in terms:
        if isinstance(term, Variable):
            found.add(term.name)
        elif isinstance(term, Operation):
            found |= variables(term.operands)
    return frozenset(found)


def _mentioned(condition: Condition) -> Names:
    """Every variable of a condition, those inside braces too."""
    match condition:
        case Literal(atom):
            return variables(atom.terms)
        case Comparison(_, left, right):
            return variables((left, right))
        case Aggregate(target, _, terms, body):
            return variables((target, *terms)).union(*map(_mentioned, body))
        case ForAll(_, body, goal):
            return _mentioned(goal).union(*map(_mentioned, body))


def _shared(condition: Condition) -> Names:
    """The variables that a condition shows to those beside it."""
    match condition:
        case Aggregate(target):
            return variables((target,))
        case ForAll():
            return frozenset()
        case _:
            return _mentioned(condition)
