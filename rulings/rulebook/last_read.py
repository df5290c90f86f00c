"""Whether the files of an edition are those that an earlier process read.

In: what was read and when reading began, later the same folder. Out: the hash of the files, where
none of them has changed. Guarantee: a file counts as unchanged while its size, its inode and the
times at which its bytes and its inode were last written are the same, and a folder while nothing
was added to it or taken from it; what changed so shortly before it was read that a clock may not
tell is read again.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulings.doors.incoming import raised_limit
from rulings.rulebook import cache
from rulings.rulebook.library import LIBRARIES, shipped

GRAIN = 2_000_000_000
"""Nanoseconds within which a change may leave the times of a file as they were."""
_State = tuple[int, int, int, int] | None


def known_hash(folder: Path, edition: str | None, version: str) -> str | None:
    """Return the hash of an edition's files if all are as they were when they were read."""
    kept = cache.read(_key(folder, edition, version))
    if kept is None:
        return None
    sha256, states = marshal.loads(kept)
    same = all(_state(path) == state for path, state in states)
    return str(sha256) if same else None


def remember(
    folder: Path, edition: str | None, version: str, sha256: str, files: Iterable[Path], began: int
) -> None:
    """Keep the hash of an edition, whose reading `began` at a time in nanoseconds.

    `files` are those that it was read from, as far as they may lie elsewhere.
    """
    states = {path: _state(path) for path in (*map(os.fspath, files), *_all_in(folder))}
    newest = max(max(state[:2]) for state in states.values() if state is not None)
    if newest + GRAIN < began:
        kept = (sha256, tuple(states.items()))
        cache.write(_key(folder, edition, version), marshal.dumps(kept))


def _key(folder: Path, edition: str | None, version: str) -> str:
    told = f"{folder}\n{edition or ''}\n{raised_limit()}".encode("utf-8", "surrogatepass")
    return f"{hashlib.sha256(told).hexdigest()}-{version}-files"


def _all_in(folder: Path) -> Iterator[str]:
    """Yield all files and folders of a rulebook, and the folders where libraries are looked for."""
    for where, folders, files in os.walk(folder):
        yield where
        yield from (os.path.join(where, name) for name in (*folders, *files))
    for shelf in (folder.parent, shipped("facts")):
        yield str(shelf / LIBRARIES)


def _state(path: str) -> _State:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
