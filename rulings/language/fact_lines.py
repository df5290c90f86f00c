"""Plain facts, read in bulk.

In: a text and an offset at which a statement may begin. Out: rows added to `FactTable`, and the
offset after the last plain fact. Guarantee: the same rows as the statement parser would give,
at a fraction of its time and memory; what is not plain is left for it.

A fact is plain when its arguments are constants and nothing stands before it or inside it.
"""

from __future__ import annotations

import re
from array import array

from rulings.collecting import without_garbage_collection
from rulings.language.cursor import RESERVED
from rulings.language.program import MAX_DIGITS, Constant, Row, Value
from rulings.language.source import Source, Span, Spans
from rulings.language.syntax import FactGroup, SurfaceAtom
from rulings.records import dataclass, field

_FACT = re.compile(r'[ \t\r\n]*+(([a-z][A-Za-z0-9_]*+)\(([^()%"\\A-Z{}]*+)\)[ \t]*+\.)')
_QUOTED = re.compile(
    r"[ \t\r\n]*+(([a-z][A-Za-z0-9_]*+)"
    r'\(((?:[^()%"\\A-Z{}]++|"[^"\\\n]*+")*+)\)[ \t]*+\.)'
)
_BLANK = " \t\r\n"
_CONSTANT = re.compile(rf"([a-z][A-Za-z0-9_]*)|-[0-9]{{1,{MAX_DIGITS}}}")
_ARGUMENT = re.compile(
    rf'[ \t\r\n]*+(?:([a-z][A-Za-z0-9_]*+)|(-?[0-9]{{1,{MAX_DIGITS}}}+)|"([^"]*+)")[ \t\r\n]*+(,|$)'
)


@dataclass(slots=True)
class _Columns:
    rows: list[Row] = field(default_factory=list)
    starts: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("q"))


@dataclass(slots=True)
class FactTable:
    """The plain facts of one text while it is being read."""

    source: Source
    groups: dict[tuple[str, tuple[bool, ...]], _Columns] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict)

    def add(self, atom: SurfaceAtom, span: Span) -> bool:
        """Add a fact that the statement parser read; False when it is not plain."""
        constants = [one for one in atom.arguments if isinstance(one, Constant)]
        if len(constants) != len(atom.arguments):
            return False
        group = self._group(atom.predicate, tuple([one.quoted for one in constants]))
        group.rows.append(tuple([one.value for one in constants]))
        group.starts.append(span.start)
        group.ends.append(span.end)
        return True

    def read(self, position: int) -> int:
        """Read plain facts from `position` on; return where the first other thing begins."""
        text = self.source.text
        # Rows of text and numbers form no cycles; collecting while millions are made is waste.
        with without_garbage_collection():
            while True:
                after = self._read_unquoted(text, position)
                after = self._read_quoted(text, after)
                if after == position:
                    return position
                position = after

    def _read_unquoted(self, text: str, position: int) -> int:
        known = self.known
        last = ("", -1)
        group = _Columns()
        match = _FACT.match
        while found := match(text, position):
            name, arguments = found.group(2, 3)
            pieces = arguments.split(",")
            values = [known.get(piece) for piece in pieces]
            if None in values:
                for index, piece in enumerate(pieces):
                    if values[index] is None:
                        values[index] = self._learn(piece)
                if None in values:
                    return position
            row: Row = tuple(values)  # type: ignore[arg-type]
            if (name, len(row)) != last:
                if name in RESERVED:
                    return position
                last = (name, len(row))
                group = self._group(name, (False,) * len(row))
            group.rows.append(row)
            group.starts.append(found.start(1))
            position = found.end()
            group.ends.append(position)
        return position

    def _read_quoted(self, text: str, position: int) -> int:
        while found := _QUOTED.match(text, position):
            name, arguments = found.group(2, 3)
            if '"' not in arguments or name in RESERVED:
                return position
            row: list[Value] = []
            quoted: list[bool] = []
            at = 0
            while piece := _ARGUMENT.match(arguments, at):
                symbol, number, string, comma = piece.groups()
                if string is not None:
                    row.append(string)
                elif symbol is None:
                    row.append(int(number))
                elif symbol in RESERVED:
                    return position
                else:
                    row.append(symbol)
                quoted.append(string is not None)
                at = piece.end()
                if not comma:
                    break
            else:
                return position
            group = self._group(name, tuple(quoted))
            group.rows.append(tuple(row))
            group.starts.append(found.start(1))
            position = found.end()
            group.ends.append(position)
        return position

    def _learn(self, piece: str) -> Value | None:
        """The value of an argument, None when it is no constant; symbols are remembered."""
        bare = piece.strip(_BLANK)
        if bare.isdigit() and bare.isascii() and len(bare) <= MAX_DIGITS:
            return int(bare)
        found = _CONSTANT.fullmatch(bare)
        if found is None or bare in RESERVED:
            return None
        if found.group(1) is None:
            return int(bare)
        symbol = self.known.setdefault(bare, bare)
        self.known[piece] = symbol
        return symbol

    def _group(self, name: str, quoted: tuple[bool, ...]) -> _Columns:
        return self.groups.setdefault((name, quoted), _Columns())

    def finish(self) -> tuple[FactGroup, ...]:
        """The facts read, by predicate."""
        return tuple(
            FactGroup(
                name, quoted, tuple(group.rows), Spans.within(self.source, group.starts, group.ends)
            )
            for (name, quoted), group in self.groups.items()
        )
