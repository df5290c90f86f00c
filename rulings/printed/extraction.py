"""The text of a printed document.

In: a file: Markdown, plain text, PDF or Word. Out: its lines with their pages. Guarantee: the
file is read through the door; what a stranger's file can do to the libraries that take it apart
happens in a process of its own, which is ended when it takes too long or too much memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from rulings.language.diagnostics import RulingsError
from rulings.printed.taking_apart import READERS, SECONDS
from rulings.records import dataclass
from rulings.rulebook.document import read_data, refusal

FILE_BYTES = 64 * 2**20
"""The longest document."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line or paragraph; `page` is 0 where there is none, `level` that of a heading, or 0."""

    text: str
    page: int
    level: int


def printed_lines(path: Path) -> tuple[PrintedLine, ...]:
    """Return the lines of a document; empty ones stand between paragraphs.

    Raises RulingsError (RUL601, RUL619).
    """
    kind = path.suffix.lower()
    if kind not in READERS:
        hint = f"Documents end in {', '.join(READERS)}."
        raise _unfit(path, "its format is not known", hint)
    data = read_data(path, path.name, within=None, limit=FILE_BYTES)
    try:
        run = subprocess.run(
            [sys.executable, "-m", "rulings.printed.taking_apart", kind],
            input=data,
            capture_output=True,
            timeout=2 * SECONDS,
            check=False,
        )
        told = json.loads(run.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        raise _unfit(path, f"takes more than {SECONDS} s, or more memory than it may") from None
    if "missing" in told:
        hint = "pip install 'rulings[documents]'"
        raise _unfit(path, "what reads it is not installed", hint)
    if "unfit" in told:
        raise _unfit(path, told["unfit"])
    return tuple(PrintedLine(*one) for one in told["paragraphs"])


def _unfit(path: Path, reason: str, hint: str = "") -> RulingsError:
    message = f'"{path.name}" cannot be taken apart: {reason}.'
    return refusal("RUL619", message, hint=hint)
