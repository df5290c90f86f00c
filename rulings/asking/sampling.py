"""A few ways to supply what a table leaves open, each evaluated once for all rows.

In: a table's evaluation and what a question needs. Out: `SuppliedTables`, which tell rows on
which two of these ways disagree. Guarantee: such a row depends on unknown facts, and no way of
weighing it settles it: supplying facts never takes back what was decided without them (A. Van
Gelder, K. Ross and J. Schlipf, J. ACM 38(3), 1991). Of the other rows it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulings.engine.run.model import Model, Truth
from rulings.engine.store.table import Choice, nothing
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, pro_and_contra
from rulings.language.program import Program, Row

if TYPE_CHECKING:
    from rulings.asking.evaluation import Evaluation
    from rulings.asking.goal import Needs

_MIXED = 2


class SuppliedTables:
    """Models of tables where everything unknown is decided, each computed when it is needed."""

    def __init__(self, evaluation: Evaluation, needs: Needs, program: Program) -> None:
        self._program = program
        self._rest = _decided(evaluation, needs)
        self._models: list[Model] = []

    def models(self) -> Iterator[Model]:
        """Yield a model for each way to supply the facts."""
        yield from self._models
        for model in self._rest:
            self._models.append(model)
            yield model

    def differs(self, name: str, row: Row) -> bool:
        """Whether a row holds in one model and not in another, or one of its two sides does."""
        sides: tuple[PredicateId, ...] = (name,)
        if self._program.predicates[name].two_sided:
            sides = pro_and_contra(name)
        met: dict[PredicateId, set[Truth]] = {side: set() for side in sides}
        for model in self.models():
            for side, seen in met.items():
                seen.add(model.truth(side, row))
                if seen >= {Truth.TRUE, Truth.FALSE}:
                    return True
        return False


def _decided(evaluation: Evaluation, needs: Needs) -> Iterator[Model]:
    for choice in _choices():
        try:
            yield evaluation.decided(needs.roots, needs.demand, choice)
        except RulingsError:  # arithmetic that fails for these facts says nothing of the others
            continue


def _choices() -> Iterator[Choice]:
    """Yield ways to choose: nothing holds, everything holds, some of it."""
    yield nothing
    yield lambda facts: facts[0]
    # Imported here: most questions are decided before it comes to chance.
    from random import Random

    for seed in range(_MIXED):
        chance = Random(seed)
        yield lambda facts, chance=chance: chance.choice((None, *facts))  # type: ignore[misc]
