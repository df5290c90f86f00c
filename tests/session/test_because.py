"""The short reason of an answer: what decides, in sentences, and the clause that says so."""

from __future__ import annotations

import pytest

from rulings import Rulebook


@pytest.mark.parametrize(
    ("game", "lines", "question", "told", "clause"),
    [
        (
            "unfair",
            "Triceratops is on Log Flume. Log Flume is in Alice's park. Triceratops is face-down.",
            "is Triceratops active",
            "Triceratops is face-down. Triceratops is in play (Triceratops is on Log Flume and "
            "Log Flume is in Alice's park).",
            "unfair-guide-2024/inactive-face-down",
        ),
        (
            "parks",
            "I have 2 suns, 1 forest and 1 wildlife.",
            "may I visit Acadia",
            "You need 2 Wildlife for Acadia (you have 1 Forest, Acadia needs 1 Wildlife and Acadia "
            "needs 1 Water). You have 1 Wildlife.",
            "parks-2e/visit-cost",
        ),
    ],
)
def test_what_decides_is_told(game: str, lines: str, question: str, told: str, clause: str) -> None:
    answer = Rulebook.load(game).table([lines]).ask(question)
    assert " ".join(answer.because.say) == told
    assert answer.because.clause is not None
    assert answer.because.clause.id == clause
    assert answer.clauses[0] == clause
