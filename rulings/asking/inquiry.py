"""One goal at one table, from what it needs to its answer in words.

In: a goal, the evaluation of a table, the words of the rulebook. Out: a `Finding`: verdict,
sentence and bindings, and the explanation when asked for. Guarantee: what is said is said of the
goal as understood; nothing is computed that it does not need.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from rulings.asking.answer import Binding, Means
from rulings.asking.evaluation import Evaluation
from rulings.asking.explaining import explain, means_of
from rulings.asking.explanation import Evidence
from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.judging import judge
from rulings.asking.listing import Listing
from rulings.asking.needs import Needs, needs_of
from rulings.asking.reason import Reason
from rulings.asking.replies import Reply, reply_to
from rulings.asking.verdict import Judge
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
    weighed: bool = True,
    happened: Callable[[Atom], str] | None = None,
) -> Finding:
    """Decide a goal; unless `weighed`, what is open stays open whatever is supplied.

    `happened` says what somebody did that made something so.
    """
    needs = needs_of(goal, evaluation.evaluators.shelf.outline)
    judge_of = cache(partial(_judge, evaluation, needs))
    hearing = Hearing(judge_of, evaluation, lexicon, registry, weighed, needs, happened)
    judgement = judge(goal, hearing)
    reply = reply_to(judgement, hearing)
    explanation = partial(explain, judgement, hearing)
    means = means_of(judgement, hearing)
    if isinstance(judgement, Listing):
        found = judgement.bindings, judgement.number
        return Finding(judgement.reason, reply, explanation, means, *found)
    return Finding(judgement.reason, reply, explanation, means)


def _judge(evaluation: Evaluation, needs: Needs) -> Judge:
    rules = evaluation.evaluators.shelf
    return Judge(rules.outline, evaluation.model(needs.roots, needs.demand), rules)
