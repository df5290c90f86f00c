"""`rulings games`: list the rulebooks there are."""

from __future__ import annotations

import argparse
import sys

from rulings.doors.screen import json_text
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
    if options.format == "json":
        sys.stdout.write(json_text(listed, indent=2) + "\n")
        return 0
    for game in listed:
        sys.stdout.write(f"{game['name']:<14}{game['title']}\n")
        editions = ", ".join(game["editions"])
        sys.stdout.write(f"{'':<14}editions {editions} (default {game['default_edition']})\n")
        if game["situations"]:
            sys.stdout.write(f"{'':<14}situations {', '.join(game['situations'])}\n")
    return 0
