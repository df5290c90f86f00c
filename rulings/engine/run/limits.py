"""What stops an evaluation before its end.

In: a deadline in seconds and a number of rows. Out: `OutOfTime` or a `RulingsError`. Guarantee:
the check sits in every generated join and between rounds; a deadline set by `deadline` is
delivered as an exception in the main thread, as Ctrl-C is.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Rule

TOO_MANY_ROWS = "RUL404"
MAX_ROWS = 20_000_000
"""The default limit for the rows of one predicate: about 3 GB."""


class OutOfTime(Exception):
    """The evaluation did not finish within the time it was given. Never a verdict."""


def overflow(rule: Rule, limit: int) -> None:
    """Raise the diagnostic for a rule that derives more than `limit` rows."""
    predicate = rule.head.predicate
    found = diagnose(TOO_MANY_ROWS, rule.span, rule=rule.id, limit=limit, predicate=predicate)
    raise RulingsError([found])


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` in the main thread if the block takes longer than `seconds`.

    Outside the main thread there is no way to interrupt a block, and nothing is done.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if hasattr(signal, "setitimer"):
        with _alarm(seconds):
            yield
    else:
        with _timer(seconds):
            yield


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def expire(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    expired = threading.Event()

    def expire() -> None:
        expired.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, expire)
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if expired.is_set():
            raise OutOfTime(f"no answer within {seconds:g} s") from None
        raise
    finally:
        timer.cancel()
