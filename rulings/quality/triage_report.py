"""What is said about a triage.

In: `SortedEntry`s. Out: text, plain data for JSON. Guarantee: what needs a decision comes first,
and every entry is in the JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rulings.doors.picking import picked
from rulings.quality.reporting import indented
from rulings.quality.standing import SortedEntry, Standing
from rulings.render.counting import counted

_TITLES = {
    Standing.UNREAD: "Not understood",
    Standing.CONTRADICTED: "Contradicted by the rules: errata in disguise",
    Standing.SILENT: "The rules are silent: the entry extends them",
    Standing.ENTAILED: "Entailed by the rules",
}


def triage_text(title: str, found: Sequence[SortedEntry], *, compared: bool) -> str:
    """Return a triage as text; `compared` says that redundant entries were looked for."""
    lines = [f"{title} · {_summary(found, compared=compared)}"]
    for standing, heading in _TITLES.items():
        chosen = [finding for finding in found if finding.standing is standing]
        if chosen:
            lines += ["", f"{heading}: {len(chosen)}"]
        for one in chosen:
            case = one.case
            lines.append(f"  {case.name}  ({case.span})")
            if standing is not Standing.ENTAILED:
                lines.append(indented(case.ask.text, 4, 6))
                lines.append(f"    the entry says {case.expect}, the rules: {one.answer or '–'}")
                lines.append(indented(one.say, 4, 6))
            if one.clauses:
                lines.append(indented(f"by {', '.join(one.clauses)}", 4, 6))
            if one.repeats:
                lines.append(f"    redundant: notices no mutant that {one.repeats} does not notice")
    return "\n".join(lines) + "\n"


def triage_json(found: Sequence[SortedEntry], *, compared: bool) -> dict[str, Any]:
    """Return a triage as plain data; `redundant` is null unless entries were compared."""
    counts = _counts(found)
    return {
        **{standing.value: counts[standing] for standing in Standing},
        "redundant": [one.case.name for one in found if one.repeats] if compared else None,
        "entries": [
            {
                **picked(one.case, "id", "edition?"),
                "place": str(one.case.span),
                "ask": one.case.ask.text,
                "expected": str(one.case.expect),
                **picked(one, "standing", "answer?", "say", "clauses", "repeats?"),
            }
            for one in found
        ],
    }


def _counts(found: Sequence[SortedEntry]) -> Counter[Standing]:
    return Counter(finding.standing for finding in found)


def _summary(found: Sequence[SortedEntry], *, compared: bool) -> str:
    counts = _counts(found)
    parts = [counted(len(found), "entry", "entries")]
    parts += [f"{counts[standing]} {standing.value}" for standing in Standing if counts[standing]]
    if compared:
        parts.append(f"{sum(bool(finding.repeats) for finding in found)} redundant")
    return ", ".join(parts)
