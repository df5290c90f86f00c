"""What a turn tells, as text.

In: an answer and the step of its proof that is open, or what was found wrong with a line. Out:
text. Guarantee: a step is shown with its clauses and what they say, its premises numbered; findings
about the line itself are one sentence and a next step, findings about files quote their place;
without colour nothing is lost.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rulings.asking.answer import Answer
from rulings.asking.explanation import Step
from rulings.conversing.proof_path import Path, premises
from rulings.doors.screen import visible
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.records import replace
from rulings.render.problems import render_text

_TYPED = ("<question>", "table", "<generated>")
_MARKS = {Severity.ERROR: "?", Severity.WARNING: "!", Severity.NOTE: "·"}
_COLORS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m", Severity.NOTE: "\x1b[36m"}
_PLAIN = "\x1b[0m"
_NEW, _LEAD = "RUL520", "New here: "
_LEADS = {
    "given": "given: ",
    "assumed": "assumed: ",
    "undefined": "open: ",
    "failed": "does not apply: ",
    "open": "may apply: ",
    "ranking": "to settle it: ",
}


def problem_text(found: Diagnostic, *, color: bool = False, width: int = 100) -> str:
    """Return a finding with what may be said instead."""
    if found.span is not None and found.span.source.name not in _TYPED:
        return render_text([found], color=color)
    mark = _MARKS[found.severity]
    if color:
        mark = f"{_COLORS[found.severity]}{mark}{_PLAIN}"
    said = filled(f"* {found.message}", width, "  ").removeprefix("*")
    hint = f"\n{filled(f'  {found.hint}', width, '  ')}" if found.hint else ""
    offered = _numbered(found, width)
    printed = "".join(f"\n{filled(f'     {one}', width, '     ')}" for one in found.printed)
    text = f"{mark}{said}{offered or hint}"
    none = f"\n  {len(found.suggestions) + 1}  none of these" if offered else ""
    text += none
    text += f"\n  Printed about it:{printed}" if printed else ""
    room = width - len(text.rpartition("\n")[2]) - len(found.code) - 5
    return f"{text}{'   ' if room >= 0 else f'{chr(10)}  '}[{found.code}]\n"


def findings_text(findings: Sequence[Diagnostic], *, color: bool = False, width: int = 100) -> str:
    """Return findings one below the other, each once; names that are new share a line."""
    new = [one for one in findings if one.code == _NEW]
    told = [*{one.message: one for one in findings if one.code != _NEW}.values()]
    if new:
        names = ", ".join(one.message.removeprefix(_LEAD).rstrip(".") for one in new)
        undo = "`:undo` takes it back." if len(new) > 1 else new[0].hint
        told.append(replace(new[0], message=f"{_LEAD}{names}.", hint=undo))
    return "".join(problem_text(one, color=color, width=width) for one in told)


def _numbered(found: Diagnostic, width: int) -> str:
    """Return the sentences to choose from, each on a line of its own with its verdict."""
    column = max(map(len, found.suggestions), default=0)
    shown = []
    for number, one in enumerate(found.suggestions, 1):
        verdict = found.verdicts[number - 1] if found.verdicts else ""
        line = f"  {number}  {visible(one)}"
        line += f"{' ' * (column - len(one) + 3)}{visible(verdict)}" if verdict else ""
        fits = len(line) <= width or not verdict
        text = filled(line, width, "     ") if fits else f"  {number}  {visible(one)}"
        shown.append(text if fits else f"{text}\n{filled(f'     {verdict}', width, '     ')}")
    return "".join(f"\n{one}" for one in shown)


def filled(text: str, width: int, indent: str) -> str:
    """Return a paragraph broken into lines of a width; all but the first are indented."""
    return textwrap.fill(
        visible(text.replace("\n", " ")),
        max(width, 40),
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def step_text(answer: Answer, path: Path, width: int) -> str:
    """Return the step that is open."""
    return "\n".join(_lines(answer, path, width)) + "\n"


def _lines(answer: Answer, path: Path, width: int) -> Iterator[str]:
    step = path[-1]
    top = f"{answer.verdict.value.upper()}  " if answer.number is None else ""
    head = top if len(path) == 1 else "· " * (len(path) - 1)
    yield from _wrapped(_titled(step), width, head, " " * len(head))
    if step.note:
        yield from _wrapped(step.note, width, "     ", "     ")
    for clause in step.clauses:
        yield from _wrapped(
            f"[{clause.short} · {clause.section}] {clause.gist}", width, "     ", "       "
        )
    below = premises(step)
    for number, child in enumerate(below, 1):
        more = " …" if child.children else ""
        yield from _wrapped(_titled(child) + more, width, f"  {number}. ", "     ")
    if not step.children and step.kind in _LEADS:
        return
    opens = [str(n) for n, child in enumerate(below, 1) if child.children]
    ways = [f"`how {number}` opens it" for number in opens]
    if len(opens) > 1:
        ways = [f"`how N` opens one of {', '.join(opens)}"]
    if len(path) > 1:
        ways.append("`up` returns")
    if ways:
        yield f"     ({', '.join(ways)})"


def _titled(step: Step) -> str:
    text = _LEADS.get(step.kind, "") + step.say
    return text[:1].upper() + text[1:]


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        max(width, 40),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    ) or [first]
