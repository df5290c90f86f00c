"""A process of its own for what must not slow this one down.

In: calls of what the process makes for itself. Out: their results, awaited. Guarantee: the calls
are made one after the other; cancelling a task calls its call off, which ends as it begins where
it had not begun, and no later one; a process that ends is replaced, and none outlives the program
that started it.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rulings.asking.limited import limited
from rulings.engine.limits import Cancellation

GONE = (EOFError, BrokenPipeError, ConnectionError, OSError)
"""What reading or writing raises where the process at the other end is gone."""
STOP_SECONDS = 5.0
"""So long the end of a process is waited for."""


class WorkerLost(Exception):
    """A worker process ended before it had answered; another one takes its place."""


class UnderWay:
    """What is being answered, and what was called off before it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = 0
        self._cancel = Cancellation()
        self._early = 0

    def begin(self, number: int) -> Cancellation:
        """Return what calls off the question of this number."""
        with self._lock:
            self._number, self._cancel = number, Cancellation()
            if self._early >= number:
                self._cancel.cancel()
            return self._cancel

    def listen(self, control: Connection) -> None:
        """Call off what the program says, until it is gone."""
        while True:
            try:
                number = control.recv()
            except GONE:
                return
            with self._lock:
                self._early = number
                if number == self._number:
                    self._cancel.cancel()


_S = TypeVar("_S")
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Aside(Generic[_S]):
    """A process with a state of its own, which `make` returns there; the first call starts it.

    What is called, its arguments and results must be such that `pickle` takes them. Where calls are
    not `guarded`, each is given its `Cancellation` as `cancel`, and minds it where it may stop.
    """

    def __init__(self, make: Callable[[], _S], *, guarded: bool = True) -> None:
        self._make, self._guarded = make, guarded
        self._threads = ThreadPoolExecutor(1)
        self._numbers = count(1)
        self._process: BaseProcess | None = None
        self._calls: Connection
        self._control: Connection

    async def run(
        self, call: Callable[Concatenate[_S, _P], _T], *arguments: _P.args, **named: _P.kwargs
    ) -> _T:
        """Return what a call on the state returns.

        Raises what the call raises, and WorkerLost when the process ends by itself.
        """
        future, call_off = self.begin(call, *arguments, **named)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            call_off()
            future.cancel()
            raise

    def begin(
        self, call: Callable[..., _T], *arguments: object, **named: object
    ) -> tuple[asyncio.Future[_T], Callable[[], None]]:
        """Begin a call: return its result, as soon as it is there, and what calls it off."""
        number = next(self._numbers)
        told = number, call, arguments, named
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._called, told)
        future.add_done_callback(heard)
        return future, partial(self._call_off, number)

    @property
    def process(self) -> int:
        """The number of the process, 0 before it starts."""
        return (self._process and self._process.pid) or 0

    def start(self) -> None:
        """Start the process unless it lives, before the first call. Raises what `make` raises."""
        if self._process is None or not self._process.is_alive():
            self._start()

    def stop(self) -> None:
        """End the process, and what it does."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._control.close()  # the process ends by itself
            self._process.join(STOP_SECONDS)
            self._process.kill()

    def _called(self, told: tuple[object, ...]) -> Any:
        data = pickle.dumps(told)
        self.start()
        return self._heard(data)

    def _heard(self, told: bytes) -> Any:
        """Return what the process answers, or raise it."""
        try:
            if told:
                self._calls.send_bytes(told)
            answered, found = pickle.loads(self._calls.recv_bytes())
        except GONE:
            self._process = None
            raise WorkerLost("the process ended before it had answered") from None
        if not answered:
            raise found
        return found

    def _start(self) -> None:
        # A new interpreter: this program has threads, which a fork would break.
        context = get_context("spawn")
        self._calls, theirs = context.Pipe()
        control, self._control = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_work, args=(self._make, theirs, control, self._guarded), daemon=True
        )
        self._process.start()
        theirs.close()
        control.close()
        self._heard(b"")

    def _call_off(self, number: int) -> None:
        if self._process is not None:
            with suppress(*GONE):
                self._control.send(number)


def heard(future: asyncio.Future[Any]) -> None:
    """Take note of how a call ended that nobody waits for."""
    if not future.cancelled():
        future.exception()


def _work(make: Callable[[], Any], calls: Connection, control: Connection, guarded: bool) -> None:
    """Make calls until the program that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    under_way = UnderWay()

    def listen() -> None:
        under_way.listen(control)
        os._exit(0)  # nobody waits for what is under way

    Thread(target=listen, daemon=True).start()
    try:
        state = make()
        calls.send_bytes(pickle.dumps((True, None)))
    except Exception as problem:
        calls.send_bytes(_refused(problem))
        return
    while True:
        try:
            number, call, arguments, named = pickle.loads(calls.recv_bytes())
        except GONE:
            return
        calls.send_bytes(_answered(under_way.begin(number), guarded, state, call, arguments, named))


def _answered(
    cancel: Cancellation,
    guarded: bool,
    state: Any,
    call: Callable[..., Any],
    arguments: tuple[object, ...],
    named: dict[str, object],
) -> bytes:
    try:
        if not guarded:
            return pickle.dumps((True, call(state, *arguments, cancel=cancel, **named)))
        with limited(cancel=cancel):
            return pickle.dumps((True, call(state, *arguments, **named)))
    except Exception as problem:
        return _refused(problem)


def _refused(problem: Exception) -> bytes:
    try:
        return pickle.dumps((False, problem))
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
