"""`rulings cover [GAME]`: which printed clauses the FAQ cases test.

In: games. Out: their `Coverage` as text, JSON or HTML, and exit code 3 below a threshold or when a
case fails. Guarantee: percentages are rounded down and are of the clauses that can be encoded; a
document that lacks something says what.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from typing import Any

from rulings.commands.report import FINDINGS, indented, progress, tell
from rulings.doors.picking import picked
from rulings.faq.suite import open_suite
from rulings.quality.coverage import (
    ClauseCoverage,
    Coverage,
    DocumentCoverage,
    EncodedRule,
    coverage,
)
from rulings.quality.coverage_page import coverage_page
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
        shown = partial(progress, suite.folder.name)
        observed = observe(suite.cases, start=suite.folder, jobs=options.jobs, progress=shown)
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


def coverage_text(covered: Coverage) -> str:
    """Return a coverage as text: a table, then what is not covered."""
    width = max([len(document.id) for document in covered.documents], default=8)
    lines = [
        _summary(covered),
        "",
        f"{'document':<{width}}  clauses  encoded     tested      both        unmodelled",
    ]
    for one in covered.documents:
        counts = (one.encoded, one.tested, one.both)
        shares = (f"{count} ({one.percent(count)} %)" for count in counts)
        cells = "  ".join(f"{share:<10}" for share in shares)
        lines.append(f"{one.id:<{width}}  {len(one.clauses):>7}  {cells}  {one.unmodelled:>10}")
    for title, listed in _lacking(covered):
        if listed:
            names = indented(", ".join(listed), 2)
            lines += ["", f"{title}: {len(listed)}", names]
    return "\n".join(lines) + "\n"


def coverage_json(covered: Iterable[Coverage], *, rules: bool = False) -> dict[str, Any]:
    """Return coverages as plain data, by document; with `rules` also what never fires."""
    listed = tuple(covered)
    found: dict[str, Any] = {
        "documents": {one.id: _document(one) for each in listed for one in each.documents}
    }
    if rules:
        found["never_fired"] = [
            picked(rule, "id", "clauses", "editions")
            for each in listed
            for rule in each.never_fired
        ]
        found["never_asked"] = [name for each in listed for name in each.never_asked]
        found["seldom_asked"] = [name for each in listed for name in each.seldom_asked]
        found["failed"] = [name for each in listed for name in each.failed]
    return found


def shortfalls(covered: Coverage, threshold: int, both: int = 0) -> tuple[str, ...]:
    """Return what falls short: documents below a percentage tested, or with both verdicts."""
    found = []
    for one in covered.documents:
        for what, count, wanted in (
            ("tested", one.tested, threshold),
            ("tested both ways", one.both, both),
        ):
            percent = one.percent(count)
            if percent < wanted:
                found.append(f"{one.id}: {percent} % {what}, wanted {wanted} %")
    return tuple(found)


def _summary(covered: Coverage) -> str:
    editions = ", ".join(covered.editions)
    failed = f", {len(covered.failed)} failed" if covered.failed else ""
    return (
        f"{covered.title} · {'edition' if len(covered.editions) == 1 else 'editions'} {editions}"
        f" · {counted(covered.cases, 'case')}, {covered.decided} decided{failed}"
    )


def _document(one: DocumentCoverage) -> dict[str, Any]:
    counts = picked(one, "encoded", "tested", "both", "unmodelled", "missing")
    return {"clauses": len(one.clauses), **counts}


def _lacking(covered: Coverage) -> tuple[tuple[str, tuple[str, ...]], ...]:
    clauses = [one for document in covered.documents for one in document.clauses]
    missing = (one for one in clauses if one.missing)
    return (
        ("Failed cases, which count for nothing", covered.failed),
        ("Clauses that nothing encodes", _names(one for one in missing if not one.encoded)),
        (
            "Clauses that no decided case rests on",
            _names(one for one in clauses if one.missing and one.encoded),
        ),
        (
            "Clauses with only a yes or only a no",
            _names(one for one in clauses if one.tested and not one.both),
        ),
        ("Rules that never fire", tuple(_rule(rule, covered) for rule in covered.never_fired)),
        ("Predicates that are never asked", covered.never_asked),
        (_seldom(covered), covered.seldom_asked),
    )


def _rule(rule: EncodedRule, covered: Coverage) -> str:
    """Name a rule, with its editions when not all hold it."""
    everywhere = len(rule.editions) == len(covered.editions)
    return rule.id if everywhere else f"{rule.id} [{', '.join(rule.editions)}]"


def _names(clauses: Iterable[ClauseCoverage]) -> tuple[str, ...]:
    return tuple(one.clause.name for one in clauses)


def _seldom(covered: Coverage) -> str:
    share = len(covered.seldom_asked) * 100 // covered.shown if covered.shown else 0
    return f"Predicates that no rule reads and one or two cases ask ({share} % of {covered.shown})"
