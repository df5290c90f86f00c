"""Processes that answer requests: all processors at once.

In: requests. Out: their answers. Guarantee: a session's requests follow each other, and as long as
they are quick, the process that has it in memory answers; those that are slow are computed in
processes of their own, to which the system gives what the others leave; the sessions are in one
store, so that a process that ends by itself is replaced and none is lost; when the server goes,
however it goes, they go.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from rulings.adapters.serve.answering import replied
from rulings.adapters.serve.endpoint import Served
from rulings.adapters.serve.kept_tables import TableStore
from rulings.adapters.serve.lanes import Lanes
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.aio.aside import Aside
from rulings.asking.recent import KEPT_TABLES
from rulings.collecting import collect_seldom
from rulings.records import replace

Opening = Callable[[ServerLimits], Served]
_NICE = 5


class Crew(Lanes):
    """Places in several processes. Raises RulingsError where a rulebook cannot be loaded."""

    def __init__(self, processes: int, limits: ServerLimits, store: str, open_: Opening) -> None:
        """`open_` returns what a process with some limits serves, of sessions in `store`."""
        # Ids fall to the processes at random: an even share would be too small for some.
        share = replace(limits, in_memory=-(-limits.in_memory * 6 // (5 * processes)))
        few = replace(limits, in_memory=min(limits.in_memory, KEPT_TABLES))
        quick = [Aside(partial(_opened, open_, share), guarded=False) for _ in range(processes)]
        slow = [
            Aside(partial(_opened, open_, few, yields=True), guarded=False)
            for _ in range(-(-processes // 2))
        ]
        self._asides = [*quick, *slow]
        quickly, slowly = ([partial(one.begin, replied) for one in some] for some in (quick, slow))
        super().__init__(quickly, slowly, limits.timeout)
        try:
            with ThreadPoolExecutor() as starting:
                list(starting.map(Aside[Served].start, self._asides))
        except BaseException:
            self._stop()
            raise
        self._store = TableStore(store, limits.idle)

    async def end(self) -> None:
        """End the processes, and what they are doing."""
        await asyncio.to_thread(self._stop)
        self._store.close()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return len(self._store)

    def _stop(self) -> None:
        with ThreadPoolExecutor() as stopping:
            list(stopping.map(Aside[Served].stop, self._asides))


def _opened(open_: Opening, limits: ServerLimits, *, yields: bool = False) -> Served:
    """Return what a process serves; one that `yields` leaves the processor to others."""
    # The server is told to stop; it lets its processes finish what they are doing.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    collect_seldom()
    served = open_(limits)
    if yields and hasattr(os, "nice"):
        os.nice(_NICE)
    return served
