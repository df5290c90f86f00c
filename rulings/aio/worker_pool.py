"""Questions in processes: all processors at once.

In: tables and questions. Out: answers, awaited. Guarantee: each process answers one question at a
time; a rulebook is sent there once, a table as what is stated at it; cancelling a task calls its
question off, and the process goes on; a process that ends is replaced.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from itertools import count as numbers
from types import TracebackType
from typing import Any, Self
from weakref import WeakKeyDictionary

from rulings.aio.aside import Aside, WorkerLost
from rulings.asking.answer import Answer
from rulings.asking.limited import limited
from rulings.asking.recent import KEPT_TABLES
from rulings.session import Rulebook, Session


def _parts(book: Rulebook) -> dict[str, object]:
    """Return what of a rulebook tables refer to, by the names under which they are pickled."""
    return {"book": book, "shelf": book.contents.shelf, "words": book.lexicon}


class _TablePickler(pickle.Pickler):
    """Pickles a table without its rulebook."""

    def __init__(self, file: BytesIO, book: Rulebook) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._names = {id(part): name for name, part in _parts(book).items()}

    def persistent_id(self, found: Any) -> str | None:
        """Name a part of the rulebook."""
        return self._names.get(id(found))


class _TableUnpickler(pickle.Unpickler):
    def __init__(self, data: bytes, book: Rulebook) -> None:
        super().__init__(BytesIO(data))
        self._parts = _parts(book)

    def persistent_load(self, name: str) -> object:
        """Return a part of the rulebook."""
        return self._parts[name]


def _packed(table: Session) -> bytes:
    file = BytesIO()
    _TablePickler(file, table.rulebook).dump(table)
    return file.getvalue()


class QuestionBench:
    """The other end: the rulebooks and tables that a worker has."""

    def __init__(self) -> None:
        self._books: dict[int, Rulebook] = {}
        self._tables: OrderedDict[int, Session] = OrderedDict()

    def ask(
        self,
        place: int,
        new: bytes,
        token: int,
        told: bytes,
        question: str,
        limits: dict[str, Any],
    ) -> Answer:
        """Return the answer, with its explanation."""
        if new:
            self._books[place] = pickle.loads(new)
        if place not in self._books:
            raise WorkerLost("the process that had this rulebook has ended")
        table = self._tables.get(token)
        if table is None:
            table = self._tables[token] = _TableUnpickler(told, self._books[place]).load()
        self._tables.move_to_end(token)
        if len(self._tables) > KEPT_TABLES:
            self._tables.popitem(last=False)
        with limited(**limits):
            answer = table.ask(question)
            _ = answer.evidence
            return answer


class Workers:
    """Processes that answer questions, by default one a processor.

    Use it as an asynchronous context: what is under way when it ends is called off. A program that
    starts one needs `if __name__ == "__main__":`, as all that start processes.
    """

    def __init__(self, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise ValueError("there must be at least one worker")
        self.count = count or os.cpu_count() or 1
        self._idle: asyncio.Queue[Aside[QuestionBench]] = asyncio.Queue()
        self._workers: list[Aside[QuestionBench]] = []
        self._call_off: dict[Aside[QuestionBench], Callable[[], None]] = {}
        self._tokens: WeakKeyDictionary[Session, int] = WeakKeyDictionary()
        self._numbers = numbers(1)
        self._books: dict[int, Rulebook] = {}
        self._sent: set[tuple[Aside[QuestionBench], int, int]] = set()

    async def __aenter__(self) -> Self:
        self._workers = [Aside(QuestionBench) for _ in range(self.count)]
        started = (asyncio.to_thread(worker.start) for worker in self._workers)
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
            worker.stop()

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes."""
        return tuple(worker.process for worker in self._workers)

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
        book = table.rulebook
        self._books.setdefault(id(book), book)
        token = self._tokens.setdefault(table, 0) or next(self._numbers)
        self._tokens[table] = token
        limits: dict[str, Any] = {"timeout": timeout, "max_rows": max_rows}
        worker = await self._idle.get()
        sent = worker, worker.process, id(book)
        new = b"" if sent in self._sent else pickle.dumps(book)
        self._sent.add(sent)
        told = id(book), new, token, _packed(table), question, limits
        future, call_off = worker.begin(QuestionBench.ask, *told)
        self._call_off[worker] = call_off
        future.add_done_callback(lambda _: self._idle.put_nowait(worker))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            call_off()
            raise
