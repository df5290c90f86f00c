"""The keys of every file that an author writes.

In: `file_keys.toml`. Out: a `Shape` for each mapping of these files: its keys, what each takes and
what it is for. Guarantee: the one description of them, read when a file is. The readers know the
keys from here, `rulings schema` makes JSON Schemas of it, and docs/keys.md is printed from it.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any

from rulings.doors.incoming import shipped_table
from rulings.records import dataclass


class Takes(Enum):
    """What stands behind a key; the value is how it is said."""

    TEXT = "a text"
    TEXTS = "a text, or a list of texts"
    LIST_OF_TEXTS = "a list of texts"
    LINES = "lines of text, or a list of them"
    SYNONYMS = "a mapping: what the rulebook says, and what is said for it"
    SWITCH = "yes or no"
    EXPECTATION = "a verdict, a number, a list of names, or one of these for each edition"
    EDITIONS = "a name, a list of names, or an expectation for each edition"
    GLYPHS = "a mapping: a glyph, and the line or lines that it stands for"
    SHAPE = "a mapping"
    SHAPES = "a list of mappings"
    GRIDS = "a mapping, or a list of them"
    ENTRIES = "a mapping of names to mappings"


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it takes and is for. `of` is the shape of the mappings below it.

    `choices` are the texts that it may have, where these are few. What is `needed` may be missing
    where one of the keys `unless` stands; `least` is how many entries it has.
    """

    name: str
    takes: Takes
    purpose: str
    needed: bool = False
    of: Shape | None = None
    choices: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    least: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A mapping. `what` says what it is, as in "is not a key of a case"."""

    what: str
    keys: tuple[Key, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The keys there are."""
        return tuple(key.name for key in self.keys)


@dataclass(frozen=True, slots=True)
class FileShape:
    """A kind of file: what `rulings schema` calls it, where it lies, the shape of what it holds.

    Where `glyphs` it has no keys of its own, but maps glyphs to lines.
    """

    name: str
    place: str
    shape: Shape
    glyphs: bool = False


_NO_KEYS = Shape("a legend", ())


@cache
def shape(name: str) -> Shape:
    """Return a shape by its name in `file_keys.toml`."""
    told = _told()["shapes"][name]
    return Shape(told["what"], tuple(_key(key, **has) for key, has in told["keys"].items()))


@cache
def files() -> tuple[FileShape, ...]:
    """Return every kind of file."""
    return tuple(
        FileShape(name, one["place"], shape(one["shape"]))
        if "shape" in one
        else FileShape(name, one["place"], _NO_KEYS, glyphs=True)
        for name, one in _told()["files"].items()
    )


@cache
def _told() -> dict[str, Any]:
    return shipped_table("rulings.rulebook", "file_keys.toml")


def _key(name: str, takes: str, **told: Any) -> Key:
    return Key(
        name,
        Takes[takes.upper().replace("-", "_")],
        told["for"],
        told.get("needed", False),
        shape(told["of"]) if "of" in told else None,
        tuple(told.get("choices", ())),
        tuple(told.get("unless", ())),
        told.get("least", 0),
    )
