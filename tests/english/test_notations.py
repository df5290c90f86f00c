"""Lines in a notation of another language are told apart from English."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.language.diagnostics import RulingsError
from tests.english.small_programs import program

TYPES = ".type player\n.type card\n.type trick < int { 1, 2, 3 }\n"
TRICK = '.state wins(P: player, T: trick) "{P} takes trick {T}"\n'


def test_notation_is_told_apart() -> None:
    with pytest.raises(RulingsError) as refused:
        read("\\+ Ana is first", two_places())
    assert refused.value.diagnostics[0].hint == "Negation is written `not p(X)`."


def two_places() -> Lexicon:
    two = '.state first(P: player) "{P} is first"\n.state last(P: player) "{P} is last"\n'
    return Lexicon.build(program(TYPES + TRICK + two, {"label": [("ana", "Ana")]}))
