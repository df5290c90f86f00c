"""What a question leaves out: the type before what it asks for, the unit behind it."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Either, Which
from rulings.language.diagnostics import RulingsError
from tests.english.small_programs import program

TYPES = ".type player\n.type card\n.type trick < int { 1, 2, 3 }\n"
TRICK = '.state wins(P: player, T: trick) "{P} takes trick {T}"\n'
TRICKS = '.decl tricks(P: player, N: int) "{P} takes {N} tricks"\n'
CARD = '.state takes(P: player, C: card) "{P} takes {C}"\n'
WHAT, WHICH, MANY = "What does Ana take?", "Which trick does Ana take?", "How many tricks does …?"


def asked(declared: str, line: str) -> str | tuple[str, ...]:
    """Return the predicate that a question is about, or what it may ask for instead."""
    concluded = "tricks" if TRICKS in declared else ""
    lexicon = Lexicon.build(program(declared, {"label": [("ana", "Ana")]}, concluded))
    try:
        found = read(line.replace("…", "Ana take"), lexicon)
    except RulingsError as error:
        (wrong,) = error.diagnostics
        return wrong.suggestions if wrong.code == "RUL504" else wrong.code
    assert isinstance(found, Which)
    return str(found.literals[0].atom.predicate)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Is Ana first or is Ana last?", ["Is Ana first", "is Ana last"]),
        ("Is Ana first or Ana last?", ["Ana first", "Ana last"]),
        ("Is Ana first, or only last?", ["first", "last"]),
    ],
)
def test_alternatives(line: str, words: list[str]) -> None:
    found = read(line, two_places())
    assert isinstance(found, Either)
    assert [one for one, _ in found.options] == words
    asked = [option.atom.predicate for _, option in found.options if isinstance(option, Ask)]
    assert asked == ["first", "last"]


def test_notation_is_told_apart() -> None:
    with pytest.raises(RulingsError) as refused:
        read("\\+ Ana is first", two_places())
    assert refused.value.diagnostics[0].hint == "Negation is written `not p(X)`."


def two_places() -> Lexicon:
    two = '.state first(P: player) "{P} is first"\n.state last(P: player) "{P} is last"\n'
    return Lexicon.build(program(TYPES + TRICK + two, {"label": [("ana", "Ana")]}))


@pytest.mark.parametrize(
    ("declared", "line", "meant"),
    [
        (TRICK, WHAT, "wins"),
        (TRICK, WHICH, "wins"),
        (TRICK + TRICKS, WHICH, "wins"),
        (TRICK + TRICKS, MANY, "tricks"),
        (CARD + TRICKS, MANY, "tricks"),
        (TRICKS, WHAT, "tricks"),
        (CARD, WHAT, "takes"),
        (CARD + TRICK, "Which card does Ana take?", "takes"),
        (TRICK + TRICKS, WHAT, {"How many tricks does Ana take?", "Which trick does Ana take?"}),
        (CARD + TRICKS, WHAT, {"Which card does Ana take?", "How many tricks does Ana take?"}),
        (CARD + TRICK, WHAT, {"Which card does Ana take?", "Which trick does Ana take?"}),
    ],
)
def test_what_is_left_out_is_not_guessed(declared: str, line: str, meant: str | set[str]) -> None:
    found = asked(TYPES + declared, line)
    assert found == meant if isinstance(meant, str) else meant <= set(found)
