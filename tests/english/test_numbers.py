"""What counts as a number in a line: digits that fit the language, and number words."""

from __future__ import annotations

import pytest

from rulings.english.words import number


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("-5", -5), ("three", 3), ("Three", 3), ("9" * 18, int("9" * 18))],
)
def test_a_number(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["--5", "-", "", "²", "٣", "5-", "9" * 19, "9" * 5000, "red"])
def test_no_number(text: str) -> None:
    assert number(text) is None
