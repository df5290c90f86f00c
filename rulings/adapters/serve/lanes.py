"""Who is answered when: quick requests have places of their own, and clients take turns.

In: requests, and what begins one. Out: their replies. Guarantee: a place computes one request at a
time, and of each session one is under way; of the requests of a client one waits for a place, the
others behind it; a request that has computed for `QUICK` while others wait is slow: it is called
off and begins anew in a place for such, where it gives way to other clients alone; the time of a
request begins as it comes; one that nobody waits for any more is called off.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from weakref import WeakValueDictionary
from zlib import crc32

from rulings.adapters.serve.answering import Replied, replied
from rulings.adapters.serve.endpoint import HttpCall, Served
from rulings.engine.limits import Cancellation, OutOfTime

QUICK = 0.1
"""Seconds that a request has a place for while others wait for it."""
SLOW = 1.0
"""The same in a place for slow ones, and twice as many each time that it begins anew."""

Begun = tuple[asyncio.Future[Replied], Callable[[], None]]
"""A reply, as soon as it is there, and what calls the request off."""
Begin = Callable[[HttpCall, float], Begun]
"""Begins a request that may take so many seconds."""


class _Locks(WeakValueDictionary[str, asyncio.Lock]):
    """A lock for each name, as long as somebody holds it or waits for it."""

    def of(self, name: str) -> asyncio.Lock:
        return self.setdefault(name, asyncio.Lock())


class _OnePlace:
    """One request at a time is computed here, and may be so for `seconds` while others wait."""

    def __init__(self, begin: Begin, seconds: float) -> None:
        self.begin, self.seconds = begin, seconds
        self.under_way = self.waiting = 0
        self._place, self._clients = asyncio.Lock(), _Locks()

    @asynccontextmanager
    async def turn(self, client: str, until: float) -> AsyncIterator[None]:
        """Wait for a turn. Raises OutOfTime."""
        mine = self._clients.of(client)
        self.under_way += 1
        try:
            async with AsyncExitStack() as held:
                if self.seconds > QUICK:
                    # What a client asks slowly waits for what it asked slowly before.
                    await _enter(held, until, mine)
                self.waiting += 1
                try:
                    locks = (self._place,) if self.seconds > QUICK else (mine, self._place)
                    await _enter(held, until, *locks)
                finally:
                    self.waiting -= 1
                yield
        finally:
            self.under_way -= 1


class Lanes:
    """The places of a server."""

    def __init__(self, quick: Sequence[Begin], slow: Sequence[Begin], timeout: float) -> None:
        self._quick = [_OnePlace(one, QUICK) for one in quick]
        self._slow = [_OnePlace(one, SLOW) for one in slow]
        self._sessions, self._of = _Locks(), Counter[str]()
        self._timeout = timeout

    async def answer(self, asked: HttpCall) -> Replied:
        """Answer a request. Raises OutOfTime, and what its process raises."""
        self._of[asked.client] += 1
        try:
            async with AsyncExitStack() as held:
                return await self._answer(asked, held)
        finally:
            self._of[asked.client] -= 1
            self._of += Counter()  # forgets who has nothing under way

    async def _answer(self, asked: HttpCall, held: AsyncExitStack) -> Replied:
        now = asyncio.get_running_loop().time
        until = now() + self._timeout
        session = asked.path.get("id", asked.fresh)
        if session:
            await _enter(held, until, self._sessions.of(session))
        place = _idlest(self._slow if asked.slow else self._quick)
        if session:
            # There it may be in memory.
            place = self._quick[crc32(session.encode()) % len(self._quick)]
        share = place.seconds
        while True:
            async with place.turn(asked.client, until):
                began = now()
                begun = place.begin(asked, until - began)
                reply = await _ended(begun, share)
                while reply is None and not self._gives_way(place, asked.client, now() - began):
                    reply = await _ended(begun, QUICK)
                if reply is not None:
                    return reply
                reply = await _called_off(begun)
            if not reply.is_late:
                return reply  # it was done by then
            share = max(2 * share, SLOW)
            place = _idlest(self._slow)

    def _gives_way(self, place: _OnePlace, client: str, seconds: float) -> bool:
        """Whether a request that has computed for so long has to leave its place.

        Where nobody waits, it leaves one for quick requests to whoever may come next, unless it is
        all that its client asks.
        """
        more = self._of[client] > 1 and place in self._quick and seconds > SLOW
        return more or place.waiting > 0


def _idlest(places: Sequence[_OnePlace]) -> _OnePlace:
    return min(places, key=lambda place: place.under_way)


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


async def _called_off(begun: Begun) -> Replied:
    """Call a request off, and return its reply as soon as its place is free again."""
    reply, call_off = begun
    call_off()
    await asyncio.wait((reply,))
    return reply.result()


class InThreads(Lanes):
    """Places in the process of the server itself."""

    def __init__(self, served: Served, timeout: float) -> None:
        self.served = served
        self._threads = ThreadPoolExecutor(2)
        super().__init__((self._begin,), (self._begin,), timeout)

    def _begin(self, asked: HttpCall, seconds: float) -> Begun:
        cancel = Cancellation()
        call = partial(replied, self.served, asked, seconds, cancel=cancel)
        return asyncio.get_running_loop().run_in_executor(self._threads, call), cancel.cancel

    async def end(self) -> None:
        """Close the store: everything is in it."""
        self.served.tables.close()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return len(self.served.tables)
