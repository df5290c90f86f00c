"""Colours of a line as it is typed.

In: a line and a `Lexicon`. Out: (style, text) fragments that together are the line. Guarantee:
pure; what the rulebook knows as a name is marked as one, so that a misspelt name is seen at once.
"""

from __future__ import annotations

import re

from rulings.english.lexicon import Lexicon
from rulings.english.words import key_of

Fragments = list[tuple[str, str]]

_PIECES = re.compile(r'"[^"]*"?|[^\W_]+(?:[\'’][^\W_]+)*|\s+|.', re.DOTALL)
_DATALOG = re.compile(r'"[^"]*"?|%.*|[A-Z_]\w*|[a-z]\w*|\d+|\?-|:-|\s+|.', re.DOTALL)
_LEADING = frozenset(
    "why when what which who whom whose how where suppose forget focus if not "
    "is are does do can may must has have will".split()
)
_LONGEST = 5


def highlight(line: str, lexicon: Lexicon, *, datalog: bool = False) -> Fragments:
    """Return the styled fragments of one line; `datalog` marks a line that goes on with it."""
    stripped = line.lstrip()
    if stripped.startswith(":"):
        name, space, rest = line.partition(" ")
        return [("class:command", name), ("", space + rest)]
    if datalog or stripped.startswith(("?-", "+", "-")):
        return [(_datalog_style(piece), piece) for piece in _DATALOG.findall(line)]
    return _english(line, lexicon)


def _english(line: str, lexicon: Lexicon) -> Fragments:
    pieces = _PIECES.findall(line)
    found: Fragments = []
    index = 0
    while index < len(pieces):
        length = _name_length(pieces, index, lexicon)
        if length:
            found.append(("class:name", "".join(pieces[index : index + length])))
            index += length
            continue
        piece = pieces[index]
        found.append((_style(piece), piece))
        index += 1
    return found


def _style(piece: str) -> str:
    if piece.startswith('"'):
        return "class:string"
    if piece.isdigit():
        return "class:number"
    if piece.lower() in _LEADING:
        return "class:keyword"
    return ""


def _name_length(pieces: list[str], start: int, lexicon: Lexicon) -> int:
    """Return how many pieces from `start` make the longest known name, 0 for none."""
    if not pieces[start][:1].isalnum() or pieces[start].lower() in _LEADING:
        return 0
    for length in range(min(2 * _LONGEST - 1, len(pieces) - start), 0, -2):
        key = key_of("".join(pieces[start : start + length]))
        if key and any(lexicon.names.is_thing(value) for value in lexicon.names.all(key)):
            return length
    return 0


def _datalog_style(piece: str) -> str:
    if piece.startswith('"'):
        return "class:string"
    if piece.startswith("%"):
        return "class:comment"
    if piece.isdigit():
        return "class:number"
    if piece in ("?-", ":-", "not", "neg", "forall", "count", "sum", "min", "max"):
        return "class:keyword"
    return "class:variable" if piece[0].isupper() or piece[0] == "_" else ""
