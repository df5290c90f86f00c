"""No word of a description is swallowed."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.question import read
from rulings.language.diagnostics import RulingsError
from tests.english.notation import shown
from tests.english.small_programs import program

LEXICON = Lexicon.build(
    program(
        """
        .type card
        .type player
        .type phrase < string
        .state typed(C: card, P: phrase) "{C} is a {P}"
        .state park_item(C: card, P: phrase, O: player) "{C} is a {P} in {O}'s park"
        .state asks_for(C: card, P: phrase) "{C} asks for {P}"
        .state closed(C: card) "{C} is closed"
        .state face_down(C: card) "{C} is face-down"
        .decl shut(C: card) "{C} is closed"
        .decl lively(C: card) "{C} is lively"
        .decl pays(C: card, in P: phrase) "{C} may be paid with {P}"
        """,
        {
            "typed": [("log_flume", "closed circuit ride"), ("old_mill", "attraction")],
            "park_item": [("plan", "sun", "ana")],
        },
        concluded="shut lively pays",
    )
)


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        (
            "Neon is a face-down attraction",
            'state typed(neon, "attraction"), face_down(neon), new neon: card',
        ),
        (
            "Neon is a face-down attraction in Ana's park",
            'state park_item(neon, "attraction", ana), face_down(neon), new neon: card',
        ),
        (
            "Neon is a lively face-down attraction",
            'state typed(neon, "attraction"), lively(neon), face_down(neon), new neon: card',
        ),
        # A word of type lines stays one.
        ("Neon is a closed ride", 'state typed(neon, "closed ride"), new neon: card'),
        ('Neon is a "face-down ride"', 'state typed(neon, "face-down ride"), new neon: card'),
        ("the plan asks for attractions", 'state asks_for(plan, "attraction")'),
        ("may the plan be paid with two suns", 'ask pays(plan, "two suns")'),
        # A list with articles is one description.
        (
            "may the plan be paid with a sun, a wood and a star",
            'ask pays(plan, "sun, a wood and a star")',
        ),
    ],
)
def test_every_word_is_said(line: str, reading: str) -> None:
    assert shown(read(line, LEXICON)) == reading


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("the plan asks for two rides", "RUL528"),
        ("the plan asks for her ride", "RUL523"),
        ("may the plan be paid with one action", "RUL523"),
        ("may the plan be paid with her suns", "RUL523"),
        ("the plan asks for rides on the table", "RUL501"),
        ("Neon is a player", "RUL529"),
        ("Neon is a closed player", "RUL529"),
        ("Old Mill is not a face-down attraction", "RUL508"),
    ],
)
def test_what_nothing_could_match_is_a_mistake(line: str, code: str) -> None:
    with pytest.raises(RulingsError) as caught:
        read(line, LEXICON)
    assert code in {found.code for found in caught.value.diagnostics}
