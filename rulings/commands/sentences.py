"""`rulings sentences GAME WORDS…`: sentences, words and clauses about a topic."""

from __future__ import annotations

import argparse

from rulings.asking.finding import topic_json, topic_text
from rulings.commands.report import tell
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """List what is about the words."""
    book = Rulebook.load(options.game, edition=options.edition)
    found = book.search(" ".join(options.words), most=options.most)
    tell(options.format, json=lambda: topic_json(found), text=lambda: topic_text(found))
    return 0
