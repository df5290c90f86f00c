"""More random games of PARKS on which the rulebook and the simulator agree, in every ruling."""

from __future__ import annotations

import pytest

from rulings.session import Rulebook
from tests.simulators.parks_games import play

BOOK = Rulebook.load("parks")


@pytest.mark.parametrize("seed", range(1000, 1040))
def test_random_games_agree(seed: int) -> None:
    assert play(BOOK, seed)[1] is None
