"""What is offered for a line that is not read."""

from __future__ import annotations

from rulings.speech.chart import Context


def offers(context: Context, asking: bool) -> tuple[str, ...]:
    """Return up to three sentences to say instead."""
    return ()
