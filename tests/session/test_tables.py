"""What else a program does with a table: checks lines, counts, moves it, shows it, logs."""

from __future__ import annotations

import logging
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulings import Rulebook, RulingsError, Session, Verdict
from tests.books import RULES, toy, write_book


@pytest.fixture
def table(book: Rulebook) -> Session:
    return book.situation("den")


def test_a_line_is_checked_before_it_is_said(table: Session) -> None:
    def codes(line: str) -> list[str]:
        return [found.code for found in table.check(line)]

    assert codes("Rex lies in zone hand.") == ["RUL564"]
    assert codes("Zoë silences Rex.") == ["RUL520"]
    assert codes("is Rex active?") == codes("forget Old Fence silences Rex") == []
    assert codes("is Rxe active?") == ["RUL502"]
    assert codes("?- active(X, Y).") == ["RUL202"]
    assert codes("Rex is silenced.") == ["RUL558"]
    assert table.facts() == table.rulebook.situation("den").facts()


def test_counters_are_replaced(tmp_path: Path) -> None:
    text = '.state counts(C: card, N: int, Z: zone) "{C} counts {N} in the {Z}".\n'
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + text}))
    table = book.table(["Rex counts 3 in the hand.", "Old Fence counts 3 in the hand."])
    table = table.suppose("Rex counts 1 in the deck.").replace("Rex counts 5 in the hand.")
    assert table.query("counts(rex, N, Z)") == [(1, "deck"), (5, "hand")]
    assert table.query("counts(old_fence, N, hand)") == [(3,)]
    again = table.replace("Rex counts 5 in the hand.", "Rex is face-up.")
    assert again.query("counts(rex, N, hand)") == [(5,)]
    with pytest.raises(RulingsError):
        table.replace("is Rex active?")


def test_a_table_says_what_it_breaks(table: Session) -> None:
    assert table.breaches == ()
    broken = table.suppose("Rex silences Rex.").breaches
    assert [(found.code, found.severity.value) for found in broken] == [("RUL565", "error")]
    assert "Rex silences itself" in broken[0].message
    assert "An active card may silence others" in broken[0].notes[0].message


def test_a_table_moves_to_changed_rules_and_tells_what_it_loses(tmp_path: Path) -> None:
    table = toy(tmp_path).situation("den").suppose("Rex is face-up.", "zone_of(old_fence, deck).")
    changed = RULES.replace('.state face_up(C: card) default "{C} is face-up".\n', "")
    changed = changed.replace("face_up(C), ", "").replace("{ deck, hand, play }", "{ hand, play }")
    newer = Rulebook.load(write_book(tmp_path, **{"rules.dl": changed}))
    after, lost = table.focused("rex").on(newer)
    assert after.rulebook is newer
    assert sorted(lost) == ["face_up(rex).", "zone_of(old_fence, deck)."]
    assert after.ask("is this card active?").verdict is Verdict.DEPENDS
    assert after.described.title == "Den"
    same, nothing = table.on(table.rulebook)
    assert (same.diff(table), nothing) == (((), ()), ())


class Tags(HTMLParser):
    """Checks that tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in ("div", "p", "strong", "ul", "li", "cite", "details", "summary")
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_notebook_shows_answers_and_tables(table: Session) -> None:
    evil = table.suppose('"<script>x</script>" silences Rex.')
    for question in ("is Rex active?", "why may Rex move?", "which cards silence Rex?"):
        shown = evil.ask(question)._repr_html_()
        Tags(shown)
        assert evil.ask(question).verdict.value.upper() in shown
    Tags(evil._repr_html_())
    assert "&lt;script&gt;" in evil._repr_html_()
    assert "Old Fence silences Rex." in evil._repr_html_()
    assert "Animals may move" in table.ask("may Rex move?")._repr_html_()


def test_slow_questions_and_the_cache_are_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    with caplog.at_level(logging.DEBUG, "rulings"):
        book = Rulebook.load(write_book(tmp_path), keep=1)
        assert "not found: edition" in caplog.messages
        tables = [book.situation("den") for _ in range(2)]
        for one in tables:
            one.ask("is Rex active?")
        assert any("is Rex active?" in message for message in caplog.messages)
        assert "dropped: what was computed for a table" in caplog.messages
    caplog.clear()
    monkeypatch.setattr("rulings.asking.recent._SLOW", 0.0)
    with caplog.at_level(logging.INFO, "rulings"):
        book.situation("den").ask("may Rex move?")
    (slow,) = caplog.messages
    assert slow.startswith("toy second: a question took ")
    assert "Rex" not in slow
