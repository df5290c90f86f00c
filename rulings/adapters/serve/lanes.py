"""Who is answered when: quick requests have a place of their own, and clients take turns.

In: requests, and what begins one. Out: their replies. Guarantee: at most one quick and one slow
request are computed at once, and one of each session; of the requests of a client one waits for a
place, the others behind it; a request that takes longer than `QUICK` is slow: it goes on where no
other slow one is under way, else it is called off and begins anew in its turn; the time of a
request begins as it comes; one that nobody waits for any more is called off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from functools import partial
from weakref import WeakValueDictionary

from rulings.adapters.serve.answering import HttpAsked, Replied, replied
from rulings.adapters.serve.endpoint import Served
from rulings.engine.limits import Cancellation, OutOfTime

QUICK = 0.1
"""Seconds of a quick request."""

Begun = tuple[asyncio.Future[Replied], Callable[[], None]]
"""A reply, as soon as it is there, and what calls the request off."""
Begin = Callable[[HttpAsked, float], Begun]
"""Begins a request that may take so many seconds."""


class _Locks(WeakValueDictionary[str, asyncio.Lock]):
    """A lock for each name, as long as somebody holds it or waits for it."""

    def of(self, name: str) -> asyncio.Lock:
        return self.setdefault(name, asyncio.Lock())


class _Place:
    """One computes here at a time."""

    def __init__(self) -> None:
        self._place, self._clients = asyncio.Lock(), _Locks()

    def queue(self, client: str) -> tuple[asyncio.Lock, asyncio.Lock]:
        """Return what a client waits for, one after the other."""
        return self._clients.of(client), self._place


class Lanes:
    """The places of one process."""

    def __init__(self, begin: Begin, timeout: float) -> None:
        self._begin, self._timeout = begin, timeout
        self._quick, self._slow, self._sessions = _Place(), _Place(), _Locks()
        self.under_way = 0

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request. Raises OutOfTime, and what its process raises."""
        self.under_way += 1
        try:
            async with AsyncExitStack() as held:
                return await self._answer(asked, held)
        finally:
            self.under_way -= 1

    async def _answer(self, asked: HttpAsked, held: AsyncExitStack) -> Replied:
        now = asyncio.get_running_loop().time
        until = now() + self._timeout
        if "id" in asked.path:
            await _enter(held, until, self._sessions.of(asked.path["id"]))
        slow = self._slow.queue(asked.client)
        if not asked.slow:
            async with AsyncExitStack() as quickly:
                await _enter(quickly, until, *self._quick.queue(asked.client))
                begun = self._begin(asked, until - now())
                reply = await _ended(begun, QUICK)
                goes_on = reply is None and not any(lock.locked() for lock in slow)
                if goes_on:
                    await _enter(held, until, *slow)
                elif reply is None:
                    reply = await _called_off(begun)
                    # What could not be called off any more is done.
                    reply = None if reply.is_late else reply
            if reply is not None:
                return reply
            if goes_on:
                return await _reply(begun)
        await _enter(held, until, *slow)
        return await _reply(self._begin(asked, until - now()))


async def _enter(held: AsyncExitStack, until: float, *locks: asyncio.Lock) -> None:
    """Wait for locks, one after the other. Raises OutOfTime."""
    try:
        async with asyncio.timeout_at(until):
            for lock in locks:
                await held.enter_async_context(lock)
    except TimeoutError:
        raise OutOfTime("no answer while others were answered") from None


async def _ended(begun: Begun, seconds: float | None = None) -> Replied | None:
    """Return a reply, None where there is none after so many seconds."""
    try:
        await asyncio.wait((begun[0],), timeout=seconds)
    except asyncio.CancelledError:
        await _called_off(begun)
        raise
    return begun[0].result() if begun[0].done() else None


async def _reply(begun: Begun) -> Replied:
    reply = await _ended(begun)
    assert reply is not None
    return reply


async def _called_off(begun: Begun) -> Replied:
    """Call a request off, and return its reply as soon as its place is free again."""
    reply, call_off = begun
    call_off()
    await asyncio.wait((reply,))
    return reply.result()


class InThreads:
    """An office in the process of the server itself."""

    def __init__(self, served: Served, timeout: float) -> None:
        self.served = served
        self._threads = ThreadPoolExecutor(2)
        self._lanes = Lanes(self._begin, timeout)

    async def begin(self) -> None:
        """Begin: everything is there."""

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request in a thread."""
        return await self._lanes.answer(asked)

    def _begin(self, asked: HttpAsked, seconds: float) -> Begun:
        cancel = Cancellation()
        call = partial(replied, self.served, asked, seconds, cancel=cancel)
        return asyncio.get_running_loop().run_in_executor(self._threads, call), cancel.cancel

    async def end(self) -> None:
        """Close the store: everything is in it."""
        self.served.tables.close()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return len(self.served.tables)
