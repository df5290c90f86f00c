"""Diagnostics for people and for machines.

In: diagnostics. Out: text with the quoted line and a caret, JSON, or SARIF 2.1.0 (the exchange
format of code scanners, OASIS 2020). Guarantee: at most `QUOTED` characters of a line are
quoted; control characters are shown as a dot, so no file can write to the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from rulings.doors.screen import json_text, visible, visible_text
from rulings.language import catalogue
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.source import Span

if TYPE_CHECKING:
    from rulings.wire import ProblemJson

QUOTED = 80
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def render(diagnostics: Sequence[Diagnostic], form: str = "text", *, color: bool = False) -> str:
    """Return diagnostics as text, JSON or SARIF; the text ends with a line end unless empty."""
    match form:
        case "json":
            return render_json(diagnostics)
        case "sarif":
            return render_sarif(diagnostics)
    return render_text(diagnostics, color=color)


def render_text(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """Return each diagnostic with its place, the line it quotes, its notes and its hint."""
    return "".join(f"{_text(diagnostic, color)}\n" for diagnostic in diagnostics)


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """Return how many errors, warnings and notes there are, or that there is none."""
    parts: list[str] = []
    for severity in Severity:
        count = sum(diagnostic.severity is severity for diagnostic in diagnostics)
        if count:
            parts.append(f"{count} {severity.value}{'s' * (count != 1)}")
    return ", ".join(parts) if parts else "no problems"


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
    label = f"{_LEVELS[diagnostic.severity]} {diagnostic.code}"
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
    for number, said in enumerate(diagnostic.suggestions, 1):
        lines.append(f"  {number}  {visible(said)}")
    return "\n".join(lines) + "\n"


def _quoted(span: Span | None) -> list[str]:
    if span is None or not span.source.text:
        return []
    line, carets = quote_line(span)
    return [f"    {line}", f"    {carets}"] if line.strip() else []


def _place(span: Span) -> str:
    return visible(str(span))


def _position(span: Span) -> dict[str, Any]:
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
    found: dict[str, Any] = {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "suggestions": list(diagnostic.suggestions),
    }
    if diagnostic.span is not None:
        found |= _position(diagnostic.span)
        found["quoted"] = quote_line(diagnostic.span)[0] if diagnostic.span.source.text else ""
    found["notes"] = [
        {"message": note.message, **(_position(note.span) if note.span is not None else {})}
        for note in diagnostic.notes
    ]
    return found


def as_problem(diagnostic: Diagnostic) -> ProblemJson:
    """Return one diagnostic by the schema `problem`."""
    found: ProblemJson = {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "suggestions": list(diagnostic.suggestions),
    }
    return found


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """Return `{"diagnostics": […], "errors": n, "warnings": n, "notes": n}`."""
    counts = {
        f"{severity.value}s": sum(d.severity is severity for d in diagnostics)
        for severity in Severity
    }
    found = {"diagnostics": [as_json(diagnostic) for diagnostic in diagnostics], **counts}
    return json_text(found, indent=2) + "\n"


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """Return a SARIF 2.1.0 log with one run."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "rulings", "rules": [_sarif_rule(c) for c in codes]}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(d, codes) for d in diagnostics],
            }
        ],
    }
    return json_text(log, indent=2) + "\n"


def _sarif_rule(code: str) -> dict[str, Any]:
    entry = catalogue.CATALOGUE.get(code)
    if entry is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": f"{entry.law} {entry.explanation}".strip()},
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
    }


def _sarif_result(diagnostic: Diagnostic, codes: list[str]) -> dict[str, Any]:
    hint = f" {diagnostic.hint}" if diagnostic.hint else ""
    found: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": f"{diagnostic.message}{hint}"},
    }
    if diagnostic.span is not None:
        found["locations"] = [_sarif_location(diagnostic.span)]
    related = [
        {**_sarif_location(note.span), "message": {"text": note.message}}
        for note in diagnostic.notes
        if note.span is not None
    ]
    if related:
        found["relatedLocations"] = related
    return found


def _sarif_location(span: Span) -> dict[str, Any]:
    where = _position(span)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(span.source.name.replace("\\", "/"))},
            "region": {
                "startLine": where["line"],
                "startColumn": where["column"],
                "endLine": where["end_line"],
                "endColumn": where["end_column"],
            },
        }
    }
