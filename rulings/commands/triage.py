"""`rulings triage GAME [CASES]`: what the rules alone say about FAQ entries.

In: a game and its entries. Out: what the rules say of each, as text or JSON. Guarantee: what needs
a decision comes first, and every entry is in the JSON.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from rulings.commands.report import FINDINGS, indented, progress, tell
from rulings.doors.picking import picked
from rulings.faq.suite import open_suite
from rulings.quality.standing import SortedEntry, Standing, triage
from rulings.render.counting import counted
from rulings.rulebook.layers import named
from rulings.rulebook.library import find


def run(options: argparse.Namespace) -> int:
    """Sort the entries; contradicted ones, and ones not understood, are findings."""
    layers = named(options.layers, find(options.game))
    suite = open_suite(options.game, options.edition, options.cases, layers)
    shown = partial(progress, suite.folder.name)
    compared = options.redundant
    found = triage(suite, compare=compared, jobs=options.jobs, progress=shown)
    tell(
        options.format,
        json=lambda: triage_json(found, compared=compared),
        text=lambda: triage_text(suite.books[0].title, found, compared=compared),
    )
    wrong = (Standing.CONTRADICTED, Standing.UNREAD)
    return FINDINGS if any(finding.standing in wrong for finding in found) else 0


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
