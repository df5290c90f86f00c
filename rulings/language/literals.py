"""The literals of a body.

In: conditions of rules. Out: their literals, in the order in which they are written, those inside
the braces of an aggregate and both sides of a `forall` included. Guarantee: the one walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.program import Aggregate, Condition, ForAll, Literal


def literals_of(body: Iterable[Condition]) -> Iterator[Literal]:
    """Yield every literal of a body."""
    for condition in body:
        match condition:
            case Literal():
                yield condition
            case Aggregate(_, _, _, inner):
                yield from literals_of(inner)
            case ForAll(_, given, goal):
                yield from literals_of(given)
                yield goal
            case _:
                pass
