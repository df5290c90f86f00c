"""A new rulebook that runs: folders, a first rule, a first question.

In: the name of a game and a folder. Out: the files of a small, complete rulebook. Guarantee:
nothing that exists is overwritten; the rulebook checks without findings and its FAQ passes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from rulings.doors.incoming import lies_in
from rulings.rulebook.document import read_source, refusal, write_document
from rulings.rulebook.library import find_named

_TEMPLATES = Path(__file__).resolve().parent


def create(
    game: str, folder: Path, title: str | None = None, *, extends: str | None = None
) -> list[Path]:
    """Write a new rulebook, or a layer that `extends` one, below `folder` and return its files.

    Raises RulingsError (RUL600 for a rulebook that there is not, RUL614 to RUL616 for a name that
    cannot be one, or that is taken).
    """
    named = _title(game, title)
    if extends:
        find_named(extends, folder)
    # JSON's quoted texts are quoted texts of TOML and of YAML too.
    words = {
        "@GAME@": extends or game,
        "@LAYER@": game,
        "@TITLE@": json.dumps(named, ensure_ascii=False),
        "@RULES@": json.dumps(f"{named}, the rules", ensure_ascii=False),
    }
    return _written(_TEMPLATES / ("layer" if extends else "template"), folder, game, words)


def _title(name: str, title: str | None) -> str:
    if re.fullmatch(r"[a-z][a-z0-9_]*", name) is None:
        message = f'"{name}" cannot be the name of a rulebook.'
        raise refusal("RUL614", message, hint="Use lower-case letters, digits and `_`.")
    named = title or name.replace("_", " ").title()
    if not named.isprintable():
        message = "A title holds no control characters."
        raise refusal("RUL614", message, hint="Write it as it is printed.")
    return named


def _written(template: Path, folder: Path, name: str, words: Mapping[str, str]) -> list[Path]:
    templates = [path for path in sorted(template.rglob("*")) if path.is_file()]
    places = [
        folder / re.sub("GAME|LAYER", name, str(path.relative_to(template))) for path in templates
    ]
    for place in (folder / "facts" / name, *places):
        if os.path.lexists(place):
            message = f'"{place}" exists already.'
            raise refusal("RUL615", message, hint="Choose another name.")
    for source, place in zip(templates, places, strict=True):
        _make_folder(place.parent, folder)
        text = read_source(source).text
        for word, meaning in words.items():
            text = text.replace(word, meaning)
        write_document(place, text, new=True)
    return places


def _make_folder(path: Path, below: Path) -> None:
    """Make a folder. Raises RulingsError (RUL616) when it cannot be made below `below`."""
    reason = "a link leads out of its folder"
    try:
        if lies_in(path, below):
            path.mkdir(parents=True, exist_ok=True)
            return
    except OSError as problem:
        reason = (problem.strerror or "").lower()
    raise refusal("RUL616", f'"{path}" cannot be written: {reason}.')
