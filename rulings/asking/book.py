"""One edition of a rulebook, loaded and prepared.

In: the name of a game or the path of its folder. Out: a `Book`, what `Rulebook` is before it
can describe tables. Guarantee: immutable but for what is prepared once for all tables; may be
shared between threads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Self

from rulings.asking.evaluation import Evaluators
from rulings.asking.loading import Ready, keep_codes, keep_slice, kept_codes, kept_slice, load
from rulings.english.lexicon import Lexicon
from rulings.language.program import Program
from rulings.rulebook.library import find
from rulings.rulebook.loaded import LoadedRulebook
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import ready_made


@dataclass(frozen=True, eq=False)
class Book:
    """One edition of a rulebook and what was prepared of it. Immutable."""

    _ready: Ready = field(repr=False)
    _evaluators: Evaluators = field(repr=False)
    _known_codes: int = field(default=0, repr=False)

    @classmethod
    def load(cls, game: str | Path, edition: str | None = None, *, cache: bool = True) -> Self:
        """Load a rulebook by the name of its game or the path of its folder.

        Raises RulingsError with every problem of the rulebook, or with the nearest names when
        the game or the edition is not known.
        """
        ready = load(find(game), edition, use_cache=cache)
        evaluators = Evaluators(ready.loaded.shelf, kept_codes(ready), partial(kept_slice, ready))
        return cls(ready, evaluators, len(evaluators.codes))

    def remember(self) -> None:
        """Keep what was compiled so far, so that the next process need not compile it."""
        first = self._evaluators.first
        if first is not None:
            engine, roots, evaluator = first
            keep_slice(self._ready, roots, engine, (evaluator.lowered, evaluator.strata))
        if len(self._evaluators.codes) > self._known_codes:
            keep_codes(self._ready, self._evaluators.codes)

    def with_program(self, program: Program) -> Self:
        """Return a rulebook with other rules, and with this one's words and clauses.

        It is never kept in the cache.
        """
        shelf = Shelf.of(program)
        loaded = replace(self._ready.loaded, shelf=shelf)
        return type(self)(replace(self._ready, loaded=loaded, use_cache=False), Evaluators(shelf))

    @property
    def loaded(self) -> LoadedRulebook:
        """The checked rulebook."""
        return self._ready.loaded

    @property
    def lexicon(self) -> Lexicon:
        """The sentences and names that English is read with."""
        return self._ready.lexicon

    @property
    def sha256(self) -> str:
        """The hash of everything that the rulebook's meaning depends on."""
        return self._ready.sha256

    @property
    def name(self) -> str:
        """The name by which it is loaded."""
        return self.loaded.name

    @property
    def title(self) -> str:
        """The name of the game as printed."""
        return self.loaded.title

    @property
    def edition(self) -> str:
        """The edition loaded."""
        return self.loaded.edition

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions there are."""
        return self.loaded.editions

    @property
    def folder(self) -> Path:
        """Where it lies on disk."""
        return self.loaded.folder

    @property
    def program(self) -> Program:
        """The checked program."""
        return self.loaded.program

    @property
    def outline(self) -> Program:
        """The program without its rules: what is declared and stated."""
        return self.loaded.shelf.outline

    @property
    def registry(self) -> Registry:
        """The printed clauses by document."""
        return self.loaded.registry

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The printed clauses by the name that rules cite."""
        return self.loaded.registry.clauses

    @cached_property
    def in_force(self) -> Registry:
        """The clauses that this edition rests on; answers cite no others."""
        return self.loaded.registry.in_force(self.edition, self.loaded.documents)

    @property
    def situations(self) -> Mapping[str, Path]:
        """The ready-made situations, by name."""
        return ready_made(self.folder)
