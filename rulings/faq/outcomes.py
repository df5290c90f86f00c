"""What is said about a FAQ case that failed.

In: a `CaseOutcome`. Out: text, or JSON. Guarantee: names the place of the case, the question as
understood, what was expected, what came out and why; what is wrong in another file is told apart.
"""

from __future__ import annotations

from typing import Any

from rulings.doors.picking import picked
from rulings.faq.runner import CaseOutcome
from rulings.language.diagnostics import Diagnostic

_NO_EDITION = (
    "The case names no edition, so it is asked in all: where they differ, write `edition: …`, "
    "or `expect: {editions: …}` with an answer for each."
)


def blocked_by(outcome: CaseOutcome) -> tuple[Diagnostic, ...]:
    """Return what kept a case from being asked, where all of it is wrong in other files."""
    own = outcome.case.span.source.name
    found = outcome.diagnostics
    elsewhere = all(one.span is not None and one.span.source.name != own for one in found)
    return found if outcome.answer is None and elsewhere else ()


def outcome_text(outcome: CaseOutcome, *, explain: bool = True) -> str:
    """Return a failure as text."""
    case, answer = outcome.case, outcome.answer
    lines = [f"FAIL {case.name}  ({case.span})", f"  asked       {case.ask.text}"]
    if answer is not None:
        lines.append(f"  understood  {answer.understood_as}")
    lines.append(f"  expected    {case.expect}")
    if answer is not None:
        lines.append(f"  answer      {answer}")
    lines.append(f"  {outcome.complaint}")
    if case.unnamed:
        lines.append(f"  {_NO_EDITION}")
    for diagnostic in outcome.diagnostics:
        place = f"{diagnostic.span}: " if diagnostic.span else ""
        lines.append(f"  {place}{diagnostic.code} {diagnostic.message} {diagnostic.hint}".rstrip())
    if answer is not None and explain:
        lines += [f"    {line}" for line in answer.why().rstrip().splitlines()]
    return "\n".join(lines) + "\n"


def outcome_json(outcome: CaseOutcome) -> dict[str, Any]:
    """Return a failure as plain data."""
    case, answer = outcome.case, outcome.answer
    return {
        **picked(case, "id", "game", "edition"),
        "place": str(case.span),
        "ask": case.ask.text,
        "understood_as": answer.understood_as if answer else None,
        "expected": str(case.expect),
        "verdict": answer.verdict.value if answer else None,
        "reason": answer.reason.value if answer else None,
        "complaint": outcome.complaint,
        "diagnostics": [
            {**picked(found, "code", "message", "hint"), "place": str(found.span)}
            for found in outcome.diagnostics
        ],
    }
