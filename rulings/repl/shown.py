"""The output of a line as text.

In: an `Output`. Out: text. Guarantee: findings about the line itself are one sentence and a next
step; findings about files quote their place; without colour nothing is lost.
"""

from __future__ import annotations

import textwrap

from rulings.doors.screen import visible, visible_text
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.render.problems import render_text
from rulings.repl.state import Look, Output

_TYPED = ("<question>", "table", "<generated>")
_MARKS = {Severity.ERROR: "?", Severity.WARNING: "!", Severity.NOTE: "·"}
_COLORS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m", Severity.NOTE: "\x1b[36m"}
_PLAIN = "\x1b[0m"


def shown(output: Output, look: Look) -> str:
    """Return everything an output says, ending in a line end unless empty."""
    text = output.text + "".join(_diagnostic(one, look) for one in output.diagnostics)
    return visible_text(text, color=look.color)


def _diagnostic(found: Diagnostic, look: Look) -> str:
    if found.span is not None and found.span.source.name not in _TYPED:
        return render_text([found], color=look.color)
    mark = _MARKS[found.severity]
    if look.color:
        mark = f"{_COLORS[found.severity]}{mark}{_PLAIN}"
    said = filled(f"* {found.message}", look.width, "  ").removeprefix("*")
    hint = f"\n{filled(f'  {found.hint}', look.width, '  ')}" if found.hint else ""
    offered = "".join(
        f"\n{filled(f'  {number}  {visible(one)}', look.width, '     ')}"
        for number, one in enumerate(found.suggestions, 1)
    )
    text = f"{mark}{said}{offered or hint}"
    room = look.width - len(text.rpartition("\n")[2]) - len(found.code) - 5
    return f"{text}{'   ' if room >= 0 else f'{chr(10)}  '}[{found.code}]\n"


def filled(text: str, width: int, indent: str) -> str:
    """Return a paragraph broken into lines of a width; all but the first are indented."""
    return textwrap.fill(
        visible(text.replace("\n", " ")),
        max(width, 40),
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
