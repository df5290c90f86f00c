"""What a request must be like before anybody looks at it.

In: requests. Out: those of few headers that no page of another origin sends, the others refused.
Guarantee: what a browser sends for a page of another site reaches nothing, be it that the page
names this server or that its own name was made to lead here (DNS rebinding, with the names that
`TrustedHostMiddleware` lets through).
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rulings.adapters.serve.answering import Replied, refused
from rulings.adapters.serve.refusals import MEDIA_TYPE, HttpRefused

LOCAL = ("127.0.0.1", "::1", "localhost")
"""The names of this machine."""
_LATER = {"Retry-After": "1"}


class OwnPages:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        """`most` headers are let through."""
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or hand it on; no browser guesses what the answer is."""

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault("X-Content-Type-Options", "nosniff")
            await send(message)

        problem = _refusal(Headers(scope=scope), self._most) if scope["type"] == "http" else None
        answer = self._app if problem is None else response(refused(problem))
        await answer(scope, receive, marked)


def _refusal(headers: Headers, most: int) -> HttpRefused | None:
    if len(headers) > most:
        return HttpRefused(431, f"A request has at most {most} headers.")
    host = headers.get("host", "").lower()
    own = (f"http://{host}", f"https://{host}")
    if any(origin.lower() not in own for origin in headers.getlist("origin")):
        return HttpRefused(403, "Pages of another origin cannot ask.")
    return None


def response(reply: Replied) -> Response:
    """Return the response that is sent."""
    told = {401: {"WWW-Authenticate": "Bearer"}, 429: _LATER, 503: _LATER}
    media = MEDIA_TYPE if reply.is_problem else "application/json"
    return Response(reply.data, reply.status, headers=told.get(reply.status), media_type=media)
