"""Atoms said in English."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, datalog, say, sentence
from rulings.language.predicates import PredicateId, against
from rulings.language.program import Atom, Constant, Term, Value, Variable
from tests.english.small_programs import PARK, program

LEXICON = Lexicon.build(PARK)


def _atom(predicate: PredicateId, *terms: Value | Term) -> Atom:
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


def test_one_has_the_singular_behind_it_also_after_an_adjective() -> None:
    lexicon = Lexicon.build(
        program(
            '.decl room(P: symbol, N: int) "{P} has room for {N} more attractions".\n'
            '.decl place(U: symbol, N: int) "{U} is upgrade number {N} beside spaces".\n'
        )
    )
    assert say(_atom("room", "ana", 1), lexicon) == "ana has room for 1 more attraction"
    assert say(_atom("room", "ana", 2), lexicon) == "ana has room for 2 more attractions"
    assert say(_atom("place", "rex", 1), lexicon) == "rex is upgrade number 1 beside spaces"


def test_the_verb_agrees_with_one() -> None:
    lexicon = Lexicon.build(program('.decl enough(N: int) "{N} players are enough".\n'))
    assert say(_atom("enough", 1), lexicon) == "1 player is enough"
    assert say(_atom("enough", 1), lexicon, negated=True) == "1 player is not enough"
    assert ask(_atom("enough", 1), lexicon) == "is 1 player enough?"
    assert say(_atom("enough", 2), lexicon, negated=True) == "2 players are not enough"


@pytest.mark.parametrize("more", ["", ' | "{N} player sits at the table"'])
def test_one_has_the_template_for_one_where_there_is_one(more: str) -> None:
    both = f'"{{N}} players sit at the table"{more}'
    lexicon = Lexicon.build(program(f".state sits(N: int) one {both}.\n"))
    said = [
        (say(atom, lexicon), say(atom, lexicon, negated=True), ask(atom, lexicon))
        for atom in (_atom("sits", 1), _atom("sits", 2))
    ]
    assert said == [
        (
            "1 player sits at the table",
            "1 player does not sit at the table",
            "does 1 player sit at the table?",
        ),
        (
            "2 players sit at the table",
            "2 players do not sit at the table",
            "do 2 players sit at the table?",
        ),
    ]


def test_a_denial_of_all_says_any_or_no() -> None:
    assert say(_atom("on", "triceratops", Variable("A")), LEXICON, negated=True) == (
        "Triceratops is not on any attraction"
    )
    zone = _atom("location", "triceratops", Variable("Z"))
    assert say(zone, LEXICON, negated=True) == "Triceratops is not in any zone"
    assert say(zone, LEXICON) == "Triceratops is in some zone"


def test_the_against_side_is_said_as_denial() -> None:
    denial = _atom(against("may_build"), "ana", "log_flume")
    assert say(denial, LEXICON) == "Ana may not build Log Flume"
    assert say(denial, LEXICON, negated=True) == "Ana may build Log Flume"


def test_a_predicate_without_template_is_written_in_datalog() -> None:
    assert say(_atom("unsaid", "x", "Two words", 3), LEXICON) == 'unsaid(x, "Two words", 3)'
    assert say(_atom("unsaid", "x"), LEXICON, negated=True) == "not unsaid(x)"


def test_a_sentence_has_capital_and_full_stop() -> None:
    assert sentence("the game is over") == "The game is over."
    assert sentence("is it?") == "Is it?"


def test_datalog_quotes_what_is_no_symbol() -> None:
    assert datalog(_atom("p", "a_b", "A b", -3)) == 'p(a_b, "A b", -3)'


OPEN = Lexicon.build(
    program(
        """
        .type card
        .type player
        .type kind
        .type gear < card
        .type battle
        .type phrase < string
        .state resources(P: player, N: int, K: kind) "{P} has {N} {K}"
        .state dogs(P: player, N: int) "{P} has {N} Hot Dogs"
        .state fought(B: battle, C: card) "{C} ends with battle {B}"
        .state over(B: battle) "battle {B} is over"
        .state path(C: card, K: kind, D: card) "{C} is a {K} path to {D}"
        .state described(C: card, P: phrase, D: card) "{C} is a {P} on {D}"
        .state silences(C: card, P: phrase) "{C} silences every {P}"
        .state bears(C: card, G: gear) "{C} bears the Gear {G}"
        .state part(C: card, N: int, D: card) "{C} is part number {N} of {D}"
        .state place(N: int, C: card) "space {N} of {C} is filled"
        .state ways(K: kind, C: card) "{K} ways lead from {C}"
        .state way(K: kind, C: card) "a {K} way leaves {C}"
        .state player(P: player) "{P} is a player"
        .state seated(N: int) "{N} players are seated"
        .state copies(C: any, D: any) "{C} is a copy of {D}"
        .state endless(C: card, K: kind) "{C} belongs to the endless {K} panorama"
        """,
        {"label": [("x", "X"), ("y", "Y"), ("ana", "Ana"), ("sun", "sun")]},
    )
)


@pytest.mark.parametrize(
    ("predicate", "terms", "denial"),
    [
        ("resources", ("ana", None, None), "Ana does not have any kind"),
        ("resources", ("ana", None, "sun"), "Ana does not have any sun"),
        ("resources", ("ana", 0, None), "Ana does not have 0 of any kind"),
        ("dogs", ("ana", None), "Ana does not have any Hot Dogs"),
        ("dogs", ("ana", 1), "Ana does not have 1 Hot Dog"),
        ("fought", (None, "x"), "X does not end with any battle"),
        ("over", (None,), "no battle is over"),
        ("path", ("x", None, "y"), "X is not a path to Y"),
        ("path", ("x", None, None), "X is not a path to any card"),
        ("described", ("x", None, "y"), "X is not anything on Y"),
        ("silences", (None, None), "no card silences any phrase"),
        ("bears", ("x", None), "X does not bear any gear"),
        ("part", ("x", None, None), "X is not any part of any card"),
        ("place", (None, "x"), "no space of X is filled"),
        ("ways", (None, "x"), "no ways lead from X"),
        ("way", (None, "x"), "no way leaves X"),
        ("player", (None,), "there is no player"),
        ("seated", (None,), "no players are seated"),
        ("copies", (None, None), "nothing is a copy of anything"),
        ("endless", ("x", None), "X does not belong to any endless kind panorama"),
    ],
)
def test_an_open_place_is_said_once(
    predicate: str, terms: tuple[Value | None, ...], denial: str
) -> None:
    filled = (Variable(f"V{i}") if term is None else term for i, term in enumerate(terms))
    assert say(_atom(predicate, *filled), OPEN, negated=True) == denial


def test_a_built_in_has_a_sentence_too() -> None:
    word = _atom("word", Constant("animal upgrade", quoted=True), "animal")
    assert say(word, LEXICON) == '"animal" is a word of "animal upgrade"'
    assert say(word, LEXICON, negated=True).startswith("it is not the case that")
