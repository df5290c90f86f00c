"""A goal in its model: what is decided, and how.

In: a goal and its hearing. Out: a `Judgement`: a `Decision` for ground literals, an `Existing` for
"is any", a `Listing` for a which-question. Guarantee: it holds everything that the words and the
explanation of the answer are made from, and neither of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulings.asking.existence import Existence, existence
from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.listing import Listing, search
from rulings.asking.reason import Reason
from rulings.language.program import Literal
from rulings.records import dataclass

if TYPE_CHECKING:
    from rulings.explain.settling import Conditions

_TURNED = {
    Reason.PROVED: Reason.FAILED,
    Reason.FAILED: Reason.PROVED,
    Reason.DENIED: Reason.PROVED,
}


@dataclass(frozen=True, slots=True)
class Decision:
    """Ground literals judged; `conditions` are those of an answer that depends."""

    literals: tuple[Literal, ...]
    reason: Reason
    conditions: Conditions | None


@dataclass(frozen=True, slots=True)
class Existing:
    """Whether any values satisfy a goal, judged."""

    goal: Goal
    found: Existence

    @property
    def reason(self) -> Reason:
        """The reason for what was asked, which may be a denial."""
        reason = self.found.reason
        return _TURNED.get(reason, reason) if self.goal.denied else reason


Judgement = Decision | Existing | Listing


def judge(goal: Goal, hearing: Hearing) -> Judgement:
    """Judge a goal in the model of its hearing."""
    if goal.ground:
        return Decision(goal.ground, *hearing.weigh(goal.ground))
    if goal.exists:
        return Existing(goal, existence(goal.body, hearing.judge))
    return search(goal, hearing)
