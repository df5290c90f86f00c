"""Offsets of a text and positions of the protocol.

In: a `Source`, offsets in characters, positions in the units that the client counts. Out: the one
for the other. Guarantee: a position outside the text becomes its nearest place; no text raises.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from rulings.language.source import Source, Span
from rulings.records import dataclass

UTF16 = "utf-16"


@dataclass(frozen=True, slots=True)
class Measure:
    """How a client counts the characters of a line: `utf-8`, `utf-16` or `utf-32`."""

    encoding: str = UTF16

    def position(self, source: Source, offset: int) -> types.Position:
        """Return the position of an offset."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        before = source.text[offset - column + 1 : offset]
        return types.Position(line - 1, self._units(before))

    def range(self, source: Source, start: int, end: int) -> types.Range:
        """Return the range of some characters."""
        return types.Range(self.position(source, start), self.position(source, end))

    def span(self, span: Span) -> types.Range:
        """Return the range of a span."""
        return self.range(span.source, span.start, span.end)

    def offset(self, source: Source, position: types.Position) -> int:
        """Return the offset of a position."""
        start = source.start_of(position.line + 1)
        end = source.text.find("\n", start)
        line = source.text[start : len(source.text) if end < 0 else end]
        if line.isascii():
            return start + min(position.character, len(line))
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._units(character)
        return start + len(line)

    def _units(self, text: str) -> int:
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > "\uffff" for character in text)

    def changed(
        self, source: Source, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> Source:
        """Return a text after what was typed."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start = self.offset(source, change.range.start)
                end = max(start, self.offset(source, change.range.end))
                text = source.text[:start] + change.text + source.text[end:]
            else:
                text = change.text
            source = Source(source.name, text)
        return source
