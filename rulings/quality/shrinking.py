"""What remains of something when all that it does not need is left out.

In: parts in order, and what must stay so. Out: some of the parts, in the same order. Guarantee: it
stays so, and would not if any one of them were left out. The method is the delta debugging of
A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Trans.
Software Eng. 28(2), 2002, without its complements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_Part = TypeVar("_Part")


def needed(parts: Sequence[_Part], still: Callable[[Sequence[_Part]], bool]) -> Sequence[_Part]:
    """Leave out every part without which it is `still` as it should be, several at a time first."""
    size = max(1, len(parts) // 2)
    while True:
        before, start = len(parts), 0
        while start < len(parts):
            fewer = [*parts[:start], *parts[start + size :]]
            if still(fewer):
                parts = fewer
            else:
                start += size
        if size == 1 and len(parts) == before:
            return parts
        size = max(1, size // 2)
