"""Where text came from.

In: the text of a file, a situation or a question. Out: `Source` and `Span`, which every
later node carries so that a message or a proof can quote the words it speaks of.
Guarantee: spans are offsets into one immutable text; lines and columns count from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right

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


NOWHERE = Span(Source("<generated>", ""), 0, 0)
