"""`rulings triage GAME [CASES]`: what the rules alone say about FAQ entries."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.commands.report import number, progress
from rulings.doors.screen import json_text

FINDINGS = 3


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("game", help="a game, or the folder of a rulebook")
    parser.add_argument(
        "cases", nargs="?", type=Path, help="a FAQ file or a folder; default: the game's own"
    )
    parser.add_argument("-e", "--edition", help="only the entries of this edition")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="CLAUSE",
        help="leave out the rules that encode a clause, or a whole document (repeatable)",
    )
    parser.add_argument(
        "--redundant",
        action="store_true",
        help="also tell which entries notice no mutant that another does not (takes long)",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--jobs", type=number, help="how many processes; default: all processors")


def run(options: argparse.Namespace) -> int:
    """Sort the entries; contradicted ones, and ones not understood, are findings."""
    from rulings.faq.suite import open_suite
    from rulings.quality.standing import Standing, triage
    from rulings.quality.triage_report import triage_json, triage_text

    suite = open_suite(options.game, options.edition, options.cases)
    shown = progress(suite.folder.name)
    compared = options.redundant
    found = triage(
        suite, tuple(options.without), compare=compared, jobs=options.jobs, progress=shown
    )
    if options.format == "json":
        sys.stdout.write(json_text(triage_json(found, compared=compared), indent=2) + "\n")
    else:
        sys.stdout.write(triage_text(suite.books[0].title, found, compared=compared))
    wrong = (Standing.CONTRADICTED, Standing.UNREAD)
    return FINDINGS if any(finding.standing in wrong for finding in found) else 0
