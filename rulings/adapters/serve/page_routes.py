"""The page of a rulebook, served beside the API.

In: a folder that `rulings site` wrote. Out: a route for each of its files. Guarantee: only files
that were there when the server began are served, as they were then, with the headers that the page
asks of its host; a browser that has a file is told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulings.rulebook.document import read_data

_HEADERS, _MARK = "_headers", "index.html"
_LONGEST = 64 * 2**20
_TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


def page_routes(folder: Path) -> list[Route]:
    """Return the routes. Raises RulingsError (RUL601) for a folder without a page."""
    headers = _headers(_data(folder, _HEADERS).decode())
    _data(folder, _MARK)
    found: list[Route] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and path.suffix in _TYPES:
            answer = _answering(_data(folder, name), _TYPES[path.suffix], headers)
            places = ("/", f"/{name}") if name == _MARK else (f"/{name}",)
            found += [Route(place, answer, methods=["GET"]) for place in places]
    return found


def _data(folder: Path, name: str) -> bytes:
    return read_data(folder / name, name, within=folder, limit=_LONGEST)


def _headers(text: str) -> dict[str, str]:
    """Return the headers of `_headers`, whose indented lines are `Name: value`."""
    lines = (line.strip().partition(": ") for line in text.splitlines() if line.startswith(" "))
    return {name: value for name, _, value in lines}


def _answering(
    data: bytes, kind: str, headers: Mapping[str, str]
) -> Callable[[Request], Awaitable[Response]]:
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    told = {**headers, "ETag": tag, "Cache-Control": "no-cache"}

    async def answer(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=told)
        return Response(data, headers=told, media_type=kind)

    return answer
