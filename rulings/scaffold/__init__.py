"""A new rulebook that runs: folders, a first rule, a first question.

In: the name of a game and a folder. Out: the files of a small, complete rulebook. Guarantee:
nothing that exists is overwritten; the rulebook checks without findings and its FAQ passes.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulings.language.diagnostics import RulingsError
from rulings.rulebook.document import error

_TEMPLATES = Path(__file__).resolve().parent / "template"


def create(game: str, folder: Path, title: str | None = None) -> list[Path]:
    """Write a new rulebook below `folder` and return its files.

    Raises RulingsError (RUL614, RUL615) for a name that cannot be one, or that is taken.
    """
    if re.fullmatch(r"[a-z][a-z0-9_]*", game) is None:
        message = f'"{game}" cannot be the name of a rulebook.'
        raise RulingsError(
            [error("RUL614", message, hint="Use lower-case letters, digits and `_`.")]
        )
    target = folder / "facts" / game
    if target.exists():
        message = f'"{target}" exists already.'
        raise RulingsError([error("RUL615", message, hint="Choose another name.")])
    written = []
    for source in sorted(_TEMPLATES.rglob("*")):
        if source.is_file():
            place = str(source.relative_to(_TEMPLATES)).replace("GAME", game)
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text(encoding="utf-8")
            named = title or game.replace("_", " ").title()
            path.write_text(
                text.replace("@GAME@", game).replace("@TITLE@", named), encoding="utf-8"
            )
            written.append(path)
    return written
