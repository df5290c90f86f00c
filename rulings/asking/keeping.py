"""Editions of rulebooks, from their files or from what earlier processes kept of them.

In: a rulebook's folder and an edition. Out: the loaded edition, the words of its sentences, and
the `Keep` that later parts are kept in. Guarantee: the cache is keyed by content, so a changed
rulebook is loaded anew; what the cache cannot give is built from the files.
"""

from __future__ import annotations

import hashlib
import io
import marshal
import pickle
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rulings.collecting import without_garbage_collection
from rulings.doors.journal import log
from rulings.engine.plan.compiled import Codes
from rulings.english.lexicon import Lexicon
from rulings.english.packed import Later
from rulings.language.predicates import PredicateId
from rulings.language.program import Program, Rule
from rulings.language.source import Source
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.records import dataclass, field, fields, is_dataclass
from rulings.rulebook import cache
from rulings.rulebook.edition import Edition
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf

PreparedSlice = tuple[LoweredProgram, tuple[Stratum, ...]]


@dataclass(frozen=True, slots=True)
class Keep:
    """The cache of one edition. `sha256` is the hash of everything that the edition was made from.

    `version` tells what this program makes from what another one makes of the same files.
    `sources` are those of its rules, which everything kept refers to by their names. Unless
    `used`, nothing is read or written.
    """

    sha256: str
    version: str
    used: bool
    sources: dict[str, Source] = field(default_factory=dict)

    def codes(self) -> Codes:
        """Return what earlier processes compiled of the rules."""
        data = self._read("code")
        if data is None:
            return {}
        try:
            found = marshal.loads(data)
        except (ValueError, EOFError, TypeError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep_codes(self, codes: Codes) -> None:
        """Keep what was compiled for the next process."""
        if self.used:
            self._write("code", marshal.dumps(codes))

    def table(self, content: bytes) -> Any:
        """Return the table that an earlier process read from a situation of this content."""
        return self._part(_table_name(content))

    def keep_table(self, content: bytes, table: object) -> None:
        """Keep what a situation of this content says."""
        self._keep_part(_table_name(content), table)

    def slice(
        self, outline: Program, roots: frozenset[PredicateId], engine: str
    ) -> PreparedSlice | None:
        """Return what an earlier process lowered and stratified for these predicates."""
        found = self._part(_slice_name(roots, engine))
        if found is None:
            return None
        predicates, rules, aggregates, strata = found
        known = {**outline.predicates, **predicates}
        return LoweredProgram(outline, known, rules, aggregates), strata

    def keep_slice(
        self, outline: Program, roots: frozenset[PredicateId], engine: str, prepared: PreparedSlice
    ) -> None:
        """Keep what was lowered and stratified for these predicates."""
        lowered, strata = prepared
        added = {n: p for n, p in lowered.predicates.items() if n not in outline.predicates}
        part = (added, lowered.rules, dict(lowered.aggregates), strata)
        self._keep_part(_slice_name(roots, engine), part)

    def edition(self, folder: Path) -> tuple[Edition, Lexicon] | None:
        """Return the edition as an earlier process loaded it, None when there is none."""
        data = self._read("edition")
        return unpacked(data, folder, self.sources) if data is not None else None

    def keep_edition(self, edition: Edition, lexicon: Lexicon) -> None:
        """Keep an edition and its words for the next process."""
        if self.used:
            self._write("edition", packed(edition, lexicon, self.sources))

    def _part(self, name: str) -> Any:
        data = self._read(name)
        if data is None:
            return None
        with without_garbage_collection():
            try:
                return _Unpacker(data, self.sources).load()
            except _UNREADABLE:
                return None

    def _keep_part(self, name: str, part: object) -> None:
        if self.used:
            file = io.BytesIO()
            _Packer(file, self.sources, grow=False).dump(part)
            self._write(name, file.getvalue())

    def _read(self, name: str) -> bytes | None:
        found = cache.read(self._key(name)) if self.used else None
        log("cache", "DEBUG", "%s: %s", "found" if found is not None else "not found", name)
        return found

    def _write(self, name: str, data: bytes) -> None:
        log("cache", "DEBUG", "kept: %s, %s bytes", name, len(data))
        cache.write(self._key(name), data)

    def _key(self, name: str) -> str:
        return f"{self.sha256}-{self.version}-{name}"


def load(
    folder: Path,
    edition: str | None = None,
    *,
    use_cache: bool = True,
    unsaved: Mapping[Path, str] | None = None,
) -> tuple[Edition, Lexicon, Keep]:
    """Load an edition. Raises RulingsError with every problem of its files.

    With `unsaved` texts, which will soon be others, nothing is kept.
    """
    version = cache.program_version()[:16]
    files = read_files(folder, edition, unsaved)
    keep = Keep(files.sha256, version, use_cache and not unsaved)
    kept = keep.edition(folder)
    if kept is not None:
        return *kept, keep
    from rulings.rulebook.folder import check_files

    found = check_files(files)
    gists = {name: f"{one.section} {one.gist}" for name, one in found.clauses.items()}
    lexicon = Lexicon.build(found.program, found.words, gists)
    keep.keep_edition(found, lexicon)
    return found, lexicon, keep


def _table_name(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _slice_name(roots: frozenset[PredicateId], engine: str) -> str:
    return _table_name(" ".join((engine, *sorted(map(str, roots)))).encode())


_UNREADABLE = (
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    LookupError,
    ValueError,
    TypeError,
    EOFError,
)


class _Packer(pickle.Pickler):
    """Pickles parts of one rulebook, its sources by their names.

    With `grow`, `sources` gains those not seen before; without it, they are pickled whole.
    """

    def __init__(self, file: io.BytesIO, sources: dict[str, Source], *, grow: bool) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.sources = sources
        self.grow = grow

    def persistent_id(self, found: Any) -> str | bytes | None:
        """Name a source that belongs to the rulebook; pack what is looked at later by itself."""
        if isinstance(found, Later):
            file = io.BytesIO()
            _Packer(file, self.sources, grow=self.grow).dump(found.value)
            return file.getvalue()
        if not isinstance(found, Source):
            return None
        if self.grow:
            self.sources.setdefault(found.name, found)
        return found.name if self.sources.get(found.name) is found else None

    def reducer_override(self, found: Any) -> Any:
        """Rebuild frozen values by their constructor, which is faster than restoring state."""
        names = getattr(type(found), "__match_args__", None)
        if names is None or "__reduce__" in vars(type(found)) or not is_dataclass(found):
            return NotImplemented
        if len(names) != len(fields(found)):
            return NotImplemented
        return type(found), tuple(getattr(found, name) for name in names)


class _Unpacker(pickle.Unpickler):
    def __init__(self, data: bytes, sources: dict[str, Source]) -> None:
        super().__init__(io.BytesIO(data))
        self.sources = sources

    def persistent_load(self, kept: str | bytes) -> Source | Later[Any]:
        """Return the source of a name, or what is to be unpacked later."""
        if isinstance(kept, str):
            return self.sources[kept]
        return Later(partial(_later, kept, self.sources))


def _later(data: bytes, sources: dict[str, Source]) -> Any:
    with without_garbage_collection():
        return _Unpacker(data, sources).load()


def packed(edition: Edition, lexicon: Lexicon, sources: dict[str, Source]) -> bytes:
    """Return an edition and its words as bytes; `sources` gains those of its rules."""

    def pack(part: object) -> bytes:
        file = io.BytesIO()
        _Packer(file, sources, grow=True).dump(part)
        return file.getvalue()

    shelf = edition.shelf
    groups = {name: pack(shelf.concluding(name)) for name in shelf.names}
    head = (edition.game, edition.title, edition.name, edition.siblings, edition.documents)
    body = pack((shelf.outline, shelf.needs, shelf.constants, lexicon))
    registry = pack(edition.registry)
    warnings = pack(edition.warnings)
    texts = [(source.name, source.text) for source in sources.values()]
    return pickle.dumps((head, body, registry, warnings, groups, texts), pickle.HIGHEST_PROTOCOL)


def unpacked(
    data: bytes, folder: Path, sources: dict[str, Source]
) -> tuple[Edition, Lexicon] | None:
    """Return what was packed, None when this program cannot read it.

    Reading a pickle runs what it says: the bytes must come from someone trusted.
    """
    with without_garbage_collection():
        try:
            return _unpacked(data, folder, sources)
        except _UNREADABLE:
            return None


def _unpacked(data: bytes, folder: Path, sources: dict[str, Source]) -> tuple[Edition, Lexicon]:
    head, body, registry, warnings, groups, texts = pickle.loads(data)
    sources.update((name, Source(name, text)) for name, text in texts)

    def unpack(part: bytes) -> Any:
        return _Unpacker(part, sources).load()

    def rules(part: bytes) -> tuple[Rule, ...]:
        found: tuple[Rule, ...] = unpack(part)
        return found

    outline: Program
    lexicon: Lexicon
    outline, needs, constants, lexicon = unpack(body)
    shelf = Shelf(outline, groups, needs, constants, rules)
    known: Registry = unpack(registry)
    game, title, name, siblings, documents = head
    found = Edition(game, title, name, siblings, documents, folder, shelf, known, unpack(warnings))
    return found, lexicon
