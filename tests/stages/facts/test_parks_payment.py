"""PARKS: what a backpack pays for agrees with trying out every way to pay."""

from __future__ import annotations

import csv
import random
from functools import cache
from itertools import product

import pytest

from rulings.rulebook.library import shipped
from rulings.session import Rulebook, Session

RESOURCES = ("forest", "mountain", "sun", "water", "wildlife")
Wallet = tuple[int, ...]


@cache
def _parks() -> Rulebook:
    return Rulebook.load("parks")


@cache
def _costs() -> dict[str, Wallet]:
    table = shipped("facts") / "parks" / "cards" / "parks.csv"
    lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {row[0]: tuple(map(int, row[1:6])) for row in list(csv.reader(lines))[1:]}


@cache
def _plain() -> tuple[str, ...]:
    """The Parks that bring nothing at once."""
    gains = _parks().situation().query("brings(K, B, N)")
    return tuple(sorted(_costs().keys() - {str(row[0]) for row in gains}))


def _payable(wallet: Wallet, cost: Wallet) -> bool:
    """Try every number of Wildlife in the place of every other resource."""
    needed = cost[:4]
    for replaced in product(*(range(n + 1) for n in needed)):
        kept = tuple(n - r for n, r in zip(needed, replaced, strict=True))
        if all(a <= b for a, b in zip(kept, wallet, strict=False)) and (
            sum(replaced) + cost[4] <= wallet[4]
        ):
            return True
    return False


def _at_the_parks_site(wallet: Wallet) -> Session:
    told = ["It is Ana's turn.", "It is time for the hike."]
    told += [f"has(ana, {name}, {n})." for name, n in zip(RESOURCES, wallet, strict=True)]
    return _parks().situation("\n".join(told)).happen("hikes(ana, first_hiker, parks_site).")


@pytest.mark.parametrize("seed", range(8))
def test_one_park(seed: int) -> None:
    dice = random.Random(seed)
    table = _at_the_parks_site(wallet := tuple(dice.randint(0, 3) for _ in RESOURCES))
    allowed = {one.fact for one in table.legal() if one.kind == "visits"}
    payable = {park for park, cost in _costs().items() if _payable(wallet, cost)}
    assert allowed == {f"visits(ana, {park})." for park in payable}


@pytest.mark.parametrize("seed", range(8))
def test_a_second_park_is_paid_from_what_is_left(seed: int) -> None:
    dice = random.Random(seed)
    wallet = tuple(dice.randint(1, 6) for _ in RESOURCES)
    table = _at_the_parks_site(wallet)
    first = next(park for park in dice.sample(_plain(), 30) if _payable(wallet, _costs()[park]))
    table = table.happen(f"visits(ana, {first}).")
    left = tuple(
        int(row[-1]) for name in RESOURCES for row in table.query(f"count(ana, {name}, N)")
    )
    assert sum(left) == sum(wallet) - sum(_costs()[first])
    allowed = {one.fact for one in table.legal() if one.kind == "visits"}
    payable = {park for park, cost in _costs().items() if park != first and _payable(left, cost)}
    assert allowed == {f"visits(ana, {park})." for park in payable}
