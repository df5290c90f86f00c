"""A file that grows line by line, and goes on where it stood.

In: a path, whole lines. Out: the file. Guarantee: what was settled is on the disk; a last line
that a crash has left unfinished is taken away when the file is opened again; only a regular file
is written, never through a link.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulings.doors.incoming import Refused, kind, reason

_FLAGS = os.O_RDWR | os.O_CREAT | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_BINARY"))
_BLOCK = 2**20


class Growing:
    """An open file of lines; `lines` were in it when it was opened."""

    def __init__(self, path: Path) -> None:
        """Open or begin the file. Raises Refused."""
        try:
            handle = os.open(path, _FLAGS, 0o666)
            what = kind(os.fstat(handle).st_mode)
            if what:
                os.close(handle)
                raise Refused(what)
            self._file = os.fdopen(handle, "r+b")
            self.lines = self._repair()
        except (OSError, ValueError) as problem:
            raise Refused(reason(problem)) from None

    def _repair(self) -> int:
        """Cut off an unfinished line at the end; return the number of whole ones."""
        lines = end = at = 0
        while block := self._file.read(_BLOCK):
            lines += block.count(b"\n")
            last = block.rfind(b"\n")
            end = at + last + 1 if last >= 0 else end
            at += len(block)
        self._file.truncate(end)
        self._file.seek(end)
        return lines

    def append(self, line: bytes) -> None:
        """Add a line, which has no line end of its own."""
        self._file.write(line + b"\n")

    def settle(self) -> None:
        """Wait until all lines are on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Settle and close."""
        self.settle()
        self._file.close()
