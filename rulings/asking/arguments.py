"""What callers pass, checked where it comes in.

In: an argument and its name. Out: the argument. Guarantee: what is of the wrong type is a
`TypeError` that names the argument and what it should be, never a mistake further in.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan


def text(given: object, name: str) -> str:
    """Return a text. Raises TypeError for anything else."""
    if isinstance(given, str):
        return given
    raise TypeError(f"{name} must be a text (str), not {type(given).__name__}")


def texts(given: Iterable[object], name: str) -> tuple[str, ...]:
    """Return several texts. Raises TypeError unless each is one."""
    return tuple(text(one, name) for one in given)


def limits(timeout: object, max_rows: object) -> None:
    """Check a time in seconds and a number of rows. Raises TypeError and ValueError."""
    if timeout is not None:
        if isinstance(timeout, bool) or not isinstance(timeout, int | float):
            raise TypeError(f"timeout must be a number of seconds, not {type(timeout).__name__}")
        if isnan(timeout):
            raise ValueError("timeout must be a number of seconds, not NaN")
    if max_rows is not None and (isinstance(max_rows, bool) or not isinstance(max_rows, int)):
        raise TypeError(f"max_rows must be an int, not {type(max_rows).__name__}")
