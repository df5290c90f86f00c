"""Boards drawn on the page, square by square.

In: a table, the layers of its game's legend. Out: a `BoardView` of each; what may lie on a square;
the table where something else lies there. Guarantee: what is put on a square takes the place of
what its legend can draw there and of nothing else; what the rulebook refuses is not offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulings.asking.datalog_lines import fact_line, read_change
from rulings.english.reading import DatalogChange, Statement
from rulings.english.sentence import datalog, say, sentence
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom
from rulings.rulebook.grid import Layer, filled, square_name
from rulings.session import Session
from rulings.written import drawn

if TYPE_CHECKING:
    from rulings.adapters.site.shapes import BoardView, OfferView

_SQUARES = 2_500
"""A larger board is not made of buttons: a page is slow with more."""


def boards(table: Session, layers: Sequence[Layer]) -> tuple[list[BoardView], list[str]]:
    """Return the boards of a table, and the facts that they show."""
    outline = table.rulebook.outline
    facts = {datalog(one, denied): fact_line(one, denied, outline) for one, denied in table.facts()}
    drawing = drawn(table, facts, layers)
    found: list[BoardView] = []
    for number, layer in enumerate(layers):
        cells = drawing.cells[number]
        if not cells:
            continue
        xs, ys = zip(*cells, strict=True)
        # A rim of free squares: what is put there makes the board larger.
        columns = range(max(min(xs) - 1, 1), max(xs) + 2)
        rows = range(max(min(ys) - 1, 1), max(ys) + 2)
        if len(columns) * len(rows) > _SQUARES:
            continue
        found.append(
            {
                "layer": number,
                "columns": [square_name(x, 1)[:-1] for x in columns],
                "rows": [
                    [
                        {
                            "x": x,
                            "y": y,
                            "square": f"{layer.prefix}{square_name(x, y)}",
                            "glyph": cells.get((x, y), ""),
                        }
                        for x in columns
                    ]
                    for y in rows
                ],
            }
        )
    return found, [facts[one] for one in facts.keys() - set(drawing.rest)]


def offered(table: Session, layer: Layer, x: int, y: int) -> list[OfferView]:
    """Return what the legend can draw on a square, as it is said."""
    there = _placed(table, layer, x, y)
    found: list[OfferView] = []
    for glyph, _ in layer.legend:
        atoms = _meant(there, layer, glyph, x, y)
        if atoms:
            said = " ".join(sentence(say(atom, table.lexicon)) for atom in atoms)
            found.append({"glyph": glyph, "say": said})
    return found


def put(table: Session, layer: Layer, x: int, y: int, glyph: str) -> Session:
    """Return the table where a glyph lies on a square instead of others; "" for none."""
    there = _placed(table, layer, x, y)
    stated = {one for one, denied in table.facts() if not denied}
    lying = {
        atom for other, _ in layer.legend for atom in _meant(there, layer, other, x, y)
    } & stated
    wanted = _meant(there, layer, glyph, x, y) if glyph else []
    after = _without(there, [one for one in lying if one not in wanted])
    if glyph:
        return after.apply(Statement(tuple(one for one in wanted if one not in stated)))
    return _without(after, _alone(after, layer, x, y))


def _alone(table: Session, layer: Layer, x: int, y: int) -> list[Atom]:
    """Return the fact that a square is there, where nothing else is said of it."""
    square = f"{layer.prefix}{square_name(x, y)}"
    about = [(one, denied) for one, denied in table.facts() if square in one.row]
    place = _read(table, filled(layer.place, x, y, layer.prefix)) if layer.place else []
    only = all(one in place and not denied for one, denied in about)
    return [one for one, _ in about] if only else []


def _placed(table: Session, layer: Layer, x: int, y: int) -> Session:
    """Return the table where a square is there. Raises RulingsError."""
    if not layer.place:
        return table
    return table.suppose(filled(layer.place, x, y, layer.prefix))


def _without(table: Session, atoms: Iterable[Atom]) -> Session:
    return table.apply(Statement(tuple(atoms)), withdraw=True)


def _meant(table: Session, layer: Layer, glyph: str, x: int, y: int) -> list[Atom]:
    """Return the facts that a glyph states on a square; none where one of them is refused."""
    found: list[Atom] = []
    for line in dict(layer.legend).get(glyph, ()):
        read = _read(table, filled(line, x, y, layer.prefix))
        if not read:
            return []
        found += read
    return found


def _read(table: Session, line: str) -> list[Atom]:
    try:
        reading = table.read(line)
        if isinstance(reading, DatalogChange) and reading.add:
            reading = read_change(reading, None, table.rulebook.outline)
    except RulingsError:
        return []
    return list(reading.facts) if isinstance(reading, Statement) and not reading.denials else []
