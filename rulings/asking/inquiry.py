"""One goal at one table, from what it needs to its answer in words.

In: a goal, the evaluation of a table, the words of the rulebook. Out: a `Finding`: verdict,
sentence and bindings, and the explanation when asked for. Guarantee: what is said is said of the
goal as understood, and explained from the model that was judged, never from a second evaluation;
nothing is computed that it does not need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

from rulings.asking.answer import Binding, Means, Turning
from rulings.asking.evaluation import Evaluation
from rulings.asking.explanation import Evidence, Outcome, Step
from rulings.asking.goal import Goal, Needs, needs_of
from rulings.asking.hearing import Hearing
from rulings.asking.judging import Decision, Existing, Judgement, judge
from rulings.asking.listing import Listing, explained
from rulings.asking.reason import Reason
from rulings.asking.replies import Reply, reply_to
from rulings.asking.verdict import Judge
from rulings.collecting import without_garbage_collection
from rulings.english.lexicon import Lexicon
from rulings.language.program import Atom
from rulings.records import dataclass
from rulings.rulebook.registry import Registry


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about a goal."""

    reason: Reason
    reply: Reply
    explain: Callable[[], Evidence]
    means: Means | None
    bindings: tuple[Binding, ...] = ()
    number: int | None = None


def inquire(
    goal: Goal,
    evaluation: Evaluation,
    lexicon: Lexicon,
    registry: Registry,
    *,
    happened: Callable[[Atom], str] | None = None,
) -> Finding:
    """Decide a goal; `happened` says what somebody did that made something so."""
    needs = needs_of(goal, evaluation.evaluators.shelf.outline)
    judge_of = cache(partial(_judge, evaluation, needs))
    hearing = Hearing(judge_of, evaluation, lexicon, registry, needs, happened)
    judgement = judge(goal, hearing)
    reply = reply_to(judgement, hearing)
    explanation = partial(explain, judgement, hearing)
    means = _Means(judgement, hearing) if isinstance(judgement, Decision) else None
    if isinstance(judgement, Listing):
        found = judgement.bindings, judgement.number
        return Finding(judgement.reason, reply, explanation, means, *found)
    return Finding(judgement.reason, reply, explanation, means)


def _judge(evaluation: Evaluation, needs: Needs) -> Judge:
    rules = evaluation.evaluators.shelf
    return Judge(rules.outline, evaluation.model(needs.roots, needs.demand), rules)


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


@dataclass(frozen=True, slots=True)
class _Means(Means):
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
        from rulings.asking.turns import turning

        return turning(self.decision.literals, self.decision.reason, self.hearing)

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
