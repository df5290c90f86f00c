"""Compiled rulebooks, kept between runs.

In: a key that is a hash of content. Out: the bytes stored under it, or None. Guarantee: only
bytes that this user's own key has signed are returned, so a corrupt, truncated or foreign file
is the same as none; a file is written whole or not at all, whoever else writes; a cache that
cannot be read or written is silently not used.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from rulings.rulebook.library import PACKAGE, shipped
from rulings.version import __version__

KEPT = 128
"""How many files are kept; the least recently used go first."""


def content_hash(folder: Path, edition: str | None) -> str:
    """Return the SHA-256 of everything that the meaning of a rulebook depends on."""
    digest = hashlib.sha256(repr(edition).encode())
    for path in rulebook_files(folder):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def rulebook_files(folder: Path) -> list[Path]:
    """Return every file that a rulebook's meaning can depend on, in a fixed order."""
    found: list[str] = []
    for place in (str(folder), *_libraries(folder)):
        for where, folders, files in os.walk(place):
            folders[:] = [name for name in folders if name != "situations"]
            found += (
                os.path.join(where, name)
                for name in files
                if name.endswith((".dl", ".csv", ".toml", ".yaml"))
            )
    return [Path(path) for path in sorted(found)]


def _libraries(folder: Path) -> Iterable[str]:
    return sorted({str(folder.parent / "lib"), str(shipped("facts") / "lib")})


def program_version() -> str:
    """Return a text that differs whenever this program may build something else."""
    digest = hashlib.sha256(f"{__version__} {sys.version}".encode())
    for part in ("language", "english", "engine", "rulebook"):
        with os.scandir(PACKAGE / part) as files:
            for file in sorted(files, key=lambda entry: entry.name):
                if file.name.endswith(".py"):
                    found = file.stat()
                    digest.update(f"{file.name} {found.st_mtime_ns} {found.st_size}".encode())
    return digest.hexdigest()


def read(key: str) -> bytes | None:
    """Return what was stored under `key`."""
    secret = _secret(create=False)
    if secret is None:
        return None
    path = folder() / key
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    signature, body = data[:32], data[32:]
    expected = hmac.digest(secret, key.encode() + body, "sha256")
    return body if hmac.compare_digest(signature, expected) else None


def write(key: str, body: bytes) -> None:
    """Store `body` under `key`."""
    secret = _secret(create=True)
    if secret is None:
        return
    place = folder()
    try:
        whole = _beside(place, hmac.digest(secret, key.encode() + body, "sha256") + body)
        os.replace(whole, place / key)
        _forget_oldest(place)
    except OSError:
        return


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
    place = folder()
    path = place / "key"
    try:
        if create and not path.exists():
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write_secret(path)
        found = os.stat(path)
        if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o077):
            return None
        secret = path.read_bytes()
    except OSError:
        return None
    return secret if len(secret) == 32 else None


def _write_secret(path: Path) -> None:
    """Make a key; when two processes do so at once, the first link wins and both use it."""
    whole = _beside(path.parent, os.urandom(32))
    try:
        os.link(whole, path)
    except FileExistsError:
        pass
    except OSError:
        os.replace(whole, path)
        return
    os.unlink(whole)


def _beside(place: Path, data: bytes) -> Path:
    """Write a file of a name that no other process uses, readable by this user alone."""
    path = place / f"tmp-{os.urandom(8).hex()}"
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    return path


def _forget_oldest(place: Path) -> None:
    files = [path for path in place.iterdir() if path.name != "key"]
    files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[KEPT:]:
        path.unlink(missing_ok=True)
