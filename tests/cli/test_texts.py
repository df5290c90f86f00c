"""`rulings texts`: how much of the texts of cards is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.cli import main

CARDS = """\
# Cards of our own.
name,says
Storm,"Close an attraction. If you do, gain 2 coins."
Fog,Gain 3 coins. Juggle two rides.
Calm,
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.csv"
    path.write_text(CARDS, encoding="utf-8")
    return path


def told(path: Path, *options: str) -> int:
    return main(["texts", "unfair", str(path), "--card", "name", "--text", "says", *options])


def test_what_is_read_and_what_stopped_it(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(cards) == 3
    assert capsys.readouterr().out.splitlines() == [
        "Fog: “Juggle two rides” is not read",
        "1 of 2 texts are read (50 %)",
    ]


def test_facts_of_texts_as_data(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(cards, "--format", "json") == 3
    storm, fog = json.loads(capsys.readouterr().out)
    assert ["amount", "storm_sentence_2_part_1", 2] in storm["facts"]
    assert storm["unread"] == []
    assert fog["unread"] == ["Juggle two rides"]


def test_a_table_is_made_of_texts(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(cards, "--table", "joined")
    told(cards, "--table", "hinges")
    assert capsys.readouterr().out.splitlines() == [
        "joined:S,J",
        "hinges:S,Q",
        "storm_sentence_2,storm_sentence_1_part_1",
    ]


def test_a_column_or_table_that_is_not_there(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["texts", "unfair", str(cards), "--text", "says"]) == 3
    assert "RUL621" in capsys.readouterr().err
    assert told(cards, "--table", "amountz") == 3
    assert "amount" in capsys.readouterr().err


def test_a_rulebook_without_a_grammar_reads_nothing(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = str(Path(__file__).parent.parent / "english" / "trail")
    assert main(["texts", book, str(cards), "--card", "name", "--text", "says"]) == 3
    assert capsys.readouterr().out.endswith("0 of 2 texts are read (0 %)\n")
