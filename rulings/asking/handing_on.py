"""What was decided at a table and holds as well at tables made from it.

In: decisions with their models, what another table states. Out: the reason of a decision whose
footing did not change, else None. Guarantee: it is the reason that an evaluation of the other
table gives: no row was stated or taken back that the decision rests on, and no value became
known or was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.asking.reason import Reason
from rulings.engine.run.footing import Call, Footing, RulesBelow, TooWide, footing
from rulings.engine.run.model import Model
from rulings.language.predicates import SIDES, PredicateId, base_of, derived
from rulings.language.program import Literal, Predicate, Program
from rulings.logic.domains import Domains
from rulings.logic.matching import Pattern
from rulings.records import dataclass
from rulings.rulebook.stated import Stated

Literals = tuple[Literal, ...]
RulesOf = Callable[[Model], RulesBelow]
_BY_ROWS = (Reason.PROVED, Reason.FAILED, Reason.DENIED)
"""The reasons of goals whose own rows are not open: nothing behind these had to be weighed."""


@dataclass(slots=True, eq=False)
class Decided:
    """A decision. Its model is dropped for what it rests on when that is first wanted.

    `wanted` tells that a table made from this one, or from the one before, was asked the same:
    only then does it pay to find out what it rests on.
    """

    reason: Reason
    model: Model | None
    wanted: bool = False
    footing: Footing | None = None


class Decisions:
    """What was decided at one table by rows that are not open."""

    def __init__(self) -> None:
        self._decided: dict[Literals, Decided] = {}

    def keep(self, literals: Literals, reason: Reason, model: Model, *, wanted: bool) -> None:
        """Keep what was decided in a model."""
        if reason in _BY_ROWS:
            self._decided[literals] = Decided(reason, model, wanted)

    def take(self, literals: Literals, decided: Decided) -> None:
        """Keep what another table decided."""
        self._decided[literals] = decided

    def get(self, literals: Literals) -> Decided | None:
        """Return what was decided, if it was."""
        return self._decided.get(literals)


def still_decided(
    decided: Decided,
    literals: Literals,
    changes: tuple[tuple[PredicateId, Pattern], ...],
    rules_of: RulesOf,
) -> bool:
    """Whether a decision stands after some changes of what is stated."""
    model, decided.model = decided.model, None
    if decided.footing is None and model is not None:
        try:
            decided.footing = footing(_calls(literals, model), model, rules_of(model))
        except TooWide:
            return False
    found = decided.footing
    return found is not None and not any(found.meets(name, row) for name, row in changes)


def _calls(literals: Literals, model: Model) -> Iterator[Call]:
    """The rows of literals on each of their sides."""
    for literal in literals:
        row = tuple(term.value for term in literal.atom.terms)  # type: ignore[union-attr]
        base = base_of(literal.atom.predicate)
        names: list[PredicateId] = [base, *(derived(side, base) for side in SIDES)]
        for name in names:
            if name in model.lowered.predicates:
                yield name, row


def _twins(predicate: Predicate, program: Program) -> Iterator[PredicateId]:
    known = program.predicates.values() if predicate.fitting else ()
    yield from (one.name for one in known if one.twin_of == predicate.name)


def changes_between(
    before: Stated, after: Stated, program: Program, domains: Domains | None
) -> tuple[tuple[PredicateId, Pattern], ...] | None:
    """Return the rows whose status may differ, None where a value came, went, or nobody knows."""
    touched = after.touched_since(before)
    if touched is None:
        return None
    changes: list[tuple[PredicateId, Pattern]] = []
    for name, row in touched:
        was, now = before.mentions(name, row), after.mentions(name, row)
        predicate = program.predicates[name]
        if domains is not None and was is not now:
            values = zip(predicate.described, row, strict=False)
            if was or any(value not in domains.seen.get(c.sort, ()) for c, value in values):
                return None
        pattern = (*row[:-1], None) if predicate.functional else row
        changes += ((one, pattern) for one in (name, *_twins(predicate, program)))
    return tuple(changes)
