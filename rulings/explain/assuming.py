"""Whether what holds rests on an assumption about some things.

In: literals, an explainer of their model, things. Out: whether an explanation of the literals
assumes a fact that mentions one of these. Guarantee: it is the explanation that `proof` gives,
followed only as far as the first such fact.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.explain.proof import Explainer
from rulings.explain.tree import Asked
from rulings.language.predicates import PredicateId
from rulings.language.program import Literal, Row, Value


class _Met(Exception):
    """An assumption was met."""


class _Doubter(Explainer):
    """An explainer that stops at the first assumption about some things."""

    def __init__(self, other: Explainer, things: Iterable[Value]) -> None:
        super().__init__(other.model, other.program, other.rules)
        self._things = frozenset(things)

    def prove(self, name: PredicateId, row: Row) -> Asked:
        """Explain a true row, unless it is an assumption about one of the things."""
        if not self._things.isdisjoint(row) and row in self.model.assumed.get(name, ()):
            raise _Met
        return super().prove(name, row)


def assumes(explainer: Explainer, literals: Iterable[Literal], things: Iterable[Value]) -> bool:
    """Whether the explanation of some literals assumes something of one of the things."""
    doubter = _Doubter(explainer, things)
    try:
        for literal in literals:
            doubter.explain(literal)
    except _Met:
        return True
    return False
