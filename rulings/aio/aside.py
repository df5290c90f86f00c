"""A process of its own for what must not slow this one down.

In: calls of what the process makes for itself. Out: their results, awaited. Guarantee: the calls
are made one after the other; cancelling a task calls its call off; a process that ends is replaced,
and none outlives the program that started it.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from rulings.aio.under_way import GONE, STOP_SECONDS, UnderWay, WorkerLost
from rulings.asking.limited import limited

_S = TypeVar("_S")
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Aside(Generic[_S]):
    """A process with a state of its own, which `make` returns there; the first call starts it.

    What is called, its arguments and results must be such that `pickle` takes them.
    """

    def __init__(self, make: Callable[[], _S]) -> None:
        self._make = make
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
        number = next(self._numbers)
        told = number, call, arguments, named
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._called, told)
        try:
            result: _T = await asyncio.shield(future)
        except asyncio.CancelledError:
            self._call_off(number)
            future.add_done_callback(_heard)
            future.cancel()
            raise
        return result

    def stop(self) -> None:
        """End the process, and what it does."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(STOP_SECONDS)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _called(self, told: tuple[object, ...]) -> Any:
        data = pickle.dumps(told)
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            self._calls.send_bytes(data)
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
            target=_work, args=(self._make, theirs, control), daemon=True
        )
        self._process.start()
        theirs.close()
        control.close()

    def _call_off(self, number: int) -> None:
        if self._process is not None:
            try:
                self._control.send(number)
            except GONE:
                return


def _heard(future: asyncio.Future[Any]) -> None:
    """Take note of how a call ended that nobody waits for."""
    if not future.cancelled():
        future.exception()


def _work(make: Callable[[], Any], calls: Connection, control: Connection) -> None:
    """Make calls until the program that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    state = make()
    under_way = UnderWay()

    def listen() -> None:
        under_way.listen(control)
        os._exit(0)  # nobody waits for what is under way

    Thread(target=listen, daemon=True).start()
    while True:
        try:
            number, call, arguments, named = pickle.loads(calls.recv_bytes())
        except GONE:
            return
        try:
            with limited(cancel=under_way.begin(number)):
                answer = pickle.dumps((True, call(state, *arguments, **named)))
        except Exception as problem:
            answer = _refused(problem)
        calls.send_bytes(answer)


def _refused(problem: Exception) -> bytes:
    try:
        return pickle.dumps((False, problem))
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
