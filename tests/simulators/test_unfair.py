"""Random Park steps, Cleanups and scorings of Unfair: the rulebook and the simulator agree."""

from __future__ import annotations

from random import Random

import pytest

from rulings import Rulebook, RulingsError, Session
from tests.simulators import unfair as simulated
from tests.simulators.unfair_tables import (
    allowed,
    cards,
    facts,
    happening,
    looks,
    park_step,
    shown,
)

SEEN = (
    "has(P, K, N)",
    "in_park(C, P)",
    "in_space(C, S)",
    "on(U, A)",
    "in_hand(C, P)",
    "in_front(C, P)",
    "location(C, Z)",
    "closed(C)",
    "face_up(C)",
    "holds(C, K, N)",
    "covers(E, F)",
    "built_before(C, D)",
    "entrance(P, E)",
    "limit(P, W, N)",
    "starting_player(P)",
)
UNPRINTED = {"dismiss"}
"""Silences that the rulebook decides: nobody dismisses staff without a rule that says so."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load("unfair")


def described(book: Rulebook, table: simulated.Table, *more: str) -> Session:
    return book.situation("\n".join((*facts(table), *more)))


def same_deeds(book: Rulebook, seed: int) -> None:
    """What may be done, what depends on a silence, and the table after each kind of deed."""
    chance = Random(seed)
    table = park_step(chance)
    session = described(book, table)
    found = simulated.legal(table, "ana")
    sure, open_deeds = allowed(session, "ana")
    assert sure == found.sure
    assert open_deeds == {deed for deed, why in found.open.items() if why not in UNPRINTED}
    deeds = sorted(deed for deed in found.sure if deed.verb in ("build", "demolish"))
    for deed in chance.sample(deeds, min(3, len(deeds))):
        same_table_after(book, session, table, deed)


def same_table_after(
    book: Rulebook, session: Session, table: simulated.Table, deed: simulated.Deed
) -> None:
    """One deed, done by both; where the simulator finds a silence the engine asks what holds."""
    told = happening(deed, "ana", table)
    try:
        want = simulated.after(table, "ana", deed)
    except simulated.Silence:
        with pytest.raises(RulingsError, match="RUL412"):
            session.happen(told, strict=True)
        return
    done = session.happen(told, strict=True)
    left = {card.name for card in (*want.discard,) if card.has("upgrade")} - {deed.card}
    seen = {row for row in looks(done, SEEN) if not left & set(row)}
    assert seen == {row for row in looks(described(book, want), SEEN) if not left & set(row)}
    if done.query("turn(P)") == [("ana",)]:
        assert done.query("actions_left(ana, N)") == [(want.actions,)]


def same_cleanup(book: Rulebook, seed: int) -> None:
    """The income of the Guests step, and the table after the six stages of Cleanup."""
    chance = Random(seed)
    table = replace_step(park_step(chance))
    session = described(book, table, "round(3).", "market_size(4).")
    for player, park in table.parks.items():
        coins, influence = simulated.income(park)
        session = session.happen(f"takes_income({player}).", strict=True)
        now = dict(session.query(f"has({player}, K, N)"))
        assert now["coins"] == park.coins + coins
        assert now["alien_influence"] == park.influence + influence
        income = simulated.replace(park, coins=now["coins"], influence=now["alien_influence"])
        table.parks[player] = income
    let_go: dict[str, frozenset[str]] = {}
    while session.query("step(S)") == [("guests_step",)] or session.query("step(cleanup_step)"):
        wanted = ("begins_s", "lays_out", "discards(", "is_abducted")
        legal = [one for one in session.legal() if one.fact.startswith(wanted)]
        if not legal or session.query("cleanup_stage(6)"):
            break
        choice = chance.choice(legal).fact
        if choice.startswith("discards("):
            player, card = choice.removeprefix("discards(").rstrip(").").split(", ")
            let_go[player] = let_go.get(player, frozenset()) | {card}
        session = session.happen(choice, strict=True)
    want = simulated.cleanup(table, let_go, 4)
    stock = {"market", "deck"}
    one, two = looks(session, SEEN), looks(described(book, want), SEEN)
    assert {row for row in one if row[-1] not in stock} == {
        row for row in two if row[-1] not in stock
    }
    laid = {row[1] for row in one if row[-1] in stock}
    assert laid == {card.name for card in (*want.market, *want.deck)}
    assert len(session.query("location(C, market)")) == len(want.market)


def replace_step(table: simulated.Table) -> simulated.Table:
    """The table in its Guests step, each park within its limits."""
    parks = {name: simulated.replace(park, entrances=()) for name, park in table.parks.items()}
    return simulated.replace(table, step="guests", turn="ana", parks=parks)


def same_scores(book: Rulebook, seed: int) -> None:
    """The points that the texts print."""
    chance = Random(seed)
    table = simulated.replace(park_step(chance), step="game_end")
    session = described(book, table)
    for player, park in table.parks.items():
        points = simulated.score(park, panorama_scoring=table.skipping)
        assert session.query(f"final_score({player}, N)") == [(points,)]


@pytest.mark.parametrize("seed", range(25))
def test_a_park_step(book: Rulebook, seed: int) -> None:
    same_deeds(book, seed)


@pytest.mark.parametrize("seed", range(5))
def test_income_and_cleanup(book: Rulebook, seed: int) -> None:
    same_cleanup(book, seed)


@pytest.mark.parametrize("seed", range(25))
def test_scores(book: Rulebook, seed: int) -> None:
    same_scores(book, seed)
