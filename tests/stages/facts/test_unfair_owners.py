"""Whose a card of Unfair is: one player's, and the last told holds.

In: lines as people type them. Guarantee: no line makes two players the owners of one card.
"""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError

BOOK = Rulebook.load("unfair", "2018")


@pytest.mark.parametrize(
    "line",
    [
        "Ana owns Ben's Log Flume.",
        "Ana has a Log Flume, Ben too.",
        "Ana has a Log Flume, and so has Ben.",
        "Log Flume is Ben's. Ana owns Log Flume.",
    ],
)
def test_a_card_has_one_owner_in_a_line(line: str) -> None:
    with pytest.raises(RulingsError) as raised:
        BOOK.situation([line])
    assert raised.value.diagnostics[0].code == "RUL574"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Log Flume belongs to Ben.", "Ana owns Log Flume."),
        ("Ben's Log Flume is closed.", "Ana has a Log Flume."),
        ("Ben has a Log Flume.", "Ana owns Log Flume."),
    ],
)
def test_who_is_told_last_owns_a_card(first: str, second: str) -> None:
    table = BOOK.situation().suppose(first).suppose(second)
    assert table.ask("Who owns Log Flume?").say == "Ana."
