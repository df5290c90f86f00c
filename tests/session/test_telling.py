"""Many lines told at once leave the table that they leave told one after the other."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulings import Rulebook, RulingsError, Session
from tests.books import RULES, write_book

EXCLUDING = '.state asleep(C: card) "{C} is asleep".\nasleep(C) excludes silences(C, _).\n'


@pytest.fixture(scope="module")
def excluding(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """A rulebook with values that replace each other, defaults and what excludes other facts."""
    path: Path = tmp_path_factory.mktemp("telling")
    return Rulebook.load(write_book(path, **{"rules.dl": RULES + EXCLUDING}))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_told_at_once_is_as_told_line_by_line(excluding: Rulebook, seed: int) -> None:
    chance = Random(seed)
    cards = ("rex", "old_fence", "newcomer")[: chance.randint(1, 3)]

    def line() -> str:
        card, other = chance.choice(cards), chance.choice(cards)
        fact = chance.choice(
            (
                f"zone_of({card}, {chance.choice(('play', 'hand', 'deck'))})",
                f"zone_of({card}, {chance.choice(('play', 'hand', 'deck'))})",
                f"face_up({card})",
                f"silences({card}, {other})",
                f"asleep({card})",
            )
        )
        return f"{chance.choice(('', '', 'not '))}{fact}."

    began = excluding.table([line() for _ in range(chance.randint(0, 4))])
    lines = [line() for _ in range(chance.randint(1, 12))]
    one_by_one: list[Session] = []
    for text in lines:
        one_by_one.append((one_by_one[-1] if one_by_one else began).suppose(text))
    at_once = began.suppose(*lines)
    assert at_once.facts() == one_by_one[-1].facts()
    assert at_once.notices == tuple(found for table in one_by_one for found in table.notices)
    assert at_once.suppose(lines[0]).facts() == one_by_one[-1].suppose(lines[0]).facts()


def test_a_text_that_gives_two_values_is_refused_however_long(excluding: Rulebook) -> None:
    text = "\n".join(("zone_of(rex, play).", "zone_of(old_fence, play).", "zone_of(rex, hand)."))
    with pytest.raises(RulingsError, match="RUL343"):
        excluding.table().suppose(text)
