"""Theme Parque played beside its simulator: choices, tiles, squares, worths and scores agree."""

from __future__ import annotations

from random import Random

import pytest

from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook
from tests.simulators.theme_parque_compared import differences, otherwise


@pytest.mark.parametrize("turned_round", [False, True])
def test_a_game_agrees_with_the_simulator(turned_round: bool) -> None:
    book = Rulebook.load("theme_parque")
    name = "whole-game-of-all-sets" if turned_round else "whole-game"
    table = book.situation(at_hand(book.folder)[name])
    if turned_round:
        table = otherwise(table, Random(3))
    assert not list(differences(table, 5))
