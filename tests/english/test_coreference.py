"""What "it" may mean when a sentence names several things of one type."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.word_files import read_words
from tests.english.notation import shown
from tests.english.small_programs import program

LEXICON = Lexicon.build(
    program(
        """
        .type card
        .type player
        .state upon(C: card, D: card) "{C} sits on {D}"
        .state owns(P: player, C: card) "{P} owns {C}"
        .state played(P: player, C: card) "{P} has played {C}"
        .state saw(P: player, Q: player) "{P} has seen {Q}"
        """,
        {
            "upon": [("triceratops", "old_mill")],
            "owns": [("ana", "log_flume"), ("ben", "storm")],
        },
    )
)


@pytest.mark.parametrize(
    ("line", "recent", "reading"),
    [
        ("Triceratops sits on it", ("log_flume",), "state upon(triceratops, log_flume)"),
        (
            "Triceratops sits on it",
            ("triceratops", "log_flume"),
            "state upon(triceratops, log_flume)",
        ),
        (
            "Ana owns Log Flume and Triceratops sits on it",
            (),
            "state owns(ana, log_flume), upon(triceratops, log_flume)",
        ),
        ("Ana has seen her hiker", ("ana",), "refused"),
        ("Ana has seen him", ("ben", "ana"), "state saw(ana, ben)"),
        ("Triceratops sits on it", ("triceratops",), "refused"),
        ("It sits on Log Flume", ("log_flume",), "refused"),
    ],
)
def test_a_pronoun_is_nothing_that_its_own_clause_names(
    line: str, recent: tuple[str, ...], reading: str
) -> None:
    try:
        said = shown(read(line, LEXICON, lines=tuple((one,) for one in recent)))
    except RulingsError:
        said = "refused"
    assert said == reading


@pytest.mark.parametrize(
    "line",
    [
        "Triceratops sits on Log Flume, and Ana owns it",
        "Triceratops sits on Log Flume. Ana owns it.",
    ],
)
def test_of_two_things_that_fit_neither_is_guessed(line: str) -> None:
    with pytest.raises(RulingsError) as refused:
        read(line, LEXICON)
    (found,) = refused.value.diagnostics
    assert found.code == "RUL504"
    assert "@" not in found.message


def test_a_subject_continues_the_subject_before_it() -> None:
    said = read("Triceratops sits on Log Flume and it sits on Old Mill", LEXICON)
    assert shown(said) == "state upon(triceratops, log_flume), upon(triceratops, old_mill)"


@pytest.mark.parametrize("line", ["One sits on Old Mill", "Another sits on Old Mill"])
def test_one_is_no_name(line: str) -> None:
    """Without a noun nothing is made of the word."""
    with pytest.raises(RulingsError):
        read(line, LEXICON)


ASKING = Lexicon.build(
    program(
        """
        .type card
        .type player
        .state owns(P: player, C: card) "{P} owns {C}"
        """,
        {"owns": [("ana", "storm")]},
    ),
    read_words(
        Source("words.yaml", 'idioms:\n  - {say: "{P} may play {C}", means: "owns(P, C)"}\n')
    ),
)


@pytest.mark.parametrize(
    "line",
    [
        "Is Ana allowed to play Storm?",
        "Is Ana permitted to play Storm?",
    ],
)
def test_what_is_fine_may_be(line: str) -> None:
    """Also where the word list asks with "may"."""
    assert shown(read(line, ASKING)) == shown(read("May Ana play Storm?", ASKING))
