"""Whole games are played by the engine alone, from setup to the end."""

from __future__ import annotations

from random import Random

import pytest

from rulings.asking.reason import Verdict
from rulings.quality.playing import play_out
from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook, Session


@pytest.fixture(scope="module")
def table() -> Session:
    book = Rulebook.load("theme_parque")
    return book.situation(at_hand(book.folder)["whole-game"])


@pytest.mark.parametrize("game", ["theme_parque", "parks", "unfair"])
def test_games_end_clean(game: str) -> None:
    book = Rulebook.load(game)
    found = play_out(book.situation(at_hand(book.folder)["whole-game"]), 2, seed=5)
    assert (found.games, found.cut, found.failing) == (2, 0, ())
    assert found.choices > 2 * 50


def test_a_game_has_its_steps_in_order_and_an_end(table: Session) -> None:
    chance = Random(7)
    kinds: list[str] = []
    while legal := table.legal():
        choice = chance.choice(legal)
        kinds.append(choice.kind)
        table = table.happen(choice.fact, strict=True)
    setup = kinds.index("starts_turn")
    assert kinds.index("lays_entrance") < kinds.index("shuffles") < kinds.index("is_dealt")
    assert kinds[:setup].count("is_dealt") == 2 * 5
    assert kinds[:setup].count("turns_up") == 5
    assert table.ask("Is the game over?").verdict is Verdict.YES
    assert not {"draws", "gives", "turns_up"} & set(kinds[setup:][:2])
    laid = [happened.fact for happened in table.journal if happened.fact.startswith("places(")]
    assert len(laid) == len(set(laid)) == kinds.count("places")


def test_three_seasons_end_with_a_winner() -> None:
    book = Rulebook.load("parks")
    table = book.situation(at_hand(book.folder)["whole-game"])
    chance = Random(16)
    kinds: set[str] = set()
    while legal := table.legal():
        assert all(choice.surely for choice in legal)
        choice = chance.choice(legal)
        kinds.add(choice.kind)
        table = table.happen(choice.fact)
        assert not table.breaches
    happened = [one.fact for one in table.journal]
    assert [fact for fact in happened if fact.startswith("ends_season(")] == [
        "ends_season(spring).",
        "ends_season(summer).",
        "ends_season(fall).",
    ]
    assert {"places", "photographs", "fills", "uses"} <= kinds
    assert table.ask("Is it time for the end of the game?").verdict is Verdict.YES
    assert table.ask("Who wins?").verdict is Verdict.YES
