"""What is shown of a which-question that the rules leave open."""

from __future__ import annotations

from pathlib import Path

from rulings import Rulebook, Verdict
from tests.books import RULES, write_book

PLACES = """
.state keeper(C: card) "{C} is a keeper".
.decl keeps(C: card, Z: zone) "{C} keeps {Z}".
keeps(C, deck) :- keeper(C), face_up(C).
neg keeps(C, hand) :- keeper(C), face_up(C).
"""


def test_a_silent_row_with_a_variable_is_explained(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + PLACES}), cache=False)
    table = book.situation(["Rex is a keeper.", "Rex is not face-up."])
    answer = table.ask("Which zone does a keeper keep?")
    assert answer.verdict is Verdict.UNDECIDED
    assert answer.evidence.steps
    assert isinstance(answer.clauses, tuple)


SHARES = """
.state keeper(C: card) "{C} is a keeper".
.state heirs(C: card, N: int) one "{C} has {N} heirs".
.decl share(C: card, N: int) "{C} leaves {N} coins to each".
share(C, N) :- heirs(C, M), keeper(C), N = 12 // M.
"""


def test_what_a_failing_condition_keeps_from_being_calculated_is_not(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + SHARES}), cache=False)
    table = book.situation(["Rex has 0 heirs."])
    answer = table.ask("How many coins does Rex leave to each?")
    assert answer.number is None
    assert "keeper" in answer.render()
