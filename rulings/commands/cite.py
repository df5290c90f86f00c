"""`rulings cite CLAUSE`: show a printed clause and the rules that encode it."""

from __future__ import annotations

import argparse

from rulings.commands.chosen import the_game
from rulings.commands.report import tell
from rulings.render.cited_clauses import cited, cited_text, find_clauses
from rulings.rulebook.library import games
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Show the clause."""
    named = [options.game] if options.game else list(games())
    names = named or [the_game(None)]
    books = [Rulebook.load(name, edition=options.edition) for name in names]
    listed = [cited(book, clause) for book, clause in find_clauses(books, options.clause)]
    tell(options.format, json=lambda: listed, text=lambda: "".join(map(cited_text, listed)))
    return 0
