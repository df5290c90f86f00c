"""Diagnostics for people and for machines.

In: diagnostics. Out: text with the quoted line and a caret, or JSON. Guarantee: at most `QUOTED`
characters of a line are quoted; control characters are shown as a dot, so no file can write to the
terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulings.doors.picking import picked
from rulings.doors.screen import json_text, visible, visible_text
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.source import Span
from rulings.render.counting import counted

if TYPE_CHECKING:
    from rulings.wire import ProblemJson

QUOTED = 80
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def render_text(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """Return each diagnostic with its place, the line it quotes, its notes and its hint."""
    return "".join(f"{_text(diagnostic, color)}\n" for diagnostic in diagnostics)


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """Return how many errors, warnings and notes there are, or that there is none."""
    count = Counter(diagnostic.severity for diagnostic in diagnostics)
    parts = (counted(count[one], one.value) for one in Severity if count[one])
    return ", ".join(parts) or "no problems"


def quote_line(span: Span) -> tuple[str, str]:
    """Return the line a span begins on and the carets under it, both cut to `QUOTED`."""
    line_number, column = span.source.position(span.start)
    line = span.source.line(line_number)
    start = column - 1
    length = max(1, min(span.end, span.start + len(line) - start) - span.start)
    left = 0
    if len(line) > QUOTED:
        left = max(0, min(start - QUOTED // 3, len(line) - QUOTED))
    shown = line[left : left + QUOTED]
    prefix = "…" if left else ""
    suffix = "…" if left + QUOTED < len(line) else ""
    length = min(length, max(1, len(shown) - (start - left)))
    margin = "".join("\t" if c == "\t" else " " for c in shown[: start - left])
    carets = " " * len(prefix) + margin + "^" * length
    return f"{prefix}{visible_text(shown)}{suffix}", carets


def _text(diagnostic: Diagnostic, color: bool) -> str:
    label = f"{diagnostic.severity.value} {diagnostic.code}"
    if color:
        label = f"\x1b[1;{_COLORS[diagnostic.severity]}m{label}\x1b[0m"
    place = f"{_place(diagnostic.span)}: " if diagnostic.span is not None else ""
    lines = [f"{place}{label}: {visible(diagnostic.message)}"]
    lines += _quoted(diagnostic.span)
    for note in diagnostic.notes:
        where = f"{_place(note.span)}: " if note.span is not None else ""
        lines.append(f"  {where}{visible(note.message)}")
        lines += [f"  {line}" for line in _quoted(note.span)]
    if diagnostic.hint:
        lines.append(f"  help: {visible(diagnostic.hint)}")
    verdicts = diagnostic.verdicts or ("",) * len(diagnostic.suggestions)
    for number, (said, verdict) in enumerate(zip(diagnostic.suggestions, verdicts), 1):
        lines.append(f"  {number}  {visible(f'{said}   {verdict}'.rstrip())}")
    if diagnostic.printed:
        lines.append("  printed about it:")
    lines += [f"     {visible(clause)}" for clause in diagnostic.printed]
    return "\n".join(lines) + "\n"


def _quoted(span: Span | None) -> list[str]:
    if span is None or not span.source.text:
        return []
    line, carets = quote_line(span)
    return [f"    {line}", f"    {carets}"] if line.strip() else []


def _place(span: Span) -> str:
    return visible(str(span))


def position(span: Span) -> dict[str, Any]:
    """Return where a span begins and ends, lines and columns counted from 1."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return one diagnostic as JSON values."""
    found: dict[str, Any] = {**as_problem(diagnostic)}
    if diagnostic.span is not None:
        found |= position(diagnostic.span)
        found["quoted"] = quote_line(diagnostic.span)[0] if diagnostic.span.source.text else ""
    found["notes"] = [
        {"message": note.message, **(position(note.span) if note.span is not None else {})}
        for note in diagnostic.notes
    ]
    return found


def as_problem(diagnostic: Diagnostic) -> ProblemJson:
    """Return one diagnostic by the schema `problem`."""
    more = (name for name in ("verdicts", "printed") if getattr(diagnostic, name))
    found: ProblemJson = picked(
        diagnostic, "code", "severity", "message", "hint", "suggestions", *more
    )
    return found


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """Return `{"diagnostics": […], "errors": n, "warnings": n, "notes": n}`."""
    count = Counter(diagnostic.severity for diagnostic in diagnostics)
    counts = {f"{severity.value}s": count[severity] for severity in Severity}
    found = {"diagnostics": [as_json(diagnostic) for diagnostic in diagnostics], **counts}
    return json_text(found, indent=2) + "\n"
