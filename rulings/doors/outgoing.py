"""The door through which every file is written.

In: a path and the whole new content. Out: the file. Guarantee: the content is written to a new
file of a random name beside the target, which then takes its place, so that neither a full disk
nor a crash costs the old file, no planted link is written through and nothing stays behind; a
link that leaves the folder is refused, and so is all that is no regular file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rulings.doors.incoming import Refused, kind, lies_in, reason

_FLAGS = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_BINARY"))
)
PREFIX = ".rulings-"
"""What the name of an unfinished file begins with."""


def write_text(path: Path, text: str, *, within: Path | None = None, new: bool = False) -> None:
    """Write a text as UTF-8 with the line ends it has. Raises Refused, as `write_bytes`."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused("would hold half of a character, which no text file can") from None
    write_bytes(path, data, within=within, new=new)


def write_bytes(
    path: Path,
    data: bytes,
    *,
    within: Path | None = None,
    new: bool = False,
    private: bool = False,
    lasting: bool = True,
) -> None:
    """Write a whole file. Raises Refused when it cannot be written.

    `within` is the folder that links may not leave, by default the file's own; `new` refuses a
    file that exists; `private` lets no one else read it; `lasting` waits for the disk.
    """
    try:
        target = path if new else _target(path, within or path.parent)
        mode = 0o600 if private else _mode(target)
        _place(target, data, mode, new=new, lasting=lasting)
    except (OSError, ValueError) as problem:
        raise Refused(reason(problem)) from None


def make_private(path: str) -> None:
    """Make an empty file that nobody else may read, unless there is one of that name."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def take_place(finished: Path, path: Path) -> None:
    """Give a finished file that lies beside `path` that name. Raises Refused."""
    try:
        os.replace(finished, _target(path, path.parent))
    except (OSError, ValueError) as problem:
        raise Refused(reason(problem)) from None


def _target(path: Path, folder: Path) -> Path:
    """Return the file that a path leads to."""
    real = Path(os.path.realpath(path))
    if path.is_symlink() and not lies_in(real, folder):
        raise Refused("a link leads out of its folder")
    with suppress(FileNotFoundError):
        what = kind(os.stat(real).st_mode)
        if what:
            raise Refused(what)
    return real


def _mode(target: Path) -> int | None:
    """Return the permissions that a file has; None, those of any new file, when there is none."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        return None


def _place(target: Path, data: bytes, mode: int | None, *, new: bool, lasting: bool) -> None:
    beside = target.with_name(f"{PREFIX}{os.urandom(8).hex()}")
    finish: Callable[[Path, Path], None] = _link if new else os.replace
    try:
        handle = os.open(beside, _FLAGS, 0o666 if mode is None else 0o600)
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(handle)
        if mode is not None and mode != 0o600:
            os.chmod(beside, mode)
        finish(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _link(beside: Path, target: Path) -> None:
    """Give a finished file its name, unless there is a file of that name."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):
        # Some file systems, and Python in a browser, know no links.
        os.close(os.open(target, _FLAGS, 0o600))
        os.replace(beside, target)
        return
    os.unlink(beside)
