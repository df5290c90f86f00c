"""Models as JSON.

In: the relations of a `Model`. Out: plain dictionaries, ready for `json.dumps`. Guarantee: rows are
sorted, so that equal models give equal text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulings.language.program import Row, Value

Json = dict[str, Any]


def model_json(true: Mapping[str, Iterable[Row]], undefined: Mapping[str, Iterable[Row]]) -> Json:
    """Return `{"true": {p: rows}, "undefined": {p: rows}}` without empty predicates."""
    return {"true": _relations(true), "undefined": _relations(undefined)}


def row_order(row: Row) -> tuple[tuple[bool, Value], ...]:
    """Sort key of a row: integers before text, text by code point."""
    return tuple((isinstance(value, str), value) for value in row)


def _in_order(rows: Iterable[Row]) -> list[Row]:
    listed = list(rows)
    try:
        listed.sort()
    except TypeError:  # a column that holds both numbers and text
        listed.sort(key=row_order)
    return listed


def _relations(relations: Mapping[str, Iterable[Row]]) -> dict[str, list[list[Value]]]:
    listed = {name: _in_order(relations[name]) for name in sorted(relations)}
    return {name: [list(row) for row in rows] for name, rows in listed.items() if rows}
