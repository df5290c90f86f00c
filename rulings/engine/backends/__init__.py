"""What a backend does: the least model of one stratum.

In: a stratum's rules and the finished relations they read. Out: the rows of its predicates.
Guarantee: `positive` and `negative` are never changed; negation, also of the stratum's own
predicates, reads only `negative`, so a backend never meets a negative cycle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId
from rulings.language.program import Row, Rule

Rows = Mapping[PredicateId, Collection[Row]]


class Backend(Protocol):
    """Computes least models. `rules` hold only literals, built-ins and comparisons."""

    def least_model(
        self, rules: Sequence[Rule], positive: Rows, negative: Rows, seed: Rows
    ) -> Mapping[PredicateId, Collection[Row]]:
        """Return the least set of rows closed under `rules` that contains `seed`.

        The stratum's own predicates are the keys of `seed`; every other positive literal
        reads `positive`. Raises `RulingsError` for a division by zero, naming the rule.
        """
        ...


@runtime_checkable
class GrowingBackend(Backend, Protocol):
    """A backend that can go on from a least model instead of starting anew."""

    def grow(
        self,
        rules: Sequence[Rule],
        positive: Rows,
        negative: Rows,
        known: Mapping[PredicateId, Relation],
        newly_false: Mapping[PredicateId, set[Row]],
    ) -> None:
        """Extend `known` by what follows now that `newly_false` has left `negative`."""
        ...
