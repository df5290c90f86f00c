"""What callers pass, checked where it comes in.

In: an argument and its name. Out: the argument. Guarantee: what is of the wrong type is a
`TypeError` that names the argument and what it should be, never a mistake further in.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from rulings.engine.run.evaluate import ENGINES
from rulings.rulebook.document import refusal, suggestion

_T = TypeVar("_T")


def text(given: object, name: str) -> str:
    """Return a text. Raises TypeError for anything else."""
    if isinstance(given, str):
        return given
    raise TypeError(f"{name} must be a text (str), not {type(given).__name__}")


def texts(given: Iterable[object], name: str) -> tuple[str, ...]:
    """Return several texts. Raises TypeError unless each is one."""
    return tuple(text(one, name) for one in given)


def places(given: Iterable[object], name: str) -> tuple[str | Path, ...]:
    """Return names and paths of folders. Raises TypeError for anything else."""
    if isinstance(given, str | Path):
        raise TypeError(f"{name} must be several names or paths, not one")
    found = tuple(one for one in given if isinstance(one, str | Path))
    if len(found) != len(tuple(given)):
        raise TypeError(f"{name} must be names (str) or paths (Path)")
    return found


def one_of(given: object, kind: type[_T], name: str) -> _T:
    """Return a value of a type. Raises TypeError for anything else."""
    if isinstance(given, kind):
        return given
    raise TypeError(f"{name} must be a {kind.__name__}, not {type(given).__name__}")


def engine(given: object) -> str:
    """Return the name of an engine. Raises RulingsError (RUL554) for one that there is not."""
    name = text(given, "engine")
    if name not in ENGINES:
        hint = suggestion(name, ENGINES, "engine")
        raise refusal("RUL554", f'There is no engine "{name}".', hint=hint)
    return name
