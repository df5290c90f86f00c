"""`rulings sentences GAME WORDS…`: sentences, words and clauses about a topic."""

from __future__ import annotations

import argparse
import sys

from rulings.doors.screen import json_text


def run(options: argparse.Namespace) -> int:
    """List what is about the words."""
    from rulings.asking.finding import topic_json, topic_text
    from rulings.session import Rulebook

    book = Rulebook.load(options.game, edition=options.edition)
    found = book.search(" ".join(options.words), most=options.most)
    if options.format == "json":
        sys.stdout.write(json_text(topic_json(found), indent=2) + "\n")
    else:
        sys.stdout.write(topic_text(found))
    return 0
