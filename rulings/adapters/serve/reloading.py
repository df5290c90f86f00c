"""Rulebooks that change while they are served.

In: what makes an office. Out: an office that is replaced by a new one when its rulebooks have
changed on disk. Guarantee: it is replaced whole or not at all, between two requests: what was asked
before is answered by the old rulebooks, what comes after by the new ones; a rulebook with a mistake
leaves everything as it was.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable

from rulings.adapters.serve.answering import HttpAsked, Office, Replied
from rulings.doors.screen import visible_text
from rulings.language.diagnostics import RulingsError
from rulings.render.problems import render_text


class Reloading:
    """An office that SIGUSR1 replaces. Raises RulingsError where there is none to begin with."""

    def __init__(self, make: Callable[[], Office]) -> None:
        self._make = make
        self._office = make()
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way = 0

    async def begin(self) -> None:
        """Begin to answer, and to listen for the signal where this is the main thread."""
        self._open, self._idle = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._idle.set()
        self._one_at_a_time = asyncio.Lock()
        await self._office.begin()
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "SIGUSR1"):
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.signalled)

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request."""
        while not self._open.is_set():
            await self._open.wait()
        self._under_way += 1
        self._idle.clear()
        try:
            return await self._office.answer(asked)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def reload(self) -> None:
        """Replace the office. Raises RulingsError with what is wrong with a rulebook."""
        async with self._one_at_a_time:
            new = await asyncio.to_thread(self._make)
            await new.begin()
            self._open.clear()
            try:
                await self._idle.wait()
                old, self._office = self._office, new
            finally:
                self._open.set()
            await old.end()

    async def end(self) -> None:
        """Let go of everything."""
        await self._office.end()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return self._office.sessions()

    @property
    def is_loading(self) -> bool:
        """Whether what a signal asked for is under way."""
        return bool(self._tasks)

    def signalled(self) -> None:
        """Load the rulebooks again, and tell on standard error what came of it."""
        task = asyncio.get_running_loop().create_task(self._reload_and_tell())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reload_and_tell(self) -> None:
        try:
            await self.reload()
        except RulingsError as problem:
            told = render_text(problem.diagnostics)
            sys.stderr.write(visible_text(f"{told}the rulebooks are served as they were\n"))
        else:
            sys.stderr.write("the rulebooks were loaded again\n")
