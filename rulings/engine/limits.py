"""What stops an evaluation before its end.

In: a deadline in seconds and a number of rows. Out: `OutOfTime` or a `RulingsError`. Guarantee:
the check sits in every generated join and between rounds; a deadline set by `deadline` and a
`Cancellation` are delivered as an exception in the thread concerned, as Ctrl-C is in the main one.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from time import monotonic
from types import FrameType

from rulings.engine import watchdog
from rulings.engine.watchdog import call_after
from rulings.language.catalogue import mistake
from rulings.language.program import Rule

TOO_MANY_ROWS = "RUL404"
MAX_ROWS = 20_000_000
"""The default limit for the rows of one predicate: about 3 GB."""
ASKED_ROWS = 2_000_000
"""The same for a question at a table."""

_allowed: ContextVar[int | None] = ContextVar("allowed", default=None)


class OutOfTime(Exception):
    """The evaluation did not finish within the time it was given. Never a verdict."""


class Cancelled(Exception):
    """The evaluation was called off by its `Cancellation`. Never a verdict."""


class NoRoom(Exception):
    """A rule's function derives more new rows than there is room for."""


def overflow(rule: Rule, limit: int) -> None:
    """Raise the diagnostic for a rule that derives more than `limit` rows."""
    predicate = rule.head.predicate
    written = rule.id.partition(" asked ")[0]
    raise mistake(TOO_MANY_ROWS, rule.span, rule=written, limit=limit, predicate=predicate)


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
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        limit = _alarm(seconds)
    else:
        limit = _interruptible(partial(call_after, seconds), partial(OutOfTime, _late(seconds)))
    with limit:
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


class Cancellation:
    """Calls off what is computed, from any thread.

    What runs within `watching` ends in `Cancelled` when `cancel` is called, and so does whatever
    begins there later. One may watch over several threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[Callable[[], None]] = []
        self._called = False

    @property
    def cancelled(self) -> bool:
        """Whether it was called off."""
        return self._called

    def cancel(self) -> None:
        """Call off what runs, and whatever begins later. Calling it again changes nothing."""
        with self._lock:
            self._called = True
            for expire in self._watched:
                expire()
            self._watched.clear()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Raise `Cancelled` in this thread if it is called off before the block ends."""
        if self._called:
            raise Cancelled("called off before it began")
        with _interruptible(self._watch, partial(Cancelled, "called off")):
            yield

    def _watch(self, expire: Callable[[], None]) -> Callable[[], None]:
        with self._lock:
            if self._called:
                expire()
            else:
                self._watched.append(expire)
        return lambda: self._forget(expire)

    def _forget(self, expire: Callable[[], None]) -> None:
        with self._lock:
            if expire in self._watched:
                self._watched.remove(expire)


_AGAIN = 0.1
"""So many seconds later a thread that neither left nor is about to is told again."""


class _Expired(OutOfTime):
    """What is raised in another thread, which can be given a class and no message.

    Where it comes just as Python enters or leaves a block, the block does not see it: then this is
    what its caller gets.
    """

    def __str__(self) -> str:
        return "no answer in time"


@contextmanager
def _interruptible(
    start: Callable[[Callable[[], None]], Callable[[], None]], told: Callable[[], Exception]
) -> Iterator[None]:
    """Let another thread end the block with what `told` makes; the last one to leave it wins.

    `start` is given what ends the block, and returns what calls that off. No frame of the block
    holds what ends it: with its traceback, that would keep all that was computed, in a cycle.
    """
    thread = threading.get_ident()
    leaving = threading.Lock()
    expired = left = False

    def expire() -> None:
        nonlocal expired
        with leaving:
            if left:
                return
            expired = True
            if not _is_leaving(thread):
                _raise_in(thread, _Expired)
        # What comes while Python closes a generator or calls back a weak reference is lost.
        call_after(_AGAIN, expire)

    def leave() -> None:
        nonlocal left
        with leaving:
            left = True
        _raise_in(thread, None)  # it was on its way, or lost

    stop: Callable[[], None] | None = None
    try:
        try:
            stop = start(expire)
            yield
        finally:
            with leaving:
                left = True
            if stop is not None:
                stop()
        if expired:
            leave()
    except _Expired:
        if not expired:
            raise  # an outer block's
        try:
            leave()
        except _Expired:  # one more was on its way
            leave()
    if expired:
        raise told()


def _is_leaving(thread: int) -> bool:
    """Whether a thread is on its way out already: a second exception would cut short what cleans
    up there, or hit the handler of the first and leave the block as what it is."""
    handled = sys._current_exceptions().get(thread)
    # Up to CPython 3.11 these are type, exception and traceback.
    return isinstance(handled[1] if isinstance(handled, tuple) else handled, _Expired)


def _raise_in(thread: int, exception: type[_Expired] | None) -> None:
    """Raise an exception in a thread; None takes back one that has not come yet."""
    import ctypes

    raised = ctypes.py_object(exception) if exception is not None else None
    with watchdog.STARTING:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _late(seconds: float) -> str:
    return f"no answer within {seconds:g} s"
