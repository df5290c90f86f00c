"""The answer to a question that leaves a choice: "Is it open or closed?".

In: the alternatives in the words of the question, each with its answer. Out: one answer. Guarantee:
it is that of an alternative, begun with the words of what holds; where nothing holds for sure and
something may, the whole is open.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.asking.answer import Answer
from rulings.asking.reason import Verdict
from rulings.records import replace

_OPEN = (Verdict.DEPENDS, Verdict.UNDECIDED)


def one_of(answers: Sequence[tuple[str, Answer]]) -> Answer:
    """Return the answer that tells which of several alternatives hold."""
    read = " or ".join(answer.read_as or answer.understood_as for _, answer in answers)
    holding = [one for one in answers if one[1].verdict is Verdict.YES]
    left_open = [one for one in answers if one[1].verdict in _OPEN]
    if len(holding) == 1:
        (words, found), *_ = holding
        still = "".join(f" Open: {answer.say}" for _, answer in left_open)
        told = f"{words[:1].upper()}{words[1:]}: {found.say}{still}"
    elif left_open:
        _, found = left_open[0]
        told = found.say
    else:
        _, found = answers[0]
        lead = "Both" if holding else "Neither"
        told = f"{lead}: {' '.join(answer.say for _, answer in answers)}"
    return replace(found, say=told, read_as=read)
