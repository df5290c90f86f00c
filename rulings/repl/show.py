"""The output of a line as text.

In: an `Output`. Out: text. Guarantee: findings about the line itself are one sentence and a next
step; findings about files quote their place; without colour nothing is lost.
"""

from __future__ import annotations

from rulings.language.diagnostics import Diagnostic, Severity
from rulings.render.diagnostics import render_text
from rulings.repl.state import Look, Output

_TYPED = ("<question>", "table", "<generated>")
_MARKS = {Severity.ERROR: "?", Severity.WARNING: "!", Severity.NOTE: "·"}
_COLORS = {Severity.ERROR: "\x1b[31m", Severity.WARNING: "\x1b[33m", Severity.NOTE: "\x1b[36m"}
_PLAIN = "\x1b[0m"


def shown(output: Output, look: Look) -> str:
    """Return everything an output says, ending in a line end unless empty."""
    return output.text + "".join(_diagnostic(one, look) for one in output.diagnostics)


def _diagnostic(found: Diagnostic, look: Look) -> str:
    if found.span is not None and found.span.source.name not in _TYPED:
        return render_text([found], color=look.color)
    mark = _MARKS[found.severity]
    if look.color:
        mark = f"{_COLORS[found.severity]}{mark}{_PLAIN}"
    hint = f"\n  {found.hint}" if found.hint else ""
    return f"{mark} {found.message}{hint}   [{found.code}]\n"
