"""Rulebooks ready to be asked, from their files or from the cache.

In: a rulebook's folder and an edition. Out: `Ready`: the loaded rulebook, the words of its
sentences, the hash of its content. Guarantee: the cache is keyed by content, so a changed
rulebook is loaded anew; what the cache cannot give is built from the files.
"""

from __future__ import annotations

import gc
import hashlib
import io
import marshal
import pickle
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from rulings.engine.compiled import Codes
from rulings.engine.lowered import LoweredProgram, Stratum
from rulings.english.lexicon import Lexicon
from rulings.language.program import Program, Rule
from rulings.language.source import Source
from rulings.rulebook import cache
from rulings.rulebook.loaded import LoadedRulebook
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf

PreparedSlice = tuple[LoweredProgram, tuple[Stratum, ...]]


@dataclass(frozen=True, slots=True)
class Ready:
    """A rulebook with its words. `sha256` is the hash of everything it was made from."""

    loaded: LoadedRulebook
    lexicon: Lexicon
    sha256: str
    key: str
    use_cache: bool
    sources: dict[str, Source]


def load(folder: Path, edition: str | None = None, *, use_cache: bool = True) -> Ready:
    """Load a rulebook. Raises RulingsError with every problem of its files."""
    digest = cache.content_hash(folder, edition)
    key = f"{digest}-{cache.program_version()[:16]}"
    if use_cache:
        data = cache.read(key)
        ready = _unpacked(data, folder, digest, key) if data is not None else None
        if ready is not None:
            return ready
    from rulings.rulebook.rulebook import load_folder

    loaded = load_folder(folder, edition)
    ready = Ready(loaded, Lexicon.build(loaded.program), digest, key, use_cache, {})
    if use_cache:
        cache.write(key, _packed(ready))
    return ready


def kept_codes(ready: Ready) -> Codes:
    """Return what earlier processes compiled of the rules of a rulebook."""
    data = cache.read(f"{ready.key}-code") if ready.use_cache else None
    if data is None:
        return {}
    try:
        found = marshal.loads(data)
    except (ValueError, EOFError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def keep_codes(ready: Ready, codes: Codes) -> None:
    """Keep what was compiled for the next process."""
    if ready.use_cache:
        cache.write(f"{ready.key}-code", marshal.dumps(codes))


def kept_table(ready: Ready, content: bytes) -> Any:
    """Return the table that an earlier process read from a situation of this content."""
    return _kept(ready, _table_name(content))


def keep_table(ready: Ready, content: bytes, table: object) -> None:
    """Keep what a situation of this content says."""
    _keep(ready, _table_name(content), table)


def kept_slice(ready: Ready, roots: frozenset[str], engine: str) -> PreparedSlice | None:
    """Return what an earlier process lowered and stratified for these predicates."""
    found = _kept(ready, _slice_name(roots, engine))
    if found is None:
        return None
    predicates, rules, aggregates, strata = found
    outline = ready.loaded.shelf.outline
    known = {**outline.predicates, **predicates}
    return LoweredProgram(outline, known, rules, aggregates), strata


def keep_slice(ready: Ready, roots: frozenset[str], engine: str, kept: PreparedSlice) -> None:
    """Keep what was lowered and stratified for these predicates."""
    lowered, strata = kept
    declared = ready.loaded.shelf.outline.predicates
    added = {n: p for n, p in lowered.predicates.items() if n not in declared}
    _keep(
        ready, _slice_name(roots, engine), (added, lowered.rules, dict(lowered.aggregates), strata)
    )


def _kept(ready: Ready, name: str) -> Any:
    data = cache.read(f"{ready.key}-{name}") if ready.use_cache else None
    if data is None:
        return None
    try:
        return _Unpacker(data, ready.sources).load()
    except _UNREADABLE:
        return None


def _keep(ready: Ready, name: str, part: object) -> None:
    if ready.use_cache:
        file = io.BytesIO()
        _Packer(file, ready.sources, grow=False).dump(part)
        cache.write(f"{ready.key}-{name}", file.getvalue())


def _table_name(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _slice_name(roots: frozenset[str], engine: str) -> str:
    return _table_name(" ".join((engine, *sorted(roots))).encode())


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


class _Unpacker(pickle.Unpickler):
    def __init__(self, data: bytes, sources: dict[str, Source]) -> None:
        super().__init__(io.BytesIO(data))
        self.sources = sources

    def persistent_load(self, name: str) -> Source:
        """Return the source of a name."""
        return self.sources[name]


def _packed(ready: Ready) -> bytes:

    def pack(part: object) -> bytes:
        file = io.BytesIO()
        _Packer(file, ready.sources, grow=True).dump(part)
        return file.getvalue()

    loaded, shelf = ready.loaded, ready.loaded.shelf
    groups = {name: pack(shelf.concluding(name)) for name in shelf.names}
    head = (loaded.name, loaded.title, loaded.edition, loaded.editions, loaded.documents)
    body = pack((shelf.outline, shelf.needs, shelf.constants, ready.lexicon))
    registry = pack(loaded.registry)
    warnings = pack(loaded.warnings)
    texts = [(source.name, source.text) for source in ready.sources.values()]
    return pickle.dumps((head, body, registry, warnings, groups, texts), pickle.HIGHEST_PROTOCOL)


def _unpacked(data: bytes, folder: Path, digest: str, key: str) -> Ready | None:
    """Return what was packed, None when this program cannot read it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        head, body, registry, warnings, groups, texts = pickle.loads(data)
        sources = {name: Source(name, text) for name, text in texts}

        def unpack(part: bytes) -> Any:
            return _Unpacker(part, sources).load()

        def rules(part: bytes) -> tuple[Rule, ...]:
            found: tuple[Rule, ...] = unpack(part)
            return found

        outline: Program
        outline, needs, constants, lexicon = unpack(body)
        shelf = Shelf(outline, groups, needs, constants, rules)
        known: Registry = unpack(registry)
        name, title, edition, editions, documents = head
        loaded = LoadedRulebook(
            name, title, edition, editions, documents, folder, shelf, known, unpack(warnings)
        )
        return Ready(loaded, lexicon, digest, key, True, sources)
    except _UNREADABLE:
        return None
    finally:
        if enabled:
            gc.enable()
