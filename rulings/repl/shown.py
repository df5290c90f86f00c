"""The output of a line as text.

In: an `Output`. Out: text. Guarantee: all that it says, ending in a line end unless empty; what
anyone else wrote is shown as it is.
"""

from __future__ import annotations

from rulings.conversing.turn_text import findings_text
from rulings.doors.screen import visible_text
from rulings.repl.state import Look, Output


def shown(output: Output, look: Look) -> str:
    """Return everything an output says."""
    told = findings_text(output.diagnostics, color=look.color, width=look.width)
    return visible_text(output.text + "".join(told), color=look.color)
