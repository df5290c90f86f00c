"""PARKS: what a backpack pays for agrees with trying out every way to pay."""

from __future__ import annotations

import csv
import random
from functools import cache
from itertools import product

import pytest

from rulings.rulebook.library import shipped
from rulings.session import Rulebook

RESOURCES = ("forest", "mountain", "sun", "water", "wildlife")
Wallet = tuple[int, ...]


@cache
def _parks() -> Rulebook:
    return Rulebook.load("parks")


@cache
def _costs() -> dict[str, Wallet]:
    table = shipped("facts") / "parks" / "tables" / "parks.csv"
    lines = [line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {row[0]: tuple(map(int, row[1:6])) for row in list(csv.reader(lines))[1:]}


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


def _sentences(wallet: Wallet) -> str:
    return "\n".join(
        f"has(ana, {name}, {count})." for name, count in zip(RESOURCES, wallet, strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
def test_one_park(seed: int) -> None:
    dice = random.Random(seed)
    wallet = tuple(dice.randint(0, 3) for _ in RESOURCES)
    rows = _parks().situation(_sentences(wallet)).query("may_visit(ana, K)")
    allowed = {str(row[-1]) for row in rows}
    assert allowed == {park for park, cost in _costs().items() if _payable(wallet, cost)}


@pytest.mark.parametrize("seed", range(8))
def test_several_parks(seed: int) -> None:
    dice = random.Random(seed)
    wallet = tuple(dice.randint(0, 5) for _ in RESOURCES)
    chosen = dice.sample(sorted(_costs()), 2)
    total = tuple(sum(column) for column in zip(*(_costs()[park] for park in chosen), strict=True))
    plans = "\n".join(f"plans(ana, {park})." for park in chosen)
    table = _parks().situation(f"{_sentences(wallet)}\n{plans}")
    assert bool(table.query("can_pay_plan(P)")) == _payable(wallet, total)


@pytest.mark.parametrize("seed", range(8))
def test_resources_named_in_the_question(seed: int) -> None:
    dice = random.Random(seed)
    wallet = tuple(dice.randint(0, 4) for _ in RESOURCES)
    park = dice.choice(sorted(_costs()))
    named = ", ".join(f"{n} {r}" for n, r in zip(wallet, RESOURCES, strict=True))
    answer = _parks().ask(f'Can Ana visit "{park}" with "{named}"?')
    assert (answer.verdict.value == "yes") == _payable(wallet, _costs()[park])
