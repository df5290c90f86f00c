"""What was computed for tables, as long as it is worth its room.

In: tables as they are asked. Out: nothing. Guarantee: models and answers are kept for the tables
asked last, so many of them; what is dropped is computed again when it is asked for, alike.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from weakref import ref

from rulings.asking.answer import Answer, Imprint
from rulings.asking.evaluation import Evaluation
from rulings.doors.journal import log

KEPT_TABLES = 256
"""For how many tables of a rulebook what was computed is kept, unless told otherwise."""
_KEPT_ANSWERS = 64
_SLOW = 1000.0
"""From so many milliseconds on a question is logged as slow."""


class WorkedOut:
    """The models and the answers of one table. May be used by several threads."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self._answers: dict[str, Answer] = {}

    def answer(self, question: str) -> Answer | None:
        """Return the answer to a question that was asked before."""
        return self._answers.get(question)

    def keep(self, question: str, answer: Answer) -> None:
        """Keep an answer."""
        if len(self._answers) == _KEPT_ANSWERS:
            self._answers.clear()
        self._answers[question] = answer

    def drop(self) -> None:
        """Forget everything."""
        self._answers.clear()
        self.evaluation.drop()


class RecentTables:
    """The tables of a rulebook that were asked last, at most `most`; None keeps all."""

    def __init__(self, most: int | None = KEPT_TABLES) -> None:
        self.most = most
        self._last: OrderedDict[int, ref[WorkedOut]] = OrderedDict()
        self._lock = Lock()

    def asked(self, table: WorkedOut) -> None:
        """Keep what was computed for a table, and drop what was for the one asked longest ago."""
        if self.most is None:
            return
        with self._lock:
            self._last[id(table)] = ref(table)
            self._last.move_to_end(id(table))
            if len(self._last) <= self.most:
                return
            # Most of those that are gone were not dropped but changed: a change makes a new table.
            self._last = OrderedDict((n, one) for n, one in self._last.items() if one() is not None)
            while len(self._last) > self.most:
                oldest = self._last.popitem(last=False)[1]()
                if oldest is not None:
                    log("tables", "DEBUG", "dropped: what was computed for a table")
                    oldest.drop()


def asked_in(milliseconds: float, book: Imprint, text: str) -> None:
    """Log how long a question took, and by itself one that was slow."""
    if milliseconds > _SLOW:
        slow = "%s %s: a question took %.0f ms"
        log("asking", "INFO", slow, book.name, book.edition, milliseconds)
    log("asking", "DEBUG", "%s: %.1f ms: %s", book.name, milliseconds, text)
