"""Where rulebooks lie on disk.

In: the name of a game or the path of its folder. Out: the folder. Guarantee: a name that
names nothing is a diagnostic with the nearest known name. Folders are looked for upward from
the working directory (`facts/<game>/`), then among the rulebooks that ship with the package.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulings.language.diagnostics import RulingsError
from rulings.rulebook.document import error, suggestion

MANIFEST = "rulebook.toml"
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
            if (folder / MANIFEST).is_file():
                found.setdefault(folder.name, folder)
    return found


def find(game: str | Path, start: Path | None = None) -> Path:
    """Return the folder of a rulebook. Raises RulingsError (RUL600) with the nearest name."""
    path = Path(game)
    if isinstance(game, Path) or "/" in game or game in (".", ".."):
        if path.name == MANIFEST:
            path = path.parent
        if (path / MANIFEST).is_file():
            return path.resolve()
        raise RulingsError(
            [
                error(
                    "RUL600",
                    f'"{game}" holds no {MANIFEST}.',
                    hint="Name a folder with a manifest, or one of the games of `rulings games`.",
                )
            ]
        )
    for shelf in shelves(start):
        if (shelf / game / MANIFEST).is_file():
            return (shelf / game).resolve()
    if (path / MANIFEST).is_file():
        return path.resolve()
    known = games(start)
    raise RulingsError(
        [
            error(
                "RUL600",
                f'There is no rulebook named "{game}".',
                hint=suggestion(game, known, "rulebook"),
            )
        ]
    )


def queries(game: str, folder: Path) -> Path:
    """Return the folder of a rulebook's FAQ files: `queries/<game>` beside its `facts`."""
    return folder.parent.parent / "queries" / game
