"""What the models of similar tables have in common.

In: a stratum about to be settled, models of other tables of the same program. Out: relations
taken from those models. Guarantee: the bounds and rounds are those that settling would give: a
stratum is taken over only where a model computed it from the very same relations, and relations
that came out the same are made one, so that what reads them is seen to be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulings.engine.run.fixpoint import Bounds
from rulings.engine.run.model import Model, Rows
from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId
from rulings.language.program import Row
from rulings.logic.lowered import Stratum

Seeds = Mapping[PredicateId, tuple[Rows, Rows]]
"""Both bounds of what a table gives before any rule."""


def taken(bounds: Bounds, stratum: Stratum, seeds: Seeds, earlier: Sequence[Model]) -> bool:
    """Settle a stratum as an earlier model of the program has it; return whether one does."""
    for model in earlier:
        if _is_fed_alike(bounds, stratum, seeds, model):
            for name in stratum.predicates:
                bounds.strata[name] = stratum.index + 1
                bounds.true[name], bounds.possible[name] = model.true[name], model.possible[name]
            return True
    return False


def unite(bounds: Bounds, stratum: Stratum, earlier: Sequence[Model]) -> None:
    """Put an earlier model's relations for those of a settled stratum that are the same."""
    for model in earlier:
        if stratum.predicates[0] in model.strata:
            for name in stratum.predicates:
                true, possible = bounds.true[name], bounds.possible[name]
                bounds.true[name] = shared = _united(true, model.true[name])
                is_decided = possible is true
                bounds.possible[name] = (
                    shared if is_decided else _united(possible, model.possible[name])
                )
            return


def asked_as_before(
    wanted: PredicateId, rows: Iterable[Row], earlier: Sequence[Model]
) -> Rows | None:
    """Return the relation in which an earlier model was asked for the same input values."""
    given = set(rows)
    seeds = (model.seeds[wanted][0] for model in earlier if wanted in model.seeds)
    return next((seed for seed in seeds if set(seed) == given), None)


def _is_fed_alike(bounds: Bounds, stratum: Stratum, seeds: Seeds, model: Model) -> bool:
    if stratum.predicates[0] not in model.strata:
        return False
    for name in stratum.reads:
        if (
            bounds.true[name] is not model.true[name]
            or bounds.possible[name] is not model.possible[name]
        ):
            return False
    return all(seeds.get(name) == model.seeds.get(name) for name in stratum.predicates)


def _united(found: Rows, before: Rows) -> Rows:
    if isinstance(found, Relation) and isinstance(before, Relation) and found.equals(before):
        return before
    return found
