"""Bytes in pieces that are looked at one by one, without the others.

In: pieces, joined; or, where only some of them are read, an index of them and a way to read.
Out: each piece by its number. Guarantee: a piece of an index is what the index was made of.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate

_DIGEST = 32


class Damaged(Exception):
    """A piece is no longer what was kept."""


class Pieces:
    """Pieces whose bytes `part` gives, from a place to another; `digests` tell what they are."""

    def __init__(
        self,
        ends: Sequence[int],
        part: Callable[[int, int], bytes | memoryview],
        digests: bytes | memoryview = b"",
    ) -> None:
        self._ends = ends
        self._part = part
        self._digests = digests

    @staticmethod
    def joined(pieces: Sequence[bytes]) -> bytes:
        """Return pieces as one, with where each ends."""
        return b"".join((_counted(pieces), *pieces))

    @staticmethod
    def of(data: bytes | memoryview) -> Pieces:
        """Return the pieces of what was joined. Raises ValueError for other bytes."""
        ends, start = _ends(data)
        view = memoryview(data)[start:]
        return Pieces(ends, lambda first, end: view[first:end])

    @staticmethod
    def index(pieces: Sequence[bytes]) -> bytes:
        """Return where each piece ends and what it is."""
        return _counted(pieces) + b"".join(hashlib.sha256(piece).digest() for piece in pieces)

    @staticmethod
    def indexed(index: bytes, part: Callable[[int, int], bytes]) -> Pieces:
        """Return the pieces of an index, read by `part`. Raises ValueError for other bytes."""
        ends, start = _ends(index)
        digests = memoryview(index)[start:]
        if len(digests) != _DIGEST * len(ends):
            raise ValueError("this is no index of pieces")
        return Pieces(ends, part, digests)

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def size(self) -> int:
        """How many bytes all pieces have."""
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, number: int) -> bytes | memoryview:
        """Return a piece. Raises Damaged."""
        piece = self._part(self._ends[number - 1] if number else 0, self._ends[number])
        if self._digests:
            expected = self._digests[_DIGEST * number : _DIGEST * (number + 1)]
            if hashlib.sha256(piece).digest() != expected:
                raise Damaged("what is kept of this rulebook was damaged after it was opened")
        return piece


def _counted(pieces: Sequence[bytes]) -> bytes:
    ends = array("Q", accumulate(map(len, pieces)))
    return len(pieces).to_bytes(8, "little") + ends.tobytes()


def _ends(data: bytes | memoryview) -> tuple[array[int], int]:
    start = 8 * (int.from_bytes(data[:8], "little") + 1)
    ends = array("Q")
    ends.frombytes(data[8:start])
    return ends, start
