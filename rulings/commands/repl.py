"""`rulings GAME` or `rulings repl GAME`: talk to a rulebook."""

from __future__ import annotations

import argparse
from pathlib import Path

from rulings.commands.ask import model_option, open_table, table_options
from rulings.commands.patience import QUESTION
from rulings.commands.report import seconds


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("named", nargs="?", metavar="GAME", help="the rulebook: a name or a folder")
    table_options(parser)
    model_option(parser)
    parser.add_argument(
        "--each",
        type=seconds,
        metavar="S",
        default=QUESTION,
        help=f"the time of each line, by default {QUESTION:g} seconds",
    )


def run(options: argparse.Namespace) -> int:
    """Open the table and converse."""
    from rulings.repl.plain import start

    options.game = options.game or options.named
    table = open_table(options)
    situation = Path(options.situation).stem if options.situation else ""
    return start(table, situation, options.each)
