"""Bytes in pieces that are looked at one by one, without the others.

In: pieces, joined; then a way to read what they were joined to. Out: each piece by its number.
Guarantee: a piece is what the index in front of all was made of.
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
    """Pieces behind their index, which has where each ends and a digest of each."""

    def __init__(self, read: Callable[[int, int], bytes | memoryview], size: int) -> None:
        """`read` gives what was joined, of `size` bytes, from a place to another.

        Raises ValueError for other bytes.
        """
        self._read = read
        self._start = 8 + int.from_bytes(read(0, 8), "little")
        if self._start > size:
            raise ValueError("this is no index of pieces")
        self.index = bytes(read(8, self._start))
        count = int.from_bytes(self.index[:8], "little")
        self._ends = array("Q")
        self._ends.frombytes(self.index[8 : 8 * (count + 1)])
        self._digests = self.index[8 * (count + 1) :]
        whole = self._start + (self._ends[-1] if self._ends else 0)
        if len(self._ends) != count or len(self._digests) != _DIGEST * count or whole != size:
            raise ValueError("this is no index of pieces")

    @staticmethod
    def joined(pieces: Sequence[bytes]) -> bytes:
        """Return pieces as one, behind their index."""
        ends = array("Q", accumulate(map(len, pieces)))
        digests = (hashlib.sha256(piece).digest() for piece in pieces)
        index = b"".join((len(pieces).to_bytes(8, "little"), ends.tobytes(), *digests))
        return b"".join((len(index).to_bytes(8, "little"), index, *pieces))

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> bytes | memoryview:
        """Return a piece. Raises Damaged."""
        begin = self._ends[number - 1] if number else 0
        piece = self._read(self._start + begin, self._start + self._ends[number])
        expected = self._digests[_DIGEST * number : _DIGEST * (number + 1)]
        if hashlib.sha256(piece).digest() != expected:
            raise Damaged("what is kept of this rulebook was damaged after it was opened")
        return piece
