"""What never changes is its own copy.

In: nothing. Out: a base class. Guarantee: `copy` and `deepcopy` give the object itself, so that
what was computed for it is not computed again.
"""

from __future__ import annotations

from typing import Self


class Unchanging:
    """An object that never changes."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """Return itself."""
        return self
