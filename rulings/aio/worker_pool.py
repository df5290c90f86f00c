"""Questions in processes: all processors at once.

In: tables and questions. Out: answers, awaited. Guarantee: each process answers one question at a
time; cancelling a task calls its question off; a process that ends is replaced.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from itertools import count as numbers
from types import TracebackType
from typing import Any, Self
from weakref import WeakKeyDictionary

from rulings.aio.under_way import WorkerLost
from rulings.aio.worker import WorkerProcess
from rulings.asking.answer import Answer
from rulings.session import Rulebook, Session

__all__ = ["WorkerLost", "Workers"]


class Workers:
    """Processes that answer questions, by default one a processor.

    Use it as an asynchronous context: what is under way when it ends is called off. A program that
    starts one needs `if __name__ == "__main__":`, as all that start processes.
    """

    def __init__(self, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise ValueError("there must be at least one worker")
        self.count = count or os.cpu_count() or 1
        self._idle: asyncio.Queue[WorkerProcess] = asyncio.Queue()
        self._workers: list[WorkerProcess] = []
        self._call_off: dict[WorkerProcess, Callable[[], None]] = {}
        self._tokens: WeakKeyDictionary[Session, int] = WeakKeyDictionary()
        self._numbers = numbers(1)
        self._books: dict[int, Rulebook] = {}

    async def __aenter__(self) -> Self:
        self._workers = [WorkerProcess() for _ in range(self.count)]
        started = (asyncio.to_thread(worker.aside.start) for worker in self._workers)
        await asyncio.gather(*started)
        for worker in self._workers:
            self._idle.put_nowait(worker)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        for call_off in self._call_off.values():
            call_off()
        # One at a time: a worker that has just been called off is waited for.
        for _ in self._workers:
            worker = await self._idle.get()
            worker.aside.stop()

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(worker.aside.process for worker in self._workers)

    async def ask(
        self,
        table: Session,
        question: str,
        *,
        timeout: float | None = None,
        max_rows: int | None = None,
    ) -> Answer:
        """Answer a question, with its explanation, in one of the processes.

        Raises what `Session.ask` raises, and WorkerLost when the process ends by itself.
        """
        self._books.setdefault(id(table.rulebook), table.rulebook)
        token = self._tokens.setdefault(table, 0) or next(self._numbers)
        self._tokens[table] = token
        limits: dict[str, Any] = {"timeout": timeout, "max_rows": max_rows}
        worker = await self._idle.get()
        future, call_off = worker.ask(table, token, question, limits)
        self._call_off[worker] = call_off
        future.add_done_callback(lambda _: self._idle.put_nowait(worker))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            call_off()
            raise
