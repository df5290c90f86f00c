"""The explanation of a judgement, and what else can be found out about it.

In: a judgement and its hearing. Out: `Evidence`, or the `Means` of a yes/no question. Guarantee:
explained from the model that was judged, never from a second evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.asking.answer import Means, Turning
from rulings.asking.explanation import Evidence, Outcome, Step
from rulings.asking.hearing import Hearing
from rulings.asking.judging import Decision, Existing, Judgement
from rulings.asking.listing import Listing, explained
from rulings.asking.reason import Reason
from rulings.collecting import without_garbage_collection
from rulings.records import dataclass


@without_garbage_collection()
def explain(judgement: Judgement, hearing: Hearing) -> Evidence:
    """Explain a judgement."""
    match judgement:
        case Decision(literals, reason, conditions):
            return hearing.witness().evidence(literals, reason, conditions)
        case Existing(goal, found):
            return hearing.witness().evidence(found.literals or goal.literals, found.reason)
        case Listing():
            return explained(judgement, hearing)


def means_of(judgement: Judgement, hearing: Hearing) -> Means | None:
    """Return what else a yes/no question about ground literals can be asked."""
    return _Means(judgement, hearing) if isinstance(judgement, Decision) else None


@dataclass(frozen=True, slots=True)
class _Means:
    """What else can be found out about a decision."""

    decision: Decision
    hearing: Hearing

    def alternatives(self, limit: int) -> tuple[Step, ...]:
        """Return proofs that differ in their last step."""
        witness = self.hearing.witness()
        literals, conditions = self.decision.literals, self.decision.conditions
        if len(literals) != 1 or conditions is not None:
            return witness.evidence(literals, Reason.PROVED, conditions).steps
        return witness.alternatives(literals[0], limit)

    def flip(self) -> Turning:
        """Return the smallest changes that turn the verdict around."""
        return self.hearing.witness().flip(self.decision.literals, self.hearing.evaluation)

    def turns(self) -> tuple[Outcome, ...]:
        """Return what would turn a no around."""
        from rulings.asking.turns import turns

        return turns(self.decision.literals, self.hearing)

    def certificate(self, rulebook: Mapping[str, str]) -> dict[str, object]:
        """Return a proof that can be checked without the engine."""
        witness, decision = self.hearing.witness(), self.decision
        return witness.certificate(
            decision.literals, self.hearing.evaluation, rulebook, decision.conditions
        )
