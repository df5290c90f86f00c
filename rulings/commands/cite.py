"""`rulings cite CLAUSE`: show a printed clause and the rules that encode it."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rulings.doors.screen import json_text


def run(options: argparse.Namespace) -> int:
    """Show the clause."""
    from rulings.commands.chosen import the_game
    from rulings.commands.citation import cited_by, find_clauses
    from rulings.language.format import rule_text
    from rulings.rulebook.library import games
    from rulings.session import Rulebook

    named = [options.game] if options.game else list(games())
    names = named or [the_game(None)]
    books = [Rulebook.load(name, edition=options.edition) for name in names]
    listed = []
    for book, clause in find_clauses(books, options.clause):
        rules, predicates = cited_by(book.program, clause.name)
        document = next(d for d in book.registry.documents if d.id == clause.document)
        listed.append(
            {
                "id": clause.name,
                "game": book.name,
                "document": document.title,
                "section": clause.section,
                "lines": clause.lines,
                "gist": clause.gist,
                "unmodelled": clause.unmodelled,
                "rules": [{"id": rule.id, "text": rule_text(rule)} for rule in rules],
                "declarations": [predicate.name for predicate in predicates],
            }
        )
    if options.format == "json":
        sys.stdout.write(json_text(listed, indent=2) + "\n")
        return 0
    for found in listed:
        sys.stdout.write(_text(found))
    return 0


def _text(found: dict[str, Any]) -> str:
    place = f", {found['lines']}" if found["lines"] else ""
    lines = [
        found["id"],
        f"  {found['document']} · {found['section']}{place}",
        f"  {found['gist']}",
    ]
    if found["unmodelled"]:
        lines.append(f"  not encoded: {found['unmodelled']}")
    if found["declarations"]:
        lines.append(f"  defines {', '.join(found['declarations'])}")
    for rule in found["rules"]:
        lines += ["", *(f"  {line}" for line in rule["text"].rstrip().splitlines())]
    return "\n".join(lines) + "\n"
