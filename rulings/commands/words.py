"""`rulings words GAME`: which sentences were meant by which phrases."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.english.picks import Picks, swapped
from rulings.rulebook.document import write_document
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """List, forget, export or propose."""
    book = Rulebook.load(options.game, edition=options.edition)
    if options.given:
        _propose(book, Picks.read(Path(options.given)))
        return 0
    picks = Picks.of(book.name)
    if options.forget is not None:
        try:
            print(f"Forgotten: {picks.forget(options.forget)}")
        except IndexError:
            sys.stderr.write(f"error: there is no phrase {options.forget}\n")
            return 64
    elif options.export:
        write_document(Path(options.export), picks.text())
    else:
        print(picks.listing(), end="")
    return 0


def _propose(book: Rulebook, picks: Picks) -> None:
    """Print for each phrase the predicate of its sentence, and the words that stand for others."""
    print("words:")
    for pick in picks.listed:
        said, meant = swapped(pick, book.lexicon)
        about = book.search(pick.sentence, most=1).sentences
        print(f"  # {pick}" + (f"   ({about[0].predicate})" if about else ""))
        print(f"  {meant}: [{said}]" if said and meant else "  # more than other words")
