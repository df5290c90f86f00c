"""Random games of Theme Parque agree with its simulator, however the table rules what is open."""

from __future__ import annotations

from random import Random

import pytest

from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook
from tests.simulators.theme_parque_compared import differences, otherwise


@pytest.mark.parametrize("situation", ["whole-game", "whole-game-of-all-sets"])
def test_games_agree_with_the_simulator(situation: str) -> None:
    book = Rulebook.load("theme_parque")
    table = book.situation(at_hand(book.folder)[situation])
    for seed in range(10):
        assert not list(differences(table, seed)), seed


def test_games_agree_under_other_rulings() -> None:
    book = Rulebook.load("theme_parque")
    table = book.situation(at_hand(book.folder)["whole-game-of-all-sets"])
    for seed in range(8):
        assert not list(differences(otherwise(table, Random(seed)), seed)), seed
