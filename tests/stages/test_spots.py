"""Theme Parque: where a tile of the hand may lie agrees with how a domino on trial is judged."""

from __future__ import annotations

from random import Random

import pytest

from rulings.asking.reason import Verdict
from rulings.language.program import Row
from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook, Session


@pytest.fixture(scope="module")
def table() -> Session:
    book = Rulebook.load("theme_parque")
    return book.situation(at_hand(book.folder)["whole-game-of-all-sets"])


def judged(table: Session, player: str, tile: str, places: Row) -> bool:
    """Whether a tile that is laid, allowed or not, may lie where it lies."""
    laid = table.happen(f"places({player}, {tile}, {places[0]}, {places[1]}).")
    answer = laid.suppose(f"proposed({tile}).").ask(f"May {tile} be placed?")
    assert answer.verdict in {Verdict.YES, Verdict.NO}
    return answer.verdict is Verdict.YES


def assert_agreement(table: Session, chance: Random, each: int) -> None:
    """Compare some places that suit a tile of the hand, and some that do not."""
    hand = table.query("to_lay(P, D)")
    if not hand:
        return
    player, tile = chance.choice(hand)
    suiting = set(table.query(f"could_lie({tile}, S, T)"))
    others = set(table.query("spot(S, _, T)")) | set(table.query("spot(T, _, S)"))
    ruled_out = set(table.query(f"ruled_out({tile}, S, E), next_room(S, E, T)"))
    wrong = {(first, second) for first, _, second in ruled_out} - suiting
    for some in (suiting, wrong, others - suiting - wrong):
        for places in chance.sample(sorted(some), min(each, len(some))):
            found = judged(table, str(player), str(tile), places)
            assert found is (places in suiting), (tile, places, table.to_dict())


def compare(table: Session, chance: Random, each: int) -> None:
    """Play a game at random, and compare in every position."""
    while legal := table.legal():
        choice = chance.choice(legal)
        table = table.happen(choice.fact)
        if choice.kind in {"starts_turn", "places", "finishes"}:
            assert_agreement(table, chance, each)


@pytest.mark.parametrize("seed", range(1))
def test_both_ways_of_judging_agree(table: Session, seed: int) -> None:
    compare(table, Random(seed), each=1)
