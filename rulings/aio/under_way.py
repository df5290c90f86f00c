"""What a process of its own is doing, and how it is called off.

In: the numbers of calls. Out: what watches over each. Guarantee: a call that is called off before
it began ends as it begins; another one is not touched.
"""

from __future__ import annotations

from collections import deque
from multiprocessing.connection import Connection
from threading import Lock

from rulings.engine.limits import Cancellation

GONE = (EOFError, BrokenPipeError, ConnectionError, OSError)
"""What reading or writing raises where the process at the other end is gone."""
STOP_SECONDS = 5.0
"""So long the end of a process is waited for."""
_ENDED = 64
"""So many calls that ended are known, for what comes too late to call one off."""


class WorkerLost(Exception):
    """A worker process ended before it had answered; another one takes its place."""


class UnderWay:
    """What is being answered, and what was called off before it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cancels: dict[int, Cancellation] = {}
        self._early: set[int] = set()
        self._ended: deque[int] = deque(maxlen=_ENDED)

    def begin(self, number: int) -> Cancellation:
        """Return what calls off the call of this number."""
        with self._lock:
            cancel = self._cancels[number] = Cancellation()
            if number in self._early:
                self._early.remove(number)
                cancel.cancel()
            return cancel

    def end(self, number: int) -> None:
        """Take note that a call has ended."""
        with self._lock:
            del self._cancels[number]
            self._ended.append(number)

    def listen(self, control: Connection) -> None:
        """Call off what the program says, until it is gone."""
        while True:
            try:
                number = control.recv()
            except GONE:
                return
            with self._lock:
                cancel = self._cancels.get(number)
                if cancel is not None:
                    cancel.cancel()
                elif number not in self._ended:
                    self._early.add(number)
