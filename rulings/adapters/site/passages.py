"""The printed text of clauses, for publishers who may show it.

In: a folder with the printed documents as Markdown, `DOCUMENT.md` by the ids of `clauses.yaml`; the
clauses, which tell their lines. Out: the passage of each clause. Guarantee: a document that is not
there has no passages; lines that a document does not have are reported, not left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.rulebook.document import error, read_source
from rulings.rulebook.registry import Clause

SUFFIX = ".md"
_LINES = re.compile(r"L?(\d+)(?:\s*[-–]\s*L?(\d+))?")


def passages(folder: Path, clauses: Iterable[Clause]) -> dict[str, str]:
    """Return the printed text by the names of clauses. Raises RulingsError (RUL601, RUL642)."""
    told = tuple(clauses)
    texts: dict[str, list[str]] = {}
    for document in sorted({clause.document for clause in told}):
        path = folder / f"{document}{SUFFIX}"
        if path.exists():
            texts[document] = read_source(path, within=folder).text.split("\n")
    if not texts:
        wanted = ", ".join(sorted({f"{clause.document}{SUFFIX}" for clause in told}))
        message = f'"{folder}" holds none of the printed documents.'
        raise RulingsError([error("RUL642", message, hint=f"Name the files {wanted}.")])
    problems: list[Diagnostic] = []
    found: dict[str, str] = {}
    for clause in told:
        if clause.document in texts and clause.lines:
            text = _lines(texts[clause.document], clause.lines)
            if text is None:
                where = f"{clause.document}{SUFFIX}"
                message = f'"{where}" has no lines {clause.lines}, where "{clause.name}" stands.'
                problems.append(error("RUL642", message, clause.span))
            else:
                found[clause.name] = text
    if problems:
        raise RulingsError(problems)
    return found


def _lines(text: list[str], told: str) -> str | None:
    parts = []
    for match in _LINES.finditer(told):
        first = int(match[1])
        last = int(match[2] or first)
        if not 0 < first <= last <= len(text):
            return None
        parts.append("\n".join(text[first - 1 : last]).strip())
    return "\n\n".join(parts) if parts else None
