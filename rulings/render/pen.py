"""What writes answers: in other forms, and as JSON.

In: an `Answer`. Out: text or JSON values. Guarantee: what writes is imported when an answer is
written for the first time, since most never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulings.asking.answer import Answer
from rulings.records import dataclass

if TYPE_CHECKING:
    from rulings.wire import AnswerJson, Explain


@dataclass(frozen=True, slots=True)
class _Pen:
    """Writes answers."""

    def form(self, answer: Answer, form: str, brief: bool) -> str:
        from rulings.render.renderings import render_form

        return render_form(answer, form, brief)

    def json(self, answer: Answer, explain: Explain) -> AnswerJson:
        from rulings.asking.answer_json import answer_json

        return answer_json(answer, explain)


PEN = _Pen()
"""What every answer is written with."""


def answer_from_json(data: Mapping[str, Any]) -> Answer:
    """Return the answer that `Answer.to_json` wrote. Raises RulingsError (RUL590)."""
    from rulings.asking.answer_json import answer_of

    return answer_of(data, PEN)
