"""JSON Schemas, and a page to read, of the files that authors write.

In: a `FileShape`. Out: a JSON Schema as data; the text of docs/keys.md, which
`python -m rulings.rulebook.shape_schemas` prints. Guarantee: both hold what `file_keys` says and
nothing else. A text may be written as a number or as `yes`, as in the files themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rulings.rulebook.file_keys import FILES, FileShape, Key, Shape, Takes

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
_LIST = {"type": "array", "items": _TEXT}
_TEXTS = {"anyOf": [_TEXT, _LIST]}
_NOTHING = {"type": "null"}
_OPEN = {"type": "object", "additionalProperties": {"anyOf": [_TEXT, _LIST, _NOTHING]}}
_REASONED = {"type": "object", "additionalProperties": _TEXT, "maxProperties": 1}
_EXPECTED: dict[str, Any] = {"anyOf": [_TEXT, _LIST, _REASONED]}
_BY_EDITION = {"type": "object", "additionalProperties": _EXPECTED}


_INTRODUCTION = """\
What an author may write in which file. The programs that read these files know their keys from the
same list; `rulings schema NAME` prints it as JSON Schema, for editors and for programs that write
such files. Other keys are errors, with the nearest one that there is. How the files hang together:
[writing a rulebook](writing-a-rulebook.md).

Rules are written in [the rule language](language.md). The first line of a table of facts
(`.csv`) is `PREDICATE:COLUMN,…`; the columns of a table of cases are keys of a case, or names that
stand in braces in its texts.
"""


def schema_of(file: FileShape) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file."""
    found = _OPEN if file.glyphs else _mapping(file.shape)
    return {"$schema": DIALECT, "title": file.place, **found}


def _mapping(shape: Shape) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "object",
        "properties": {key.name: _value(key) | {"description": key.purpose} for key in shape.keys},
        "required": [key.name for key in shape.keys if key.needed and not key.unless],
        "additionalProperties": False,
    }
    either = [
        {"anyOf": [{"required": [one]} for one in (key.name, *key.unless)]}
        for key in shape.keys
        if key.needed and key.unless
    ]
    return found | ({"allOf": either} if either else {})


def _value(key: Key) -> dict[str, Any]:
    below = _mapping(key.of) if key.of is not None else {}
    match key.takes:
        case Takes.TEXT if key.choices:
            return {"enum": [*key.choices, *([True] if key.choices == ("yes",) else [])]}
        case Takes.TEXT:
            return _TEXT
        case Takes.TEXTS | Takes.LINES:
            return _TEXTS
        case Takes.LIST_OF_TEXTS:
            return _LIST
        case Takes.SYNONYMS | Takes.GLYPHS | Takes.VARIABLES:
            return {"anyOf": [_OPEN, _NOTHING]}
        case Takes.SWITCH:
            return {"enum": ["yes", "no", True, False]}
        case Takes.EXPECTATION:
            editions = {"type": "object", "properties": {"editions": _BY_EDITION}}
            return {"anyOf": [*_EXPECTED["anyOf"], editions | {"additionalProperties": False}]}
        case Takes.EDITIONS:
            return {"anyOf": [_TEXT, _LIST, _BY_EDITION]}
        case Takes.SHAPE:
            return below
        case Takes.SHAPES:
            return {"anyOf": [{"type": "array", "items": below}, _NOTHING]}
        case Takes.GRIDS:
            return {"anyOf": [below, {"type": "array", "items": below}]}
        case Takes.ENTRIES:
            return {"type": "object", "additionalProperties": below, "minProperties": key.least}


def page() -> str:
    """Return the text of docs/keys.md."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "# The keys of all files"
    yield ""
    yield from _INTRODUCTION.splitlines()
    told: set[Shape] = set()
    for file in FILES:
        yield ""
        yield f"## {file.name}"
        yield ""
        yield f"`{file.place}`" if "`" not in file.place else file.place[0].upper() + file.place[1:]
        if file.glyphs:
            yield ""
            yield "A mapping without keys of its own: a glyph, and the lines that it stands for."
        for shape in _below(file.shape):
            if file.glyphs or shape in told:
                continue
            told.add(shape)
            yield ""
            yield f"**{shape.what[0].upper()}{shape.what[1:]}**"
            yield ""
            yield "| key | takes | for |"
            yield "|---|---|---|"
            for key in shape.keys:
                takes = f"one of {', '.join(key.choices)}" if key.choices else key.takes.value
                unless = (
                    f" unless {' or '.join(f'`{o}`' for o in key.unless)}" if key.unless else ""
                )
                needed = f" **(needed{unless})**" if key.needed else ""
                yield f"| `{key.name}`{needed} | {takes} | {key.purpose} |"


def _below(shape: Shape) -> Iterator[Shape]:
    yield shape
    for key in shape.keys:
        if key.of is not None:
            yield from _below(key.of)


if __name__ == "__main__":
    sys.stdout.write(page())
