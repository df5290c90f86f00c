"""A rulebook, loaded: what the session works with, whether it came from files or the cache.

In: nothing; this is the type that `load_folder` and the cache build. Guarantee: importing it
imports neither the parser nor the checks.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Program
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf


@dataclass(frozen=True, slots=True)
class LoadedRulebook:
    """One edition of a rulebook, checked."""

    name: str
    title: str
    edition: str
    editions: tuple[str, ...]
    documents: tuple[str, ...]
    folder: Path
    shelf: Shelf
    registry: Registry
    warnings: tuple[Diagnostic, ...] = ()

    @property
    def program(self) -> Program:
        """The whole program."""
        return self.shelf.program
