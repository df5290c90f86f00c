"""A case run from the editor.

In: the case in each of its editions. Out: a `CaseRun`: whether it passes, and why. Guarantee: it
takes no longer than it is given, all editions together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulings.engine.limits import deadline
from rulings.faq.cases import Case
from rulings.faq.runner import CaseOutcome, Runner
from rulings.records import dataclass
from rulings.render.problems import render_text


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
