"""What was chosen for a phrase is read the same again, with the names of the next line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import Conversation, RulingsError, TurnKind
from rulings.cli import main
from rulings.english.picks import Pick, Picks, pick_of
from tests.books import TRAIL, trail

TOLD = ["Ana has 5 coins.", "Ben has 2 coins.", '"Old Map" costs 4 coins.', '"Lamp" costs 3 coins.']
LINE, MEANT = "has Ana got the money for Old Map?", "May Ana buy Old Map?"


@pytest.fixture
def picks(tmp_path: Path) -> Picks:
    return Picks.read(tmp_path / "picks" / "trail.txt")


@pytest.mark.parametrize(
    ("line", "sentence", "phrase", "meant"),
    [
        (LINE, MEANT, "has {1} got the money for {2}", "May {1} buy {2}?"),
        (
            "Ana drops into 3 coins.",
            "Ana has 3 coins",
            "{1} drops into {2:n} coins",
            "{1} has {2} coins",
        ),
        (
            "Ana drops into three coins",
            "Ana has 3 coins",
            "{1} drops into {2:n} coins",
            "{1} has {2} coins",
        ),
        ("Ana's purse: 3", "Ana has 3 coins", "{1}'s purse: {2:n}", "{1} has {2} coins"),
        (
            "Zoe got herself 3 coins",
            "Zoe has 3 coins",
            "{1} got herself {2:n} coins",
            "{1} has {2} coins",
        ),
    ],
)
def test_names_and_numbers_are_left_open(line: str, sentence: str, phrase: str, meant: str) -> None:
    names = trail().situation(list(TOLD)).lexicon.names
    assert pick_of(line, sentence, names) == Pick(phrase, meant)


def test_a_sentence_that_names_what_the_line_does_not_teaches_nothing() -> None:
    names = trail().situation(list(TOLD)).lexicon.names
    assert pick_of("has she got the money for Old Map?", MEANT, names) is None


def test_the_same_phrase_is_read_the_next_time_with_other_names(picks: Picks) -> None:
    table = trail().with_picks(picks).situation(list(TOLD))
    with pytest.raises(RulingsError):
        table.ask(LINE)
    table.learn(LINE, MEANT)
    assert table.ask(LINE).verdict.value == "yes"
    other = table.ask("Has Ben got the money for Lamp?")
    assert (other.verdict.value, other.read_as) == ("no", "may Ben buy Lamp?")
    with pytest.raises(RulingsError):
        table.ask("Has Ben got the time for Lamp?")


def test_a_phrase_is_kept_listed_and_forgotten(picks: Picks) -> None:
    table = trail().with_picks(picks).situation(list(TOLD))
    table.learn(LINE, MEANT)
    again = Picks.read(picks.file)
    assert again.listed == picks.listed
    assert "  1  has {1} got the money for {2} -> May {1} buy {2}?" in again.listing()
    again.forget(1)
    assert Picks.read(picks.file).listed == ()
    with pytest.raises(IndexError):
        again.forget(1)


def test_an_offer_that_was_taken_is_remembered_and_one_that_was_not_is_not(picks: Picks) -> None:
    talk = Conversation(trail().with_picks(picks).situation(list(TOLD)))
    talk = talk.say("Ana haz 4 cionz in purse").conversation
    offered = talk.offers
    talk = talk.say("Ben has 3 coins.").conversation
    assert picks.listed == ()
    if offered:
        talk = talk.say("Ana haz 4 cionz in purse").conversation.say("1").conversation
        assert len(picks.listed) == 1
        assert talk.say("Ben haz 1 cionz in purse").kind is TurnKind.CHANGED


def test_a_rulebook_by_itself_knows_of_no_picks() -> None:
    assert trail().readings.picks is None


def test_authors_are_shown_which_words_stand_for_which(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "given.txt"
    file.write_text("can {1} grab {2} -> May {1} buy {2}?\n", encoding="utf-8")
    assert main(["words", str(TRAIL), "--from", str(file)]) == 0
    assert "  buy: [grab]\n" in capsys.readouterr().out
