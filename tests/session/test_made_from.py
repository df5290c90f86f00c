"""A table made from another answers as one that was told everything itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings import Answer, Rulebook, Session, Verdict
from rulings.english import reader, remembered
from rulings.english.reading import Reading
from tests.books import RULES, write_book

GOAL = "?- active(rex)."
LINES = ("zone_of(rex, play).", "zone_of(old_fence, hand).", "silences(old_fence, rex).")


@pytest.fixture
def table(book: Rulebook) -> Session:
    table = book.table(LINES)
    assert table.ask(GOAL).verdict is Verdict.YES
    return table


def asked_twice(table: Session, line: str, goal: str = GOAL) -> tuple[Session, Answer]:
    """Return the table after a line, and its answer, which another such table gave before."""
    table.suppose(line).ask(goal)
    changed = table.suppose(line)
    return changed, changed.ask(goal)


@pytest.mark.parametrize("line", ["silences(rex, old_fence).", "not face_up(old_fence)."])
def test_what_does_not_matter_changes_nothing(table: Session, line: str) -> None:
    changed, answer = asked_twice(table, line)
    assert answer.verdict is Verdict.YES
    alone = changed.rulebook.with_stated(changed.stated).ask(GOAL)
    assert answer.say == alone.say
    assert answer.evidence == alone.evidence


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("not face_up(rex).", Verdict.NO),
        ("zone_of(rex, hand).", Verdict.NO),
        ("not zone_of(rex, play).", Verdict.NO),
        ("zone_of(old_fence, play).", Verdict.NO),
    ],
)
def test_what_matters_is_evaluated(table: Session, line: str, verdict: Verdict) -> None:
    assert asked_twice(table, line)[1].verdict is verdict


def test_what_nobody_named_before_is_evaluated(table: Session) -> None:
    answer = asked_twice(table, "silences(newcomer, rex).")[1]
    assert answer.verdict is Verdict.DEPENDS


def test_it_is_handed_on_along_a_row_of_tables(table: Session) -> None:
    asked_twice(table, "silences(rex, old_fence).")
    for number in range(100):
        table = table.suppose(f"{'not ' * (number % 2)}face_up(old_fence).")
        assert table.ask(GOAL).verdict is Verdict.YES
    assert table.forget("zone_of(rex, play).").ask(GOAL).verdict is Verdict.DEPENDS
    assert table.suppose("not face_up(rex).").ask(GOAL).verdict is Verdict.NO


def test_a_rule_that_reads_what_it_would_settle_is_followed(tmp_path: Path) -> None:
    """That `h` fails since `a` holds is no reason not to read on: `a` holds since `h` fails."""
    text = """
.state e "it rains".
.state other "it snows".
.decl a "it is dry".
.decl h "it is wet".
a :- not h.
h :- not a, e.
"""
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + text}))
    table = book.table([])
    assert table.ask("?- a.").verdict is Verdict.YES
    assert asked_twice(table, "other.", "?- a.")[1].verdict is Verdict.YES
    assert asked_twice(table, "e.", "?- a.")[1].verdict is Verdict.UNDECIDED


def test_what_a_table_says_of_a_conclusion_matters(tmp_path: Path) -> None:
    text = """
.state spent(C: card) concluded "{C} is spent".
.state burnt(C: card) "{C} is burnt".
.decl ready(C: card) "{C} is ready".
spent(C) :- burnt(C).
ready(C) :- face_up(C), not spent(C).
"""
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + text}))
    table = book.table(["zone_of(rex, play)."])
    assert table.ask("?- ready(rex).").verdict is Verdict.YES
    assert asked_twice(table, "spent(rex).", "?- ready(rex).")[1].verdict is Verdict.NO


def test_a_line_is_read_again_when_a_fact_changed_that_its_reading_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def noted(text: str, *others: Any) -> Reading:
        read.append(text)
        return reader.read(text, *others)

    monkeypatch.setattr(remembered, "read", noted)
    rides = ("Log Flume and Carousel are attractions in Ana's park.", "Carousel has 4 stars.")
    table = Rulebook.load("unfair").table([*rides, "Log Flume has 3 stars."])
    plain, looking = "how many coins does Ana have?", "is the attraction with 4 stars closed?"
    said = []
    for stars in (3, 4, 5):
        changed = table.suppose(f"Log Flume has {stars} stars.")
        changed.ask(plain)
        said.append(changed.ask(looking).say)
    assert said == ["Carousel is open.", "Log Flume is open.", "Carousel is open."]
    assert (read.count(plain), read.count(looking)) == (1, 3)
