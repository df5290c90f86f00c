"""What reports have in common: values for JSON, paragraphs.

In: records, texts. Out: plain data, indented text. Guarantee: what is picked of a record is written
as JSON writes it, enumerations by their values; no word of a paragraph is cut.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from textwrap import fill
from typing import Any

_WIDTH = 98


def picked(found: object, *names: str) -> dict[str, Any]:
    """Return some attributes as plain data; of `name?` what is empty is null."""
    told = {name.removesuffix("?"): name.endswith("?") for name in names}
    values = {name: _plain(getattr(found, name)) for name in told}
    return {name: value or None if told[name] else value for name, value in values.items()}


def _plain(value: object) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Collection) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value


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
