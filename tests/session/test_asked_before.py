"""What the rulebook has about a question that was not understood."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError
from rulings.conversing.conversation import Conversation, TurnKind
from rulings.language.diagnostics import Diagnostic

BOOK = Rulebook.load("unfair", "2018")
RAPTOR = "My opponent says he needn't roll for his Raptor because its ride is closed. Is he right?"


def refused(question: str, book: Rulebook = BOOK) -> Diagnostic:
    with pytest.raises(RulingsError) as raised:
        book.ask(question)
    return raised.value.diagnostics[0]


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        (RAPTOR, "So dinosaurs on closed attractions are rolled for as well."),
        (
            "Must I show Ben the face of my blueprint if he asks nicely?",
            "Faces of private cards need not be shown.",
        ),
        (
            "Once the aliens took one of my staff away, does he end up on the Park discard pile?",
            "Abducted staff avoid the Park discard pile.",
        ),
    ],
)
def test_the_clauses_about_it_are_told(question: str, clause: str) -> None:
    assert clause in [line.partition("] ")[2] for line in refused(question).printed]


def test_a_question_that_leaves_something_out_is_told_apart() -> None:
    """The Raptor and the denial are gone from it: it is near, and not what was asked."""
    found = refused(RAPTOR)
    assert any("roll" in one and "closed" in one for one in found.asked_before)
    assert not set(found.asked_before) & set(found.suggestions)


def test_a_question_that_keeps_everything_is_offered() -> None:
    found = refused("Is it so that ongoing effects get re-applied after every single sentence?")
    assert "Are ongoing effects re-applied after every sentence?" in found.suggestions


def test_what_is_offered_and_asked_before_is_understood() -> None:
    found = refused(RAPTOR)
    for question in (*found.suggestions, *found.asked_before):
        BOOK.ask(question)


def test_a_digit_takes_a_question_asked_before_and_enter_does_not() -> None:
    turn = Conversation(BOOK.table()).say(RAPTOR)
    taken = turn.conversation.say(str(len(turn.offers) + 1))
    assert taken.taken == turn.conversation.asked_before[0]
    assert taken.kind is TurnKind.ANSWERED
    entered = turn.conversation.say("")
    assert entered.taken == (turn.offers[0] if turn.offers else "")


def test_a_statement_is_told_nothing_of_it() -> None:
    with pytest.raises(RulingsError) as raised:
        BOOK.table(["The gnomes of the closed attraction sing."])
    assert not raised.value.diagnostics[0].printed


def test_a_rulebook_without_its_files_knows_its_clauses() -> None:
    book = Rulebook.unpack(BOOK.pack(), BOOK.sha256)
    assert book.known_questions.clauses
    assert not book.known_questions.questions
    assert refused(RAPTOR, book).printed


@pytest.mark.parametrize(
    ("game", "question", "names_something", "least"),
    [
        ("parks", "What gets put in the gap of the display?", True, 3),
        ("unfair", "Can I change the choice I made for my Game Changer now?", False, 2),
    ],
)
def test_the_kind_of_the_question_goes_before_words_in_common(
    game: str, question: str, names_something: bool, least: int
) -> None:
    """Yes or no is no answer to what asks for a name, nor a name where yes or no is asked."""
    offered = refused(question, Rulebook.load(game)).suggestions
    asking = ("What ", "Which ", "Who ", "How ", "When ", "Where ", "At what ")
    assert sum(one.startswith(asking) is names_something for one in offered) >= least
