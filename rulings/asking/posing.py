"""How a line poses a question: which, about which table, in which manner.

In: the reading of a line, or the line. Out: a `Posed`, or None for a line that poses none; what is
wrong with a line; of one that was not read, the questions offered instead with their verdicts.
Guarantee: this is the one place that tells the readings which ask from those that change the table.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from rulings.asking.answer import Answer
from rulings.asking.datalog_lines import goal_asked
from rulings.english.clauses import asks
from rulings.english.reading import (
    Ask,
    DatalogQuery,
    Holds,
    Question,
    Reading,
    Statement,
    WhatIf,
    When,
    Which,
    Why,
    WhyNot,
    notices,
)
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, replace
from rulings.rulebook.document import refusal
from rulings.rulebook.situation import Line

if TYPE_CHECKING:
    from rulings.asking.said import Said


_LONGEST = 90


class Manner(Enum):
    """What is wanted of the answer: itself, its explanation, or its conditions."""

    PLAIN = "plain"
    WHY = "why"
    WHEN = "when"


@dataclass(frozen=True, slots=True)
class Posed:
    """A question as a line poses it; `question` is None where the last one is meant.

    `changes` hold for this question only. When `general` they merely speak of the arbitrary
    things it is about, and the answer counts if every table would give it.
    """

    question: Question | None
    manner: Manner = Manner.PLAIN
    changes: Statement | None = None
    general: bool = False


def posed(reading: Reading) -> Posed | None:
    """Return what a line asks, None when it asks nothing."""
    match reading:
        case Ask() | Which() | Holds() | DatalogQuery():
            return Posed(reading)
        case Why(inner) | WhyNot(inner):
            return Posed(inner, Manner.WHY)
        case When(inner):
            return Posed(inner, Manner.WHEN)
        case WhatIf(changes, inner, general):
            asked = posed(inner) if inner is not None else None
            return replace(asked or Posed(None), changes=changes, general=general)
        case _:
            return None


def question_of(reading: Reading, text: str) -> tuple[Posed, Question]:
    """Return what a line asks by itself. Raises RulingsError (RUL555) when it asks nothing."""
    asked = posed(reading)
    if asked is None or asked.question is None:
        message = f'"{text.strip()}" is no question by itself.'
        hint = "`rulings sentences WORDS` and :help about WORDS list what can be asked."
        raise refusal("RUL555", message, hint=hint)
    return asked, asked.question


def problems_of(line: str, said: Said) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a line at a table, or worth knowing of it; nothing changes.

    Errors are those with which the line would be refused.
    """
    try:
        reading = said.read(line)
        asked = posed(reading)
        if asked is None:
            place = Span(Source("table", line), 0, len(line))
            if said.occurring(reading)[1]:
                return ()
            return said.after(reading, Line(line, place)).notices
        if asked.question is not None:
            goal_asked(asked.question, said.shelf.outline, said.lexicon.names)
    except RulingsError as refused:
        return refused.diagnostics
    return notices(reading)


def with_verdicts(problem: RulingsError, ask: Callable[[str], Answer]) -> RulingsError:
    """Return a mistake whose suggestions, where they are questions, have their verdicts."""
    first, *rest = problem.diagnostics
    verdicts = tuple(_verdict(one, ask) for one in first.suggestions if asks(one))
    if len(verdicts) != len(first.suggestions):
        return problem
    return RulingsError((replace(first, verdicts=verdicts), *rest))


def _verdict(question: str, ask: Callable[[str], Answer]) -> str:
    """Return the verdict and why, on one line; what asks for things or numbers, with these."""
    try:
        answer = ask(question)
    except RulingsError:
        return ""
    told, label = answer.because.say, answer.label
    gives = answer.bindings or answer.number is not None
    why = told[0] if label and told and not gives else answer.say
    shown = (why if len(why) <= _LONGEST else f"{why[: _LONGEST - 1].rstrip()}…").rstrip(".")
    return f"{label}  {shown}" if label else shown
