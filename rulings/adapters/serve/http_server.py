"""The socket: requests come in until the process is told to stop.

In: an application and an address. Out: nothing; it returns, or raises the signal again, when it
has stopped. Guarantee: what is being answered is answered; a server without a connection stops at
once; a connection has its limits before anything of a request is looked at.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import ceil
from types import FrameType

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from rulings.adapters.serve.server_limits import ServerLimits

_TICK = 0.1


class _Prompt(uvicorn.Server):
    """A server that wakes when it is told to stop, instead of at its next tick."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._told = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._told.set)

    async def main_loop(self) -> None:
        self._loop = asyncio.get_running_loop()
        tick = 0
        while not await self.on_tick(tick):
            tick = (tick + 1) % 864_000
            with suppress(TimeoutError):
                async with asyncio.timeout(_TICK):
                    await self._told.wait()


class _Guarded(H11Protocol):
    """A connection that is closed where there are too many, or what is to come does not."""

    limits: ServerLimits
    host = ""
    _late: asyncio.TimerHandle | None = None
    _awaited: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        same = sum(isinstance(one, _Guarded) and one.host == self.host for one in self.connections)
        if len(self.connections) > self.limits.connections or same > self.limits.connections_each:
            transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unwatch()

    def _watch(self) -> None:
        """Let a header and a body each have their time, a header from the connection's start."""
        state = self.conn.their_state
        if state is not self._awaited:
            self._awaited = state
            self._unwatch()
            seconds = {
                h11.IDLE: self.limits.header_seconds,
                h11.SEND_BODY: self.limits.body_seconds,
            }
            if state in seconds:
                self._late = self.loop.call_later(seconds[state], self.transport.abort)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = None


def listen(application: ASGIApp, host: str, port: int, limits: ServerLimits) -> None:
    """Serve until SIGTERM or Ctrl-C; what is being answered then has the time of a request."""
    _Prompt(configured(application, limits, host, port)).run()


def configured(
    application: ASGIApp, limits: ServerLimits, host: str = "127.0.0.1", port: int = 0
) -> uvicorn.Config:
    """Return the settings of a server with these limits."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        http=type("Guarded", (_Guarded,), {"limits": limits}),
        h11_max_incomplete_event_size=limits.header_bytes,
        ws="none",
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=ceil(limits.timeout),
        server_header=False,
    )
