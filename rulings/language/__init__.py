"""The rule language: text to checked programs.

`load` reads a file or a text; `parse`, `check` and `format_unit` are its steps. Names are
imported when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.language.check import check, examine
    from rulings.language.diagnostics import Diagnostic, RulingsError
    from rulings.language.load import load, load_examined, read_units
    from rulings.language.parse import parse
    from rulings.language.program import Program
    from rulings.language.source import Source, Span

__all__ = [
    "Diagnostic",
    "Program",
    "RulingsError",
    "Source",
    "Span",
    "check",
    "examine",
    "load",
    "load_examined",
    "parse",
    "read_units",
]

_HOMES = {
    "Diagnostic": "diagnostics",
    "Program": "program",
    "RulingsError": "diagnostics",
    "Source": "source",
    "Span": "source",
    "check": "check",
    "examine": "check",
    "load": "load",
    "load_examined": "load",
    "parse": "parse",
    "read_units": "load",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
