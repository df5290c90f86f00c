"""The clock that nobody spoke of: states that are `fitting` where a happening needs them.

In: a state that is declared so, what a happening needs, as written. Out: the twins of the state,
which state what it does, and the need that reads them. Guarantee: for every other rule the state is
`open`. In a need it is what the need asks for, as an assumption, where nothing is stated of its
key; where it must not be something, and within braces, it is what was stated and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.language.nodes import rebuilt
from rulings.language.predicates import PredicateId
from rulings.language.program import Completion, Facts, Predicate
from rulings.language.syntax import SurfaceAtom, SurfaceChoice, SurfaceCondition, SurfaceLiteral
from rulings.records import replace


def twins_of(state: Predicate) -> tuple[Predicate, Predicate]:
    """Return the state that is assumed where nothing is stated, and the one that is not."""

    def twin(name: str, completion: Completion) -> Predicate:
        made = replace(state, name=name, completion=completion, templates=(), fitting=False)
        return replace(made, twin_of=state.name)

    assumed = twin(f"{state.name}.fitting", Completion.DEFAULT)
    return assumed, twin(f"{state.name}.told", Completion.CLOSED)


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
    body: tuple[SurfaceCondition, ...], predicates: Mapping[PredicateId, Predicate]
) -> tuple[SurfaceCondition, ...]:
    """Return what a happening needs, with the twins of what is fitting."""
    return tuple(_fitted(one, predicates) for one in body)


def _fitted(
    condition: SurfaceCondition, predicates: Mapping[PredicateId, Predicate]
) -> SurfaceCondition:
    match condition:
        case SurfaceLiteral(atom, negated=False) if _is_fitting(atom, predicates):
            return replace(condition, atom=replace(atom, predicate=f"{atom.predicate}.fitting"))
        case SurfaceChoice(alternatives):
            ways = tuple(fitted(body, predicates) for body in alternatives)
            return replace(condition, alternatives=ways)

    def told(node: object) -> SurfaceAtom | None:
        if isinstance(node, SurfaceAtom) and _is_fitting(node, predicates):
            return replace(node, predicate=f"{node.predicate}.told")
        return None

    return rebuilt(condition, told)


def _is_fitting(atom: SurfaceAtom, predicates: Mapping[PredicateId, Predicate]) -> bool:
    declared = predicates.get(atom.predicate)
    return not atom.word and declared is not None and declared.fitting
