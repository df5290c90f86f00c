"""`rulings diff GAME --from A --to B`: what two versions of a rulebook answer differently.

In: a game and two versions. Out: their `Differences` as text, as Markdown for a pull request, or as
JSON. Guarantee: verdicts that changed come first; what the text only counts stands in the JSON.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulings.commands.report import indented, progress, tell
from rulings.doors.picking import picked
from rulings.engine.run.model import Truth
from rulings.quality.compare import CaseChange, ClauseChange, Differences, FlippedFact, compare
from rulings.quality.observe import Observation
from rulings.quality.versions import open_version
from rulings.rulebook.library import find


def run(options: argparse.Namespace) -> int:
    """Compare the versions and print what differs."""
    folder = find(options.game)
    with TemporaryDirectory() as space:
        before, after = (
            open_version(folder, named, options.edition, Path(space) / side)
            for named, side in ((options.before, "before"), (options.after, "after"))
        )
        shown = partial(progress, folder.name)
        found = compare(before, after, jobs=options.jobs, progress=shown)
    tell(
        options.format,
        json=lambda: comparison_json(found),
        markdown=lambda: comparison_markdown(found),
        text=lambda: comparison_text(found),
    )
    return 0


_NAMED = 3
"""So many clauses are named on each side of a change; the others are counted."""
_SAID = {Truth.TRUE: "yes", Truth.UNDEFINED: "open", Truth.FALSE: "no"}


def comparison_text(found: Differences) -> str:
    """Return a comparison as text."""
    lines = [f"{found.title} · from {found.before} to {found.after}", _summary(found)]
    for title, changes in _by_kind(found.cases):
        lines += ["", f"{title}: {len(changes)}"]
        for change in changes:
            case = change.case
            lines.append(f"  {case.id}  ({case.span})")
            if change.what != "reasons":
                lines.append(f"    {case.ask.text}")
                lines.append(f"    {found.before}: {_answer(change.before)}")
                lines.append(f"    {found.after}: {_answer(change.after)}")
            lines += [indented(line, 4, 6) for line in _reasons(change)]
    if found.clauses:
        lines += ["", f"Clauses that came, went or changed: {len(found.clauses)}"]
        lines += [f"  {_clause(change)}" for change in found.clauses]
    lines += ["", f"Derived facts that flipped in {len(found.situations)} ready situations: "]
    lines[-1] += str(len(found.flips))
    for heading, flips in _by_clause(found.flips):
        lines.append(f"  {heading}")
        lines += [f"    {_SAID[f.before]} → {_SAID[f.after]}  {f.say}" for f in flips]
    lines += [f"  not compared: {line}" for line in found.skipped]
    return "\n".join(lines) + "\n"


def comparison_markdown(found: Differences) -> str:
    """Return a comparison as a comment for a pull request."""
    lines = [f"### {found.title}: `{found.before}` → `{found.after}`", "", _summary(found)]
    for title, changes in _by_kind(found.cases):
        lines += ["", f"<details><summary>{title} ({len(changes)})</summary>", ""]
        lines += ["| case | before | after | clauses |", "|---|---|---|---|"]
        for change in changes:
            clauses = "<br>".join(_reasons(change))
            cells = (
                f"`{change.case.id}`<br>{change.case.ask.text}",
                _answer(change.before),
                _answer(change.after),
                clauses,
            )
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines += ["", "</details>"]
    if found.clauses:
        count = len(found.clauses)
        lines += ["", f"<details><summary>Clauses that changed ({count})</summary>", ""]
        lines += [f"- {_clause(change, '`')}" for change in found.clauses]
        lines += ["", "</details>"]
    for heading, flips in _by_clause(found.flips):
        lines += ["", f"**{heading}**", ""]
        lines += [f"- {_SAID[f.before]} → {_SAID[f.after]}: {f.say}" for f in flips]
    if found.skipped:
        lines += ["", "Not compared:", "", *(f"- {line}" for line in found.skipped)]
    return "\n".join(lines) + "\n"


def comparison_json(found: Differences) -> dict[str, Any]:
    """Return a comparison as plain data."""
    return {
        "from": found.before,
        "to": found.after,
        "cases_compared": found.asked,
        "cases": [
            {
                "id": change.case.id,
                "place": str(change.case.span),
                "ask": change.case.ask.text,
                "changed": change.what,
                "from": _observation(change.before),
                "to": _observation(change.after),
            }
            for change in found.cases
        ],
        "clauses": [
            {
                "id": change.name,
                "change": change.how,
                "parts": list(change.what),
                "from": change.before.gist if change.before else None,
                "to": change.after.gist if change.after else None,
            }
            for change in found.clauses
        ],
        "situations": list(found.situations),
        "flips": [
            {
                **picked(flip, "situation", "fact", "say", "clauses"),
                "from": flip.before.value,
                "to": flip.after.value,
            }
            for flip in found.flips
        ],
        "not_compared": list(found.skipped),
    }


_TITLES = {
    "verdict": "Verdicts that changed",
    "answer": "Other answers under the same verdict",
    "reasons": "Same answer, other reasons",
}


def _by_kind(changes: Iterable[CaseChange]) -> Iterator[tuple[str, list[CaseChange]]]:
    listed = list(changes)
    for what, title in _TITLES.items():
        chosen = [change for change in listed if change.what == what]
        if chosen:
            yield title, chosen


def _by_clause(flips: Iterable[FlippedFact]) -> Iterator[tuple[str, list[FlippedFact]]]:
    """Group flips by situation and the clauses responsible."""
    groups: dict[str, list[FlippedFact]] = {}
    for flip in flips:
        clauses = ", ".join(flip.clauses) or "no clause: a fact changed"
        groups.setdefault(f"{flip.situation}, because of {clauses}", []).append(flip)
    yield from groups.items()


def _summary(found: Differences) -> str:
    kinds = [change.what for change in found.cases]
    parts = [f"{found.asked} cases compared"]
    parts += [
        f"{title[0].lower()}{title[1:]}: {kinds.count(what)}" for what, title in _TITLES.items()
    ]
    hows = [change.how for change in found.clauses]
    parts += [f"clauses {how}: {hows.count(how)}" for how in ("came", "went", "changed")]
    return "; ".join(parts) + "."


def _answer(seen: Observation) -> str:
    if seen.reason is None:
        return f"not understood: {seen.problem.partition('. ')[0].rstrip('.')}."
    return f"{seen.reason.verdict.value.upper()} ({seen.reason.value})  {seen.say}"


def _reasons(change: CaseChange) -> list[str]:
    """Return the clauses that left the explanation, and those that joined it."""
    old, new = change.before.clauses, change.after.clauses
    left = [clause for clause in old if clause not in new]
    joined = [clause for clause in new if clause not in old]
    return [f"{sign} {_named(names)}" for sign, names in (("−", left), ("+", joined)) if names]


def _named(clauses: list[str]) -> str:
    """Name the first clauses, which stand nearest to the answer, and count the others."""
    further = len(clauses) - _NAMED
    return ", ".join(clauses[:_NAMED]) + (f" and {further} more" if further > 0 else "")


def _clause(change: ClauseChange, quote: str = "") -> str:
    name = f"{quote}{change.name}{quote}"
    shown = change.after or change.before
    gist = shown.gist if shown is not None else ""
    parts = f" ({', '.join(change.what)})" if change.what else ""
    return f"{change.how} {name}{parts}: {gist}"


def _observation(seen: Observation) -> dict[str, Any]:
    return {
        "verdict": seen.reason.verdict.value if seen.reason else None,
        "reason": seen.reason.value if seen.reason else None,
        **picked(seen, "say", "answers", "number", "clauses", "problem?"),
    }
