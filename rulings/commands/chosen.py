"""Which rulebook, edition and table the words of a command mean."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.rulebook.document import refusal
from rulings.rulebook.layers import named
from rulings.rulebook.library import find, games
from rulings.rulebook.manifest import JOINT
from rulings.rulebook.owner import edition_of_file, the_owner
from rulings.rulebook.situation import named_by_user

if TYPE_CHECKING:
    from rulings.session import Rulebook


def described(named: str | None, book: Rulebook) -> str | Path | None:
    """Return what the user's own word for a table means: a ready-made one, or a file."""
    return named_by_user(named, book.folder) if named is not None else None


def the_edition(named: str | None, situation: str | None) -> str | None:
    """Return the edition named, else the one that a situation file was written for."""
    if named or not situation:
        return named
    return edition_of_file(situation)


def with_layers(edition: str | None, layers: Sequence[str], game: str | Path) -> str | None:
    """Return the edition of a game with layers on top. Raises RulingsError (RUL600, RUL625)."""
    if not layers:
        return edition
    return JOINT.join((edition or "", *named(layers, find(game))))


def the_game(named: str | None, situation: str | None = None) -> str | Path:
    """Return the game named, else the situation's, else the only one there is.

    Raises RulingsError (RUL606).
    """
    if named:
        return named
    if situation:
        owner = the_owner(situation)
        if owner is not None:
            return owner
    known = list(games())
    if len(known) == 1:
        return known[0]
    hint = f"Name it with `-g`: {', '.join(known)}." if known else "Begin one with `rulings new`."
    raise refusal("RUL606", "No game is named.", hint=hint)
