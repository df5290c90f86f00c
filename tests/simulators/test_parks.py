"""The rulebook of PARKS and the simulator agree, step by step, on random games."""

from __future__ import annotations

import pytest

from rulings.session import Rulebook
from tests.simulators.parks_games import play

BOOK = Rulebook.load("parks")


@pytest.mark.parametrize("seed", [126, 2])
def test_random_games_agree(seed: int) -> None:
    steps, difference = play(BOOK, seed)
    assert difference is None
    assert steps > 100


def test_another_reading_of_a_silence_is_found_out() -> None:
    """A simulator that lets hikers take Weather Tokens differs from rules that do not."""
    _, difference = play(BOOK, 33, weather_taken=True)
    assert difference is not None
    assert difference.what == "deeds"
    assert {one.split("(")[0] for one in difference.only_simulator} == {"takes_weather"}
