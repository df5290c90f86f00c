"""What is checked in depth, in a process of its own.

In: files as they are in the editor. Out: findings; what became of a case. Guarantee: a rulebook is
loaded once for as long as its files stay as they are; a check has its time, a case one for all its
editions together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from rulings.adapters.lsp.workshop import Workshop
from rulings.engine.limits import deadline
from rulings.faq.cases import Case
from rulings.faq.examining import problems_of_case
from rulings.faq.runner import CaseOutcome, Runner
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source
from rulings.quality.soundness import check_described, check_program, check_rules
from rulings.records import dataclass, field
from rulings.render.problems import render_text
from rulings.rulebook.situation import SituationFile, read_situation

LONGEST = 120.0
"""Seconds that one check may take."""
_STRIDE = 0.2


@dataclass(frozen=True, slots=True)
class Drawer:
    """The files of a rulebook as they are: its folder, the texts that are not saved.

    `state` is another one whenever rules, words, tables or clauses are.
    """

    folder: Path
    state: int
    unsaved: Mapping[Path, str]


@dataclass(slots=True)
class Workbench:
    """The rulebooks that are checked, as they were loaded last."""

    _known: dict[Path, tuple[int, Workshop, Runner]] = field(default_factory=dict)

    def rules(self, drawer: Drawer) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the rules, words and clauses of a rulebook."""
        with deadline(LONGEST):
            return tuple(dict.fromkeys(check_rules(drawer.folder, drawer.unsaved).found))

    def program(self, path: Path, text: str) -> list[Diagnostic]:
        """Return what is wrong with a program of no rulebook, in its own text."""
        with deadline(LONGEST):
            found = check_program(path, {path: text})
        return [one for one in found if one.span and one.span.source.text == text]

    def situation(self, drawer: Drawer, file: SituationFile, *, puzzle: bool) -> list[Diagnostic]:
        """Return what is wrong with a table. Raises RulingsError."""
        with deadline(LONGEST):
            described = read_situation(file, drawer.folder)
            book = self._opened(drawer)[0].load(described.edition)
            return check_described(described, book, puzzle=puzzle)

    def cases(
        self, drawer: Drawer, waiting: Sequence[Sequence[Case]]
    ) -> list[tuple[Diagnostic, ...]]:
        """Read cases for a moment, at least the first; a result for each piece that was read."""
        began, found = monotonic(), []
        runner = self._opened(drawer)[1]
        with deadline(LONGEST):
            for cases in waiting:
                problems = (one for case in cases for one in problems_of_case(runner, case))
                found.append(tuple(dict.fromkeys(problems)))
                if monotonic() - began > _STRIDE:
                    break
        return found

    def run(self, drawer: Drawer, cases: Sequence[Case], seconds: float) -> CaseRun:
        """Run a case in its editions. Raises OutOfTime."""
        return run_case(cases, self._opened(drawer)[1], seconds)

    def alone(self, read: Callable[[Source], object], source: Source) -> list[Diagnostic]:
        """Return what is wrong with a text by itself."""
        try:
            read(source)
        except RulingsError as refused:
            return list(refused.diagnostics)
        return []

    def _opened(self, drawer: Drawer) -> tuple[Workshop, Runner]:
        known = self._known.get(drawer.folder)
        if known is None or known[0] != drawer.state:
            shop = Workshop(drawer.folder, dict(drawer.unsaved))
            runner = Runner(load=lambda _, edition: shop.load(edition), start=shop.folder)
            known = self._known[drawer.folder] = drawer.state, shop, runner
        return known[1], known[2]


@dataclass(frozen=True, slots=True)
class CaseRun:
    """What became of a case: a title for a lens, a message, the whole explanation."""

    id: str
    passed: bool
    message: str
    why: str

    @property
    def title(self) -> str:
        """What stands above the case from now on."""
        return "✓ passes · run again" if self.passed else "✗ fails · run again"

    def to_json(self) -> dict[str, Any]:
        """Return what the command answers."""
        return {"id": self.id, "passed": self.passed, "say": self.message, "why": self.why}


def run_case(cases: Sequence[Case], runner: Runner, seconds: float) -> CaseRun:
    """Run a case in its editions. Raises OutOfTime."""
    with deadline(seconds):
        outcomes = [(case, runner.run(case)) for case in cases]
        passed = all(outcome.passed for _, outcome in outcomes)
        said = "\n".join(_said(case, outcome) for case, outcome in outcomes)
        why = "\n\n".join(_why(case, outcome, len(cases)) for case, outcome in outcomes)
    return CaseRun(cases[0].id, passed, said, why)


def _said(case: Case, outcome: CaseOutcome) -> str:
    edition = f" ({case.edition})" if case.edition else ""
    if outcome.passed and outcome.answer is not None:
        return f"{case.id}{edition} passes: {outcome.answer.say}"
    return f"{case.id}{edition} fails: {outcome.complaint}"


def _why(case: Case, outcome: CaseOutcome, count: int) -> str:
    edition = f"{case.edition}:\n" if count > 1 else ""
    if outcome.answer is None:
        return f"{edition}{outcome.complaint}\n{render_text(outcome.diagnostics)}"
    complaint = "" if outcome.passed else f"{outcome.complaint}\n"
    return f"{edition}{complaint}{outcome.answer.why()}"
