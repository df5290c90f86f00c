"""`rulings texts GAME FILE.csv`: how much of the texts of cards is read, and what stopped it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

FINDINGS = 3


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("game", help="the rulebook: a name or a folder")
    parser.add_argument("file", type=Path, help="a .csv file of cards and their texts")
    parser.add_argument("-e", "--edition", help="the edition of the rulebook")
    parser.add_argument("--card", default="card", metavar="COLUMN", help="the column of names")
    parser.add_argument("--text", default="text", metavar="COLUMN", help="the column of texts")
    parser.add_argument("--table", metavar="PREDICATE", help="print the facts of a predicate")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="write all tables there")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(options: argparse.Namespace) -> int:
    """Read the texts; the exit code is 3 when some are not read."""
    from rulings.asking.card_corpus import (
        as_data,
        read_cards,
        report,
        table_of,
        tables_of,
        texts_of_cards,
    )
    from rulings.doors.outgoing import write_text
    from rulings.doors.screen import json_text
    from rulings.rulebook.document import read_source
    from rulings.session import Rulebook

    book = Rulebook.load(options.game, edition=options.edition)
    cards = texts_of_cards(read_source(options.file), options.card, options.text)
    found = tuple(read_cards(cards, book.situation().lexicon))
    if options.tables is not None:
        for name, table in tables_of(found, book.program.predicates).items():
            write_text(options.tables / f"{name}.csv", table)
    if options.table is not None:
        sys.stdout.write(table_of(found, options.table, book.program.predicates))
    elif options.format == "json":
        sys.stdout.write(json_text(as_data(found), indent=2) + "\n")
    else:
        sys.stdout.write(report(found))
    return FINDINGS if any(card.reading.unread for card in found) else 0
