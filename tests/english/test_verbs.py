"""The verb of a template: where it is asked and denied."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, say
from rulings.language.program import Atom, Constant
from tests.english.small_programs import program


@pytest.mark.parametrize(
    ("template", "denial"),
    [
        ("{A} shows cards", "X does not show cards"),
        ("the path at {A} leads home", "the path at X does not lead home"),
        ("the long path of {A} meets another", "the long path of X does not meet another"),
        ("for {A} the path ends here", "for X the path does not end here"),
        ("{A}'s pawn goes back", "X's pawn does not go back"),
        ("{A}'s park shows a card", "X's park does not show a card"),
        ("{A}'s limits bind at once", "X's limits do not bind at once"),
        ("{A} ways lead home", "X ways do not lead home"),
        ("turns of {A} go on", "turns of X do not go on"),
        ("all cards of {A} have been placed", "all cards of X have not been placed"),
        ("a rule lets {A} move cards", "a rule does not let X move cards"),
        ("the list of contents names {A}", "the list of contents does not name X"),
        ("{A} has come into play", "X has not come into play"),
        ("{A} has become a card", "X has not become a card"),
        ("{A} has just built", "X has not just built"),
        ("{A} can pay", "X cannot pay"),
        ("{A} starts as soon as a part is done", "X does not start as soon as a part is done"),
        ("{A} ran away", "it is not the case that X ran away"),
        ("{A} moved last", "it is not the case that X moved last"),
        ("{A} has no price", "it is not the case that X has no price"),
        ("{A} meets nobody", "it is not the case that X meets nobody"),
        ("{A} has some bonus", "X does not have any bonus"),
    ],
)
def test_denials(template: str, denial: str) -> None:
    lexicon = Lexicon.build(program(f'.type card\n.state p(A: card) "{template}"'))
    assert say(Atom("p", (Constant("x"),)), lexicon, negated=True) == denial


@pytest.mark.parametrize(
    ("template", "denial"),
    [
        ("{A} and {B} belong to one row", "X and Y do not belong to one row"),
        ("the squares {A} and {B} touch end to end", "the squares X and Y do not touch end to end"),
        ("spaces of {A} and {B}'s park show it", "spaces of X and Y's park do not show it"),
        ("the {A} path at {B} leads home", "the X path at Y does not lead home"),
        ("{A}'s path end on the {B} faces it", "X's path end on the Y does not face it"),
        ("a row of {A} of size {B} covers spaces", "a row of X of size Y does not cover spaces"),
    ],
)
def test_denials_of_two(template: str, denial: str) -> None:
    lexicon = Lexicon.build(program(f'.type card\n.state p(A: card, B: card) "{template}"'))
    assert say(Atom("p", (Constant("x"), Constant("y"))), lexicon, negated=True) == denial


@pytest.mark.parametrize(
    ("template", "denial"),
    [
        ("the game has {N} players", "the game does not have 3 players"),
        ("a rule lets players move {N} cards", "a rule does not let players move 3 cards"),
        ("{N} people want to come", "3 people do not want to come"),
        ("{N} players wait", "3 players do not wait"),
        ("{N} people wait", "3 people do not wait"),
        ("{N} dice show a star", "3 dice do not show a star"),
        ("{N} players queue past the gate", "3 players do not queue past the gate"),
        ("{N} exceeds the limit", "3 does not exceed the limit"),
        ("{N} Event cards recur in it", "3 Event cards do not recur in it"),
    ],
)
def test_denials_with_numbers(template: str, denial: str) -> None:
    lexicon = Lexicon.build(program(f'.state p(N: int) "{template}"'))
    assert say(Atom("p", (Constant(3),)), lexicon, negated=True) == denial


def test_units_are_no_verbs() -> None:
    text = '.type card\n.state p(A: card, N: int) "a {A} row of {N} cards scores points"'
    atom = Atom("p", (Constant("x"), Constant(3)))
    lexicon = Lexicon.build(program(text))
    assert say(atom, lexicon, negated=True) == "a X row of 3 cards does not score points"
    assert ask(atom, lexicon) == "does a X row of 3 cards score points?"
