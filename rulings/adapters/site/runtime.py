"""Where the page's Python comes from: Pyodide, from a folder or an address.

In: a folder with the files of Pyodide's npm package, or the address of one. Out: the `Runtime`.
Guarantee: what is not Pyodide of a version known to work is refused before anything is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from rulings.doors.incoming import Refused, read_bytes
from rulings.language.diagnostics import RulingsError
from rulings.records import dataclass, field
from rulings.rulebook.document import refusal

_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
_LONGEST = 64 * 2**20
_PYTHON = (3, 11)
_HINT = (
    "Fetch it once: `npm pack pyodide && tar xf pyodide-*.tgz`, then `--pyodide package`. "
    "Or name an address: `--pyodide https://cdn.jsdelivr.net/npm/pyodide@VERSION/`."
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """`address` is where the page loads it from, `origin` its host when that is another one.

    `files` are to lie in the page's own folder `pyodide/`.
    """

    address: str
    origin: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


def runtime(told: str | None) -> Runtime:
    """Return the runtime that the user names. Raises RulingsError (RUL641)."""
    if told is None:
        raise _refused("Nothing says where Pyodide comes from.")
    if re.match(r"https?://", told):
        address = urlsplit(told)
        if not re.fullmatch(r"[\w.-]+(:\d+)?", address.netloc) or re.search(r"[\s'\";]", told):
            raise _refused(f'"{told}" is no address.')
        return Runtime(told.rstrip("/") + "/", f"{address.scheme}://{address.netloc}")
    folder = Path(told)
    return Runtime("./pyodide/", files={name: _read(folder, name) for name in _FILES})


def _read(folder: Path, name: str) -> bytes:
    try:
        data = read_bytes(folder / name, limit=_LONGEST)
    except Refused as refused:
        raise _refused(f'"{folder}" is not Pyodide: {name} {_said(refused)}.') from None
    if name.endswith(".json"):
        _check_version(data)
    return data


def _said(refused: Refused) -> str:
    return "is not there" if "no such file" in str(refused) else str(refused)


def _check_version(lock: bytes) -> None:
    try:
        version = json.loads(lock)["info"]["python"]
        known = tuple(int(part) for part in version.split(".")[:2])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _refused("Its pyodide-lock.json does not tell its version.") from None
    if known < _PYTHON:
        raise _refused(f"This Pyodide has Python {version}; the program needs 3.11.")


def _refused(message: str) -> RulingsError:
    return refusal("RUL641", message, hint=_HINT)
