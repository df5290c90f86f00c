"""The table of what Plays say is made of their texts: nobody keeps it by hand."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rulings.asking.card_corpus import ReadCard, read_cards, table_of, texts_of_cards
from rulings.cli import main
from rulings.rulebook.document import read_source
from rulings.session import Rulebook

CARDS = Path(__file__).parents[2] / "facts" / "boba" / "cards"
SHARE_READ = 0.9


@pytest.fixture(scope="module")
def plays() -> tuple[ReadCard, ...]:
    cards = texts_of_cards(read_source(CARDS / "plays.csv"), "printed:Play", "Text")
    return tuple(read_cards(cards, Rulebook.load("boba").situation().lexicon))


def test_most_texts_are_read_whole(plays: tuple[ReadCard, ...]) -> None:
    read = [card for card in plays if not card.reading.unread]
    assert len(plays) == 383
    assert len(read) >= SHARE_READ * len(plays)


def test_the_table_is_that_of_the_texts(plays: tuple[ReadCard, ...]) -> None:
    made = table_of(plays, "prints", Rulebook.load("boba").program.predicates)
    assert (CARDS / "prints.csv").read_text(encoding="utf-8") == made


def rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.reader(line for line in lines if not line.startswith("#")))[1:]


def test_tables_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = tmp_path / "plays.csv"
    texts.write_text("card,text\nOwn Find,Own Hero +15.\nOdd Find,Juggle.\n", encoding="utf-8")
    assert main(["texts", "boba", str(texts), "--tables", str(tmp_path)]) == 3
    assert "1 of 2 texts are read" in capsys.readouterr().out
    said = {(aspect, value) for _, aspect, value in rows(tmp_path / "prints.csv")}
    assert {("kind", "power"), ("side", "own"), ("amount", "15")} <= said
    assert rows(tmp_path / "label.csv") == [["own_find_sentence_1_part_1", "Own Find part 1"]]
