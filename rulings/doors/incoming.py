"""The door through which every file is read.

In: a path, and the folder that it has to lie in, unless the user named the file himself. Out: its
bytes. Guarantee: only regular files are opened, never a pipe, a device or a folder; no link leads
out of the folder; no more than the limit is read; nothing of a refused file is read or told.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

PROGRAM_BYTES = 512 * 2**20
"""The longest program; rows take about twenty times their text in memory."""
DOCUMENT_BYTES = 8 * 2**20
"""The longest YAML, TOML or JSON document, situation or FAQ file."""
_LIFTED = "RULINGS_MAX_BYTES"

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW", "O_BINARY")
)
_KINDS = (
    (stat.S_ISDIR, "is a directory"),
    (stat.S_ISFIFO, "is a pipe, not a file"),
    (stat.S_ISSOCK, "is a socket, not a file"),
    (stat.S_ISCHR, "is a device, not a file"),
    (stat.S_ISBLK, "is a device, not a file"),
)


class Refused(Exception):
    """A file that is not read or not written; the text says why, beginning in lower case."""


Places = dict[str, str]
"""Folders by the names that lead to them: where each lies once its links are followed."""


def read_bytes(
    path: str | os.PathLike[str],
    *,
    within: Path | None = None,
    limit: int = DOCUMENT_BYTES,
    places: Places | None = None,
) -> bytes:
    """Return the bytes of a regular file that lies in `within`. Raises Refused.

    `limit` is in bytes; the environment variable RULINGS_MAX_BYTES raises it. Who reads many files
    at once gives `places`, so that the way to a folder is walked once.
    """
    most = max(limit, raised_limit())
    with opened(path, within=within, places=places) as file:
        try:
            # Room is made for all that is asked for, so ask for what there should be.
            data = file.read(min(os.fstat(file.fileno()).st_size, most) + 1)
            if data:
                data += file.read(most + 1 - len(data))
        except OSError as problem:
            raise Refused(reason(problem)) from None
    if len(data) > most:
        raise Refused(f"is longer than {most} bytes; {_LIFTED} raises the limit")
    return data


@contextmanager
def opened(
    path: str | os.PathLike[str], *, within: Path | None = None, places: Places | None = None
) -> Iterator[BufferedReader]:
    """Open a regular file that lies in `within`, to be read bit by bit. Raises Refused."""
    known = {} if places is None else places
    try:
        real = _real(os.fspath(path), known)
        if within is not None and not _is_below(real, _folder(os.fspath(within), known)):
            raise Refused("a link leads out of its folder")
        handle = os.open(real, _FLAGS)
    except (OSError, ValueError) as problem:
        raise Refused(reason(problem)) from None
    what = kind(os.fstat(handle).st_mode)
    if what:
        os.close(handle)
        raise Refused(what)
    with open(handle, "rb") as file:
        yield file


def _real(path: str, known: Places) -> str:
    """Return where a file lies, its links followed."""
    folder, name = os.path.split(path)
    if name in ("", os.curdir, os.pardir):
        return os.path.realpath(path, strict=True)
    real = os.path.join(_folder(folder, known), name)
    return os.path.realpath(path, strict=True) if os.path.islink(real) else real


def _folder(path: str, known: Places) -> str:
    if path not in known:
        known[path] = os.path.realpath(path, strict=True)
    return known[path]


def _is_below(real: str, folder: str) -> bool:
    return real.startswith(os.path.join(folder, "")) or Path(real).is_relative_to(folder)


def kind(mode: int) -> str:
    """Return what a file is that is no regular one, `is a pipe, not a file`; else nothing."""
    if stat.S_ISREG(mode):
        return ""
    return next((what for matches, what in _KINDS if matches(mode)), "is not a regular file")


def lies_in(path: str | os.PathLike[str], folder: Path) -> bool:
    """Return whether a path, its links followed, lies in a folder."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def is_regular(path: str | os.PathLike[str]) -> bool:
    """Return whether a path leads to a regular file; no text is too strange to be asked about."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def reason(problem: Exception) -> str:
    """Return why a file was not opened, read or written, beginning in lower case."""
    return (getattr(problem, "strerror", None) or "not a path").lower()


def raised_limit() -> int:
    """Return how many bytes a file may have at least, whatever is read; 0 where nobody says so."""
    told = os.environ.get(_LIFTED, "")
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 16 else 0


def shipped_text(package: str, name: str) -> str:
    """Return a text that is a part of this program, wherever that lies."""
    # Imported here: most answers are told without.
    from pkgutil import get_data

    return (get_data(package, name) or b"").decode()


def shipped_table(package: str, name: str) -> dict[str, Any]:
    """Return what a TOML file says that is a part of this program."""
    import tomllib

    return tomllib.loads(shipped_text(package, name))
