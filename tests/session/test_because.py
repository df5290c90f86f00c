"""The short reason of an answer: what decides, in sentences, and the clause that says so."""

from __future__ import annotations

import pytest

from rulings import Rulebook


@pytest.mark.parametrize(
    ("game", "lines", "question", "told", "clause"),
    [
        (
            "unfair",
            "Triceratops is on Log Flume. Log Flume is in Alice's park. Triceratops is face-down.",
            "is Triceratops active",
            "Triceratops is face-down. Triceratops is in play (Triceratops is on Log Flume and "
            "Log Flume is in Alice's park).",
            "unfair-guide-2024/inactive-face-down",
        ),
        (
            "parks",
            "I have 2 suns, 1 forest and 1 wildlife.",
            "may I visit Acadia",
            "You need 2 Wildlife for Acadia (you have 1 Forest, Acadia needs 1 Wildlife and Acadia "
            "needs 1 Water). You have 1 Wildlife.",
            "parks-2e/visit-cost",
        ),
        (
            "parks",
            "It is Ana's turn. Ben's first hiker stands on the Sun Site. Ana's campfire is lit.",
            "may Ana stop at the Sun Site",
            "Ana has a burning campfire (Ana's campfire is lit). A hiker of Ben stands on Sun Site "
            "(Ben's first hiker stands on Sun Site).",
            "parks-2e/campfire-out-no-share",
        ),
    ],
)
def test_what_decides_is_told(game: str, lines: str, question: str, told: str, clause: str) -> None:
    answer = Rulebook.load(game).table([lines]).ask(question)
    assert " ".join(answer.because.say) == told
    assert answer.because.clause is not None
    assert answer.because.clause.id == clause
    assert answer.clauses[0] == clause


def test_what_nobody_named_is_not_named() -> None:
    told = ['Ben ran "Strong Arm".', "Strong Arm is returned to the deck."]
    answer = Rulebook.load("boba").table(told).ask("May Ben nullify Strong Arm?")
    assert "10/10 Unfair" not in " ".join(answer.because.say)


def test_one_other_deed_frees_from_a_duty() -> None:
    table = Rulebook.load("unfair").table(["Ana plays.", "Slide is an upgrade in Ana's park."])
    answer = table.ask("Must Ana demolish Slide?")
    assert (answer.verdict.value, len(answer.because.say)) == ("no", 1)
    assert {"it is the Guests step", "it is the Events step"}.isdisjoint(answer.assumptions)


def test_a_deed_tells_what_is_new_and_what_is_not_read_of_a_text() -> None:
    told = 'Ana runs a Play that says "Blah blah blah."'
    notices = Rulebook.load("boba").situation().suppose(told).notices
    assert {one.code for one in notices} >= {"RUL520", "RUL539"}


@pytest.mark.parametrize(
    ("lines", "question", "told"),
    [
        ("Log Flume is in space 1.", "Which space is Log Flume in?", "So the table tells."),
        (
            "Log Flume is in Ana's park.",
            "Does Log Flume have a push-pin symbol?",
            "Nothing that was told makes it",
        ),
        (
            "Log Flume is in Ana's park. Ana closes Log Flume.",
            "Is Log Flume closed?",
            "Ana closes Log Flume.",
        ),
    ],
)
def test_where_only_the_table_decides_that_is_said(lines: str, question: str, told: str) -> None:
    table = Rulebook.load("unfair").table(["Ana plays.", "Log Flume is an attraction.", lines])
    assert any(one.startswith(told) for one in table.ask(question).because.say)


def test_of_what_type_something_is_is_no_reason_beside_another() -> None:
    told = ["Ana plays.", "Pier and Mill are attractions in Ana's park."]
    answer = (
        Rulebook.load("unfair").table(told).ask("Which space does Ana's next attraction go into?")
    )
    assert "is an" not in " ".join(answer.because.say)
