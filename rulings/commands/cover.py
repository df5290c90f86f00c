"""`rulings cover [GAME]`: which printed clauses the FAQ cases test."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from rulings.commands.report import FINDINGS, progress, tell
from rulings.faq.spread import Setting
from rulings.faq.suite import open_suite
from rulings.quality.coverage import coverage
from rulings.quality.coverage_page import coverage_page
from rulings.quality.coverage_report import coverage_json, coverage_text, shortfalls
from rulings.quality.observe import observe
from rulings.render.counting import counted
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.layers import named
from rulings.rulebook.library import find, games, queries


def run(options: argparse.Namespace) -> int:
    """Run the cases and print what they cover."""
    covered = []
    asked = (one for name, one in games().items() if faq_files(queries(name, one)))
    for game in options.games or asked:
        suite = open_suite(game, options.edition, layers=named(options.layers, find(game)))
        setting = Setting(start=suite.folder)
        shown = partial(progress, suite.folder.name)
        observed = observe(suite.cases, setting, jobs=options.jobs, progress=shown)
        covered.append(coverage(suite.books, suite.cases, observed))
    tell(
        options.format,
        json=lambda: coverage_json(covered, rules=options.rules),
        html=lambda: coverage_page(covered),
        text=lambda: "\n".join(coverage_text(one) for one in covered),
    )
    found = [line for one in covered for line in shortfalls(one, options.threshold, options.both)]
    for line in found:
        sys.stderr.write(f"below the threshold: {line}\n")
    failed = sum(len(one.failed) for one in covered)
    if failed:
        sys.stderr.write(f"{counted(failed, 'case')} failed: see `rulings test`\n")
    return FINDINGS if found or failed else 0
