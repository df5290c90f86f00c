"""Games of Battle Arena: the rulebook and the simulator agree on every deed, place and Power."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import Rulebook
from tests.simulators import boba
from tests.simulators.boba_compared import compared

PLAYS = boba.cards(Path(__file__).parents[2] / "facts" / "boba" / "cards" / "plays.csv")


def test_enough_plays_are_simulated() -> None:
    verbs = {part.what for play in PLAYS.values() for part in play.parts}
    assert len(PLAYS) >= 60
    assert {"power", "take", "discard", "recover", "lose", "level", "bar run", "cheaper"} <= verbs


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_the_same(seed: int) -> None:
    assert list(compared(Rulebook.load("boba"), PLAYS, seed, battles=2)) == []
