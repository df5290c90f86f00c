"""A rulebook at work: its files as they are in the editor, and what is made of them.

In: a rulebook's folder, texts that are not saved yet. Out: sources, units, declarations, loaded
editions. Guarantee: nothing is read but the rulebook's folder, the FAQ files of its game and the
libraries; what did not change is read once; files come in by the doors, with their limits.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from rulings.adapters.lsp.books import parts_of
from rulings.doors.incoming import lies_in
from rulings.language.checks.declare import Declarations, declare
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import SourceUnit
from rulings.records import dataclass, field
from rulings.rulebook.document import read_source
from rulings.rulebook.faq_files import SUFFIX as CASES_SUFFIX
from rulings.rulebook.folder import prelude
from rulings.rulebook.library import MANIFEST, queries
from rulings.rulebook.literate import SUFFIX as MARKDOWN
from rulings.rulebook.literate import clauses_in
from rulings.rulebook.manifest import Manifest, read_manifest
from rulings.rulebook.registry import REGISTRY, Clause, read_clauses
from rulings.rulebook.situation import SUFFIXES
from rulings.rulebook.word_files import WORDS, WORDS_FOLDER
from rulings.session import Rulebook


class FileKind(Enum):
    """What a file holds."""

    RULES = "rules"
    TABLE = "table"
    CASES = "cases"
    SITUATION = "situation"
    CLAUSES = "clauses"
    WORDS = "words"
    MANIFEST = "manifest"
    BOOK = "book"


TABLES = (FileKind.CASES, FileKind.SITUATION)
"""What describes tables, and is no part of the rules."""
SAYING = (*TABLES, FileKind.BOOK)
"""What has sentences in it."""


def kind_of(path: Path, home: Path | None) -> FileKind | None:
    """Return what a file of the rulebook in `home` holds, None for what is none of its files."""
    if path.suffix == ".dl":
        return FileKind.RULES
    if path.name.endswith(CASES_SUFFIX):
        return FileKind.CASES
    if home is None:
        return None
    if path.name == MANIFEST:
        return FileKind.MANIFEST
    if path.suffix == ".csv":
        return FileKind.TABLE
    if path.suffix == MARKDOWN:
        return FileKind.BOOK
    if path.parent == home / "situations" and path.suffix in SUFFIXES:
        return FileKind.SITUATION
    if path == home / REGISTRY:
        return FileKind.CLAUSES
    is_words = path == home / WORDS or (path.parent == home / WORDS_FOLDER)
    return FileKind.WORDS if is_words and path.suffix == ".yaml" else None


@dataclass(slots=True)
class Workshop:
    """One rulebook. `unsaved` are the texts of open files by their real paths.

    `state` counts the changes of its rules, words, tables and clauses.
    """

    folder: Path
    unsaved: dict[Path, str] = field(default_factory=dict)
    state: int = 0
    _sources: dict[Path, tuple[object, Source]] = field(default_factory=dict)
    _fresh: set[Path] = field(default_factory=set)
    _clauses: dict[Path, tuple[Source, dict[str, Clause]]] = field(default_factory=dict)
    _manifest: tuple[Source, Manifest] | None = None
    _members: dict[str, tuple[Path, ...]] = field(default_factory=dict)
    _books: dict[str | None, tuple[int, Rulebook]] = field(default_factory=dict)
    _loading: Lock = field(default_factory=Lock)

    @property
    def cases_folder(self) -> Path:
        """Where the FAQ files of the game lie."""
        return queries(self.folder.name, self.folder)

    def changed(self) -> None:
        """Take note that rules, words, tables or clauses are others now."""
        self.state += 1

    def reread(self) -> None:
        """Take note that files on disk may be others now."""
        self._fresh.clear()
        self._members.clear()

    def files(self) -> Iterator[tuple[Path, FileKind]]:
        """Yield the files of the rulebook and the FAQ files of its game."""
        for path in sorted(self.folder.rglob("*")):
            kind = kind_of(path, self.folder)
            if kind is not None and path.is_file():
                yield path, kind
        for path in sorted(self.cases_folder.rglob(f"*{CASES_SUFFIX}")):
            yield path, FileKind.CASES

    def source(self, path: Path) -> Source | None:
        """Return the text of a file, as it is in the editor; None where it cannot be read."""
        text = self.unsaved.get(path)
        known = self._sources.get(path)
        if known is not None and text is None and path in self._fresh:
            return known[1]
        stamp: object = text if text is not None else _stamp(path)
        if known is not None and known[0] == stamp:
            self._fresh.add(path)
            return known[1]
        home = next((at for at in (self.folder, self.cases_folder) if lies_in(path, at)), None)
        if home is None:
            return None
        name = path.relative_to(home).as_posix() if path.is_relative_to(home) else path.name
        try:
            fresh = Source(name, text) if text is not None else read_source(path, name, within=home)
        except RulingsError:
            return None
        self._sources[path] = stamp, fresh
        self._fresh.add(path)
        return fresh

    def unit(self, path: Path) -> tuple[SourceUnit, list[Diagnostic]] | None:
        """Return a rule file, parsed, and what is wrong with it by itself."""
        source = self.source(path) if path.is_relative_to(self.folder) else _library(path)
        if source is None:
            return None
        return _parsed(parts_of(source).rules if path.suffix == MARKDOWN else source)

    def manifest(self) -> Manifest | None:
        """Return the manifest, the last readable one."""
        source = self.source(self.folder / MANIFEST)
        if source is not None and (self._manifest is None or self._manifest[0] is not source):
            with suppress(RulingsError):
                self._manifest = source, read_manifest(self.folder)
        return self._manifest[1] if self._manifest is not None else None

    def editions(self) -> dict[str, tuple[Path, ...]]:
        """Return the files that each edition loads, the default edition first."""
        manifest = self.manifest()
        if manifest is not None and not self._members:
            default = manifest.edition(None)
            for one in (default, *(e for e in manifest.editions if e is not default)):
                with suppress(RulingsError):
                    self._members[one.name] = manifest.paths(one)
        return self._members

    def units_with(self, path: Path | None) -> list[SourceUnit]:
        """Return the rule files that are loaded together with one, else by the default edition."""
        listed = self.editions().values()
        members = next((paths for paths in listed if path in paths), next(iter(listed), ()))
        wanted = members if path is None or path in members else (*members, path)
        found = [self.unit(one) for one in wanted if one.suffix != ".csv"]
        return [prelude(), *(one[0] for one in found if one is not None)]

    def declared(
        self, path: Path | None = None, problems: list[Diagnostic] | None = None
    ) -> Declarations:
        """Return what is declared where a file is loaded."""
        return declare(self.units_with(path), [] if problems is None else problems)

    def clauses(self) -> dict[str, Clause]:
        """Return the printed clauses, those of the last readable registry and literate files."""
        loaded = dict.fromkeys(path for paths in self.editions().values() for path in paths)
        books = (path for path in loaded if path.suffix == MARKDOWN)
        for path in (self.folder / REGISTRY, *books):
            source = self.source(path)
            known = self._clauses.get(path)
            if source is not None and (known is None or known[0] is not source):
                read = clauses_in if path.suffix == MARKDOWN else read_clauses
                with suppress(RulingsError):
                    self._clauses[path] = source, read(source).clauses
        return {name: one for _, some in self._clauses.values() for name, one in some.items()}

    def book(self, edition: str | None = None) -> Rulebook | None:
        """Return an edition as it was last loaded, without loading it."""
        known = self._books.get(edition) or next(iter(self._books.values()), None)
        return known[1] if known is not None else None

    def load(self, edition: str | None = None) -> Rulebook:
        """Return an edition as it is now. Raises RulingsError. May take seconds."""
        wanted = edition if edition is not None else next(iter(self.editions()), None)
        with self._loading:
            known = self._books.get(wanted)
            if known is None or known[0] != self.state:
                state = self.state
                known = state, Rulebook.load(self.folder, wanted, unsaved=self._differing())
                self._books[wanted] = known
        return known[1]

    def _differing(self) -> dict[Path, str]:
        """Return the open texts that are not what is saved, FAQ files and situations aside."""
        found = {}
        for path, text in self.unsaved.items():
            kind = kind_of(path, self.folder)
            if kind in TABLES or not lies_in(path, self.folder):
                continue
            try:
                if read_source(path, path.name, within=self.folder).text != text:
                    found[path] = text
            except RulingsError:
                found[path] = text
        return found


@lru_cache(maxsize=512)
def _parsed(source: Source) -> tuple[SourceUnit, list[Diagnostic]]:
    return parse(source)


@cache
def _library(path: Path) -> Source | None:
    """Return the text of a library, which does not change."""
    try:
        return read_source(path, f"lib/{path.name}", within=path.parent)
    except RulingsError:
        return None


def _stamp(path: Path) -> object:
    try:
        told = os.stat(path)
    except OSError:
        return None
    return told.st_mtime_ns, told.st_size
