"""`rulings games`: list the rulebooks there are."""

from __future__ import annotations

import argparse
from typing import Any

from rulings.commands.report import tell
from rulings.rulebook.library import games
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.situation import ready_made


def run(options: argparse.Namespace) -> int:
    """List name, title, editions and situations of every rulebook."""
    listed = []
    for name, folder in games().items():
        manifest = read_manifest(folder)
        listed.append(
            {
                "name": name,
                "title": manifest.title,
                "editions": [edition.name for edition in manifest.editions],
                "default_edition": manifest.default_edition,
                "situations": list(ready_made(folder)),
            }
        )
    tell(options.format, json=lambda: listed, text=lambda: "".join(map(_text, listed)))
    return 0


def _text(game: dict[str, Any]) -> str:
    editions = f"{', '.join(game['editions'])} (default {game['default_edition']})"
    lines = [f"{game['name']:<14}{game['title']}", f"{'':<14}editions {editions}"]
    if game["situations"]:
        lines.append(f"{'':<14}situations {', '.join(game['situations'])}")
    return "".join(f"{line}\n" for line in lines)
