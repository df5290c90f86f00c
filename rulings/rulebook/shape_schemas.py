"""JSON Schemas of the files that authors write.

In: a `FileShape`. Out: a JSON Schema as data. Guarantee: it holds what `file_keys` says and nothing
else. A text may be written as a number or as `yes`, as in the files themselves.
"""

from __future__ import annotations

from typing import Any

from rulings.rulebook.file_keys import FileShape, Key, Shape, Takes

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
_LIST = {"type": "array", "items": _TEXT}
_TEXTS = {"anyOf": [_TEXT, _LIST]}
_NOTHING = {"type": "null"}
_OPEN = {"type": "object", "additionalProperties": {"anyOf": [_TEXT, _LIST, _NOTHING]}}
_REASONED = {"type": "object", "additionalProperties": _TEXT, "maxProperties": 1}
_EXPECTED: dict[str, Any] = {"anyOf": [_TEXT, _LIST, _REASONED]}
_BY_EDITION = {"type": "object", "additionalProperties": _EXPECTED}


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
        case Takes.SYNONYMS | Takes.GLYPHS:
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
