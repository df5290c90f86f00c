"""The server as an ASGI application.

In: requests. Out: JSON. Guarantee: a request takes no more time, bytes and room than its limits
allow, and what it did not finish changed nothing; without the token, if one is set, nothing is
answered but whether the server lives, and the files of the page; work runs in threads
or processes, so that one question does not hold up the others.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Match, Route

from rulings.adapters.serve.answering import HttpAsked, Office, Replied, refused
from rulings.adapters.serve.bodies import Many
from rulings.adapters.serve.endpoint import Endpoint
from rulings.adapters.serve.openapi import description
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.page_routes import page_routes
from rulings.adapters.serve.refusals import MEDIA_TYPE, HttpRefused
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.adapters.serve.streaming import EVENTS, streamed


class Server:
    """The routes of a server and what they work on."""

    def __init__(
        self, office: Office, limits: ServerLimits, token: str | None, page: Path | None = None
    ) -> None:
        """`page` is a folder that `rulings site` wrote. Raises RulingsError (RUL601)."""
        self.limits, self._office, self._token = limits, office, token
        self._asked: Counter[tuple[str, int]] = Counter()
        self._seconds = 0.0
        self._under_way = 0
        self._description = description()
        self._page = page_routes(page)

    def application(self) -> Starlette:
        """Return the ASGI application."""
        routes = [
            Route(endpoint.path, self._route(number, endpoint), methods=[endpoint.method])
            for number, endpoint in enumerate(ENDPOINTS)
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
        await self._office.begin()
        try:
            yield
        finally:
            await self._office.end()

    def _route(self, number: int, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        name = endpoint.run.__name__.strip("_")

        async def answer(request: Request) -> Response:
            began = perf_counter()
            try:
                if endpoint.streams and EVENTS in request.headers.get("accept", ""):
                    return await self._stream(name, request)
                reply = await self._answer(number, endpoint, request)
            except Exception as problem:
                reply = refused(problem)
            self._asked[name, reply.status] += 1
            self._seconds += perf_counter() - began
            return _response(reply)

        return answer

    async def _answer(self, number: int, endpoint: Endpoint, request: Request) -> Replied:
        client = self._client(request)
        body = await self._read(request) if endpoint.body is not None else b""
        self._refuse_when_busy()
        path, query = dict(request.path_params), dict(request.query_params)
        fresh = secrets.token_urlsafe(18) if endpoint.creates else ""
        self._under_way += 1
        try:
            return await self._office.answer(HttpAsked(number, client, path, query, body, fresh))
        finally:
            self._under_way -= 1

    async def _stream(self, name: str, request: Request) -> Response:
        """Answer a batch by server-sent events."""
        client = self._client(request)
        asked = Many.model_validate_json(await self._read(request))
        self._refuse_when_busy()

        async def events() -> AsyncIterator[bytes]:
            self._under_way += 1
            try:
                async for event in streamed(self._office, client, asked):
                    yield event
            finally:
                self._under_way -= 1

        self._asked[name, 200] += 1
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(events(), headers=headers, media_type=EVENTS)

    def _refuse_when_busy(self) -> None:
        """Raise HttpRefused where too much is under way."""
        if self._under_way >= self.limits.at_once + self.limits.waiting:
            raise HttpRefused(503, "Too many requests are under way; ask again in a moment.")

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
            return _response(refused(problem))
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
            f"rulings_sessions {self._office.sessions()}",
        ]
        return PlainTextResponse("\n".join(lines) + "\n")


def _response(reply: Replied) -> Response:
    headers = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}
    media = MEDIA_TYPE if reply.is_problem else "application/json"
    return Response(reply.data, reply.status, headers=headers.get(reply.status), media_type=media)


async def _http_refusal(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    response = _response(refused(HttpRefused(status, "There is nothing here for this method.")))
    if status == 405:
        fitting = (one for one in request.app.routes if one.matches(request.scope)[0] != Match.NONE)
        methods = {method for route in fitting for method in route.methods}
        response.headers["Allow"] = ", ".join(sorted(methods))
    return response


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")
