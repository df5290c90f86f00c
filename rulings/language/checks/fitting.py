"""The clock that nobody spoke of: states that are `fitting` where a happening needs them.

In: a state that is declared so, what a happening needs, as written. Out: the twins of the state,
which state what it does, and the need that reads them. Guarantee: for every other rule the state is
`open`. In a need it is what the need asks for, as an assumption, where nothing is stated of its
key; where it must not be something, and within braces, it is what was stated and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.language.predicates import PredicateId
from rulings.language.program import Completion, Facts, Predicate
from rulings.language.syntax import (
    Collection,
    Compound,
    SurfaceAtom,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.records import dataclass, replace


def _assumed(name: str) -> str:
    return f"{name}.fitting"


def _told(name: str) -> str:
    return f"{name}.told"


def twins_of(state: Predicate) -> tuple[Predicate, Predicate]:
    """Return the state that is assumed where nothing is stated, and the one that is not."""

    def twin(name: str, completion: Completion) -> Predicate:
        made = replace(state, name=name, completion=completion, templates=(), fitting=False)
        return replace(made, twin_of=state.name)

    return twin(_assumed(state.name), Completion.DEFAULT), twin(
        _told(state.name), Completion.CLOSED
    )


def with_twins(
    facts: Mapping[PredicateId, Facts], predicates: Mapping[PredicateId, Predicate]
) -> dict[PredicateId, Facts]:
    """Return what a program states, with the same of the twins."""
    found = dict(facts)
    for one in predicates.values():
        if one.twin_of in facts:
            found[one.name] = facts[one.twin_of]
    return found


def fitted(
    body: Iterable[SurfaceCondition], predicates: Mapping[PredicateId, Predicate]
) -> tuple[SurfaceCondition, ...]:
    """Return what a happening needs, with the twins of what is fitting."""
    return tuple(_Reader(predicates).condition(one, fits=True) for one in body)


@dataclass(frozen=True, slots=True)
class _Reader:
    predicates: Mapping[PredicateId, Predicate]

    def condition(self, condition: SurfaceCondition, *, fits: bool) -> SurfaceCondition:
        match condition:
            case SurfaceLiteral(atom, negated):
                return replace(condition, atom=self._atom(atom, fits=fits and not negated))
            case SurfaceComparison(_, left, right):
                return replace(condition, left=self._value(left), right=self._value(right))
            case SurfaceChoice(alternatives):
                ways = tuple(self._body(body, fits=fits) for body in alternatives)
                return replace(condition, alternatives=ways)
            case SurfaceForAll(_, given, goal):
                inner = self.condition(goal, fits=False)
                assert isinstance(inner, SurfaceLiteral | SurfaceComparison | SurfaceChoice)
                return replace(condition, condition=self._body(given), goal=inner)
            case SurfaceExtreme(_, _, keys, body):
                found = tuple(map(self._value, keys))
                return replace(condition, keys=found, body=self._body(body))

    def _body(
        self, body: tuple[SurfaceCondition, ...], *, fits: bool = False
    ) -> tuple[SurfaceCondition, ...]:
        return tuple(self.condition(one, fits=fits) for one in body)

    def _atom(self, atom: SurfaceAtom, *, fits: bool) -> SurfaceAtom:
        declared = self.predicates.get(atom.predicate)
        if atom.word or declared is None or not declared.fitting:
            return atom
        return replace(atom, predicate=(_assumed if fits else _told)(declared.name))

    def _value(self, value: SurfaceExpression) -> SurfaceExpression:
        match value:
            case Collection(_, terms, body):
                found = tuple(map(self._value, terms))
                return replace(value, terms=found, body=self._body(body))
            case Compound(_, operands):
                return replace(value, operands=tuple(map(self._value, operands)))
        return value
