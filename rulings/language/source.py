"""Where text came from.

In: the text of a file, a situation or a question. Out: `Source` and `Span`, which every
later node carries so that a message or a proof can quote the words it speaks of.
Guarantee: spans are offsets into one immutable text; lines and columns count from 1.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import overload

from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A named text. Two sources are equal only when they are the same object."""

    name: str
    text: str
    _line_starts: list[int] = field(default_factory=list, repr=False)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based (line, column) of a character offset."""
        starts = self.line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def start_of(self, number: int) -> int:
        """Return the offset at which line `number` (from 1) begins, the text's end behind it."""
        starts = self.line_starts()
        return starts[max(number, 1) - 1] if number <= len(starts) else len(self.text)

    def line(self, number: int) -> str:
        """Return line `number` (from 1) without its line end."""
        starts = self.line_starts()
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")

    def line_starts(self) -> list[int]:
        """Return the offsets at which lines begin."""
        if not self._line_starts:
            self._line_starts.extend((0, *(end.end() for end in re.finditer("\n", self.text))))
        return self._line_starts


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` (inclusive) to `end` (exclusive) of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The quoted characters."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The 1-based line the span starts in."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The 1-based column the span starts at."""
        return self.source.position(self.start)[1]

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


@dataclass(frozen=True, slots=True, eq=False)
class Spans(Sequence[Span]):
    """The places of many rows, as numbers; spans are made when asked for."""

    sources: tuple[Source, ...]
    which: array[int]
    starts: array[int]
    ends: array[int]

    @staticmethod
    def within(source: Source, starts: array[int], ends: array[int]) -> Spans:
        """Return places of one source."""
        return Spans((source,), array("l", [0]) * len(starts), starts, ends)

    @staticmethod
    def of(spans: Iterable[Span]) -> Spans:
        """Pack spans."""
        sources: dict[Source, int] = {}
        which, starts, ends = array("l"), array("q"), array("q")
        for span in spans:
            which.append(sources.setdefault(span.source, len(sources)))
            starts.append(span.start)
            ends.append(span.end)
        return Spans(tuple(sources), which, starts, ends)

    def __len__(self) -> int:
        return len(self.which)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Span]: ...
    def __getitem__(self, index: int | slice) -> Span | Sequence[Span]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        return Span(self.sources[self.which[index]], self.starts[index], self.ends[index])


NOWHERE = Span(Source("<generated>", ""), 0, 0)
