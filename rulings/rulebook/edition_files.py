"""The files that one edition of a rulebook is made from, each read once.

In: a rulebook's folder and an edition. Out: its `EditionFiles`: the manifest, the texts in the
order in which they are loaded, the registry of clauses, the word lists, and the hash of all.
Guarantee: what is loaded is what was hashed, byte for byte; the hash depends on no other file and
on no place: the same files elsewhere have the same hash, and other files, or files elsewhere in
the folder, have another; no link out of the folder is followed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from rulings.doors.incoming import DOCUMENT_BYTES, PROGRAM_BYTES, Places, is_regular, lies_in
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source
from rulings.records import dataclass, field, replace
from rulings.rulebook.document import decode, read_data, refusal
from rulings.rulebook.layers import with_layers
from rulings.rulebook.library import MANIFEST
from rulings.rulebook.literate import SUFFIX, rules_in
from rulings.rulebook.manifest import JOINT, EditionEntry, Manifest, parse_manifest, stacked
from rulings.rulebook.registry import REGISTRY
from rulings.rulebook.word_files import WORDS, WORDS_FOLDER


@dataclass(frozen=True, slots=True)
class LayerFiles:
    """The files of one layer on top of an edition."""

    manifest: Manifest
    rules: tuple[tuple[Path, Source], ...]
    registry: Source | None


@dataclass(frozen=True, slots=True)
class EditionFiles:
    """The files of one edition: `rules` are rules and tables with their paths, in load order.

    `rules` and `words` are those of its `layers` too, after its own. `literate` are the Markdown
    files among them, with the clauses; in `rules` is what they hold of rules.
    """

    manifest: Manifest
    listed: EditionEntry
    rules: tuple[tuple[Path, Source], ...]
    registry: Source | None
    words: tuple[Source, ...]
    sha256: str
    problems: tuple[Diagnostic, ...] = ()
    layers: tuple[LayerFiles, ...] = ()
    literate: tuple[Source, ...] = ()


def read_files(
    folder: Path, edition: str | None = None, unsaved: Mapping[Path, str] | None = None
) -> EditionFiles:
    """Read a rulebook's files. Raises RulingsError for a manifest that names no edition.

    `unsaved` are texts of an editor that stand for what is on disk, by the real paths of the files.
    What else cannot be read is among the `problems`.
    """
    reading = _EditionReader(folder.resolve(), hashlib.sha256(), [], unsaved or {}, [])
    manifest = parse_manifest(folder, reading.document(folder / MANIFEST, MANIFEST))
    manifest = stacked(manifest, reading.manifest)
    if JOINT in (edition or ""):
        manifest = with_layers(manifest, edition or "", reading.manifest)
    chosen = manifest.edition(edition)
    reading.digest.update(f"edition {chosen.name}\n".encode())
    base = manifest.base or manifest
    reading = reading.within(base.folder)
    files = reading.files(base.paths(chosen))
    registry, words = reading.optional(base.folder, REGISTRY), reading.word_lists(base.folder)
    layers: list[LayerFiles] = []
    for layer in manifest.layers:
        own = reading.within(layer.folder, f"{layer.folder.name}/")
        rules = tuple(own.files(layer.paths(EditionEntry("", "", (), layer.files))))
        layers.append(LayerFiles(layer, rules, own.optional(layer.folder, REGISTRY)))
        files += rules
        words += own.word_lists(layer.folder)
    return EditionFiles(
        manifest,
        chosen,
        tuple(files),
        registry,
        words,
        reading.digest.hexdigest(),
        tuple(reading.problems),
        tuple(layers),
        tuple(reading.literate),
    )


@dataclass(slots=True)
class _EditionReader:
    """What was read so far; the files of the folder `root` are named after a `prefix`."""

    root: Path
    digest: hashlib._Hash
    problems: list[Diagnostic]
    unsaved: Mapping[Path, str]
    literate: list[Source]
    prefix: str = ""
    places: Places = field(default_factory=dict)

    def within(self, folder: Path, prefix: str = "") -> _EditionReader:
        """Go on with the files of another folder."""
        return replace(self, root=folder.resolve(), prefix=prefix)

    def manifest(self, folder: Path) -> Manifest:
        """Read the manifest of another folder. Raises RulingsError."""
        other = self.within(folder, f"{folder.name}/")
        return parse_manifest(folder, other.document(folder / MANIFEST, MANIFEST))

    def document(self, path: Path, name: str) -> Source:
        """Read a file of the folder. Raises RulingsError."""
        name = f"{self.prefix}{name}"
        data = self._data(path, name, self.root, DOCUMENT_BYTES)
        self._hash(name, data)
        return decode(data, name)

    def optional(self, folder: Path, name: str) -> Source | None:
        """Read a file of the folder that need not be there."""
        if not os.path.lexists(folder / name):
            return None
        try:
            return self.document(folder / name, name)
        except RulingsError as problem:
            self.problems += problem.diagnostics
            return None

    def word_lists(self, folder: Path) -> tuple[Source, ...]:
        """Read `words.yaml` and the files of `words/`, as far as there are any."""
        listed = sorted((folder / WORDS_FOLDER).glob("*.yaml"))
        names = (WORDS, *(f"{WORDS_FOLDER}/{path.name}" for path in listed))
        return tuple(one for name in names if (one := self.optional(folder, name)) is not None)

    def files(self, paths: tuple[Path, ...]) -> list[tuple[Path, Source]]:
        """Read files and all that they include."""
        found: list[tuple[Path, Source]] = []
        waiting = list(paths)
        seen: set[Path] = set()
        inside = os.path.join(self.root, "")
        while waiting:
            path = waiting.pop(0)
            own = str(path).startswith(inside)
            below = str(path)[len(inside) :].replace(os.sep, "/")
            name = f"{self.prefix}{below}" if own else f"lib/{path.name}"
            home = self.root if own else path.parent
            try:
                data = self._data(path, name, home, PROGRAM_BYTES)
                self._hash(name if own else f"library {name}", data)
                source = decode(data, name)
                if path.suffix == SUFFIX:
                    self.literate.append(source)
                    source = rules_in(source)
            except RulingsError as problem:
                self.problems += problem.diagnostics
                continue
            found.append((path, source))
            if path.suffix != ".csv" and b".include" in data:
                seen = seen or {path.resolve() for path in paths}
                for target in _included(path, source, home):
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
        return found

    def _data(self, path: Path, name: str, home: Path, limit: int) -> bytes:
        """Read a file, or take what is to be saved there. Raises RulingsError."""
        text = self.unsaved.get(path.resolve()) if self.unsaved else None
        if text is None or not lies_in(path, home):
            return read_data(path, name, within=home, limit=limit, places=self.places)
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > limit:
            raise refusal("RUL601", f'"{name}" is longer than {limit} bytes.')
        return data

    def _hash(self, name: str, data: bytes) -> None:
        self.digest.update(f"{len(name.encode())} {name} {len(data)}\n".encode())
        self.digest.update(data)


def _included(path: Path, source: Source, home: Path) -> list[Path]:
    """Return the files that a unit includes; escapes and circles are the language's to report."""
    from rulings.language.parse import parse
    from rulings.language.syntax import IncludeStatement

    unit, _ = parse(source)
    named = (path.parent / s.path for s in unit.statements if isinstance(s, IncludeStatement))
    return [target.resolve() for target in named if is_regular(target) and lies_in(target, home)]
