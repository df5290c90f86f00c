"""A file of which parts are read while somebody holds it.

In: a path and the folder that it has to lie in. Out: its bytes from a place on. Guarantee: opened
as every file is; what replaces it, or takes its name away, changes nothing of what is held.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulings.doors.incoming import Refused, opened


class HeldFile:
    """An open file; `size` is in bytes. Threads and forked processes may read at once."""

    def __init__(self, path: Path, within: Path) -> None:
        """Open a regular file that lies in `within`. Raises Refused."""
        self._handle = -1
        self._whole: bytes | None = None
        with opened(path, within=within) as file:
            self.size = os.fstat(file.fileno()).st_size
            if hasattr(os, "pread"):
                self._handle = os.dup(file.fileno())
            else:
                self._whole = file.read(self.size)

    def part(self, start: int, end: int) -> bytes:
        """Return the bytes from `start` to `end`, fewer where the file ends. Raises Refused."""
        if self._whole is not None:
            return self._whole[start:end]
        try:
            return os.pread(self._handle, end - start, start)
        except OSError as problem:
            raise Refused(problem.strerror or "cannot be read") from None

    def __del__(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
