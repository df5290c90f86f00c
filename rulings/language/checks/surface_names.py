"""Which variables a rule as written mentions.

In: surface conditions and expressions. Out: the names of their variables, as often as they stand
there. Guarantee: all of them; `rulings.language.variables` tells those of what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.nodes import nodes
from rulings.language.program import Variable
from rulings.language.syntax import (
    Collection,
    SurfaceAtom,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceExtreme,
    SurfaceForAll,
)

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
