"""`rulings texts GAME FILE.csv`: how much of the texts of cards is read, and what stopped it."""

from __future__ import annotations

import argparse
import sys

from rulings.asking.card_corpus import (
    as_data,
    read_cards,
    report,
    table_of,
    tables_of,
    texts_of_cards,
)
from rulings.commands.report import FINDINGS, tell
from rulings.doors.outgoing import write_text
from rulings.rulebook.document import read_source
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Read the texts; the exit code is 3 when some are not read."""
    book = Rulebook.load(options.game, edition=options.edition)
    cards = texts_of_cards(read_source(options.file), options.card, options.text)
    found = tuple(read_cards(cards, book.situation().lexicon))
    if options.tables is not None:
        for name, table in tables_of(found, book.program.predicates).items():
            write_text(options.tables / f"{name}.csv", table)
    if options.table is not None:
        sys.stdout.write(table_of(found, options.table, book.program.predicates))
    else:
        tell(options.format, json=lambda: as_data(found), text=lambda: report(found))
    return FINDINGS if any(card.reading.unread for card in found) else 0
