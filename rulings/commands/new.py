"""`rulings new GAME`: begin a rulebook of your own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.scaffold import create


def run(options: argparse.Namespace) -> int:
    """Write the files and say what to do next."""
    folder = Path(options.folder)
    game = options.game.replace("-", "_")
    for path in create(game, folder, options.title, extends=options.extends):
        sys.stdout.write(f"{path}\n")
    if options.extends:
        further = f"  rulings test {options.extends} --layer {game}\n"
    else:
        further = f"  rulings test {game}\n  rulings {game} --situation first-turn\n"
    sys.stdout.write(f"\nNext:\n  rulings check facts/{game}\n{further}")
    return 0
