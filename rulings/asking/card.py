"""The answer card: each question that is offered for one that was not read, with its verdict.

In: what was refused, a way to ask. Out: the same mistake, its suggestions with their verdicts.
Guarantee: nothing is asked but the suggestions, each as it stands; what only tells has no verdict.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.asking.answer import Answer
from rulings.english.clauses import asks
from rulings.language.diagnostics import RulingsError
from rulings.records import replace

_LONGEST = 90


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
