"""Random Park steps, Cleanups and scorings of Unfair: the rulebook and the simulator agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from rulings import Rulebook, RulingsError, Session
from tests.simulators import unfair as simulated
from tests.simulators.unfair_sentences import Part, Sentence, enact, enacted
from tests.simulators.unfair_tables import (
    allowed,
    facts,
    happening,
    looks,
    park_step,
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
    "holds(C, K, N), N > 0",
    "covers(E, F)",
    "built_before(C, D)",
    "entrance(P, E)",
    "limit(P, W, N)",
    "starting_player(P)",
)
STAGES = ("begins_step", "begins_stage", "lays_out", "discards(", "dismisses(")


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
    assert open_deeds == set(found.open)
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
        park = replace(park, coins=park.coins + coins, influence=park.influence + influence)
        assert session.query(f"has({player}, coins, N)") == [(park.coins,)]
        assert session.query(f"has({player}, alien_influence, N)") == [(park.influence,)]
        table.parks[player] = park
    let_go: dict[str, frozenset[str]] = {}
    while legal := [one for one in session.legal() if one.fact.startswith(STAGES)]:
        choice = chance.choice(legal).fact
        if choice.startswith("discards("):
            player, card = choice.removeprefix("discards(").rstrip(").").split(", ")
            let_go[player] = let_go.get(player, frozenset()) | {card}
        session = session.happen(choice, strict=True)
        if session.query("cleanup_stage(N)") == [(6,)]:
            break
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
    parks = {name: replace(park, entrances=()) for name, park in table.parks.items()}
    return replace(table, step="guests", turn="ana", parks=parks)


def same_scores(book: Rulebook, seed: int) -> None:
    """The points that the texts print."""
    chance = Random(seed)
    table = replace(park_step(chance), step="game_end")
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


def told(part: Part) -> str:
    """A part in the words of a card."""
    kind = {"gain": "coins", "pay": "coins", "dismiss": "staff member", "close": "attraction"}
    where = "" if part.verb in ("gain", "pay") else " in your park"
    return f"{part.verb} {part.count} {kind[part.verb]}{where}"


def same_outcomes(book: Rulebook, seed: int) -> None:
    """An event of one sentence is played: what can come of it, whoever chooses."""
    chance = Random(seed)
    table = replace_step(park_step(chance))
    verbs = chance.sample(("gain", "pay", "dismiss", "close"), 2)
    single = ("dismiss", "close")
    parts = tuple(Part(one, 1 if one in single else chance.randint(1, 6)) for one in verbs)
    sentence = Sentence(parts, chance.choice(("and", "then", "or", "otherwise", "unless", "to")))
    text = f" {sentence.joint} ".join(map(told, parts)).capitalize()
    here = list(table.parks["ana"].plots())
    if "close" in verbs and here and all(plot.closed for plot in here):
        return
    seen = "section(event_play).", "kind_told(plan, event).", "in_hand(plan, ana)."
    table = replace(table, step="events")
    session = described(book, table, *seen, f'Plan says "{text}."')
    found = set(ends(session.happen("plays(ana, plan).", strict=True)))
    want = set()
    for way in enact(sentence, table.parks["ana"]):
        park = table.parks["ana"]
        for part in way:
            park = enacted(part, park)
        staff = sum(card.has("staff") for card in park.side)
        want.add((park.coins, sum(plot.closed for plot in park.plots()), staff))
    assert found == want, text


def ends(session: Session) -> Iterator[tuple[int | str, int, int]]:
    """Coins, closed attractions and staff at every end of the text that is being carried out."""
    deeds = ("gains", "pays", "closes", "dismisses", "declines")
    ways = {one.kind: one.fact for one in session.legal("ana") if one.kind in deeds}
    for fact in ways.values():
        yield from ends(session.happen(fact, strict=True))
    if not ways:
        [(coins,)] = session.query("has(ana, coins, N)")
        closed = session.query("closed(A), in_park(A, ana)")
        yield coins, len(closed), len(session.query('has_type(C, "staff"), in_park(C, ana)'))


@pytest.mark.parametrize("seed", range(8))
def test_a_sentence_of_a_card(book: Rulebook, seed: int) -> None:
    same_outcomes(book, seed)
