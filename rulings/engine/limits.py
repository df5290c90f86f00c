"""What stops an evaluation before its end.

In: a deadline in seconds and a number of rows. Out: `OutOfTime` or a `RulingsError`. Guarantee:
the check sits in every generated join and between rounds; a deadline set by `deadline` is
delivered as an exception in the thread that set it, as Ctrl-C is in the main thread.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic, sleep
from types import FrameType

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Rule

TOO_MANY_ROWS = "RUL404"
MAX_ROWS = 20_000_000
"""The default limit for the rows of one predicate: about 3 GB."""
ASKED_ROWS = 2_000_000
"""The same for a question at a table."""

_allowed: ContextVar[int | None] = ContextVar("allowed", default=None)


class OutOfTime(Exception):
    """The evaluation did not finish within the time it was given. Never a verdict."""


def overflow(rule: Rule, limit: int) -> None:
    """Raise the diagnostic for a rule that derives more than `limit` rows."""
    predicate = rule.head.predicate
    found = diagnose(TOO_MANY_ROWS, rule.span, rule=rule.id, limit=limit, predicate=predicate)
    raise RulingsError([found])


@contextmanager
def row_limit(rows: int | None) -> Iterator[None]:
    """Let no evaluation in the block derive more than `rows` rows of one predicate.

    It takes the place of the evaluator's own limit. Limits nest: the lowest counts. None sets none.
    """
    token = _allowed.set(min((n for n in (rows, _allowed.get()) if n is not None), default=None))
    try:
        yield
    finally:
        _allowed.reset(token)


def rows_allowed(limit: int) -> int:
    """Return the limit that holds here for an evaluator that has one of its own."""
    allowed = _allowed.get()
    return limit if allowed is None else allowed


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `OutOfTime` in this thread if the block takes longer than `seconds`.

    None and infinity set no limit. Deadlines nest: the one that ends first counts. In the main
    thread a signal interrupts waiting too; in another thread, or where there are no such signals,
    the exception comes between two steps of Python.
    """
    if seconds is None or seconds >= threading.TIMEOUT_MAX:
        yield
        return
    main = threading.current_thread() is threading.main_thread()
    with _alarm(seconds) if main and hasattr(signal, "setitimer") else _timer(seconds):
        yield


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def expire(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime(_late(seconds))

    began = monotonic()
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if 0 < left <= seconds:
        yield  # an outer deadline comes first
        return
    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - began), 1e-6))


class _Expired(OutOfTime):
    """What is raised in another thread, which can be given a class and no message."""


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raise in this thread from another one; the last one to leave the block wins."""
    thread = threading.get_ident()
    leaving = threading.Lock()
    expired = left = False

    def expire() -> None:
        nonlocal expired
        with leaving:
            if not left:
                expired = True
                _raise_in(thread)

    timer = threading.Timer(max(seconds, 0), expire)
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        finally:
            with leaving:
                left = True
            timer.cancel()
        while expired:
            sleep(0.001)  # what was raised is on its way
    except _Expired:
        if not expired:
            raise  # an outer deadline's
        raise OutOfTime(_late(seconds)) from None


def _raise_in(thread: int) -> None:
    import ctypes

    raised = ctypes.py_object(_Expired)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _late(seconds: float) -> str:
    return f"no answer within {seconds:g} s"
