"""`rulings new GAME`: begin a rulebook of your own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.scaffold import create, create_layer


def run(options: argparse.Namespace) -> int:
    """Write the files and say what to do next."""
    folder = Path(options.folder)
    game = options.game.replace("-", "_")
    if options.extends:
        for path in create_layer(game, options.extends, folder, options.title):
            sys.stdout.write(f"{path}\n")
        sys.stdout.write(
            f"\nNext:\n  rulings check facts/{game}\n"
            f"  rulings test {options.extends} --layer {game}\n"
        )
        return 0
    for path in create(game, folder, options.title):
        sys.stdout.write(f"{path}\n")
    sys.stdout.write(
        f"\nNext:\n  rulings check facts/{game}\n  rulings test {game}\n"
        f"  rulings {game} --situation first-turn\n"
    )
    return 0
