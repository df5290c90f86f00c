"""The socket: requests come in until the process is told to stop.

In: an application and an address. Out: nothing; it returns, or raises the signal again, when it
has stopped. Guarantee: what is being answered is answered; a server without a connection stops at
once.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.types import ASGIApp

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


def listen(application: ASGIApp, host: str, port: int, *, patience: int) -> None:
    """Serve until SIGTERM or Ctrl-C; what is being answered then has `patience` seconds."""
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=patience,
        server_header=False,
    )
    _Prompt(config).run()
