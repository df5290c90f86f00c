"""What reports have in common: their paragraphs.

In: texts. Out: indented text. Guarantee: no word of a paragraph is cut.
"""

from __future__ import annotations

from textwrap import fill

_WIDTH = 98


def indented(text: str, first: int = 0, further: int | None = None) -> str:
    """Return a paragraph with its first and its further lines indented so far."""
    return fill(
        text,
        _WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * (first if further is None else further),
        break_long_words=False,
        break_on_hyphens=False,
    )
