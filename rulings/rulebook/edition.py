"""One edition of a rulebook, read and checked.

In: nothing; this is the type that `read_edition` and the cache build. Guarantee: importing it
imports neither the parser nor the checks.
"""

from __future__ import annotations

from pathlib import Path

from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Program
from rulings.records import dataclass, field
from rulings.rulebook.manifest import JOINT
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.word_files import WordList


@dataclass(frozen=True, slots=True)
class Edition:
    """What a rulebook's folder says in one edition: its rules, its facts, its printed clauses.

    `game` is the name the rulebook is loaded by, `siblings` are the names of all its editions,
    this one's included, `documents` those that it encodes. `words` is empty when it came from the
    cache, which keeps the lexicon made of them.
    """

    game: str
    title: str
    name: str
    siblings: tuple[str, ...]
    documents: tuple[str, ...]
    folder: Path
    shelf: Shelf
    registry: Registry
    warnings: tuple[Diagnostic, ...] = ()
    words: WordList = field(default_factory=WordList)

    @property
    def program(self) -> Program:
        """The whole program."""
        return self.shelf.program

    def in_force(self) -> Registry:
        """Return the clauses that this edition rests on; answers cite no others."""
        return self.registry.in_force(self.printed, self.documents)

    @property
    def printed(self) -> str:
        """The name of the edition without the layers on top of it."""
        return self.name.partition(JOINT)[0]
