"""The limits of one call.

In: seconds, rows, a `Cancellation`. Out: a block in which they hold. Guarantee: they hold for
whatever is read, computed, explained or written within the block, in any thread; what is of the
wrong type is refused before anything begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from math import isnan
from typing import TypedDict

from rulings.engine.limits import Cancellation, deadline, row_limit


class Limits(TypedDict, total=False):
    """What a call may take; what is left out or None has no limit.

    `timeout` is in seconds, `max_rows` are rows of one predicate (two million unless given),
    `cancel` calls it off from another thread.
    """

    timeout: float | None
    max_rows: int | None
    cancel: Cancellation | None


@contextmanager
def limited(
    timeout: float | None = None, max_rows: int | None = None, cancel: Cancellation | None = None
) -> Iterator[None]:
    """Let the block take no more than this.

    Raises OutOfTime after `timeout` seconds, RulingsError (RUL404) for a rule that derives more
    than `max_rows` rows, Cancelled when `cancel` is called off; TypeError and ValueError for
    limits that are none.
    """
    check_limits(timeout, max_rows, cancel)
    called_off = cancel.watching() if cancel is not None else nullcontext()
    with called_off, deadline(timeout), row_limit(max_rows):
        yield


def check_limits(timeout: object = None, max_rows: object = None, cancel: object = None) -> None:
    """Raise TypeError or ValueError for limits that are none."""
    if timeout is not None:
        if isinstance(timeout, bool) or not isinstance(timeout, int | float):
            raise TypeError(f"timeout must be a number of seconds, not {type(timeout).__name__}")
        if isnan(timeout):
            raise ValueError("timeout must be a number of seconds, not NaN")
    if max_rows is not None and (isinstance(max_rows, bool) or not isinstance(max_rows, int)):
        raise TypeError(f"max_rows must be an int, not {type(max_rows).__name__}")
    if cancel is not None and not isinstance(cancel, Cancellation):
        raise TypeError(f"cancel must be a Cancellation, not {type(cancel).__name__}")
