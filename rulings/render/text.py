"""Answers as text for a terminal or a pipe.

In: an `Answer`. Out: the bare verdict, one sentence, the reasons with their clauses. Guarantee:
readable without colour; lines fit the width given, however deep a proof is: what would stand
too far to the right is continued further down under a number; what was assumed is said.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator

from rulings.asking.answer import Answer, Turning
from rulings.asking.explanation import COUNTER, SHOWN_ABOVE, Citation, Step
from rulings.asking.reason import Verdict
from rulings.doors.screen import visible
from rulings.records import dataclass, field
from rulings.render.short import PartKind, short

_COLORS = {
    Verdict.YES: "\x1b[1;32m",
    Verdict.NO: "\x1b[1;31m",
    Verdict.DEPENDS: "\x1b[1;33m",
    Verdict.UNDECIDED: "\x1b[1;35m",
}
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"
_MARKS = {
    "given": "given: ",
    "assumed": "assumed: ",
    "undefined": "open: ",
    "failed": "✗ ",
    "open": "? ",
    "link": "↻ ",
    "ranking": "→ ",
}
_SHORT_REFUTATION = 1


@dataclass(slots=True)
class _Page:
    """The lines so far, and what is continued further down."""

    columns: int
    color: bool
    full: bool
    depth: int | None
    lines: list[str] = field(default_factory=list)
    later: list[Step] = field(default_factory=list)
    gists: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)


def terminal_width() -> int:
    """Return `COLUMNS`, or the width of the terminal, or 100."""
    # Not shutil's: that module brings every compression library with it.
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdecimal() and 0 < len(told) < 6 and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size().columns or 100
    except OSError:
        return 100


def render_answer(
    answer: Answer,
    *,
    full: bool = False,
    color: bool = False,
    width: int | None = None,
    every: bool = False,
    depth: int | None = None,
) -> str:
    """Return an answer as text.

    `full` prints the whole explanation instead of its first level, `every` also the
    refutations inside it to the end and what each clause says, `depth` cuts it.
    """
    columns = width if width is not None else min(terminal_width(), 120)
    word = answer.label
    label = f"{_COLORS[answer.verdict]}{word}{_PLAIN}" if color and word else word
    indent = " " * (len(word) + 2 if word else 4)
    lines = list(_wrapped(answer.say, columns, indent))
    head = f"{label}  {lines[0].strip()}" if word else lines[0].strip()
    page = _Page(columns, color, every, depth, [head, *lines[1:]])
    whole = full and bool(answer.explanation)
    if whole:
        render_steps(_below(answer, page, indent), page)
    for part in short(answer):
        if not (whole and part.kind in (PartKind.BECAUSE, PartKind.CLAUSE)):
            dim = color and part.kind is PartKind.CLAUSE
            for line in _wrapped(part.text, columns, indent):
                page.lines.append(f"{_DIM}{line}{_PLAIN}" if dim else line)
    read = list(_wrapped(f"Read as: {answer.read_as}", columns, "")) if answer.read_as else []
    return "\n".join((*read, *page.lines)) + "\n"


def _below(answer: Answer, page: _Page, indent: str) -> tuple[Step, ...]:
    """The steps to show; one that only repeats the answer gives its clauses to the first line."""
    match answer.explanation:
        case (step,) if _repeats(step, answer):
            page.shown.add(step.say)
            noted = _noted(step, page).strip()
            cited = _cited(step.clauses)
            page.lines += _with_citation(noted, cited, page.columns, indent, page.color)
            if page.full:
                page.lines += _gists(step, page, indent)
            return step.children
    return answer.explanation


def _repeats(step: Step, answer: Answer) -> bool:
    """Whether a step says what the answer says, and nothing about where it comes from."""
    return step.kind not in _MARKS and step.say == answer.say.rstrip(".")


def render_turning(found: Turning, width: int | None = None) -> str:
    """Return the smallest changes that would turn a verdict around, one a line."""
    columns = width if width is not None else min(terminal_width(), 120)
    said = [f"The verdict would turn if {' and '.join(one.say)}." for one in found.ways]
    said = said or [found.unturned]
    return "".join(f"{line}\n" for one in said for line in _wrapped(one, columns, "    "))


def render_steps(steps: Iterable[Step], page: _Page) -> None:
    """Add trees to a page, then all that was too deep for its width."""
    for step in steps:
        _tree(step, page)
    for number, step in enumerate(page.later, 1):
        page.lines.append(f"({number})")
        _tree(step, page)


def _tree(root: Step, page: _Page) -> None:
    """Add a tree to a page, without recursion: proofs may be thousands of steps deep."""
    deepest = max(4, (page.columns - 44) // 2)
    pending: list[tuple[Step, int, int]] = [(root, 1, 0)]
    while pending:
        step, level, refuted = pending.pop()
        indent = "  " * level
        children = _children(step, level, refuted, page)
        text = _MARKS.get(step.kind, "") + step.say + _noted(step, page)
        if children and level >= deepest:
            page.later.append(step)
            page.lines += _wrapped(f"{text} (continued at {len(page.later)})", page.columns, indent)
            continue
        page.lines += _with_citation(text, _cited(step.clauses), page.columns, indent, page.color)
        if page.full and step.kind not in ("failed", "open"):
            page.lines += _gists(step, page, indent)
        inside = refuted + (step.kind == "absent" and step.say not in COUNTER)
        if children:
            page.shown.add(step.say)
        pending += [(child, level + 1, inside) for child in reversed(children)]


def _noted(step: Step, page: _Page) -> str:
    """A step's note; "shown above" only where the page does show it above."""
    if step.note == SHOWN_ABOVE and step.say not in page.shown:
        return ""
    return f" ({step.note})" if step.note else ""


def _children(step: Step, level: int, refuted: int, page: _Page) -> tuple[Step, ...]:
    """The steps below one: none beyond the depth asked for, refutations shortened."""
    if page.depth is not None and level >= page.depth:
        return ()
    if page.full or step.kind != "absent" or step.say in COUNTER:
        return step.children
    return step.children if refuted < _SHORT_REFUTATION else ()


def _gists(step: Step, page: _Page, indent: str) -> Iterator[str]:
    """What the clauses of a step say, each once on a page."""
    for clause in step.clauses:
        if clause.gist and clause.gist not in page.gists:
            page.gists.add(clause.gist)
            for line in _wrapped(clause.gist.rstrip("."), page.columns, indent + "  "):
                yield f"{_DIM}{line}{_PLAIN}" if page.color else line


def _cited(clauses: tuple[Citation, ...]) -> str:
    places = dict.fromkeys(f"{clause.short} · {clause.section}" for clause in clauses)
    return "; ".join(places)


def _with_citation(text: str, cited: str, columns: int, indent: str, color: bool) -> Iterator[str]:
    lines = list(_wrapped(text, columns, indent)) if text else []
    if cited:
        mark = f"[{visible(cited)}]"
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
        visible(text.replace("\n", " ")),
        max(columns, len(indent) + 20),
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [indent]
