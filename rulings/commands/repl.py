"""`rulings GAME` or `rulings repl GAME`: talk to a rulebook."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulings.commands.ask import open_table


def run(options: argparse.Namespace) -> int:
    """Open the table and converse."""
    from rulings.repl.plain import start

    options.game = options.game or options.named
    table = open_table(options)
    table.said.check_whole()
    situation = Path(options.situation).stem if options.situation else ""
    return start(table, situation, options.each)
