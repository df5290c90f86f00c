"""Compiled rulebooks, kept between runs.

In: a key that is a hash of content. Out: the bytes stored under it, or None. Guarantee: only
bytes that this user's own key has signed are returned, so a corrupt, truncated or foreign file
is the same as none, and a corrupt piece of a file is never returned; a file is written whole or
not at all, whoever else writes; a cache that cannot be read or written is silently not used.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rulings.doors.held import HeldFile
from rulings.doors.incoming import Refused, read_bytes
from rulings.doors.outgoing import PREFIX, write_bytes
from rulings.expressions import expression
from rulings.rulebook.kept_pieces import Pieces
from rulings.rulebook.library import PACKAGE
from rulings.version import __version__

_NO_CODE = frozenset(("__pycache__", "facts", "queries", "template"))
KEPT = 128
"""How many files are kept; the least recently used go first."""
MOST_BYTES = 2**30
SUFFIX = ".rulings"
_OURS = expression(
    rf"[0-9a-f]{{64}}-[0-9a-f]{{16}}(?:-(?:code|edition|files|[0-9a-f]{{32}}))?{re.escape(SUFFIX)}"
    rf"|{re.escape(PREFIX)}[0-9a-f]{{16}}"
)


def program_version() -> str:
    """Return a text that differs whenever this program may build something else."""
    digest = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for where, folders, files in os.walk(PACKAGE):
        folders[:] = sorted(name for name in folders if name not in _NO_CODE)
        for name in sorted(files):
            if name.endswith((".py", ".txt")):
                found = os.stat(os.path.join(where, name))
                digest.update(f"{where} {name} {found.st_mtime_ns} {found.st_size}".encode())
    return digest.hexdigest()


def read(key: str) -> memoryview | None:
    """Return what was stored under `key`; megabytes are not copied."""
    secret = _secret(create=False)
    if secret is None:
        return None
    path = folder() / f"{key}{SUFFIX}"
    try:
        data = read_bytes(path, within=folder(), limit=MOST_BYTES)
        os.utime(path)
    except (Refused, OSError):
        return None
    signature, body = data[:32], memoryview(data)[32:]
    return body if hmac.compare_digest(signature, _signature(secret, key, body)) else None


def read_pieces(key: str) -> Pieces | None:
    """Return the pieces stored under `key`, each of which is read and verified when looked at."""
    secret = _secret(create=False)
    if secret is None:
        return None
    path = folder() / f"{key}{SUFFIX}"
    try:
        file = HeldFile(path, folder())
        os.utime(path)
        pieces = Pieces(lambda first, end: file.part(32 + first, 32 + end), file.size - 32)
        signed = hmac.compare_digest(file.part(0, 32), _signature(secret, key, pieces.index))
    except (Refused, OSError, ValueError):
        return None
    return pieces if signed else None


def write(key: str, body: bytes) -> None:
    """Store `body` under `key`."""
    _write(key, body, body)


def write_pieces(key: str, pieces: Sequence[bytes]) -> None:
    """Store pieces under `key`, for `read_pieces`."""
    body = Pieces.joined(pieces)
    _write(key, body[8 : 8 + int.from_bytes(body[:8], "little")], body)


def _write(key: str, signed: bytes, body: bytes) -> None:
    """Store `body` under `key`, after the signature of `signed`."""
    secret = _secret(create=True)
    if secret is None or len(body) >= MOST_BYTES:
        return
    place = folder()
    try:
        data = _signature(secret, key, signed) + body
        write_bytes(place / f"{key}{SUFFIX}", data, private=True, lasting=False)
        _forget_oldest(place)
    except (Refused, OSError):
        return


def forget(key: str) -> None:
    """Store nothing under `key` any more."""
    with suppress(OSError):
        os.unlink(folder() / f"{key}{SUFFIX}")


def _signature(secret: bytes, key: str, body: bytes | memoryview) -> bytes:
    """Sign megabytes without a copy of them."""
    signing = hmac.new(secret, key.encode(), "sha256")
    signing.update(body)
    return signing.digest()


def folder() -> Path:
    """Return the user's cache folder, `RULINGS_CACHE` if that is set."""
    named = os.environ.get("RULINGS_CACHE")
    if named:
        return Path(named)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return Path(base) / "rulings"


def _secret(*, create: bool) -> bytes | None:
    """Return the key that signs this user's files; None where none can be trusted or made."""
    path = folder() / "key"
    found = _kept_secret(path)
    if found is None and create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # When two processes make a key at once, the first one wins and both use it.
            write_bytes(path, os.urandom(32), private=True, lasting=False, new=not _spoilt(path))
        except (Refused, OSError):
            pass
        found = _kept_secret(path)
    return found


def _kept_secret(path: Path) -> bytes | None:
    try:
        found = os.lstat(path)
        if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077):
            return None
        secret = read_bytes(path, within=path.parent, limit=64)
    except (Refused, OSError):
        return None
    return secret if len(secret) == 32 else None


def _spoilt(path: Path) -> bool:
    """Return whether there is a key of this user's that is damaged or was open to others."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and (
        not hasattr(os, "getuid") or found.st_uid == os.getuid()
    )


def _forget_oldest(place: Path) -> None:
    """Delete the files that were not used for longest, and those that were never finished.

    Only what bears a name of ours is touched: the folder may hold other things.
    """
    kept: list[tuple[float, str]] = []
    long_ago = time.time() - 3600
    with os.scandir(place) as entries:
        for entry in entries:
            if _OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                used = entry.stat(follow_symlinks=False).st_mtime
                if not entry.name.startswith(PREFIX):
                    kept.append((used, entry.path))
                elif used < long_ago:
                    os.unlink(entry.path)
    kept.sort(reverse=True)
    for _, path in kept[KEPT:]:
        with suppress(FileNotFoundError):
            os.unlink(path)
