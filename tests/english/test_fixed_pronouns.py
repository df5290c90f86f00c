"""What "it" may mean where it is one of the words of an idiom."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.question import read
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.word_files import read_words
from tests.english.notation import shown
from tests.english.small_programs import program

LEXICON = Lexicon.build(
    program(
        """
        .type site
        .type player
        .type good = { gold, wood }
        .state seen(P: player, S: site) "{P} has seen {S}"
        .state owns(P: player, G: good) "{P} owns {G}"
        .state pays(P: player, G: good) "{P} pays with {G}"
        """,
        {"seen": [("ana", "old_mill")], "owns": [("ana", "gold")]},
    ),
    read_words(
        Source(
            "words.yaml",
            "idioms:\n"
            '  - {say: "may {P: player} spend (gold|it) here?", means: "pays(P, gold)"}\n'
            '  - {say: "is it a lovely day?", means: "pays(ana, wood)"}\n',
        )
    ),
)


@pytest.mark.parametrize(
    ("lines", "line", "understood"),
    [
        ((), "May Ana spend it here?", True),
        ((("ana", "gold"),), "May Ana spend it here?", True),
        ((("ana", "old_mill"), ("ana", "gold")), "May Ana spend it here?", True),
        ((("ana", "old_mill"),), "May Ana spend it here?", False),
        ((("old_mill",), ("ana", "old_mill")), "May Ana spend it here?", False),
        ((("ana", "old_mill"),), "May Ana spend gold here?", True),
        ((("old_mill",),), "Is it a lovely day?", True),
    ],
)
def test_an_idiom_about_one_thing_is_not_read_of_another(
    lines: tuple[tuple[str, ...], ...], line: str, understood: bool
) -> None:
    try:
        said = shown(read(line, LEXICON, lines=lines))
    except RulingsError:
        said = ""
    assert bool(said) is understood
