"""Whether somebody may do several things: one after the other, in some order.

In: a question that asks whether somebody may do this and that, each of which is allowed by itself;
a table. Out: the answer about what is not allowed after the rest. Guarantee: what the first deed
costs or uses up is gone for the next; who does one thing alone is asked of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Protocol, Self

from rulings.asking.answer import Answer
from rulings.asking.evaluation import Evaluation
from rulings.asking.reason import Verdict
from rulings.english.reading import Ask, Question
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Happening, Literal
from rulings.records import replace

_MOST = 4


class Askable(Protocol):
    """A table that is asked and at which something happens."""

    @property
    def evaluation(self) -> Evaluation:
        """Its models."""

    def answer(self, question: Question) -> Answer:
        """Answer a question."""

    def after_deed(self, deed: Atom) -> Self:
        """Return the table after a happening. Raises RulingsError."""


def one_by_one(
    question: Question, answer: Answer, table: Askable, happenings: Iterable[Happening]
) -> Answer:
    """Return the answer to whether somebody may do several things that he may do by themselves.

    It is yes where some order allows all of them. What hangs on a choice that a deed leaves open
    stays allowed, as it is by itself.
    """
    asked = question.literals if isinstance(question, Ask) else ()
    if answer.verdict is not Verdict.YES or not 1 < len(asked) <= _MOST:
        return answer
    deeds = {one.legal: one.name for one in happenings if one.legal}
    by = {one.atom.row[:1] for one in asked}
    if len(by) > 1 or any(str(one.atom.predicate) not in deeds or one.negated for one in asked):
        return answer
    first: Answer | None = None
    for order in permutations(asked):
        stopped = _stopped(order, deeds, table)
        if stopped is None:
            return answer
        first = first or stopped
    assert first is not None
    say = f"{first.say.rstrip('.')} as well."
    return replace(first, question=answer.question, say=say, read_as=answer.read_as, means=None)


def _stopped(order: Sequence[Literal], deeds: dict[str, str], table: Askable) -> Answer | None:
    """Return the answer about the first deed that those before it do not leave allowed."""
    for literal in order:
        answer = table.answer(Ask((literal,)))
        if answer.verdict is not Verdict.YES:
            return answer
        try:
            deed = Atom(deeds[str(literal.atom.predicate)], literal.atom.terms)
            table = table.after_deed(deed)
        except RulingsError:
            return None
    return None
