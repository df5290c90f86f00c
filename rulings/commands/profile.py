"""`rulings profile GAME QUESTION`: where the time of a question or of all cases goes."""

from __future__ import annotations

import argparse
from functools import partial

from rulings.commands.chosen import described, the_edition
from rulings.commands.report import misused, progress, tell
from rulings.faq.suite import open_suite
from rulings.quality.profile_report import profile_folded, profile_json, profile_text
from rulings.quality.profiled import Profile, profile_question, profile_suite
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    if options.suite == bool(options.question):
        said = "name a question, or `--suite` for those of all cases"
        return misused(said, 'Write `rulings profile GAME "…"`.')
    profile = _of_suite(options) if options.suite else _of_question(options)
    tell(
        options.format,
        json=lambda: profile_json(profile),
        folded=lambda: profile_folded(profile),
        text=lambda: profile_text(profile, options.most),
    )
    return 0


def _of_question(options: argparse.Namespace) -> Profile:
    book = Rulebook.load(options.game, the_edition(options.edition, options.situation))
    table = described(options.situation, book)
    return profile_question(book, lambda one: one.situation(table), options.question)


def _of_suite(options: argparse.Namespace) -> Profile:
    suite = open_suite(options.game, options.edition)
    cases = [case for case in suite.cases if options.only is None or options.only in case.id]
    return profile_suite(suite, cases, partial(progress, suite.folder.name))
