"""What an answer is said to rest on, held against the rulebook with clauses taken out of force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rulings.asking.answer import Answer
from rulings.asking.reason import Reason
from rulings.faq.runner import Runner
from rulings.faq.suite import open_suite
from rulings.session import Session
from tests.stages.suspension import Suspension

SAMPLED = {"boba": 9, "parks": 9}
"""Each game with the number of cases of which one is looked at."""
NAMED = {"boba": 0.8, "parks": 0.85}
"""The share of answers that follow from the clauses that they name."""


def kind(answer: Answer, table: Session, book: Suspension) -> str:
    """Tell whether the clauses of an answer are enough for it."""
    rests_on = book.clauses.intersection(answer.clauses)
    if answer.reason is Reason.FAILED:
        decisive = {name for name in answer.mentioned if not book.agrees(answer, table, {name})}
        return "as said" if decisive <= rests_on else "not named"
    others = book.clauses - rests_on
    if not book.agrees(answer, table, others):
        others = book.clauses.intersection(answer.mentioned) - rests_on
        if not book.agrees(answer, table, others):
            return "not enough"
    return "as said"


@pytest.mark.parametrize("game", SAMPLED)
def test_answers_rest_on_what_they_cite(game: str) -> None:
    suite = open_suite(game)
    runner = Runner(start=suite.folder)
    book = Suspension(suite.books[0])
    found: Counter[str] = Counter()
    moved = 0
    for case in suite.cases[:: SAMPLED[game]]:
        outcome = runner.run(replace(case, because=()))
        answer, table = outcome.answer, outcome.table
        if answer is None or table is None or "what if" in case.ask.text.lower():
            continue
        moved += bool(table.said.journal)
        if answer.reason in (Reason.PROVED, Reason.FAILED, Reason.DENIED):
            found[kind(answer, table, book)] += 1
    assert found["as said"] >= NAMED[game] * found.total()
    assert found.total() >= 25
    assert moved >= 5 or game != "parks"
