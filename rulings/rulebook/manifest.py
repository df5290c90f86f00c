"""The manifest of a rulebook, `rulebook.toml`.

In: a rulebook's folder. Out: a `Manifest` with its editions. Guarantee: names, titles and file
lists have the right types, the default edition exists, unknown keys are reported, and every
file an edition names lies inside the folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulings.expressions import expression
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, replace
from rulings.rulebook.document import error, read_source, refusal, suggestion
from rulings.rulebook.file_keys import Shape, shape
from rulings.rulebook.library import LIBRARIES, MANIFEST, find_named, shipped

JOINT = "+"
"""Stands between an edition and the layers on top of it: `second+house_rules`."""
_LONGEST = 200_000
_MOST_DOTS = 50
_QUOTED = expression(r""" "[^"]*" | '[^']*' """, re.VERBOSE)


@dataclass(frozen=True, slots=True)
class EditionEntry:
    """An edition as declared: the documents it encodes and the files for it, in load order."""

    name: str
    title: str
    documents: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a rulebook's folder says about itself.

    One that `extends` another is a layer: `files` are its own, `withdraws` the clauses that it
    takes away. Stacked upon the other, its `base`, it has that one's editions; `layers` are all
    that lie on the base, the lowest first.
    """

    name: str
    title: str
    default_edition: str
    libraries: tuple[str, ...]
    editions: tuple[EditionEntry, ...]
    folder: Path
    source: Source
    extends: str = ""
    files: tuple[str, ...] = ()
    withdraws: tuple[str, ...] = ()
    base: Manifest | None = None
    layers: tuple[Manifest, ...] = ()

    def edition(self, name: str | None) -> EditionEntry:
        """Return an edition, the default one for None. Raises RulingsError (RUL606)."""
        wanted, joint, layers = (name or "").partition(JOINT)
        wanted = wanted if name and wanted else self.default_edition
        for edition in self.editions:
            if edition.name == wanted:
                return replace(edition, name=f"{wanted}{joint}{layers}")
        names = [edition.name for edition in self.editions]
        raise refusal(
            "RUL606",
            f'{self.title} has no edition "{wanted}".',
            hint=suggestion(wanted, names, "edition"),
        )

    def paths(self, edition: EditionEntry) -> tuple[Path, ...]:
        """Return the files of an edition, libraries first. Raises RulingsError (RUL607, RUL608)."""
        problems: list[Diagnostic] = []
        found: dict[Path, None] = {}
        for library in self.libraries:
            path = _library(self.folder, library)
            if path is None:
                message = f'There is no library "{library}".'
                known = {lib.stem for lib in _libraries(self.folder)}
                hint = suggestion(library, known, "library")
                problems.append(error("RUL607", message, quote(self.source, library), hint))
            else:
                found[path] = None
        for pattern in edition.files:
            found |= dict.fromkeys(_matches(self, pattern, problems))
        if problems:
            raise RulingsError(problems)
        return tuple(found)


Read = Callable[[Path], Manifest]
"""Reads the manifest in a folder."""


def read_manifest(folder: Path) -> Manifest:
    """Read `folder/rulebook.toml`, and what it extends.

    Raises RulingsError (RUL601, RUL603 to RUL606, RUL625).
    """
    return stacked(_read(folder), _read)


def stacked(manifest: Manifest, read: Read) -> Manifest:
    """Return a manifest with what it extends below it. Raises RulingsError (RUL625)."""
    chain = [manifest]
    while chain[-1].extends:
        top = chain[-1]
        folder = find_named(top.extends, first=top.folder.parent)
        if any(folder.resolve() == one.folder.resolve() for one in chain):
            message = f'"{top.extends}" extends itself.'
            hint = "A layer extends a rulebook, or a layer that extends one."
            raise refusal("RUL625", message, quote(top.source, top.extends), hint)
        chain.append(read(folder))
    if len(chain) == 1:
        return manifest
    base = chain[-1]
    return replace(
        manifest,
        default_edition=base.default_edition,
        editions=base.editions,
        base=base,
        layers=tuple(reversed(chain[:-1])),
    )


def _read(folder: Path) -> Manifest:
    return parse_manifest(folder, read_source(folder / MANIFEST, within=folder))


def parse_manifest(folder: Path, source: Source) -> Manifest:
    """Read the text of a manifest. Raises RulingsError (RUL603 to RUL606)."""
    _check_size(source)
    # Imported here: where no file has changed, no manifest is read.
    import tomllib

    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as problem:
        raise _toml_error(source, str(problem)) from None
    except (ValueError, RecursionError):
        raise _toml_error(source, "a value is too long or too deep") from None
    problems: list[Diagnostic] = []
    _check_keys(source, table, shape("layer" if "extends" in table else "manifest"), problems)
    name = _text(source, table, "name", problems)
    title = _text(source, table, "title", problems, name)
    libraries = _texts(source, table, "libraries", problems)
    found = Manifest(name, title, "", libraries, (), folder, source)
    if "extends" in table:
        found = replace(
            found,
            extends=_text(source, table, "extends", problems),
            files=_texts(source, table, "files", problems),
            withdraws=_texts(source, table, "withdraws", problems),
        )
    else:
        editions = _editions(source, table, problems)
        names = [edition.name for edition in editions]
        default = _text(source, table, "default_edition", problems, names[0] if names else "")
        if names and default not in names:
            message = f'The default edition "{default}" is not among the editions.'
            hint = suggestion(default, names, "edition")
            problems.append(error("RUL606", message, quote(source, default), hint))
        found = replace(found, default_edition=default, editions=tuple(editions))
    if problems:
        raise RulingsError(problems)
    return found


def _editions(
    source: Source, table: dict[str, Any], problems: list[Diagnostic]
) -> list[EditionEntry]:
    editions: list[EditionEntry] = []
    listed = table.get("editions")
    if not isinstance(listed, dict) or not listed:
        message = "A manifest names at least one edition."
        hint = 'Add a table such as `[editions.first]` with `files = ["*.dl"]`.'
        problems.append(error("RUL605", message, Span(source, 0, 0), hint))
        listed = {}
    for key, value in listed.items():
        if not isinstance(value, dict):
            message = f'The edition "{key}" is not a table.'
            problems.append(
                error("RUL605", message, quote(source, key), f"Write `[editions.{key}]`.")
            )
            continue
        _check_keys(source, value, shape("edition"), problems)
        editions.append(
            EditionEntry(
                str(key),
                _text(source, value, "title", problems, str(key)),
                _texts(source, value, "documents", problems),
                _texts(source, value, "files", problems),
            )
        )
    return editions


def _check_size(source: Source) -> None:
    """Refuse what takes TOML's parser long before it is parsed. Raises RulingsError (RUL603)."""
    lines = source.text.split("\n")
    dotted = (_QUOTED.sub("", line).partition("#")[0].count(".") for line in lines)
    if len(source.text) > _LONGEST or max(dotted) > _MOST_DOTS:
        raise _toml_error(source, "it is too long, or a key of it has many parts")


def _matches(manifest: Manifest, pattern: str, problems: list[Diagnostic]) -> list[Path]:
    root = manifest.folder.resolve()
    span = quote(manifest.source, pattern)
    if pattern.startswith(("/", "~")) or ".." in Path(pattern).parts:
        hint = "Name files relative to the rulebook's folder."
        message = f'"{pattern}" leaves the rulebook\'s folder.'
        problems.append(error("RUL608", message, span, hint))
        return []
    try:
        found = root.glob(pattern) if pattern else ()
        paths = sorted(path for path in found if not path.is_dir())
    except (ValueError, IndexError, OSError):
        paths = []  # what this Python does not take for a pattern matches nothing
    if not paths:
        names = [str(path.relative_to(root)) for path in root.rglob("*.*")]
        message = f'No file matches "{pattern}".'
        problems.append(error("RUL607", message, span, suggestion(pattern, names, "file")))
    below = {root}
    for path in paths:
        if path.parent in below and not path.is_symlink():
            continue
        if path.resolve().is_relative_to(root):
            below |= set() if path.is_symlink() else {path.parent}
        else:
            message = f'"{path.relative_to(root)}" is a link that leaves the rulebook\'s folder.'
            problems.append(error("RUL608", message, span, "Copy the file into the folder."))
    return paths


def _libraries(folder: Path) -> list[Path]:
    return [
        path
        for shelf in (folder.parent, shipped("facts"))
        for path in shelf.glob(f"{LIBRARIES}/*.dl")
    ]


def _library(folder: Path, name: str) -> Path | None:
    if re.fullmatch(r"[\w-]+", name):
        for path in _libraries(folder):
            if path.stem == name:
                return path
    return None


def _toml_error(source: Source, said: str) -> RulingsError:
    found = re.search(r"\(at line (\d+), column (\d+)\)", said)
    span = None
    if found:
        lines = source.text.split("\n")
        line, column = int(found[1]), int(found[2])
        offset = sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
        span = Span(source, min(offset, len(source.text)), min(offset + 1, len(source.text)))
    return refusal("RUL603", f"This is not TOML: {said.split(' (at ')[0]}.", span, "Correct it.")


def quote(source: Source, text: str) -> Span:
    """Return the place of a word of the manifest; tomllib keeps none."""
    found = re.search(r"(?<![\w-])" + re.escape(text) + r"(?![\w-])", source.text)
    return Span(source, found.start(), found.end()) if found else Span(source, 0, 0)


def _check_keys(
    source: Source,
    table: dict[str, Any],
    shape: Shape,
    problems: list[Diagnostic],
) -> None:
    for key in table:
        if key not in shape.names:
            message = f'"{key}" is not a key of {shape.what}.'
            hint = suggestion(key, shape.names, "key")
            problems.append(error("RUL604", message, quote(source, key), hint))


def _text(
    source: Source,
    table: dict[str, Any],
    key: str,
    problems: list[Diagnostic],
    default: str | None = None,
) -> str:
    value = table.get(key, default)
    if isinstance(value, str) and value:
        return value
    message = f'"{key}" must be a text.' if key in table else f'"{key}" is missing.'
    problems.append(error("RUL605", message, quote(source, key), f'Write `{key} = "…"`.'))
    return ""


def _texts(
    source: Source, table: dict[str, Any], key: str, problems: list[Diagnostic]
) -> tuple[str, ...]:
    value = table.get(key, [])
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    message = f'"{key}" must be a list of texts.'
    problems.append(error("RUL605", message, quote(source, key), f'Write `{key} = ["…"]`.'))
    return ()
