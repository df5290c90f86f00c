"""`rulings export`: write a program for another engine."""

from __future__ import annotations

import argparse
import sys

from rulings.commands.chosen import described
from rulings.export import export
from rulings.language.files import load
from rulings.records import replace
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Write the program to standard output."""
    if options.program.endswith(".dl"):
        program = load(options.program)
    else:
        book = Rulebook.load(options.program, edition=options.edition)
        table = book.situation(described(options.situation, book))
        program = replace(table.program, rules=book.program.rules)
    sys.stdout.write(export(program, options.to))
    return 0
