"""Which variables a rule as written mentions.

In: surface conditions and expressions. Out: the names of their variables, as often as they stand
there. Guarantee: the one walk over what is written; `rulings.language.variables` is the one over
what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.program import Variable
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


def in_written(conditions: Iterable[SurfaceCondition]) -> Iterator[str]:
    """Yield every variable of conditions, those inside braces included."""
    for condition in conditions:
        match condition:
            case SurfaceLiteral(atom):
                yield from in_written_terms(atom.arguments)
            case SurfaceComparison(_, left, right):
                yield from in_written_terms((left, right))
            case SurfaceForAll(variables, given, goal):
                yield from (v.name for v in variables)
                yield from in_written((*given, goal))
            case SurfaceChoice(alternatives):
                for body in alternatives:
                    yield from in_written(body)
            case SurfaceExtreme(_, variables, keys, body):
                yield from (v.name for v in variables)
                yield from in_written_terms(keys)
                yield from in_written(body)


def in_written_terms(
    expressions: Iterable[SurfaceExpression], *, inside: bool = True
) -> Iterator[str]:
    """Yield the variables of expressions, with or without those inside braces."""
    for expression in expressions:
        match expression:
            case Variable(name):
                yield name
            case Compound(_, operands):
                yield from in_written_terms(operands, inside=inside)
            case Collection(_, terms, body) if inside:
                yield from in_written_terms(terms)
                yield from in_written(body)


def of_level(
    heads: tuple[SurfaceAtom, ...],
    body: Iterable[SurfaceCondition],
    terms: tuple[SurfaceExpression, ...] = (),
) -> set[str]:
    """Return the variables that occur at this level, those inside further braces left out.

    What an extreme finds occurs at the level where it stands.
    """
    names: set[str] = set()
    for head in heads:
        names.update(in_written_terms(head.arguments, inside=False))
    names.update(in_written_terms(terms, inside=False))
    for condition in body:
        match condition:
            case SurfaceLiteral(atom):
                names.update(in_written_terms(atom.arguments, inside=False))
            case SurfaceComparison(_, left, right):
                names.update(in_written_terms((left, right), inside=False))
            case SurfaceChoice(alternatives):
                for inner in alternatives:
                    names |= of_level((), inner)
            case SurfaceExtreme(function, keys=keys):
                names |= found_by(condition)
                if function == "rest":
                    names.update(in_written_terms(keys, inside=False))
    return names


def found_by(extreme: SurfaceExtreme) -> set[str]:
    """Return the variables that an extreme binds: its own, and those compared that it collects."""
    collected = set(in_written(extreme.body)) if extreme.function != "rest" else set()
    compared = {name for name in in_written_terms(extreme.keys) if name in collected}
    return compared | {v.name for v in extreme.variables}
