"""One thread of the process that calls when a time is over.

In: seconds and what to call then. Out: what takes that back. Guarantee: registering and taking back
wait for nothing and hold no lock, so that they may be called off themselves at any step; what was
taken back is soon forgotten.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic

from rulings.records import dataclass

STARTING = threading.Lock()
"""Held while a thread starts: until it runs, CPython may take it for the thread that starts it, and
raise in it what was meant for that one."""
WATCHDOG = "rulings-watchdog"
"""The name of the thread."""
_FEW, _MANY = 64, 1000


@dataclass(eq=False, slots=True)
class _Alarm:
    """What is called at a time, None once it was taken back."""

    when: float
    call: Callable[[], None] | None

    def __lt__(self, other: _Alarm) -> bool:
        return self.when < other.when

    def take_back(self) -> None:
        """Call nothing."""
        self.call = None


class _Watchdog:
    """The thread; only it touches the heap. Others append to `_new`, and wake it where it would
    sleep too long: it says until when before it looks whether something is new."""

    def __init__(self) -> None:
        self._new: deque[_Alarm] = deque()
        self._wake: SimpleQueue[None] = SimpleQueue()
        self._until = inf
        with STARTING:
            threading.Thread(target=self._watch, name=WATCHDOG, daemon=True).start()

    def call_after(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        alarm = _Alarm(monotonic() + max(seconds, 0), call)
        self._new.append(alarm)
        if alarm.when < self._until or len(self._new) > _MANY:
            self._wake.put(None)
        return alarm.take_back

    def _watch(self) -> None:
        waiting: list[_Alarm] = []
        most = _FEW
        while True:
            while self._new:
                heappush(waiting, self._new.popleft())
            if len(waiting) > most:
                waiting = [alarm for alarm in waiting if alarm.call is not None]
                heapify(waiting)
                most = max(_FEW, 2 * len(waiting))
            while waiting and (waiting[0].call is None or waiting[0].when <= monotonic()):
                call = heappop(waiting).call
                if call is not None:
                    call()
            self._until = waiting[0].when if waiting else inf
            if self._new:
                continue
            try:
                self._wake.get(timeout=self._until - monotonic() if waiting else None)
            except (Empty, ValueError):  # a time that is over by now is no timeout
                continue


_watchdog: _Watchdog | None = None


def call_after(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    """Call something after so many seconds, in a thread of its own; return what takes it back."""
    global _watchdog
    if _watchdog is None:
        _watchdog = _Watchdog()
    return _watchdog.call_after(seconds, call)


def _forked() -> None:
    """Begin anew: a fork has none of the threads."""
    global _watchdog, STARTING
    _watchdog, STARTING = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
