"""`rulings import faq FILE -g GAME`: a publisher's FAQ as cases."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.commands.chosen import the_game
from rulings.commands.declared import declare
from rulings.commands.report import FINDINGS
from rulings.faq.entries import read_entries
from rulings.faq.taking_in import faq_text, take_in, unread_lines
from rulings.render.counting import counted
from rulings.rulebook.document import read_source, write_document
from rulings.rulebook.faq_files import SUFFIX
from rulings.rulebook.library import queries
from rulings.session import Rulebook


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_subparsers(dest="what", required=True, metavar="faq")
    faq = what.add_parser("faq", help="questions and answers as FAQ cases")
    declare(faq, "imports", "import faq")


def run(options: argparse.Namespace) -> int:
    """Read the entries, write those that are cases, list the others."""
    path: Path = options.file
    found = read_entries(read_source(path), table=path.suffix.lower() == ".csv")
    book = Rulebook.load(the_game(options.game), options.edition)
    table = book.situation(options.situation)
    taken = take_in(found.entries, table)
    for one in taken.unread:
        sys.stdout.write("".join(f"{line}\n" for line in unread_lines(one)))
    for span in found.left_over:
        sys.stdout.write(f"Part of no question ({path.name}, line {span.line}): {span.text}\n")
    counts = f"{counted(len(taken.cases), 'case')}, {len(taken.unread)} not read"
    if not taken.cases:
        sys.stdout.write(f"{counts}; nothing written\n")
        return FINDINGS
    asked = queries(book.folder.name, book.folder)
    target: Path = options.output or asked / f"{path.stem}{SUFFIX}"
    text = faq_text(
        book.name,
        taken,
        found.left_over,
        edition=options.edition or "",
        situation=options.situation or "",
    )
    if options.output is None:
        target.parent.mkdir(parents=True, exist_ok=True)
    write_document(target, text, new=True)
    sys.stdout.write(f"{target}: {counts}\nNext: rulings triage {book.name} {target}\n")
    return FINDINGS if taken.unread or found.left_over else 0
