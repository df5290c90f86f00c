"""Short answers are sentences that say something: over a sample of the cases of the suites."""

from __future__ import annotations

import re

import pytest

from rulings.faq.cases import readable_cases
from rulings.faq.runner import Runner
from rulings.render.short import PartKind, short
from tests.sources import HOUSE

EVERY = 40
"""One case of so many is looked at."""
SYNTAX = re.compile(r"\b[a-z]\w*\([^ )]*[,)]|\b_\w*|\.fitting|:-|\bnot \w+\(")
DOUBLE = re.compile(r"\bnot not\b|\bnot un\w+|\bno \w+ (?:does|is|are) not\b")
MOST = 6


@pytest.mark.parametrize("game", ["boba", "parks", "theme_parque", "unfair"])
def test_short_answers_say_something(game: str) -> None:
    assert reasons_at_fault(game, EVERY) == []


def reasons_at_fault(game: str, every: int) -> list[str]:
    """Return what is wrong with the short answers to one of `every` so many cases."""
    folder = HOUSE.parent / "queries" / game
    runner = Runner()
    files = sorted(folder.rglob("*.faq.yaml"))
    cases = [case for file in files for case in readable_cases(file)[0]]
    found: list[str] = []
    for case in cases[::every]:
        answer = runner.run(case).answer
        if answer is None or case.ask.text.startswith("?-"):
            continue
        said = answer.because.say
        told = [re.sub(r'"[^"]*"', "", one) for one in said]
        faults = [
            *(f"syntax: {one}" for one in told if SYNTAX.search(one)),
            *(f"two negations: {one}" for one in told if DOUBLE.search(one)),
            *(f"the verdict again: {one}" for one in told if one == answer.say),
            *(f"twice: {one}" for one in said if said.count(one) > 1),
        ]
        parts = [part for part in short(answer) if part.kind is not PartKind.OPEN]
        if len(parts) > MOST:
            faults.append(f"{len(parts)} parts")
        because = answer.because
        if because.although is not None and because.although == because.clause:
            faults.append("a clause twice")
        found += [f"{case.id}: {fault}" for fault in faults]
    return found
