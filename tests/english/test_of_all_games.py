"""Constructions that every rulebook is read with, each from both sides, at shipped tables."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError

TABLES = [
    # What is the so-and-so is said from both ends.
    ("unfair", ["The starting player is Ana."], "Is Ana the starting player?", "yes"),
    ("unfair", ["The starting player is Ana. Ben plays."], "Is Ben the starting player?", "no"),
    # A step named in a question is supposed; what was done in one is not.
    ("unfair", ["Tent is in Ana's hand."], "May Ana build Tent in the Guests step?", "no"),
    ("unfair", ["Tent is in Ana's hand."], "In the Park step, may Ana build Tent?", "depends"),
    ("unfair", [], "May a player pin an event in the Events step?", "depends"),
    # Of two the other one is that which was not spoken of last.
    (
        "unfair",
        ["Tent and Zoo are rides in Ana's park.", "Tent is open.", "The other ride is closed."],
        "Is Zoo closed?",
        "yes",
    ),
    (
        "unfair",
        ["Tent and Zoo are rides in Ana's park.", "Zoo is closed.", "The other one is open."],
        "Is Zoo closed?",
        "yes",
    ),
    # What a noun of several says it says of each, and one of one of the one.
    ("unfair", ["The rides Tent and Zoo are in Ana's park."], "Is Zoo a ride?", "yes"),
    ("unfair", ["The ride Tent and Zoo are in Ana's park."], "Is Zoo a ride?", "depends"),
    # What somebody wants keeps its "not".
    (
        "theme_parque",
        ["It is my turn.", "I want to play a domino that does not touch the board."],
        "May I play it?",
        "no",
    ),
    # Two more is further by two; only stands before the verb as well.
    ("parks", ["Ana has 3 Suns.", "She gains two more Suns."], "Does Ana have 5 Suns?", "yes"),
    ("parks", ["Ana has 3 Suns.", "She only gains two Suns."], "Does Ana have 5 Suns?", "yes"),
    ("boba", ["Ben is my opponent."], "Is Ben my opponent?", "yes"),
    ("boba", ["Ana does not have a Hero in her hand."], "Does Ana have a Hero in hand?", "no"),
]


@pytest.mark.parametrize(("game", "lines", "question", "verdict"), TABLES)
def test_a_construction_means_what_it_says(
    game: str, lines: list[str], question: str, verdict: str
) -> None:
    assert Rulebook.load(game).situation(lines).ask(question).verdict.value == verdict


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("unfair", "I take her income."),
        ("unfair", "Ana takes my income."),
        ("theme_parque", "I have played her two dominoes."),
        ("parks", "Ana has two more Suns."),
        ("unfair", "My Triceratops on the Log Flume has 3 stars."),
    ],
)
def test_what_is_somebody_elses_or_of_two_things_is_not_read(game: str, line: str) -> None:
    with pytest.raises(RulingsError):
        Rulebook.load(game).situation().suppose(line)
