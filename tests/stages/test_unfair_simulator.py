"""More random tables of Unfair than the ordinary tests take time for."""

from __future__ import annotations

import pytest

from rulings import Rulebook
from tests.simulators.test_unfair import same_cleanup, same_deeds, same_outcomes, same_scores


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load("unfair")


@pytest.mark.parametrize("seed", range(100, 250))
def test_the_rulebook_and_the_simulator_agree(book: Rulebook, seed: int) -> None:
    same_deeds(book, seed)
    same_cleanup(book, seed)
    same_scores(book, seed)
    same_outcomes(book, seed)
