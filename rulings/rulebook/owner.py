"""Which rulebook and edition a situation belongs to.

In: the name of a ready-made situation, or the path of a file. Out: the folders of the rulebooks
that have it, the edition it names. Guarantee: a file belongs to the game that it names, else to
the rulebook in whose folder it lies; a name may belong to several, sentences belong to none.
"""

from __future__ import annotations

from pathlib import Path

from rulings.doors.incoming import is_regular
from rulings.rulebook.document import read_source, refusal, suggestion
from rulings.rulebook.library import find_named, games, home_of
from rulings.rulebook.situation import SUFFIXES, ready_made
from rulings.rulebook.yaml_tree import parse_yaml, text_under


def owners(situation: str) -> list[Path]:
    """Return the rulebooks that a situation belongs to.

    Raises RulingsError when a file cannot be read, or names a game that there is not.
    """
    having = [folder for folder in games().values() if situation in ready_made(folder)]
    if having or not is_regular(situation):
        return having
    owner = owner_of_file(Path(situation))
    return [owner] if owner is not None else []


def owner_of_file(path: Path) -> Path | None:
    """Return the rulebook that a situation file names, or in whose folder it lies."""
    named = _key(path, "game")
    home = home_of(path.resolve())
    return find_named(named) if named and (home is None or home.name != named) else home


def the_owner(situation: str) -> Path | None:
    """Return the only rulebook that a situation belongs to, None when a file does not tell.

    Raises RulingsError (RUL606, RUL550) when there are several, and when there is no such
    situation.
    """
    found = owners(situation)
    if len(found) > 1:
        several = " and ".join(f'"{folder.name}"' for folder in found)
        message = f'There is a situation "{situation}" of {several}.'
        raise refusal("RUL606", message, hint="Name the game with `-g`.")
    if not found and " " not in situation and not is_regular(situation):
        known = {name for folder in games().values() for name in ready_made(folder)}
        message = f'No game has a situation named "{situation}", and there is no such file.'
        raise refusal("RUL550", message, hint=suggestion(situation, known, "one"))
    return found[0] if found else None


def edition_of_file(situation: str) -> str | None:
    """Return the edition that a situation file was written for, None without one."""
    return (_key(Path(situation), "edition") or None) if is_regular(situation) else None


def _key(path: Path, key: str) -> str:
    """Return the text under a key of a situation file; empty without one."""
    return text_under(parse_yaml(read_source(path)) if path.suffix in SUFFIXES else None, key)
