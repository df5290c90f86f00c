"""Answers as text for a terminal or a pipe.

In: an `Answer`. Out: the bare verdict, one sentence, the reasons with their clauses. Guarantee:
readable without colour; lines fit the width given; what was assumed is said.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator

from rulings.answer import Answer, Citation, Reason, Step, Verdict

_COLORS = {
    Verdict.YES: "\x1b[1;32m",
    Verdict.NO: "\x1b[1;31m",
    Verdict.DEPENDS: "\x1b[1;33m",
    Verdict.UNDECIDED: "\x1b[1;35m",
}
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"
_MARKS = {
    "derived": "",
    "given": "given: ",
    "assumed": "assumed: ",
    "absent": "",
    "undefined": "open: ",
    "failed": "",
    "builtin": "",
}


def render_answer(
    answer: Answer, *, full: bool = False, color: bool = False, width: int | None = None
) -> str:
    """Return an answer as text; `full` prints the whole explanation instead of its first level."""
    columns = width if width is not None else min(shutil.get_terminal_size((100, 24)).columns, 120)
    word = answer.verdict.value.upper()
    label = f"{_COLORS[answer.verdict]}{word}{_PLAIN}" if color else word
    lines = list(_wrapped(answer.say, columns, " " * (len(word) + 2)))
    shown = [f"{label}  {lines[0].strip()}", *lines[1:]]
    indent = " " * (len(word) + 2)
    if full:
        for step in answer.explanation:
            shown += _tree(step, columns, "  ", color)
    else:
        shown += _reasons(answer, columns, indent, color)
    if answer.assumptions:
        shown += _wrapped(f"Assumed: {'; '.join(answer.assumptions)}.", columns, indent)
    for facts in answer.settle:
        shown += _wrapped(f"It would be settled by: {' and '.join(facts)}.", columns, indent)
    return "\n".join(shown) + "\n"


def _reasons(answer: Answer, columns: int, indent: str, color: bool) -> Iterator[str]:
    """The first reasons: what the conclusion rests on directly, each with its clauses."""
    for step in answer.explanation:
        reasons = [part for part in step.children if part.kind != "builtin"] or [step]
        cited = _cited(step.clauses)
        for part in reasons:
            if part.say == answer.say or not part.say:
                continue
            own = _cited(part.clauses) or cited
            cited = ""
            yield from _with_citation(_marked(part), own, columns, indent, color)
        if cited:
            yield from _with_citation("", cited, columns, indent, color)
    if answer.reason is Reason.MISSING and not answer.settle:
        yield indent + "Some facts of the table are not known."


def _tree(step: Step, columns: int, indent: str, color: bool) -> Iterator[str]:
    text = _marked(step) + (f" ({step.note})" if step.note else "")
    yield from _with_citation(text, _cited(step.clauses), columns, indent, color)
    for child in step.children:
        yield from _tree(child, columns, indent + "  ", color)


def _marked(step: Step) -> str:
    return _MARKS.get(step.kind, "") + step.say


def _cited(clauses: tuple[Citation, ...]) -> str:
    places = dict.fromkeys(f"{clause.short} · {clause.section}" for clause in clauses)
    return "; ".join(places)


def _with_citation(text: str, cited: str, columns: int, indent: str, color: bool) -> Iterator[str]:
    lines = list(_wrapped(text, columns, indent)) if text else []
    if cited:
        mark = f"[{cited}]"
        room = columns - len(mark) - 2
        shown = f"{_DIM}{mark}{_PLAIN}" if color else mark
        if lines and len(lines[-1]) <= room:
            lines[-1] = f"{lines[-1]}  {shown}"
        elif len(mark) + len(indent) <= columns:
            lines.append(f"{indent}{shown}")
        else:
            lines += _wrapped(mark, columns, indent + "  ")
    yield from lines


def _wrapped(text: str, columns: int, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        max(columns, len(indent) + 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [indent]
