"""Processes that answer requests: all processors at once.

In: requests. Out: their answers. Guarantee: a session is always answered by the same process, so
that its changes follow each other; the sessions are in one store, so that a process that ends by
itself is replaced and none is lost; when the server goes, however it goes, they go.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from zlib import crc32

from rulings.adapters.serve.answering import HttpAsked, Replied, opened, replied
from rulings.adapters.serve.endpoint import Served
from rulings.adapters.serve.kept_tables import TableStore
from rulings.adapters.serve.lanes import Begun, Lanes
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.aio.aside import Aside
from rulings.collecting import collect_seldom
from rulings.records import replace


class Crew:
    """An office of several processes. Raises RulingsError where a rulebook cannot be loaded."""

    def __init__(
        self,
        processes: int,
        games: Sequence[str],
        limits: ServerLimits,
        store: str,
        documents: str | None = None,
    ) -> None:
        # Ids fall to the processes at random: an even share would be too small for some.
        share = replace(limits, in_memory=-(-limits.in_memory * 6 // (5 * processes)))
        make = partial(_opened, tuple(games), store, share, documents)
        self._asides = [Aside(make, 2, guarded=False) for _ in range(processes)]
        self._lanes = [Lanes(partial(_begin, one), limits.timeout) for one in self._asides]
        try:
            with ThreadPoolExecutor(processes) as starting:
                list(starting.map(Aside[Served].start, self._asides))
        except BaseException:
            self._stop()
            raise
        self._store = TableStore(store, limits.idle)

    async def begin(self) -> None:
        """Begin: the processes are there."""

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request: about a session, by the process that has it."""
        name = asked.path.get("id", asked.fresh)
        if name:
            lanes = self._lanes[crc32(name.encode()) % len(self._lanes)]
        else:
            lanes = min(self._lanes, key=lambda one: one.under_way)
        return await lanes.answer(asked)

    async def end(self) -> None:
        """End the processes, and what they are doing."""
        await asyncio.to_thread(self._stop)
        self._store.close()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return len(self._store)

    def _stop(self) -> None:
        with ThreadPoolExecutor(len(self._asides)) as stopping:
            list(stopping.map(Aside[Served].stop, self._asides))


def _begin(aside: Aside[Served], asked: HttpAsked, seconds: float) -> Begun:
    return aside.begin(replied, asked, seconds)


def _opened(
    games: tuple[str, ...], store: str, limits: ServerLimits, documents: str | None
) -> Served:
    """Return what a process serves."""
    # The server is told to stop; it lets its processes finish what they are doing.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    collect_seldom()
    return opened(games, store, limits, documents)
