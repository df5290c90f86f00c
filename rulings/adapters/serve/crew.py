"""Processes that answer requests: all processors at once.

In: requests. Out: their answers. Guarantee: a session is always answered by the same process, so
that its changes follow each other; the sessions are in one store, so that a process that ends by
itself is replaced and none is lost; when the server goes, however it goes, they go.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from struct import Struct
from threading import Lock
from typing import Any
from zlib import crc32

from rulings.adapters.serve.answering import HttpAsked, Replied, opened, refused, replied
from rulings.adapters.serve.kept_tables import TableStore
from rulings.adapters.serve.refusals import HttpRefused
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.collecting import collect_seldom
from rulings.records import dataclass, replace

_SIZE = Struct("!I")
_STOP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What each process is told: the names of the rulebooks, its limits, the file of sessions, the
    folder of the printed documents."""

    games: tuple[str, ...]
    limits: ServerLimits
    store: str
    documents: str | None


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
        share = replace(
            limits,
            at_once=-(-limits.at_once // processes),
            # Ids fall to the processes at random: an even share would be too small for some.
            in_memory=-(-limits.in_memory * 6 // (5 * processes)),
        )
        plan = Plan(tuple(games), share, store, documents)
        self._members = [_Member(plan) for _ in range(processes)]
        for member in self._members:
            member.launch()
        try:
            for member in self._members:
                member.wait_until_ready()
        except BaseException:
            for member in self._members:
                member.abandon()
            raise
        self._store = TableStore(store)

    async def begin(self) -> None:
        """Begin to hear the processes."""
        for member in self._members:
            await member.connect()

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request: about a session, by the process that has it."""
        name = asked.path.get("id")
        if name is None and asked.fresh:
            name = asked.fresh
        if name is None:
            member = min(self._members, key=lambda one: one.under_way)
        else:
            member = self._members[crc32(name.encode()) % len(self._members)]
        return await member.answer(asked)

    async def end(self) -> None:
        """End the processes, and what they are doing."""
        await asyncio.gather(*(member.end() for member in self._members))
        self._store.close()

    def sessions(self) -> int:
        """Return how many sessions are kept."""
        return len(self._store)


class _Member:
    """The end of one process in the server."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._numbers = count(1)
        self._pending: dict[int, asyncio.Future[Replied]] = {}
        self._restarting = asyncio.Lock()
        self._process: BaseProcess | None = None
        self._socket: socket.socket | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> int:
        """How many requests it answers."""
        return len(self._pending)

    def launch(self) -> None:
        """Start the process."""
        # A new interpreter: the server has threads, which a fork would break.
        self._socket, theirs = socket.socketpair()
        process = get_context("spawn").Process(
            target=_work, args=(theirs, self._plan), daemon=True, name="rulings-serve"
        )
        process.start()
        self._process = process
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until its rulebooks are loaded. Raises what was wrong with them."""
        assert self._socket is not None
        problem = pickle.loads(_receive(self._socket))
        if problem is not None:
            raise problem

    def abandon(self) -> None:
        """Let go of a process that nobody will ask: it ends by itself."""
        if self._socket is not None:
            self._socket.close()

    async def connect(self) -> None:
        """Begin to hear the process."""
        assert self._socket is not None
        reader, self._writer = await asyncio.open_connection(sock=self._socket)
        self._listening = asyncio.create_task(self._listen(reader))

    async def answer(self, asked: HttpAsked) -> Replied:
        """Answer a request."""
        async with self._restarting:
            if self._writer is None:
                await asyncio.to_thread(self._relaunch)
                await self.connect()
        assert self._writer is not None
        number, future = next(self._numbers), asyncio.get_running_loop().create_future()
        self._pending[number] = future
        try:
            self._writer.write(_framed((number, asked)))
            reply: Replied = await future
            return reply
        finally:
            self._pending.pop(number, None)

    def _relaunch(self) -> None:
        self.launch()
        self.wait_until_ready()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                (size,) = _SIZE.unpack(await reader.readexactly(_SIZE.size))
                number, reply = pickle.loads(await reader.readexactly(size))
                future = self._pending.get(number)
                if future is not None and not future.done():
                    future.set_result(reply)
        except (asyncio.IncompleteReadError, ConnectionError):
            if self._writer is not None:
                self._writer.close()
            self._writer = None
            gone = refused(HttpRefused(503, "The process with this session ended; ask again."))
            for future in self._pending.values():
                if not future.done():
                    future.set_result(gone)

    async def end(self) -> None:
        """End the process."""
        if self._listening is not None:
            self._listening.cancel()
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            await asyncio.to_thread(self._process.join, _STOP_SECONDS)
            self._process.kill()


def _framed(message: object) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _SIZE.pack(len(data)) + data


def _receive(end: socket.socket) -> bytes:
    """Return the next message. Raises EOFError where the other end is gone."""
    (size,) = _SIZE.unpack(_exactly(end, _SIZE.size))
    return _exactly(end, size)


def _exactly(end: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = end.recv(size - len(found))
        if not part:
            raise EOFError("the other end is gone")
        found += part
    return bytes(found)


def _report(end: socket.socket, problem: Exception | None) -> None:
    """Tell the server that a process is ready, or why it is not; the server may be gone by now."""
    with suppress(OSError):
        end.sendall(_framed(problem))


def _work(end: socket.socket, plan: Plan) -> None:
    """Answer until the server is gone."""
    # The server is told to stop; it lets its processes finish what they are doing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    collect_seldom()
    try:
        served = opened(plan.games, plan.store, plan.limits, plan.documents)
    except Exception as problem:
        _report(end, problem)
        return
    sending = Lock()

    def answer(number: int, asked: HttpAsked) -> None:
        reply = _framed((number, replied(served, asked)))
        with sending:
            end.sendall(reply)

    _report(end, None)
    with ThreadPoolExecutor(plan.limits.at_once) as pool:
        while True:
            try:
                message: tuple[int, Any] = pickle.loads(_receive(end))
            except (EOFError, OSError):
                break
            pool.submit(partial(answer, *message))
    served.tables.close()
    # Freeing the rulebooks one by one would take longer than to stop may.
    os._exit(0)
