"""Which rulebook a situation belongs to.

In: the name of a ready-made situation, or the path of a file. Out: the folders of the rulebooks
that have it. Guarantee: a file belongs to the game that it names, else to the rulebook in whose
folder it lies; a name may belong to several.
"""

from __future__ import annotations

from pathlib import Path

from rulings.language.diagnostics import RulingsError
from rulings.rulebook.document import error, parse_yaml, read_source
from rulings.rulebook.library import MANIFEST, find, games
from rulings.rulebook.situation import SUFFIXES, ready_made


def owners(situation: str) -> list[Path]:
    """Return the rulebooks that a situation belongs to.

    Raises RulingsError when a file cannot be read, or names a game that there is not.
    """
    having = [folder for folder in games().values() if situation in ready_made(folder)]
    path = Path(situation)
    if having or not path.is_file():
        return having
    owner = owner_of_file(path)
    return [owner] if owner is not None else []


def owner_of_file(path: Path) -> Path | None:
    """Return the rulebook that a situation file names, or in whose folder it lies."""
    named = _game(path)
    home = next((at for at in path.resolve().parents if (at / MANIFEST).is_file()), None)
    return find(named) if named and (home is None or home.name != named) else home


def the_owner(situation: str) -> Path | None:
    """Return the only rulebook that a situation belongs to, None when none is known.

    Raises RulingsError (RUL606) when there are several.
    """
    found = owners(situation)
    if len(found) > 1:
        several = " and ".join(f'"{folder.name}"' for folder in found)
        message = f'There is a situation "{situation}" of {several}.'
        raise RulingsError([error("RUL606", message, hint="Name the game with `-g`.")])
    return found[0] if found else None


def _game(path: Path) -> str:
    """Return the game that a situation file names; empty without one."""
    root = parse_yaml(read_source(path)) if path.suffix in SUFFIXES else None
    value = root.field("game") if root is not None else None
    return value.text or "" if value is not None else ""
