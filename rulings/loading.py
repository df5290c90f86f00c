"""Rulebooks ready to be asked, from their files or from the cache.

In: a rulebook's folder and an edition. Out: `Ready`: the loaded rulebook, the words of its
sentences, the hash of its content. Guarantee: the cache is keyed by content, so a changed
rulebook is loaded anew; what the cache cannot give is built from the files.
"""

from __future__ import annotations

import gc
import io
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings.english.lexicon import Lexicon
from rulings.language.program import Program, Rule
from rulings.language.source import Source
from rulings.rulebook import cache
from rulings.rulebook.clauses import Registry
from rulings.rulebook.loaded import LoadedRulebook
from rulings.rulebook.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Ready:
    """A rulebook with its words. `sha256` is the hash of everything it was made from."""

    loaded: LoadedRulebook
    lexicon: Lexicon
    sha256: str


def load(folder: Path, edition: str | None = None, *, use_cache: bool = True) -> Ready:
    """Load a rulebook. Raises RulingsError with every problem of its files."""
    digest = cache.content_hash(folder, edition)
    key = f"{digest}-{cache.program_version()[:16]}"
    if use_cache:
        data = cache.read(key)
        ready = _unpacked(data, folder, digest) if data is not None else None
        if ready is not None:
            return ready
    from rulings.rulebook.rulebook import load_folder

    loaded = load_folder(folder, edition)
    ready = Ready(loaded, Lexicon.build(loaded.program), digest)
    if use_cache:
        cache.write(key, _packed(ready))
    return ready


class _Packer(pickle.Pickler):
    """Pickles parts of one rulebook that share their sources."""

    def __init__(self, file: io.BytesIO, sources: dict[int, tuple[int, Source]]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.sources = sources

    def persistent_id(self, found: Any) -> int | None:
        """Name a source by its number."""
        if not isinstance(found, Source):
            return None
        return self.sources.setdefault(id(found), (len(self.sources), found))[0]


class _Unpacker(pickle.Unpickler):
    def __init__(self, data: bytes, sources: list[Source]) -> None:
        super().__init__(io.BytesIO(data))
        self.sources = sources

    def persistent_load(self, number: int) -> Source:
        """Return the source of a number."""
        return self.sources[number]


def _packed(ready: Ready) -> bytes:
    sources: dict[int, tuple[int, Source]] = {}

    def pack(part: object) -> bytes:
        file = io.BytesIO()
        _Packer(file, sources).dump(part)
        return file.getvalue()

    loaded, shelf = ready.loaded, ready.loaded.shelf
    groups = {name: pack(shelf.concluding(name)) for name in shelf.names}
    head = (loaded.name, loaded.title, loaded.edition, loaded.editions, loaded.documents)
    body = pack((shelf.outline, shelf.needs, shelf.constants, ready.lexicon))
    registry = pack(loaded.registry)
    warnings = pack(loaded.warnings)
    texts = [(source.name, source.text) for _, source in sources.values()]
    return pickle.dumps(
        (head, body, registry, warnings, groups, texts), pickle.HIGHEST_PROTOCOL
    )


def _unpacked(data: bytes, folder: Path, digest: str) -> Ready | None:
    """Return what was packed, None when this program cannot read it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        head, body, registry, warnings, groups, texts = pickle.loads(data)
        sources = [Source(name, text) for name, text in texts]

        def unpack(part: bytes) -> Any:
            return _Unpacker(part, sources).load()

        def rules(part: bytes) -> tuple[Rule, ...]:
            found: tuple[Rule, ...] = unpack(part)
            return found

        outline: Program
        outline, needs, constants, lexicon = unpack(body)
        shelf = Shelf(outline, groups, needs, constants, rules)
        known: Registry = unpack(registry)
        loaded = LoadedRulebook(*head, folder, shelf, known, unpack(warnings))
        return Ready(loaded, lexicon, digest)
    except (pickle.UnpicklingError, AttributeError, ImportError, ValueError, TypeError, EOFError):
        return None
    finally:
        if enabled:
            gc.enable()
