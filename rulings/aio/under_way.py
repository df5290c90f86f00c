"""What a process of its own is doing, and how it is called off.

In: the numbers of calls, in order. Out: what watches over each. Guarantee: a call that is called
off before it began ends as it begins; a later one is not touched.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from threading import Lock

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
