"""Regular expressions that are compiled when they are first used.

In: what `re.compile` takes. Out: what does the same. Guarantee: a mistake in an expression shows
when it is used; `tests/test_house.py` compiles them all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

__all__ = ["expression"]


class _Expression:
    """A pattern; its methods are looked up once."""

    def __init__(self, text: str, flags: int) -> None:
        self._told = text, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._told), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    from re import compile as expression
else:

    def expression(text: str, flags: int = 0) -> _Expression:
        """Return a pattern; its first use compiles it, as compiling all would take milliseconds."""
        return _Expression(text, flags)
