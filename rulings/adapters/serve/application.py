"""The server as an ASGI application.

In: requests. Out: JSON. Guarantee: a request takes no more time, bytes and room than its limits
allow, and what it did not finish changed nothing; without the token, if one is set, nothing is
answered but whether the server lives, and the files of the page; no page of another origin is; a
client has its share and no more, and what it does not wait for is called off.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Match, Route

from rulings.adapters.serve.answering import Replied, refused
from rulings.adapters.serve.bodies import Many
from rulings.adapters.serve.crew import Crew
from rulings.adapters.serve.endpoint import Endpoint, HttpCall
from rulings.adapters.serve.guards import LOCAL, OwnPages, response
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.openapi import description
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.page_routes import page_routes
from rulings.adapters.serve.refusals import HttpRefused
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.adapters.serve.streaming import EVENTS, streamed

_ALL = "all"


class Server:
    """The routes of a server and what they work on."""

    def __init__(
        self,
        office: Crew | InThreads,
        limits: ServerLimits,
        token: str | None,
        page: Path | None = None,
        hosts: Sequence[str] = LOCAL,
    ) -> None:
        """`page` is a folder that `rulings site` wrote, `hosts` are the names that this server is
        called by. Raises RulingsError (RUL601)."""
        self.limits, self._office, self._token = limits, office, token
        self._hosts, self._shares = tuple(hosts), Counter[str]()
        self._asked: Counter[tuple[str, int]] = Counter()
        self._seconds = 0.0
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
        names = [name for host in self._hosts for name in (host, f"[{host}]")]
        guards = [
            Middleware(OwnPages, most=self.limits.headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=names, www_redirect=False),
        ]
        return Starlette(
            routes=routes, exception_handlers=handlers, lifespan=self._lifespan, middleware=guards
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
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
            return response(reply)

        return answer

    async def _answer(self, number: int, endpoint: Endpoint, request: Request) -> Replied:
        client, path = self._client(request), dict(request.path_params)
        with self._share(client, path.get("id")):
            body = await self._read(request) if endpoint.body is not None else b""
            fresh = secrets.token_urlsafe(18) if endpoint.creates else ""
            query = dict(request.query_params)
            asked = HttpCall(number, client, path, query, body, fresh, endpoint.streams)
            return await _while_heard(request, self._office.answer(asked))

    async def _stream(self, name: str, request: Request) -> Response:
        """Answer a batch by server-sent events."""
        client = self._client(request)
        with self._share(client):
            asked = Many.model_validate_json(await self._read(request))

        async def answer(one: HttpCall) -> Replied:
            try:
                with self._share(client):
                    return await self._office.answer(one)
            except Exception as problem:
                return refused(problem)

        self._asked[name, 200] += 1
        events = streamed(answer, client, asked)
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(events, headers=headers, media_type=EVENTS)

    @contextmanager
    def _share(self, client: str, session: str | None = None) -> Iterator[None]:
        """Count a request as under way. Raises HttpRefused where too many are."""
        limits, shares = self.limits, self._shares
        most = {_ALL: limits.at_once, f"client {client}": limits.at_once_each}
        if session is not None:
            most[f"session {session}"] = limits.at_session
        for name, number in most.items():
            if shares[name] >= number:
                status = 503 if name == _ALL else 429
                raise HttpRefused(status, "Too many requests are under way; ask again in a moment.")
        shares.update(most.keys())
        try:
            yield
        finally:
            for name in most:
                shares[name] -= 1
                if not shares[name]:
                    del shares[name]

    async def _read(self, request: Request) -> bytes:
        """Return the body. Raises HttpRefused for one that is too long or no JSON."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HttpRefused(415, "Send JSON: `Content-Type: application/json`.")
        found = bytearray()
        try:
            async for part in request.stream():
                found += part
                if len(found) > self.limits.max_body:
                    most = self.limits.max_body
                    raise HttpRefused(413, f"A body has at most {most} bytes.")
        except ClientDisconnect:
            raise HttpRefused(400, "The request ended before its body.") from None
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
            return response(refused(problem))
        lines = ["# TYPE rulings_requests_total counter"]
        lines += [
            f'rulings_requests_total{{operation="{name}",status="{status}"}} {count}'
            for (name, status), count in sorted(self._asked.items())
        ]
        lines += [
            "# TYPE rulings_request_seconds_total counter",
            f"rulings_request_seconds_total {self._seconds:.6f}",
            "# TYPE rulings_requests_under_way gauge",
            f"rulings_requests_under_way {self._shares[_ALL]}",
            "# TYPE rulings_sessions gauge",
            f"rulings_sessions {self._office.sessions()}",
        ]
        return PlainTextResponse("\n".join(lines) + "\n")


async def _while_heard(request: Request, answering: Coroutine[Any, Any, Replied]) -> Replied:
    """Return a reply; it is called off when the client leaves."""
    reply = asyncio.ensure_future(answering)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((reply, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not reply.done():
            raise HttpRefused(400, "The client left before the answer.")
        return reply.result()
    finally:
        leaving.cancel()
        reply.cancel()
        await asyncio.wait((reply,))


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _http_refusal(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    reply = response(refused(HttpRefused(status, "There is nothing here for this method.")))
    if status == 405:
        fitting = (one for one in request.app.routes if one.matches(request.scope)[0] != Match.NONE)
        methods = {method for route in fitting for method in route.methods}
        reply.headers["Allow"] = ", ".join(sorted(methods))
    return reply


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")
