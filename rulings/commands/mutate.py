"""`rulings mutate GAME`: would the FAQ suite notice if a rule were wrong?

In: a game. Out: how many mutants of its rules are killed, which survive and the question that
would kill each, as text, JSON or a FAQ file. Exit code 3 below the threshold, or when a case fails
without any change. Guarantee: survivors stand under the printed clauses that their rules encode; a
question that tells several mutants is printed once.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

from rulings.commands.report import FINDINGS, progress, tell
from rulings.doors.picking import picked
from rulings.faq.suite import read_all, suite_files
from rulings.language.catalogue import mistake
from rulings.quality.laboratory import Fate, Status
from rulings.quality.mutation import Report, Sample, mutate
from rulings.quality.synthesise import expected
from rulings.render.counting import counted
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


def report_text(report: Report, seconds: float) -> str:
    """Return the report as text."""
    lines = [f"FAIL {name}: fails without any change" for name in report.failing]
    for clause, fates in _by_clause(report).items():
        lines.append(clause)
        for fate in fates:
            lines.append(f"  {_said(fate)}")
            lines += [f"      {line}" for line in _question(fate)]
    killed, survived = len(report.of(Status.KILLED)), len(report.of(Status.SURVIVED))
    equivalent = len(report.of(Status.EQUIVALENT))
    lines.append(
        f"{report.game} ({', '.join(report.editions)}): {counted(len(report.fates), 'mutant')}, "
        f"{killed} killed, {survived} survived, {equivalent} equivalent: {report.score} %, "
        f"{counted(report.cases, 'case')}, {seconds:.0f} s"
    )
    return "\n".join(lines) + "\n"


def report_json(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        **picked(report, "game", "editions", "cases", "failing"),
        "mutants": len(report.fates),
        **{status.value: len(report.of(status)) for status in Status},
        "score": report.score,
        "operators": _operators(report),
        "survivors": [_fate_json(fate) for fate in report.of(Status.SURVIVED)],
        "equivalents": [_named(fate) for fate in report.of(Status.EQUIVALENT)],
    }


def report_yaml(report: Report) -> str:
    """Return the questions that would kill the survivors as a FAQ file, each question once."""
    lines = [f"game: {report.game}\n", "cases:\n"]
    seen: set[tuple[str, tuple[str, ...], str]] = set()
    names: Counter[str] = Counter()
    for fate in report.of(Status.SURVIVED):
        question = fate.question
        if question is None:
            continue
        key = (question.edition, question.given, question.ask)
        if key in seen:
            continue
        seen.add(key)
        name = "-".join(re.findall(r"[a-z0-9]+", question.ask.lower()))[:48].strip("-")
        names[name] += 1
        again = f"-{names[name]}" if names[name] > 1 else ""
        source = ", ".join(fate.mutant.rule.clauses[:2]) if fate.mutant.rule is not None else ""
        lines.append(f"  # {_said(fate)}\n")
        lines.append(question.yaml(name + again, source, edition=len(report.editions) > 1))
        lines.append("\n")
    return "".join(lines).rstrip("\n") + "\n" if seen else f"game: {report.game}\ncases: []\n"


def _by_clause(report: Report) -> dict[str, list[Fate]]:
    found: dict[str, list[Fate]] = {}
    for fate in report.of(Status.SURVIVED):
        rule = fate.mutant.rule
        clause = rule.clauses[0] if rule is not None and rule.clauses else "no clause"
        found.setdefault(clause, []).append(fate)
    return dict(sorted(found.items()))


def _said(fate: Fate) -> str:
    return f"{fate.mutant.operator.value} {fate.mutant.id}: {fate.mutant.change}"


def _question(fate: Fate) -> list[str]:
    question = fate.question
    if question is None:
        return ["no question that tells could be put into words"]
    right = expected(question.expect, question.mutant)
    wrong = expected(question.mutant, question.expect)
    return [*question.given, f"{question.ask}  expect {right}, the mutant says {wrong}"]


def _named(fate: Fate) -> dict[str, Any]:
    rule = fate.mutant.rule
    return {
        "rule": fate.mutant.id,
        "operator": fate.mutant.operator.value,
        "change": fate.mutant.change,
        "clauses": list(rule.clauses) if rule is not None else [],
        "editions": list(fate.editions),
    }


def _fate_json(fate: Fate) -> dict[str, Any]:
    question = fate.question
    if question is None:
        return {**_named(fate), "question": None}
    told = {
        **picked(question, "edition", "given", "ask"),
        "expect": expected(question.expect, question.mutant),
        "mutant": expected(question.mutant, question.expect),
    }
    return {**_named(fate), "question": told}


def _operators(report: Report) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for fate in report.fates:
        counts = found.setdefault(fate.mutant.operator.value, {s.value: 0 for s in Status})
        counts[fate.status.value] += 1
    return found
