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
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rulings.collecting import without_garbage_collection
from rulings.doors.incoming import Refused
from rulings.doors.journal import log
from rulings.engine.plan.compiled import Codes
from rulings.english.lexicon import Lexicon
from rulings.language.predicates import PredicateId
from rulings.language.program import Program
from rulings.language.source import Source
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.records import dataclass, field, fields, is_dataclass
from rulings.rulebook import cache
from rulings.rulebook.edition import Edition
from rulings.rulebook.kept_pieces import Damaged, Pieces
from rulings.rulebook.last_read import known_hash, remember
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf

_EDITION = "edition"
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
        try:
            found = marshal.loads(self._read("code") or b"")
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
        pieces = cache.read_pieces(self._key(_EDITION)) if self.used else None
        _tell_found(_EDITION, pieces)
        if pieces is None:
            return None
        forget = partial(cache.forget, self._key(_EDITION))
        return unpacked(pieces, folder, self.sources, forget)

    def keep_edition(self, edition: Edition, lexicon: Lexicon) -> None:
        """Keep an edition and its words for the next process."""
        if self.used:
            pieces = packed(edition, lexicon, self.sources)
            log("cache", "DEBUG", "kept: %s, %s pieces", _EDITION, len(pieces))
            cache.write_pieces(self._key(_EDITION), pieces)

    def _part(self, name: str) -> Any:
        data = self._read(name)
        if data is None:
            return None
        with without_garbage_collection():
            try:
                return _Unpickler(data, self.sources).load()
            except _UNREADABLE:
                return None

    def _keep_part(self, name: str, part: object) -> None:
        if self.used:
            self._write(name, _pickled(part, self.sources))

    def _read(self, name: str) -> memoryview | None:
        found = cache.read(self._key(name)) if self.used else None
        _tell_found(name, found)
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
    used = use_cache and not unsaved
    known = known_hash(folder, edition, version) if used else None
    keep = Keep(known or "", version, used)
    kept = keep.edition(folder) if known else None
    if kept is not None:
        return *kept, keep
    # Imported here: where no file has changed, none is read.
    from rulings.rulebook.edition_files import read_files

    began = time.time_ns()
    files = read_files(folder, edition, unsaved)
    keep = Keep(files.sha256, version, used)
    if used and not (files.layers or files.problems):
        paths = (path for path, _ in files.rules)
        remember(folder, edition, version, files.sha256, paths, began)
    kept = keep.edition(folder)
    if kept is not None:
        return *kept, keep
    from rulings.rulebook.folder import check_files

    found = check_files(files)
    lexicon = Lexicon.build(found.program, found.words)
    keep.keep_edition(found, lexicon)
    return found, lexicon, keep


def _tell_found(name: str, found: object) -> None:
    log("cache", "DEBUG", "%s: %s", "found" if found is not None else "not found", name)


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
    Damaged,
    Refused,
)


def _pickled(part: object, sources: dict[str, Source], *, grow: bool = False) -> bytes:
    """Pickle a part of a rulebook, its sources by their names.

    With `grow`, `sources` gains those not seen before; without it, they are pickled whole.
    """
    file = io.BytesIO()
    _Pickler(file, sources, grow=grow).dump(part)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, sources: dict[str, Source], *, grow: bool) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.sources, self.grow = sources, grow

    def persistent_id(self, found: Any) -> str | None:
        """Name a source that belongs to the rulebook."""
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


class _Unpickler(pickle.Unpickler):
    def __init__(self, piece: bytes | memoryview, sources: Mapping[str, Source]) -> None:
        super().__init__(io.BytesIO(piece))
        self.sources = sources

    def persistent_load(self, kept: str) -> Source:
        """Return the source of a name."""
        return self.sources[kept]


def packed(edition: Edition, lexicon: Lexicon, sources: dict[str, Source]) -> list[bytes]:
    """Return an edition and its words in pieces; `sources` gains those of its rules."""
    pieces = [b""]

    def add(part: object) -> int:
        pieces.append(_pickled(part, sources, grow=True))
        return len(pieces) - 1

    shelf = edition.shelf
    # A question looks at few rules.
    groups = {name: add(shelf.concluding(name)) for name in shelf.names}
    body = add((shelf.outline, shelf.needs, shelf.constants, lexicon, edition.registry))
    head = (edition.game, edition.title, edition.name, edition.siblings, edition.documents)
    warnings = add(edition.warnings)
    texts = [(source.name, source.text) for source in sources.values()]
    contents = (head, body, warnings, groups, texts)
    pieces[0] = pickle.dumps(contents, pickle.HIGHEST_PROTOCOL)
    return pieces


def unpacked(
    pieces: Pieces,
    folder: Path,
    sources: dict[str, Source],
    forget: Callable[[], None] = lambda: None,
) -> tuple[Edition, Lexicon] | None:
    """Return what was packed, None when this program cannot read it.

    `forget` is called when a piece turns out to be damaged, be it long afterwards. Reading a
    pickle runs what it says: the bytes must come from someone trusted.
    """

    def take(number: int) -> Any:
        try:
            piece = pieces[number]
        except Damaged:
            forget()
            raise
        return _Unpickler(piece, sources).load()

    outline: Program
    lexicon: Lexicon
    known: Registry
    with without_garbage_collection():
        try:
            head, body, warnings, groups, texts = take(0)
            sources.update((name, Source(name, text)) for name, text in texts)
            outline, needs, constants, lexicon, known = take(body)
            shelf = Shelf(outline, groups, needs, constants, take)
            game, title, name, siblings, documents = head
            warned = take(warnings)
        except _UNREADABLE:
            return None
    found = Edition(game, title, name, siblings, documents, folder, shelf, known, warned)
    return found, lexicon
