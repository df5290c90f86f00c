"""Atoms said in English."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, datalog, say, sentence
from rulings.language.program import Atom, Constant, Term, Value, Variable
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)


def _atom(predicate: str, *terms: Value | Term) -> Atom:
    return Atom(
        predicate,
        tuple(t if isinstance(t, (Variable, Constant)) else Constant(t) for t in terms),
    )


@pytest.mark.parametrize(
    ("atom", "statement", "denial", "question"),
    [
        (
            _atom("active", "triceratops"),
            "Triceratops is active",
            "Triceratops is not active",
            "is Triceratops active?",
        ),
        (
            _atom("matches", "electrified_fence", "animal upgrade"),
            'Electrified Fence matches "animal upgrade"',
            'Electrified Fence does not match "animal upgrade"',
            'does Electrified Fence match "animal upgrade"?',
        ),
        (
            _atom("stars", "triceratops", 1),
            "Triceratops has 1 star",
            "Triceratops does not have 1 star",
            "does Triceratops have 1 star?",
        ),
        (
            _atom("card_type", "triceratops", "animal"),
            "Triceratops is an animal",
            "Triceratops is not an animal",
            "is Triceratops an animal?",
        ),
        (
            _atom("may_build", "ana", "log_flume"),
            "Ana may build Log Flume",
            "Ana may not build Log Flume",
            "may Ana build Log Flume?",
        ),
        (
            _atom("star_total", "log_flume", 12),
            "the star total of Log Flume is 12",
            "the star total of Log Flume is not 12",
            "is the star total of Log Flume 12?",
        ),
        (
            _atom("over"),
            "the game is over",
            "the game is not over",
            "is the game over?",
        ),
        (
            _atom("location", "triceratops", "discard_pile"),
            "Triceratops is in the discard pile",
            "Triceratops is not in the discard pile",
            "is Triceratops in the discard pile?",
        ),
        (
            _atom("on", Variable("U"), "log_flume"),
            "some upgrade is on Log Flume",
            "no upgrade is on Log Flume",
            "is some upgrade on Log Flume?",
        ),
    ],
)
def test_forms(atom: Atom, statement: str, denial: str, question: str) -> None:
    assert say(atom, LEXICON) == statement
    assert say(atom, LEXICON, negated=True) == denial
    assert ask(atom, LEXICON) == question


def test_a_denial_of_all_says_any_or_no() -> None:
    assert say(_atom("on", "triceratops", Variable("A")), LEXICON, negated=True) == (
        "Triceratops is not on any attraction"
    )
    zone = _atom("location", "triceratops", Variable("Z"))
    assert say(zone, LEXICON, negated=True) == "Triceratops is not in any zone"
    assert say(zone, LEXICON) == "Triceratops is in some zone"


def test_the_against_side_is_said_as_denial() -> None:
    against = _atom("neg may_build", "ana", "log_flume")
    assert say(against, LEXICON) == "Ana may not build Log Flume"
    assert say(against, LEXICON, negated=True) == "Ana may build Log Flume"


def test_a_predicate_without_template_is_written_in_datalog() -> None:
    assert say(_atom("unsaid", "x", "Two words", 3), LEXICON) == 'unsaid(x, "Two words", 3)'
    assert say(_atom("unsaid", "x"), LEXICON, negated=True) == "not unsaid(x)"


def test_a_sentence_has_capital_and_full_stop() -> None:
    assert sentence("the game is over") == "The game is over."
    assert sentence("is it?") == "Is it?"


def test_datalog_quotes_what_is_no_symbol() -> None:
    assert datalog(_atom("p", "a_b", "A b", -3)) == 'p(a_b, "A b", -3)'
