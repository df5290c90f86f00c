"""Diagnostics as the protocol writes them, and what can be done about them.

In: diagnostics of a file. Out: the protocol's diagnostics; code actions. Guarantee: each has its
code, its law and its next step; a quick fix changes the file that it is shown in and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from rulings.adapters.lsp.open_files import OpenFile
from rulings.adapters.lsp.ranges import Measure
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.source import Source
from rulings.render.fixes import fixes

MOST = 500
"""So many findings of one file are shown."""
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def protocol_diagnostics(
    found: Iterable[Diagnostic], measure: Measure, address: Callable[[Source], str | None]
) -> list[types.Diagnostic]:
    """Return diagnostics as the protocol writes them; `address` tells where notes point to."""
    return [_diagnostic(one, measure, address) for one in list(dict.fromkeys(found))[:MOST]]


def _diagnostic(
    one: Diagnostic, measure: Measure, address: Callable[[Source], str | None]
) -> types.Diagnostic:
    said = [one.message, *(f"Help: {hint}" for hint in (one.hint,) if hint)]
    said += [f"{number}  {text}" for number, text in enumerate(one.suggestions, 1)]
    related = []
    for note in one.notes:
        uri = address(note.span.source) if note.span is not None else None
        if uri is None or note.span is None:
            said.append(note.message)
        else:
            where = types.Location(uri, measure.span(note.span))
            related.append(types.DiagnosticRelatedInformation(where, note.message))
    start = types.Position(0, 0)
    return types.Diagnostic(
        range=measure.span(one.span) if one.span is not None else types.Range(start, start),
        message="\n".join(said),
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="rulings",
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if one.code == "RUL307" else None,
    )


def quick_fixes(
    found: Iterable[Diagnostic], opened: OpenFile, start: int, end: int, measure: Measure
) -> list[types.CodeAction]:
    """Return what can be done about the findings between two offsets."""
    actions: list[types.CodeAction] = []
    for one in found:
        placed = opened.placed(one)
        if placed is None or placed.span is None:
            continue
        if placed.span.start > end or placed.span.end < start:
            continue
        shown = protocol_diagnostics([placed], measure, lambda _: None)
        for number, fix in enumerate(fixes(placed)):
            edit = types.TextEdit(measure.span(fix.span), fix.text)
            actions.append(
                types.CodeAction(
                    title=fix.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=shown,
                    is_preferred=number == 0 or None,
                    edit=types.WorkspaceEdit(changes={opened.uri: [edit]}),
                )
            )
    return actions
