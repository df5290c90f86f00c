"""The rule language: text to checked programs.

`load` reads a file or a text. Its steps are `parse.parse`, `check.check` and, for printing,
`format.format_unit`. Names are imported when they are first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulings.language.check import examine
    from rulings.language.diagnostics import Diagnostic, RulingsError
    from rulings.language.files import load, load_examined, read_units
    from rulings.language.program import Program
    from rulings.language.source import Source, Span

__all__ = [
    "Diagnostic",
    "Program",
    "RulingsError",
    "Source",
    "Span",
    "examine",
    "load",
    "load_examined",
    "read_units",
]

_HOMES = {
    "Diagnostic": "diagnostics",
    "Program": "program",
    "RulingsError": "diagnostics",
    "Source": "source",
    "Span": "source",
    "examine": "check",
    "load": "files",
    "load_examined": "files",
    "read_units": "files",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
