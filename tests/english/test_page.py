"""Every line that `docs/english.md` says is read, is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.books import trail

PAGE = Path(__file__).parents[2] / "docs" / "english.md"
TABLE = (
    "Ana is a player",
    "Ben is a player",
    "Log Flume costs 3 coins",
    "Log Flume is closed",
    "Ana has 4 coins",
)


def _lines() -> list[str]:
    table = PAGE.read_text(encoding="utf-8").split("## What is read")[1].split("\n\n")[1]
    cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    return [line for cell in cells for line in re.findall(r"`([^`]*)`", cell)]


@pytest.mark.parametrize("line", _lines())
def test_the_line_is_read(line: str) -> None:
    assert trail().situation(list(TABLE)).read(line) is not None
