"""The server as an ASGI application.

In: requests. Out: JSON. Guarantee: a request takes no more time, bytes and room than its limits
allow, and what it did not finish changed nothing; without the token, if one is set, nothing is
answered but whether the server lives, and the page, which has its own engine; work runs in threads,
so that one question does not hold up the others.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from rulings.adapters.serve.kept_tables import Tables, TableStore
from rulings.adapters.serve.openapi import description
from rulings.adapters.serve.operations import ENDPOINTS, Endpoint, HttpCall, Served
from rulings.adapters.serve.page_routes import page_routes
from rulings.adapters.serve.refusals import MEDIA_TYPE, HttpRefused, refusal
from rulings.doors.screen import json_text
from rulings.engine.limits import deadline
from rulings.published import Published


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What a client may use; each is an option of `rulings serve`."""

    timeout: float = 10.0
    max_body: int = 1_000_000
    max_rows: int | None = None
    at_once: int = 16
    waiting: int = 256
    in_memory: int = 1000
    sessions: int = 100_000
    sessions_each: int = 10_000


class Server:
    """The routes of a server and what they work on."""

    def __init__(
        self,
        published: Published,
        limits: ServerLimits,
        token: str | None,
        store: TableStore,
        page: Path | None = None,
    ) -> None:
        """`page` is a folder that `rulings site` wrote. Raises RulingsError (RUL601)."""
        tables = Tables(
            published,
            store,
            in_memory=limits.in_memory,
            in_all=limits.sessions,
            each=limits.sessions_each,
        )
        self.limits, self._token = limits, token
        self.served = Served(published, tables, limits.max_rows, limits.timeout)
        self._asked: Counter[tuple[str, int]] = Counter()
        self._seconds = 0.0
        self._under_way = 0
        self._threads = anyio.CapacityLimiter(limits.at_once)
        self._description = description()
        self._page = page_routes(page) if page is not None else []

    def application(self) -> Starlette:
        """Return the ASGI application."""
        routes = [
            Route(operation.path, self._route(operation), methods=[operation.method])
            for operation in ENDPOINTS
        ]
        routes += [
            Route("/openapi.json", self._described, methods=["GET"]),
            Route("/healthz", _alive, methods=["GET"]),
            Route("/readyz", _alive, methods=["GET"]),
            Route("/metrics", self._metrics, methods=["GET"]),
            *self._page,
        ]
        handlers: Any = {HTTPException: _http_refusal}
        return Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        self.served.tables.close()

    def _route(self, operation: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            began = perf_counter()
            try:
                response = await self._answer(operation, request)
            except Exception as problem:
                response = problem_response(problem)
            self._asked[operation.run.__name__.strip("_"), response.status_code] += 1
            self._seconds += perf_counter() - began
            return response

        return answer

    async def _answer(self, operation: Endpoint, request: Request) -> Response:
        client = self._client(request)
        body = None
        if operation.body is not None:
            body = operation.body.model_validate_json(await self._read(request))
        if self._under_way >= self.limits.at_once + self.limits.waiting:
            raise HttpRefused(503, "Too many requests are under way; ask again in a moment.")
        call = HttpCall(client, request.path_params, request.query_params, body)
        self._under_way += 1
        try:
            found = await anyio.to_thread.run_sync(
                partial(self._run, operation, call), limiter=self._threads
            )
        finally:
            self._under_way -= 1
        return Response(found, operation.status, media_type="application/json")

    def _run(self, operation: Endpoint, call: HttpCall) -> str:
        with deadline(None if operation.commits else self.limits.timeout):
            return json_text(operation.run(self.served, call))

    async def _read(self, request: Request) -> bytes:
        """Return the body. Raises HttpRefused for one that is too long or never ends."""
        found = bytearray()
        with anyio.move_on_after(self.limits.timeout) as within:
            try:
                async for part in request.stream():
                    found += part
                    if len(found) > self.limits.max_body:
                        most = self.limits.max_body
                        raise HttpRefused(413, f"A body has at most {most} bytes.")
            except ClientDisconnect:
                raise HttpRefused(400, "The request ended before its body.") from None
        if within.cancelled_caught:
            raise HttpRefused(400, "The body did not come in time.")
        return bytes(found)

    def _client(self, request: Request) -> str:
        """Return who asks. Raises HttpRefused without the token."""
        if self._token is not None:
            sent = request.headers.get("authorization", "")
            if not secrets.compare_digest(sent.encode(), f"Bearer {self._token}".encode()):
                raise HttpRefused(401, "Send the token of this server: `Authorization: Bearer …`.")
        return request.client.host if request.client is not None else ""

    async def _described(self, request: Request) -> Response:
        return JSONResponse(self._description)

    async def _metrics(self, request: Request) -> Response:
        """Answer in the text format of Prometheus."""
        try:
            self._client(request)
        except HttpRefused as problem:
            return problem_response(problem)
        lines = ["# TYPE rulings_requests_total counter"]
        lines += [
            f'rulings_requests_total{{operation="{name}",status="{status}"}} {count}'
            for (name, status), count in sorted(self._asked.items())
        ]
        lines += [
            "# TYPE rulings_request_seconds_total counter",
            f"rulings_request_seconds_total {self._seconds:.6f}",
            "# TYPE rulings_requests_under_way gauge",
            f"rulings_requests_under_way {self._under_way}",
            "# TYPE rulings_sessions gauge",
            f"rulings_sessions {len(self.served.tables)}",
        ]
        return PlainTextResponse("\n".join(lines) + "\n")


def problem_response(problem: Exception) -> Response:
    """Return what went wrong as problem details."""
    details = refusal(problem)
    headers = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}
    status = details["status"]
    return Response(json_text(details), status, headers=headers.get(status), media_type=MEDIA_TYPE)


async def _http_refusal(_: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    return problem_response(
        HttpRefused(status, "There is nothing at this address for this method.")
    )


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")
