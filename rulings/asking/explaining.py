"""The explanation of a judgement, and what else can be found out about it.

In: a judgement and its case. Out: `Evidence`, or the `Means` of a yes/no question. Guarantee:
explained from the model that was judged, never from a second evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.asking.answer import Evidence, Means, Reason, Step, Turning
from rulings.asking.case import Case
from rulings.asking.judging import Decision, Existing, Judgement
from rulings.asking.listing import Listing, explained


def explain(judgement: Judgement, case: Case) -> Evidence:
    """Explain a judgement."""
    match judgement:
        case Decision(literals, reason, conditions):
            return case.witness().evidence(literals, reason, conditions)
        case Existing(goal, found):
            return case.witness().evidence(found.literals or goal.literals, found.reason)
        case Listing():
            return explained(judgement, case)


def means_of(judgement: Judgement, case: Case) -> Means | None:
    """Return what else a yes/no question about ground literals can be asked."""
    return _Means(judgement, case) if isinstance(judgement, Decision) else None


@dataclass(frozen=True, slots=True)
class _Means:
    """What else can be found out about a decision."""

    decision: Decision
    case: Case

    def alternatives(self, limit: int) -> tuple[Step, ...]:
        """Return proofs that differ in their last step."""
        witness = self.case.witness()
        literals, conditions = self.decision.literals, self.decision.conditions
        if len(literals) != 1 or conditions is not None:
            return witness.evidence(literals, Reason.PROVED, conditions).steps
        return witness.alternatives(literals[0], limit)

    def flip(self) -> Turning:
        """Return the smallest changes that turn the verdict around."""
        return self.case.witness().flip(self.decision.literals, self.case.evaluation)

    def certificate(self, rulebook: Mapping[str, str]) -> dict[str, object]:
        """Return a proof that can be checked without the engine."""
        witness, decision = self.case.witness(), self.decision
        return witness.certificate(
            decision.literals, self.case.evaluation, rulebook, decision.conditions
        )
