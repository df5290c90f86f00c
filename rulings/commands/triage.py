"""`rulings triage GAME [CASES]`: what the rules alone say about FAQ entries."""

from __future__ import annotations

import argparse
from functools import partial

from rulings.commands.report import FINDINGS, progress, tell
from rulings.faq.suite import open_suite
from rulings.quality.standing import Standing, triage
from rulings.quality.triage_report import triage_json, triage_text
from rulings.rulebook.layers import named
from rulings.rulebook.library import find


def run(options: argparse.Namespace) -> int:
    """Sort the entries; contradicted ones, and ones not understood, are findings."""
    layers = named(options.layers, find(options.game))
    suite = open_suite(options.game, options.edition, options.cases, layers)
    shown = partial(progress, suite.folder.name)
    compared = options.redundant
    found = triage(suite, compare=compared, jobs=options.jobs, progress=shown)
    tell(
        options.format,
        json=lambda: triage_json(found, compared=compared),
        text=lambda: triage_text(suite.books[0].title, found, compared=compared),
    )
    wrong = (Standing.CONTRADICTED, Standing.UNREAD)
    return FINDINGS if any(finding.standing in wrong for finding in found) else 0
