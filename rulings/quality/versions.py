"""Two versions of a rulebook to compare.

In: a game and the name of a version: an edition, a folder, or a git revision. Out: a `Version`,
loaded. Guarantee: nothing in the working tree is touched; a revision is unpacked into a folder
of the caller's.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePosixPath

from rulings.doors.outgoing import write_bytes
from rulings.faq.cases import Case
from rulings.faq.suite import read_all
from rulings.records import dataclass
from rulings.rulebook.document import refusal, suggestion
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import MANIFEST, queries
from rulings.rulebook.manifest import JOINT, read_manifest
from rulings.session import Rulebook

_MOST_BYTES = 2**28
"""So much is unpacked of a revision."""
_NO_COMMANDS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.sshCommand=false",
    "core.attributesFile=",
    "protocol.allow=never",
)
_NO_SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_SSH_COMMAND": "false",
}


@dataclass(frozen=True, slots=True)
class Version:
    """One version: how it is called, its rulebook and its cases."""

    label: str
    book: Rulebook
    cases: tuple[Case, ...]


def open_version(folder: Path, named: str, edition: str | None, space: Path) -> Version:
    """Load a version of the rulebook in `folder`.

    `edition` is the one to take of a folder or a revision; `space` is an empty folder to
    unpack a revision into. Raises RulingsError (RUL707) when `named` names nothing.
    """
    editions = [one.name for one in read_manifest(folder).editions]
    if named.partition(JOINT)[0] in editions:
        return _load(named, folder, named)
    if (Path(named) / MANIFEST).is_file():
        return _load(named, Path(named).resolve(), edition)
    unpacked = _revision(folder, named, space)
    if unpacked is not None:
        return _load(named, unpacked, edition)
    message = f'"{named}" is neither an edition, nor the folder of a rulebook, nor a revision.'
    raise refusal("RUL707", message, hint=suggestion(named, editions, "edition"))


def _load(label: str, folder: Path, edition: str | None) -> Version:
    files = faq_files(queries(folder.name, folder))
    root = queries(folder.name, folder).parent.parent
    return Version(label, Rulebook.load(folder, edition), read_all(files, root))


def _revision(folder: Path, revision: str, space: Path) -> Path | None:
    """Unpack the rulebooks and cases of a git revision and return the rulebook's folder."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None or revision.startswith("-"):
        return None
    root = Path(os.fsdecode(top).strip()).resolve()
    commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if commit is None:
        return None
    shelf = folder.resolve().parent.relative_to(root)
    wanted = [str(shelf), str(shelf.parent / "queries" / folder.name)]
    name = commit.decode().strip()
    listed = _git(root, "ls-tree", "-r", "-z", "-l", "--full-tree", name, "--", *wanted)
    blobs = _blobs(listed or b"")
    if sum(blob.size for blob in blobs) > _MOST_BYTES or not _unpack(root, blobs, space):
        return None
    found = space / shelf / folder.name
    return found if (found / MANIFEST).is_file() else None


@dataclass(frozen=True, slots=True)
class _Blob:
    """A file of a tree: the id of its content and its size, -1 when git does not have it."""

    id: bytes
    size: int
    path: PurePosixPath


def _blobs(listed: bytes) -> list[_Blob]:
    """Return the files of a tree that git has listed; links and modules are none."""
    found = []
    for line in listed.split(b"\0"):
        told, _, path = line.partition(b"\t")
        place = PurePosixPath(os.fsdecode(path))
        match told.split():
            case [b"100644" | b"100755", b"blob", identity, size] if ".." not in place.parts:
                found.append(_Blob(identity, int(size) if size.isdigit() else -1, place))
    return found


def _unpack(root: Path, blobs: list[_Blob], space: Path) -> bool:
    """Write blobs below `space`; False when one of them is not there as it is listed."""
    data = _git(root, "cat-file", "--batch", told=b"".join(blob.id + b"\n" for blob in blobs))
    start = 0
    for blob in blobs:
        head = b"%b blob %d\n" % (blob.id, blob.size)
        if data is None or not data.startswith(head, start):
            return False
        start += len(head)
        target = space / blob.path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(target, data[start : start + blob.size], within=space, lasting=False)
        start += blob.size + 1
    return True


def _git(folder: Path, *words: str, told: bytes = b"") -> bytes | None:
    """Return what a git command prints, None when it fails or there is no git.

    A downloaded folder may bring a `.git` of its own: only commands that read objects are run,
    without filters, hooks, replacements and the network, and no one's settings are read but that
    folder's, whose commands are switched off.
    """
    quiet = (part for setting in _NO_COMMANDS for part in ("-c", setting))
    try:
        done = subprocess.run(
            ["git", "--no-replace-objects", *quiet, "-C", str(folder), *words],
            input=told,
            capture_output=True,
            check=False,
            timeout=60,
            env={**os.environ, **_NO_SETTINGS},
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
