"""Boards drawn back: from facts to text.

In: facts, and the layers of a grid with their legends. Out: a `Drawing`; a `grid:` block that
`grid` reads. Guarantee: drawing what was expanded gives the same rows again, and a fact that
no glyph shows is handed back, never dropped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping

from rulings.records import dataclass
from rulings.rulebook.grid import (
    EMPTY,
    FIELDS,
    PLACE,
    PLACEHOLDER,
    Layer,
    filled,
    square_name,
    square_place,
)
from rulings.rulebook.yaml_tree import yaml_text

UNKNOWN = "?"
_LARGEST = 1_000_000
"""A drawing of more squares is none; its facts are handed back."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What `draw_grid` returns: one text a layer, and the facts that no glyph shows.

    `cells` are the glyphs of each layer by the columns and rows of their squares.
    """

    layers: tuple[str, ...]
    rest: tuple[str, ...]
    cells: tuple[Mapping[tuple[int, int], str], ...] = ()

    def __str__(self) -> str:
        return "\n\n".join(self.layers)


def draw_grid(
    facts: Iterable[str],
    layers: Iterable[Layer],
    canonical: Callable[[str], str] | None = None,
    *,
    ruler: bool = True,
) -> Drawing:
    """Draw facts with the legends of `layers`, which need no glyphs of their own.

    `canonical` maps a line of a legend to the text its fact has in `facts` (a sentence to the
    fact it states); by default only white space is normalised. A square shows the glyph with
    the most lines that all hold, the first of the legend among equals.
    """

    def normal(line: str) -> str:
        return _canonical(canonical(line) if canonical is not None else line)

    shown = {normal(fact): fact for fact in facts}
    told: set[str] = set()
    texts = []
    glyphs: list[Mapping[tuple[int, int], str]] = []
    for number, layer in enumerate(layers):
        cells: dict[tuple[int, int], str] = {}
        news: set[str] = set()
        for x, y in _places(shown, layer):
            place = normal(filled(layer.place, x, y, layer.prefix)) if layer.place else ""
            glyph, lines = _best(shown.keys(), told, layer, x, y, normal)
            # A further layer leaves alone what the drawings below it show already.
            if glyph or (place in shown and place not in told and not number):
                cells[x, y] = glyph or UNKNOWN
                news |= lines | {place}
        if _area(cells, layer) > _LARGEST:
            texts.append("")
            glyphs.append({})
            continue
        told |= news
        glyphs.append(cells)
        texts.append(_rows(cells, layer, ruler))
    rest = tuple(fact for key, fact in shown.items() if key not in told)
    return Drawing(tuple(texts), rest, tuple(glyphs))


def _canonical(line: str) -> str:
    return re.sub(r"\s*([(),:])\s*", r"\1", " ".join(line.split())).rstrip(".")


def _places(facts: Iterable[str], layer: Layer) -> list[tuple[int, int]]:
    """Return the squares of which some fact speaks as the place line or the legend would."""
    lines = [layer.place] if layer.place else [line for _, some in layer.legend for line in some]
    patterns = {_pattern(line) for line in lines}
    found: set[tuple[int, int]] = set()
    for pattern in patterns:
        for fact in facts:
            match = pattern.fullmatch(fact)
            if match is not None:
                groups = match.groupdict()
                if "x" in groups and "y" in groups:
                    found.add((int(groups["x"]), int(groups["y"])))
                elif groups.get("at", "").startswith(layer.prefix):
                    named = square_place(groups["at"][len(layer.prefix) :])
                    found |= {named} if named else set()
    return sorted((x, y) for x, y in found if x > 0 and y > 0)


def _pattern(line: str) -> re.Pattern[str]:
    parts = PLACEHOLDER.split(_canonical(line))
    seen: set[str] = set()
    text = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            text += re.escape(part)
        else:
            text += f"(?P={part})" if part in seen else f"(?P<{part}>{FIELDS[part]})"
            seen.add(part)
    return re.compile(text)


def _best(
    shown: Iterable[str],
    told: set[str],
    layer: Layer,
    x: int,
    y: int,
    normal: Callable[[str], str],
) -> tuple[str, set[str]]:
    glyph, lines = "", set[str]()
    for candidate, meaning in layer.legend:
        if len(meaning) > len(lines):
            said = {normal(filled(line, x, y, layer.prefix)) for line in meaning}
            if all(line in shown for line in said) and not said <= told:
                glyph, lines = candidate, said
    return glyph, lines


def _area(cells: Mapping[tuple[int, int], str], layer: Layer) -> int:
    """Return how many squares a drawing has that shows all of `cells`."""
    if not cells:
        return 0
    return math.prod(
        max(at) - min(layer.origin[axis], min(at)) + 1
        for axis, at in enumerate(zip(*cells, strict=True))
    )


def _rows(cells: Mapping[tuple[int, int], str], layer: Layer, ruler: bool) -> str:
    if not cells:
        return ""
    xs, ys = zip(*cells, strict=True)
    drawn = [(glyph.x, glyph.y) for glyph in layer.glyphs] or [layer.origin]
    left, top = (min(layer.origin[axis], min(axes)) for axis, axes in enumerate((xs, ys)))
    right = max(*xs, *(x for x, _ in drawn))
    bottom = max(*ys, *(y for _, y in drawn))
    columns = range(left, right + 1)
    rows = [[cells.get((x, y), EMPTY[0]) for x in columns] for y in range(top, bottom + 1)]
    if not ruler:
        return "\n".join(map("".join, rows))
    # Column names are written downwards so that a column stays one character wide.
    names = [square_name(x, 1)[:-1] for x in columns]
    heads = max(map(len, names))
    titles = ["".join(name.rjust(heads)[at] for name in names) for at in range(heads)]
    lines = [*titles, *map("".join, rows)]
    width = len(str(bottom))
    # The dot keeps the indentation when a drawing is pasted into a situation file.
    margins = [EMPTY[1].ljust(width)] * heads + [
        str(y).rjust(width) for y in range(top, bottom + 1)
    ]
    pairs = zip(margins, lines, strict=True)
    return "\n".join(f"{margin} {line}" for margin, line in pairs)


def write_grid(lines: Iterable[str], layers: tuple[Layer, ...]) -> tuple[str, tuple[str, ...]]:
    """Return a `grid:` block of YAML that draws `lines`, and the lines that it does not draw."""
    drawing = draw_grid(lines, layers, ruler=False)
    blocks = []
    for layer, text in zip(layers, drawing.layers, strict=True):
        if text:
            blocks.append(_block(layer, text))
    if not blocks:
        return "", drawing.rest
    if len(blocks) == 1:
        return "grid:\n" + _indented(blocks[0], "  "), drawing.rest
    items = ("  -" + _indented(block, "    ")[3:] for block in blocks)
    return "grid:\n" + "".join(items), drawing.rest


def _block(layer: Layer, text: str) -> str:
    used = set(text)
    parts = ["rows:\n" + "".join(f"  - {yaml_text(row)}\n" for row in text.split("\n"))]
    if layer.origin != (1, 1):
        parts.append(f"from: {square_name(*layer.origin)}\n")
    for key, value, usual in (("place", layer.place, PLACE), ("prefix", layer.prefix, "")):
        if value != usual:
            parts.append(f"{key}: {yaml_text(value)}\n")
    legend = [entry for entry in layer.legend if entry[0] in used]
    if UNKNOWN in used and UNKNOWN not in dict(legend):
        legend.append((UNKNOWN, ()))
    if legend:
        parts.append("legend:\n")
        parts.extend(f"  {yaml_text(glyph)}: {yaml_text(meaning)}\n" for glyph, meaning in legend)
    return "".join(parts)


def _indented(text: str, margin: str) -> str:
    return "".join(f"{margin}{line}\n" for line in text.removesuffix("\n").split("\n"))
