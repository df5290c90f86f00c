"""A hundred games of Battle Arena, played by the rulebook and by the simulator."""

from __future__ import annotations

import pytest

from rulings import Rulebook
from tests.simulators.boba_compared import compared
from tests.simulators.test_boba import PLAYS


@pytest.mark.parametrize("first", range(100, 200, 10))
def test_ten_games_are_the_same(first: int) -> None:
    book = Rulebook.load("boba")
    assert [one for seed in range(first, first + 10) for one in compared(book, PLAYS, seed)] == []
