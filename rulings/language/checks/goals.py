"""What can be asked of each case, and what is short for something else.

In: conditions as written. Out: whether they are spelled out before anything else reads them, and
the opposite of a goal. Guarantee: an opposite holds in just the cases in which the goal fails.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.language.nodes import nodes
from rulings.language.program import OPPOSITE, Variable
from rulings.language.syntax import (
    Collection,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.language.variables import is_anonymous
from rulings.records import replace

Body = tuple[SurfaceCondition, ...]
Simple = SurfaceLiteral | SurfaceComparison


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
