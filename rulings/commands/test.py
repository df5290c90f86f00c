"""`rulings test [GAME|PATH]`: run FAQ cases."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from rulings.commands.chosen import with_layers
from rulings.commands.report import FINDINGS, progress, show
from rulings.doors.screen import json_text
from rulings.faq.cases import Case, read_cases
from rulings.faq.outcomes import blocked_by, outcome_json, outcome_text
from rulings.faq.runner import Runner
from rulings.faq.spread import Setting, spread
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
    setting = Setting(options.engine, each=options.each)
    if options.exitfirst:
        results = list(_until_failure(_checker(setting), cases))
    else:
        told = partial(progress, "")
        results = spread(_checker, cases, setting, jobs=options.jobs, progress=told)
    failures = [failure for failure in results if failure is not None]
    seconds = perf_counter() - start
    if options.format == "json":
        result = {
            "cases": len(results),
            "passed": len(results) - len(failures),
            "failed": [failure.data for failure in failures],
            "unreadable_files": broken,
            "seconds": round(seconds, 3),
        }
        sys.stdout.write(json_text(result, indent=2) + "\n")
    else:
        for failure in failures:
            if not failure.blocked_by:
                sys.stdout.write((failure.brief if options.quiet else failure.text) + "\n")
        sys.stdout.write(_blocked(failures))
        unread = f", {counted(broken, 'file')} unreadable" if broken else ""
        sys.stdout.write(
            f"{counted(len(results), 'case')}, {len(failures)} failed{unread}, {seconds:.1f} s, "
            f"engine {options.engine}\n"
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


def _checker(setting: Setting) -> Callable[[Case], _Failure | None]:
    """Return the function that runs a case and tells what went wrong, if anything did."""
    runner = Runner(engine=setting.engine, each=setting.each)

    def check(case: Case) -> _Failure | None:
        outcome = runner.run(case)
        if outcome.passed:
            return None
        brief = outcome_text(outcome, explain=False)
        told = outcome_json(outcome)
        return _Failure(outcome_text(outcome), brief, told, case.name, blocked_by(outcome))

    return check


def _until_failure(
    check: Callable[[Case], _Failure | None], cases: list[Case]
) -> Iterator[_Failure | None]:
    for number, case in enumerate(cases, 1):
        failure = check(case)
        progress("", number if failure is None else len(cases), len(cases))
        yield failure
        if failure is not None:
            return


def _files(place: str | None) -> tuple[Path, ...]:
    if place is None:
        return tuple(
            path for name, folder in games().items() for path in faq_files(queries(name, folder))
        )
    if Path(place).exists() and (Path(place).is_file() or faq_files(Path(place))):
        return faq_files(Path(place))
    return suite_files(find(place))
