"""One process that answers questions, from both of its ends.

In: tables and questions, one after the other. Out: answers. Guarantee: a rulebook is sent once, a
table as what is stated at it; a question that is called off ends soon, and the process goes on.
"""

from __future__ import annotations

import asyncio
import pickle
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import Any

from rulings.aio.aside import Aside
from rulings.aio.under_way import WorkerLost
from rulings.asking.answer import Answer
from rulings.asking.limited import limited
from rulings.asking.recent import KEPT_TABLES
from rulings.session import Rulebook, Session


class WorkerProcess:
    """The end of a worker in the program that asks. One question at a time."""

    def __init__(self) -> None:
        self.aside = Aside(QuestionBench)
        self._sent: set[tuple[int, int]] = set()

    def ask(
        self, table: Session, token: int, question: str, limits: dict[str, Any]
    ) -> tuple[asyncio.Future[Answer], Callable[[], None]]:
        """Begin a question: return its answer, as soon as it is there, and what calls it off.

        `token` stands for the table; its rulebook has to stay alive as long as this.
        """
        book = table.rulebook
        sent = self.aside.process, id(book)
        new = b"" if sent in self._sent else pickle.dumps(book)
        self._sent.add(sent)
        packed = _packed(table)
        return self.aside.begin(QuestionBench.ask, id(book), new, token, packed, question, limits)


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
