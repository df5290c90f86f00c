"""What conditions as written hold: their variables, and what is short for something else.

In: surface conditions and expressions. Out: the names of their variables, as often as they stand
there; whether conditions are spelled out before anything else reads them; the opposite of a goal.
Guarantee: all names are there (`rulings.language.variables` tells those of what is meant); an
opposite holds in just the cases in which the goal fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.nodes import nodes
from rulings.language.program import OPPOSITE, Variable
from rulings.language.syntax import (
    Collection,
    SurfaceAtom,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.language.variables import is_anonymous
from rulings.records import replace

Body = tuple[SurfaceCondition, ...]
Simple = SurfaceLiteral | SurfaceComparison
_BRACES = (Collection, SurfaceForAll, SurfaceExtreme)


def in_written(conditions: Iterable[SurfaceCondition]) -> Iterator[str]:
    """Yield every variable of conditions, those inside braces included."""
    return (node.name for node in nodes(conditions) if isinstance(node, Variable))


def in_written_terms(
    expressions: Iterable[SurfaceExpression], *, inside: bool = True
) -> Iterator[str]:
    """Yield the variables of expressions, with or without those inside braces."""
    closed = () if inside else (Collection,)
    return (node.name for node in nodes(expressions, closed=closed) if isinstance(node, Variable))


def of_level(
    heads: tuple[SurfaceAtom, ...],
    body: Iterable[SurfaceCondition],
    terms: tuple[SurfaceExpression, ...] = (),
) -> set[str]:
    """Return the variables that occur at this level, those inside further braces left out.

    What an extreme finds occurs at the level where it stands.
    """
    names: set[str] = set()
    for node in nodes((*heads, *terms, *body), closed=_BRACES):
        if isinstance(node, Variable):
            names.add(node.name)
        elif isinstance(node, SurfaceExtreme):
            names |= found_by(node)
            if node.function == "rest":
                names.update(in_written_terms(node.keys, inside=False))
    return names


def found_by(extreme: SurfaceExtreme) -> set[str]:
    """Return the variables that an extreme binds: its own, and those compared that it collects."""
    collected = set(in_written(extreme.body)) if extreme.function != "rest" else set()
    compared = {name for name in in_written_terms(extreme.keys) if name in collected}
    return compared | {v.name for v in extreme.variables}


def is_short(body: Iterable[SurfaceCondition]) -> bool:
    """Return whether conditions hold, at any depth, what is short for something else."""
    return any(map(_is_short, nodes(body)))


def _is_short(node: object) -> bool:
    if isinstance(node, SurfaceForAll):
        return not is_askable(node.goal)
    return isinstance(node, SurfaceChoice | SurfaceExtreme)


def without_rest(body: Body) -> Body:
    """Return conditions in which each `rest` stands as what it is short for."""
    found: list[SurfaceCondition] = []
    for condition in body:
        if isinstance(condition, SurfaceExtreme) and condition.function == "rest":
            other = condition.variables[0]
            found += without_rest(condition.body)
            found += [SurfaceComparison("!=", other, k, condition.span) for k in condition.keys]
        else:
            found.append(condition)
    return tuple(found)


def last_literal(
    goal: tuple[Simple, ...], given: Body
) -> tuple[SurfaceLiteral | None, list[Simple]]:
    """What is asked of each case that remains, and the other parts of the goal, which fail there.

    Where none can be asked of a case, no case may remain: its first condition holds of none.
    """
    literals = [part for part in goal if isinstance(part, SurfaceLiteral) and is_askable(part)]
    if any(_collects(part) for part in goal if isinstance(part, SurfaceComparison)):
        return None, []
    if literals:
        return literals[-1], [part for part in goal if part is not literals[-1]]
    for condition in given:
        if isinstance(condition, SurfaceLiteral) and not condition.negated:
            return replace(condition, negated=True), list(goal)
    return None, []


def is_askable(goal: SurfaceCondition) -> bool:
    """Whether each case can be asked for it: an atom in which any value will do is no question."""
    if not isinstance(goal, SurfaceLiteral):
        return False
    arguments = goal.atom.arguments
    return goal.negated or not any(
        isinstance(term, Variable) and is_anonymous(term.name) for term in arguments
    )


def _collects(comparison: SurfaceComparison) -> bool:
    """Whether a comparison speaks of an aggregate: one without a value has no opposite."""
    return any(isinstance(node, Collection) for node in nodes((comparison,)))


def opposite(condition: Simple) -> Simple:
    if isinstance(condition, SurfaceComparison):
        return replace(condition, operator=OPPOSITE[condition.operator])
    return replace(condition, negated=not condition.negated)
