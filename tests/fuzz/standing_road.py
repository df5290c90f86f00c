"""The road of what stands when a table changes: nothing that it rests on did.

In: a `Case`. Out: what the road says otherwise than it should, or None.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.footing import Footing, RulesBelow, TooWide, footing
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.predicates import PredicateId, base_of, predicate_of
from rulings.language.program import Constant, Row
from tests.fuzz.roads import Case, questions
from tests.fuzz.table_roads import changed, computed_model


def standing(case: Case) -> str | None:
    """Of a changed table, what rests on nothing that changed is as true as it was."""
    if case.is_refused or case.expected is None:
        return None
    evaluator, table = Evaluator(case.program), Table(case.program)
    model = evaluator.model(table)
    rules = RulesBelow.of(evaluator.lowered, evaluator.strata)
    rest = dict(_footings(case, model, rules))
    for number, (_, afresh) in enumerate(changed(case), 1):
        found = computed_model(evaluator, afresh)
        if isinstance(found, str):
            continue
        touched = tuple(_touched(table, afresh))
        for (name, row), footed in rest.items():
            was, now = model.truth(name, row), found.truth(name, row)
            if was is not now and not any(footed.meets(base, one) for base, one in touched):
                return f"after {number} changes: {name}{row} is {now.value}, not {was.value}"
    return None


def _footings(
    case: Case, model: Model, rules: RulesBelow
) -> Iterator[tuple[tuple[PredicateId, Row], Footing]]:
    """What some rows rest on that may hold, and some that are asked about."""
    asked = {
        (q.predicate, tuple(t.value for t in q.terms if isinstance(t, Constant)))
        for q in questions(case)
        if all(isinstance(t, Constant) for t in q.terms)
    }
    declared = [(str(n), row) for n in model.declared() for row in model.possible[n]]
    possible = sorted(declared, key=repr)
    chance = case.chance("standing")
    some = chance.sample(possible, min(12, len(possible)))
    for name, row in sorted(asked, key=str) + [(predicate_of(n), row) for n, row in some]:
        if base_of(name) in case.inputs:
            continue
        with suppress(TooWide):
            yield (name, row), footing([(name, row)], model, rules)


def _touched(before: Table, after: Table) -> Iterator[tuple[PredicateId, Row]]:
    """The rows that are not as certain, or not as possible, as before."""
    for old, new in ((before.true, after.true), (before.possible, after.possible)):
        for name in old.keys() | new.keys():
            for row in set(old.get(name, ())) ^ set(new.get(name, ())):
                yield base_of(name), row
