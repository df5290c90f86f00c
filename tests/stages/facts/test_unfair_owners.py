"""Whose a card of Unfair is: it lies in one place, and the last told holds.

In: lines as people type them. Guarantee: no line puts one card into two places.
"""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError

BOOK = Rulebook.load("unfair", "2018")


@pytest.mark.parametrize(
    "line",
    [
        "Log Flume is in Ana's park. Log Flume is in Ben's park.",
        "Log Flume is in Ana's hand. Log Flume is in Ben's park.",
        "Log Flume is in the Market. Log Flume is in Ben's hand.",
    ],
)
def test_a_card_has_one_place_in_a_line(line: str) -> None:
    with pytest.raises(RulingsError) as raised:
        BOOK.situation([line])
    assert raised.value.diagnostics[0].code == "RUL574"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Log Flume is in Ben's park.", "Log Flume is in Ana's park."),
        ("Log Flume is in Ben's hand.", "Log Flume is in Ana's park."),
        ("Log Flume is in the Market.", "Log Flume is in Ana's hand."),
    ],
)
def test_who_is_told_last_owns_a_card(first: str, second: str) -> None:
    table = BOOK.situation().suppose(first).suppose(second)
    assert table.ask("Who owns Log Flume?").say == "Ana."
