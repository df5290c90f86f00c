"""Pages for players, served beside the API.

In: perhaps a folder that `rulings site` wrote, whose engine runs in the browser. Out: a route for
each of its files and of the page whose engine is this server. Guarantee: only files that were there
when the server began are served, as they were then, with the headers that the page asks of its
host; a browser that has a file is told so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rulings.adapters.site.site_folder import served_files
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


def page_routes(folder: Path | None) -> list[Route]:
    """Return the routes: the page of this server at `/play/`, that of a folder at `/`.

    Raises RulingsError (RUL601) for a folder without a page.
    """
    found = _routes(served_files(), "/play/")
    if folder is None:
        return [Route("/", _to_the_page, methods=["GET"]), *found]
    files = {name: _data(folder, name) for name in (_HEADERS, _MARK)}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in _TYPES:
            name = path.relative_to(folder).as_posix()
            files[name] = _data(folder, name)
    return [*found, *_routes(files, "/")]


async def _to_the_page(_: Request) -> Response:
    return RedirectResponse("play/")


def _routes(files: Mapping[str, bytes], root: str) -> list[Route]:
    headers = _told(files[_HEADERS].decode())
    found: list[Route] = []
    for name, data in files.items():
        kind = _TYPES.get(PurePosixPath(name).suffix)
        if kind is not None:
            answer = _answering(data, kind, headers)
            places = (root, f"{root}{name}") if name == _MARK else (f"{root}{name}",)
            found += [Route(place, answer, methods=["GET"]) for place in places]
    return found


def _data(folder: Path, name: str) -> bytes:
    return read_data(folder / name, name, within=folder, limit=_LONGEST)


def _told(text: str) -> dict[str, str]:
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
