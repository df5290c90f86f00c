"""Diagnostics for code scanners, or in the form that is asked for.

In: diagnostics. Out: SARIF 2.1.0 (OASIS 2020), or text or JSON. Guarantee: what players wait for
imports nothing from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from rulings.doors.screen import json_text
from rulings.language.catalogue import entry_of
from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Span
from rulings.render.problems import position, render_json, render_text


def render(diagnostics: Sequence[Diagnostic], form: str = "text", *, color: bool = False) -> str:
    """Return diagnostics as text, JSON or SARIF; the text ends with a line end unless empty."""
    match form:
        case "json":
            return render_json(diagnostics)
        case "sarif":
            return render_sarif(diagnostics)
    return render_text(diagnostics, color=color)


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
    entry = entry_of(code)
    if entry is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": f"{entry.law} {entry.explanation}".strip()},
        "defaultConfiguration": {"level": entry.severity.value},
    }


def _sarif_result(diagnostic: Diagnostic, codes: list[str]) -> dict[str, Any]:
    hint = f" {diagnostic.hint}" if diagnostic.hint else ""
    found: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": diagnostic.severity.value,
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
    where = position(span)
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
