"""What is wrong with FAQ files, before any case is answered.

In: FAQ files. Out: the diagnostics of their keys, and of every case whose rulebook, situation,
lines, question or clauses cannot be read. Guarantee: a case without a diagnostic can be asked;
what is wrong with a file that many cases share is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulings.asking.datalog_lines import goal_asked
from rulings.asking.posing import question_of
from rulings.faq.cases import Case, readable_cases
from rulings.faq.runner import Runner, unknown_clauses
from rulings.faq.spread import spread
from rulings.faq.suite import shown
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import replace


def examine(files: Iterable[Path], start: Path, *, parse_only: bool = False) -> list[Diagnostic]:
    """Return what is wrong with FAQ files; rulebooks are looked for from the folder `start`.

    `parse_only` leaves the cases unread, where their rulebook cannot be loaded anyway.
    """
    found: list[Diagnostic] = []
    cases: list[Case] = []
    for path in files:
        try:
            readable, wrong = readable_cases(path, shown(path))
        except RulingsError as problem:
            found += problem.diagnostics
        else:
            cases += readable
            found += wrong
    if parse_only:
        return found
    for told in spread(problems_of_case, cases, start=start):
        found += told
    return list(dict.fromkeys(found))


def problems_of_case(runner: Runner, case: Case) -> tuple[Diagnostic, ...]:
    """Return what keeps a case from being asked of the rulebooks that a runner keeps."""
    try:
        table = runner.table(case)
    except RulingsError as problem:
        return tuple(
            found if found.span is not None else replace(found, span=case.span)
            for found in problem.diagnostics
        )
    unknown = unknown_clauses(case, table)
    try:
        _, asked = question_of(table.read(case.ask.text), case.ask.text)
        goal_asked(asked, table.rulebook.outline, table.lexicon.names)
    except RulingsError as problem:
        return (
            *(replace(found, span=case.ask.span) for found in problem.diagnostics),
            *unknown,
        )
    return unknown
