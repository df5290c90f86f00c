"""What is printed about a question that no law decides.

In: a question that no sentence of the rulebook asks, the clauses that share words with it. Out: an
`Answer` that quotes them, or the mistake with them beside it. Guarantee: nothing is proved and
nothing decided: the verdict is UNDECIDED, the reason `printed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rulings.asking.answer import Answer, Imprint
from rulings.asking.explanation import Citation, Evidence
from rulings.asking.goal import Goal
from rulings.asking.reason import Reason
from rulings.english.clauses import asks
from rulings.english.faults import NOT_UNDERSTOOD
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import replace
from rulings.rulebook.registry import Clause


def is_unasked(problem: RulingsError, text: str, unread: tuple[Diagnostic, ...]) -> bool:
    """Whether a question that was refused is answered with what is printed about it.

    It is where no sentence of the rulebook asks it, or lines of the table are `unread`. Where a
    sentence is near enough to be offered, that is for who asked to say.
    """
    if unread and asks(text):
        return True
    first = problem.diagnostics[0]
    return first.code == NOT_UNDERSTOOD and not first.suggestions and bool(first.printed)


def with_printed(problem: RulingsError, clauses: Iterable[Clause]) -> RulingsError:
    """Return a mistake with what is printed about it."""
    first, *rest = problem.diagnostics
    return RulingsError((replace(first, printed=tuple(map(topic_line, clauses))), *rest))


def printed_answer(
    question: str,
    clauses: Iterable[Clause],
    unread: tuple[Diagnostic, ...],
    rulebook: Imprint,
    engine: str,
    milliseconds: float,
) -> Answer:
    """Return the answer that quotes clauses, the one that shares most first.

    `unread` are lines of the table that were not understood: who asks there reads of them first.
    """
    silent = "no sentence of the rulebook asks this"
    because = "a line of the table was not understood" if unread else silent
    cited = tuple(
        Citation(one.name, one.document, one.short, one.section, one.gist, one.page)
        for one in clauses
    )
    return Answer(
        question=question.strip(),
        understood_as="",
        goal=Goal(()),
        reason=Reason.PRINTED,
        say=f"No verdict: {because}.{' Printed about it:' if cited else ''}",
        bindings=(),
        number=None,
        rulebook=rulebook,
        engine=engine,
        milliseconds=milliseconds,
        notices=unread,
        explain=partial(Evidence, rests_on=cited),
    )


def topic_line(clause: Clause | Citation) -> str:
    """Return a clause as one line: where it is printed, and what it says."""
    return f"[{clause.short} · {clause.section}] {clause.gist}"
