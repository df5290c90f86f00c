"""Bad programs and their exact diagnostics.

Each `tests/programs/bad/NAME.dl` has a `NAME.expected`: one line a diagnostic, in the order in
which they are reported, with the notes indented below. `RULINGS_ACCEPT=1` rewrites them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulings.language.diagnostics import Diagnostic
from rulings.language.files import load_examined
from rulings.language.source import Span

BAD = Path(__file__).parent.parent / "programs" / "bad"
PROGRAMS = sorted(BAD.glob("*.dl"))


def place(span: Span | None) -> str:
    return f"{span.line}:{span.column}" if span is not None else "-"


def shown(diagnostic: Diagnostic) -> str:
    head = f"{place(diagnostic.span)} {diagnostic.severity.value} {diagnostic.code}"
    lines = [f"{head} {diagnostic.message}"]
    lines += [f"  {place(note.span)} {note.message}" for note in diagnostic.notes]
    if diagnostic.hint:
        lines.append(f"  help: {diagnostic.hint}")
    return "\n".join(lines).replace(str(BAD), "bad")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_diagnostics(path: Path) -> None:
    _, problems = load_examined(path)
    found = "".join(f"{shown(problem)}\n" for problem in problems)
    expected = path.with_suffix(".expected")
    if os.environ.get("RULINGS_ACCEPT"):
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    assert found, "a bad program has at least one diagnostic"


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 60
