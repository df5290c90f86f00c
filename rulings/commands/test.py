"""`rulings test [GAME|PATH]`: run FAQ cases."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from rulings.commands.chosen import with_layers
from rulings.commands.report import FINDINGS, progress, show, tell
from rulings.faq.cases import Case, read_cases
from rulings.faq.outcomes import blocked_by, outcome_json, outcome_text
from rulings.faq.runner import Runner
from rulings.faq.spread import spread
from rulings.faq.suite import shown, suite_files
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass, replace
from rulings.render.counting import counted
from rulings.render.problems import render_text
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import find, games, queries

_NAMED = 8
"""How many of the cases that could not be asked are named."""


def run(options: argparse.Namespace) -> int:
    """Run the cases, print the failures and a summary."""
    start = perf_counter()
    cases: list[Case] = []
    broken = 0
    for path in _files(options.place):
        try:
            cases += read_cases(path, shown(path))
        except RulingsError as problem:
            broken += 1
            show(problem.diagnostics)
    if options.only:
        cases = [case for case in cases if options.only in case.id]
    if options.edition:
        cases = [case for case in cases if case.edition in (None, options.edition)]
    if options.layers:
        on_top = ((one, with_layers(one.edition, options.layers, one.game)) for one in cases)
        cases = [replace(one, edition=edition) for one, edition in on_top]
    if options.exitfirst:
        results = _until_failure(Runner(engine=options.engine, each=options.each), cases)
    else:
        results = spread(
            _check,
            cases,
            engine=options.engine,
            each=options.each,
            jobs=options.jobs,
            progress=partial(progress, ""),
        )
    failures = [failure for failure in results if failure is not None]
    seconds = perf_counter() - start
    told = [one.brief if options.quiet else one.text for one in failures if not one.blocked_by]
    unread = f", {counted(broken, 'file')} unreadable" if broken else ""
    summary = (
        f"{counted(len(results), 'case')}, {len(failures)} failed{unread}, {seconds:.1f} s, "
        f"engine {options.engine}\n"
    )
    tell(
        options.format,
        json=lambda: {
            "cases": len(results),
            "passed": len(results) - len(failures),
            "failed": [failure.data for failure in failures],
            "unreadable_files": broken,
            "seconds": round(seconds, 3),
        },
        text=lambda: "".join((*(f"{one}\n" for one in told), _blocked(failures), summary)),
    )
    return FINDINGS if failures or broken else 0


@dataclass(frozen=True, slots=True)
class _Failure:
    """A failed case as it is printed, so that it can come from another process."""

    text: str
    brief: str
    data: dict[str, Any]
    name: str
    blocked_by: tuple[Diagnostic, ...] = ()


def _blocked(failures: Sequence[_Failure]) -> str:
    """Tell once what is wrong in a file that cases share, and which cases could not be asked."""
    known: dict[tuple[Diagnostic, ...], list[str]] = {}
    for failure in failures:
        if failure.blocked_by:
            known.setdefault(failure.blocked_by, []).append(failure.name)
    parts = []
    for problems, names in known.items():
        shown = ", ".join(names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        told = counted(len(names), "case")
        parts.append(
            f"{render_text(problems)}FAIL {told} that could not be asked: {shown}{more}\n\n"
        )
    return "".join(parts)


def _check(runner: Runner, case: Case) -> _Failure | None:
    """Run a case and tell what went wrong, if anything did."""
    outcome = runner.run(case)
    if outcome.passed:
        return None
    brief = outcome_text(outcome, explain=False)
    told = outcome_json(outcome)
    return _Failure(outcome_text(outcome), brief, told, case.name, blocked_by(outcome))


def _until_failure(runner: Runner, cases: Sequence[Case]) -> list[_Failure | None]:
    results: list[_Failure | None] = []
    for number, case in enumerate(cases, 1):
        results.append(_check(runner, case))
        progress("", number if results[-1] is None else len(cases), len(cases))
        if results[-1] is not None:
            break
    return results


def _files(place: str | None) -> tuple[Path, ...]:
    if place is None:
        return tuple(
            path for name, folder in games().items() for path in faq_files(queries(name, folder))
        )
    if Path(place).exists() and (Path(place).is_file() or faq_files(Path(place))):
        return faq_files(Path(place))
    return suite_files(find(place))
