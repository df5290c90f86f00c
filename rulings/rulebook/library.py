"""Where rulebooks lie on disk.

In: the name of a game or the path of its folder. Out: the folder. Guarantee: a name that
names nothing is a diagnostic with the nearest known name. Folders are looked for upward from
the working directory (`facts/<game>/`), then among the rulebooks that ship with the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulings.doors.incoming import is_regular
from rulings.rulebook.document import refusal, suggestion

MANIFEST = "rulebook.toml"
LIBRARIES = "lib"
"""The folder beside rulebooks that holds their libraries."""
PACKAGE = Path(__file__).resolve().parent.parent


def shipped(kind: str) -> Path:
    """Return the shipped folder `facts` or `queries`: in the package, or beside it."""
    inside = PACKAGE / "data" / kind
    return inside if inside.is_dir() else PACKAGE.parent / kind


def shelves(start: Path | None = None) -> Iterator[Path]:
    """Yield the folders that hold rulebooks, nearest to `start` first, the shipped one last."""
    here = (start or Path.cwd()).resolve()
    seen: set[Path] = set()
    for folder in (here, *here.parents):
        shelf = folder / "facts"
        if shelf.is_dir():
            seen.add(shelf)
            yield shelf
    last = shipped("facts")
    if last.is_dir() and last.resolve() not in seen:
        yield last


def games(start: Path | None = None) -> dict[str, Path]:
    """Return every rulebook folder that can be named, by name; the nearest wins."""
    found: dict[str, Path] = {}
    for shelf in shelves(start):
        for folder in sorted(shelf.iterdir()):
            if _holds_manifest(folder):
                found.setdefault(folder.name, folder)
    return found


def find(game: str | Path, start: Path | None = None) -> Path:
    """Return the folder of a rulebook. Raises RulingsError (RUL600) with the nearest name."""
    path = Path(game)
    if isinstance(game, Path) or "/" in game or game in (".", ".."):
        if path.name == MANIFEST:
            path = path.parent
        if _holds_manifest(path):
            return path.resolve()
        raise refusal(
            "RUL600",
            f'"{game}" holds no {MANIFEST}.',
            hint="Name a folder with a manifest, or one of the games of `rulings games`.",
        )
    if not _on_shelf(game, start) and _holds_manifest(path):
        return path.resolve()
    return find_named(game, start)


def find_named(game: str, start: Path | None = None, *, first: Path | None = None) -> Path:
    """Return the folder of a rulebook that a file or a stranger names: never a path.

    `first` is a shelf to look on before those that `shelves` yields. Raises RulingsError
    (RUL600) with the nearest name.
    """
    if first is not None and _is_name(game) and _holds_manifest(first / game):
        return first / game
    found = _on_shelf(game, start)
    if found is not None:
        return found
    message = f'There is no rulebook named "{game}".'
    raise refusal("RUL600", message, hint=suggestion(game, games(start), "rulebook"))


def _on_shelf(game: str, start: Path | None) -> Path | None:
    if _is_name(game):
        for shelf in shelves(start):
            if _holds_manifest(shelf / game):
                return (shelf / game).resolve()
    return None


def _is_name(game: str) -> bool:
    return re.fullmatch(r"\w[\w.-]*", game) is not None


def _holds_manifest(folder: Path) -> bool:
    return is_regular(folder / MANIFEST)


def home_of(path: Path) -> Path | None:
    """Return the folder of the rulebook that a file lies in."""
    return next((at for at in path.parents if (at / MANIFEST).is_file()), None)


def queries(game: str, folder: Path) -> Path:
    """Return the folder of a rulebook's FAQ files: `queries/<game>` beside its `facts`."""
    return folder.parent.parent / "queries" / game
