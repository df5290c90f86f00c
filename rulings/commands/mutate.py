"""`rulings mutate GAME`: would the FAQ suite notice if a rule were wrong?

In: a game. Out: how many mutants of its rules are killed, which survive and the question that
would kill each, as text, JSON or a FAQ file. Exit code 3 below the threshold, or when a case
fails without any change.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from rulings.commands.report import FINDINGS, progress, tell
from rulings.faq.suite import read_all, suite_files
from rulings.language.catalogue import mistake
from rulings.quality.mutation import Sample, mutate
from rulings.quality.mutation_report import report_json, report_text, report_yaml
from rulings.rulebook.library import find


def run(options: argparse.Namespace) -> int:
    """Run the mutants and print what became of them."""
    start = perf_counter()
    folder = find(Path(options.game) if "/" in options.game else options.game)
    for name in options.file:
        if not any(folder.rglob(name)):
            reason = f"the rulebook in {folder.name} has no such file"
            raise mistake("RUL001", None, path=name, reason=reason)
    cases = read_all(suite_files(folder))
    report = mutate(
        folder,
        cases,
        options.edition or (),
        sample=Sample(options.sample, options.seed, tuple(options.file)),
        jobs=options.jobs,
        progress=progress,
    )
    seconds = perf_counter() - start
    tell(
        options.format,
        json=lambda: {**report_json(report), "seconds": round(seconds, 1)},
        yaml=lambda: report_yaml(report),
        text=lambda: report_text(report, seconds),
    )
    return FINDINGS if report.failing or report.score < options.threshold else 0
