"""One process that answers questions, from both of its ends.

In: tables and questions, one after the other. Out: answers. Guarantee: a rulebook is sent once, a
table as what is stated at it; a question that is called off ends soon, and the process goes on.
"""

from __future__ import annotations

import pickle
import signal
from collections import OrderedDict
from io import BytesIO
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from rulings.aio.under_way import GONE, STOP_SECONDS, UnderWay, WorkerLost
from rulings.asking.answer import Answer
from rulings.asking.limited import limited
from rulings.asking.recent import KEPT_TABLES
from rulings.engine.limits import Cancellation
from rulings.session import Rulebook, Session


class WorkerProcess:
    """The end of a worker in the program that asks. One question at a time."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._asked = 0
        self._start()

    def _start(self) -> None:
        # A new interpreter: the program that asks has threads, which a fork would break.
        context = get_context("spawn")
        self._calls, theirs = context.Pipe()
        control, self._control = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(theirs, control), daemon=True)
        self._process.start()
        theirs.close()
        control.close()
        self._sent: set[int] = set()

    def ask(self, table: Session, token: int, question: str, limits: dict[str, Any]) -> Answer:
        """Return the answer. Raises what asking raises, and WorkerLost.

        `token` stands for the table; its rulebook has to stay alive as long as this.
        """
        book = table.rulebook
        new = b"" if id(book) in self._sent else pickle.dumps(book)
        self._asked = next(self._numbers)
        try:
            call = self._asked, id(book), new, token, _packed(table), question, limits
            self._calls.send_bytes(pickle.dumps(call))
            self._sent.add(id(book))
            answered, found = pickle.loads(self._calls.recv_bytes())
        except GONE:
            self.stop()
            self._start()
            raise WorkerLost("a worker process ended before it had answered") from None
        if not answered:
            raise found
        answer: Answer = found
        return answer

    @property
    def process(self) -> int:
        """The number of the process."""
        return self._process.pid or 0

    def call_off(self) -> None:
        """Call off what was asked last."""
        try:
            self._control.send(self._asked)
        except GONE:
            return

    def stop(self) -> None:
        """End the process."""
        self._calls.close()
        self._control.close()
        self._process.terminate()
        self._process.join(STOP_SECONDS)


class _TablePickler(pickle.Pickler):
    """Pickles a table without its rulebook."""

    def __init__(self, file: BytesIO, book: Rulebook) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._parts = {
            id(book): "book",
            id(book.contents.shelf): "shelf",
            id(book.lexicon): "words",
        }

    def persistent_id(self, found: Any) -> str | None:
        """Name a part of the rulebook."""
        return self._parts.get(id(found))


class _TableUnpickler(pickle.Unpickler):
    def __init__(self, data: bytes, book: Rulebook) -> None:
        super().__init__(BytesIO(data))
        self._book = book

    def persistent_load(self, name: str) -> object:
        """Return a part of the rulebook."""
        match name:
            case "book":
                return self._book
            case "shelf":
                return self._book.contents.shelf
            case _:
                return self._book.lexicon


def _packed(table: Session) -> bytes:
    file = BytesIO()
    _TablePickler(file, table.rulebook).dump(table)
    return file.getvalue()


def _work(calls: Connection, control: Connection) -> None:
    """Answer until the program that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    books: dict[int, Rulebook] = {}
    tables: OrderedDict[int, Session] = OrderedDict()
    under_way = UnderWay()
    Thread(target=under_way.listen, args=(control,), daemon=True).start()
    while True:
        try:
            call = pickle.loads(calls.recv_bytes())
        except GONE:
            return
        number, place, new, token, told, question, limits = call
        if new:
            books[place] = pickle.loads(new)
        table = tables.get(token)
        if table is None:
            table = tables[token] = _TableUnpickler(told, books[place]).load()
        tables.move_to_end(token)
        if len(tables) > KEPT_TABLES:
            tables.popitem(last=False)
        calls.send_bytes(_answered(table, question, under_way.begin(number), limits))


def _answered(table: Session, question: str, cancel: Cancellation, limits: dict[str, Any]) -> bytes:
    """Return the answer with its explanation, or what was wrong, pickled."""
    try:
        with limited(cancel=cancel, **limits):
            return pickle.dumps((True, table.ask(question)))
    except Exception as problem:
        try:
            return pickle.dumps((False, problem))
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
