"""A time in front of a sentence, and permission in other words."""

from __future__ import annotations

import pytest

from rulings.english.fronted import FRONTED
from rulings.english.lexicon import Lexicon
from rulings.english.words import tokenize
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)


def plainer(line: str) -> list[str]:
    tokens = tokenize(line, names=True)
    lines = (found for rule in FRONTED for found in rule(tokens, LEXICON))
    return [" ".join(token.text for token in found) for found in lines]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("This round Ana sold Old Map.", "Ana sold Old Map This round"),
        ("At game end, she has it.", "she has it At game end"),
        ("In round 3 Ana sold it.", "Ana sold it In round 3"),
        ("Is Ana allowed to sell it?", "may Ana sell it"),
        ("Is it fine for her to sell it?", "may she sell it"),
        ("Might Ana sell it?", "may Ana sell it"),
    ],
)
def test_what_stands_in_front_is_moved_and_nothing_lost(line: str, meant: str) -> None:
    assert plainer(line) == [meant]


@pytest.mark.parametrize(
    "line", ["In the park Ana sold it.", "This round is over.", "Is Ana not allowed it?"]
)
def test_what_is_no_time_stays(line: str) -> None:
    assert "sold it In" not in " ".join(plainer(line))
    assert "may" not in " ".join(plainer(line))
