"""Boards drawn as text: a `grid:` block of a situation file.

In: rows of glyphs and a legend that says what each glyph stands for. Out: sentences and facts,
one line each with the place of its glyph. Guarantee: a glyph that the legend does not know is a
diagnostic with its square, and nothing drawn is dropped. `drawing` goes the other way.

Squares are named as in a spreadsheet, `a1` at the top left: a letter for the column, a number
for the row. In a line of the legend, `{at}` is that name, `{x}` the column and `{y}` the row as
numbers from 1. Several drawings in a list lie on top of each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import NOWHERE, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.document import error, suggestion, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.yaml_tree import Node

EMPTY = (".", "·", " ")
PLACE = "square_at({at}, {x}, {y})."
PLACEHOLDER = re.compile(r"\{(\w*)\}")
_SQUARE = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,4})")
_RULED = re.compile(r"\s*([0-9]{1,9})(?: |$)")
FIELDS = {"at": r"[A-Za-z_][A-Za-z0-9_]*", "x": r"[0-9]{1,5}", "y": r"[0-9]{1,5}"}
_MAX_REPORTED = 20
LAST_COLUMN, LAST_ROW = 26 + 26**2 + 26**3, 99999
"""The last square has the name "zzz99999"; larger boards are no boards."""
_MOST_GLYPHS = 100_000
_MOST_TEXT = 20_000_000
_LONGEST_LINE = 2_000

Legend = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Glyph:
    """One filled cell of a drawing: its column, its row, what is drawn and where."""

    x: int
    y: int
    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Layer:
    """One drawing: its glyphs, what they stand for, and how squares are placed and named."""

    glyphs: tuple[Glyph, ...]
    legend: Legend
    origin: tuple[int, int] = (1, 1)
    ruler: bool = False
    place: str = PLACE
    prefix: str = ""


def square_name(x: int, y: int) -> str:
    """Return the name of a square: `square_name(3, 4)` is "c4", `square_name(28, 1)` "ab1"."""
    letters = ""
    while x > 0:
        x, rest = divmod(x - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{y}"


def square_place(name: str) -> tuple[int, int] | None:
    """Return the column and row that `square_name` would name so, or None."""
    found = _SQUARE.fullmatch(name)
    if found is None:
        return None
    x = 0
    for letter in found[1]:
        x = 26 * x + ord(letter) - ord("a") + 1
    return x, int(found[2])


def read_grid(node: Node, legend: Legend = ()) -> tuple[Layer, ...]:
    """Read the value of `grid:`: one drawing, or a list of drawings on top of each other.

    `legend` is the game's own; the drawing's comes first. Raises RulingsError (RUL580 to RUL584).
    """
    problems: list[Diagnostic] = []
    drawings = node.items if node.items is not None else (node,)
    layers = tuple(_layer(drawing, legend, problems) for drawing in drawings)
    if problems:
        raise RulingsError(problems)
    return layers


def read_legend(node: Node | None) -> Legend:
    """Read a mapping of glyphs to a line or a list of lines. Raises RulingsError (RUL581)."""
    problems: list[Diagnostic] = []
    legend = _legend(node, problems)
    if problems:
        raise RulingsError(problems)
    return legend


def expand(layers: Iterable[Layer]) -> tuple[tuple[str, Span], ...]:
    """Return what the drawings say, each line once, in reading order, with its glyph's place.

    Raises RulingsError (RUL580) for more text than any table needs.
    """
    found: dict[str, Span] = {}
    length = 0
    for layer in layers:
        meanings = dict(layer.legend)
        for glyph in layer.glyphs:
            for line in (layer.place, *meanings[glyph.text]):
                if line:
                    said = filled(line, glyph.x, glyph.y, layer.prefix)
                    length += len(said)
                    if length > _MOST_TEXT:
                        raise RulingsError([_too_large(glyph.span)])
                    found.setdefault(said, glyph.span)
    return tuple(found.items())


def _layer(node: Node, legend: Legend, problems: list[Diagnostic]) -> Layer:
    problems += unknown_keys(node, shape("grid"), "RUL580")
    own = _legend(node.field("legend"), problems)
    known = {glyph for glyph, _ in own}
    ruler = _ruler(node, problems)
    origin = (1, 1)
    corner = node.field("from")
    if corner is not None:
        named = square_place(corner.text or "")
        if named is None:
            message = f'"{corner.text}" names no square.'
            hint = "Name the top left one by its column and row, such as `from: c4`."
            problems.append(error("RUL580", message, corner.span, hint))
        origin = named or origin
    place = node.field("place")
    prefix = node.field("prefix")
    layer = Layer(
        glyphs=(),
        legend=(*own, *(entry for entry in legend if entry[0] not in known)),
        origin=origin,
        ruler=ruler,
        place=_line(place, problems) if place is not None else PLACE,
        prefix=_line(prefix, problems) if prefix is not None else "",
    )
    rows = node.field("rows")
    if rows is None or rows.fields is not None:
        hint = "Write `rows: |` and one line of glyphs a row below it."
        problems.append(error("RUL580", "A grid has rows.", (rows or node).span, hint))
        return layer
    glyphs = tuple(islice(_glyphs(rows, layer, problems), _MOST_GLYPHS + 1))
    far = any(glyph.x > LAST_COLUMN or glyph.y > LAST_ROW for glyph in glyphs)
    if far or len(glyphs) > _MOST_GLYPHS:
        problems.append(_too_large(node.span))
        return layer
    return replace(layer, glyphs=glyphs)


def _too_large(span: Span) -> Diagnostic:
    message = f"A drawing has at most {_MOST_GLYPHS} glyphs, and its last square is zzz{LAST_ROW}."
    return error("RUL580", message, span, "Draw less of the board.")


def _ruler(node: Node, problems: list[Diagnostic]) -> bool:
    value = node.field("ruler")
    if value is None:
        return False
    said = {"true": "yes", "false": "no"}.get((value.text or "").lower(), value.text or "")
    if said not in ("yes", "no"):
        message = f'"ruler" is yes or no, not "{said}".'
        hint = suggestion(said, ("yes", "no"), "choice")
        problems.append(error("RUL580", message, value.span, hint))
    return said == "yes"


def _legend(node: Node | None, problems: list[Diagnostic]) -> Legend:
    if node is None:
        return ()
    if node.fields is None:
        hint = "Write one `glyph: line` a line."
        problems.append(error("RUL581", "A legend maps glyphs to lines.", node.span, hint))
        return ()
    found: dict[str, tuple[str, ...]] = {}
    for key, value in node.fields:
        glyph = key.text or ""
        if len(glyph) != 1 or glyph in EMPTY or glyph.isspace() or glyph in found:
            message = f'"{glyph}" cannot be a glyph of this legend.'
            hint = "Give one character once; a dot, a raised dot and a blank are empty squares."
            problems.append(error("RUL581", message, key.span, hint))
        items = value.items if value.items is not None else (value,)
        found[glyph] = tuple(_line(item, problems) for item in items)
    return tuple(found.items())


def _line(node: Node, problems: list[Diagnostic]) -> str:
    text = node.text
    if text is None:
        message = "A glyph stands for a line or a list of lines."
        problems.append(error("RUL581", message, node.span, "Write each as text."))
        return ""
    if len(text) > _LONGEST_LINE:
        message = f"A glyph stands for a line of at most {_LONGEST_LINE} characters."
        problems.append(error("RUL581", message, node.span, "Divide it into several lines."))
    for name in PLACEHOLDER.findall(text):
        if name not in FIELDS:
            message = f'"{{{name}}}" is not filled in by a grid.'
            hint = "Use {at} for the square, {x} for its column, {y} for its row."
            problems.append(error("RUL582", message, node.span, hint))
    return text.strip()


def _glyphs(node: Node, layer: Layer, problems: list[Diagnostic]) -> Iterable[Glyph]:
    texts = [item.text or "" for item in node.items] if node.items else []
    rows = texts or (node.text or "").rstrip("\n").split("\n")
    source = node.span.source
    cursor = node.span.start
    known = {glyph for glyph, _ in layer.legend}
    x0, y = layer.origin
    header = layer.ruler
    for row in rows:
        start = source.text.find(row, cursor, node.span.end) if row.strip() else -1
        cursor = start + len(row) if start >= 0 else cursor
        offset = 0
        if layer.ruler:
            number = _RULED.match(row)
            if number is None and header:
                continue
            if number is None or int(number[1]) != y:
                message = f'The ruler should number this row {y}: "{row.strip()}".'
                hint = "Number the rows one after the other, or leave `ruler` out."
                problems.append(error("RUL584", message, node.span, hint))
                return
            header = False
            offset = number.end()
        for x, column, text in _cells(row, offset, x0):
            here = node.span
            if start >= 0:
                here = Span(source, start + column, start + column + len(text))
            if text in known:
                yield Glyph(x, y, text, here)
            elif len(problems) < _MAX_REPORTED:
                square = square_name(x, y)
                message = f'The legend does not know "{text}", drawn at {square}.'
                problems.append(error("RUL583", message, here, suggestion(text, known, "glyph")))
        y += 1


def _cells(row: str, offset: int, x0: int) -> Iterable[tuple[int, int, str]]:
    """Yield the column, the offset and the text of every filled cell of a row."""
    for place, glyph in enumerate(row.rstrip()[offset:]):
        if glyph not in EMPTY:
            yield x0 + place, offset + place, glyph


def filled(line: str, x: int, y: int, prefix: str) -> str:
    """Return a line of a legend, or the place line, for one square."""
    values = {"at": prefix + square_name(x, y), "x": str(x), "y": str(y)}
    return PLACEHOLDER.sub(lambda match: values[match[1]], line)
