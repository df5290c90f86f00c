"""What a question leaves out: the type before what it asks for, the unit behind it."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Either
from rulings.language.diagnostics import RulingsError
from tests.english.small_programs import program

TYPES = ".type player\n.type card\n.type trick < int { 1, 2, 3 }\n"
TRICK = '.state wins(P: player, T: trick) "{P} takes trick {T}"\n'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Is Ana first or is Ana last?", ["Is Ana first", "is Ana last"]),
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
