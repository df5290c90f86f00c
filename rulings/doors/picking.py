"""What is told of a record to other programs.

In: records. Out: plain data. Guarantee: what is picked of a record is written as JSON writes it,
enumerations by their values.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any


def picked(found: object, *names: str) -> Any:
    """Return some attributes as plain data; of `name?` what is empty is null."""
    told = {name.removesuffix("?"): name.endswith("?") for name in names}
    values = {name: _plain(getattr(found, name)) for name in told}
    return {name: value or None if told[name] else value for name, value in values.items()}


def _plain(value: object) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Collection) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value
