"""Texts of cards told in passing: who bears them, and in whose words."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError
from rulings.english.text_frames import Persons, TextFrame, frames, in_the_voice_of_a_card

ANA = Persons(asker=False, owner=frozenset({"ana"}), others=frozenset({"ben"}))
ASKER = Persons(asker=True, owner=frozenset({"you"}), others=frozenset({"ben"}))


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("Ana ran a Play that says: win.", TextFrame("win", "Ana ran a Play")),
        ("Ana ran a Play whose text is: win", TextFrame("win", "Ana ran a Play")),
        ("The Play I've just run reads: win.", TextFrame("win", "I have just run a Play")),
        ("The text says: win.", TextFrame("win")),
        ("Big Swing's text reads: win.", TextFrame("win", thing="Big Swing")),
        ("Ana ran a Play: she wins.", TextFrame("she wins", "Ana ran a Play", quoted=False)),
        ("I ran one that gives me 2.", TextFrame("gives me 2", "I ran a Play", quoted=False)),
        (
            "Ana ran Bat, another Play with +5.",
            TextFrame("+5", "Ana ran Bat, another Play", "", False),
        ),
        ("Ana ran Bat, a second Play with +5.", TextFrame("+5", "Ana ran Bat", "", False)),
        ("Ana ran Bat, +5 for now.", TextFrame("+5 for now", "Ana ran Bat", quoted=False)),
        ("Ana ran Bat (+5 power).", TextFrame("+5 power", "Ana ran Bat", quoted=False)),
        ("Ana ran a +5 Play now.", TextFrame("+5 now", "Ana ran a Play", quoted=False)),
        ("The text on Bat: win.", TextFrame("win", thing="Bat")),
        ("It makes me win.", TextFrame("makes me win", quoted=False)),
    ],
)
def test_a_frame_tells_whose_text_it_is(line: str, frame: TextFrame) -> None:
    assert next(frames(line, "Play")) == frame


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ("Ana ran: win.", TextFrame("win", "Ana ran a Play", quoted=False)),
        ("Ana ran this: win.", TextFrame("win", "Ana ran a Play", quoted=False)),
        ("Bat: 'Draw. Win.'", TextFrame("Draw. Win", thing="Bat")),
        ("Bat goes: win.", TextFrame("win", thing="Bat")),
        ("Ana ran Bat, doubling it.", TextFrame("doubles it", "Ana ran Bat", quoted=False)),
    ],
)
def test_a_frame_may_be_read_in_several_ways(line: str, frame: TextFrame) -> None:
    assert frame in frames(line, "Play")


@pytest.mark.parametrize(
    ("said", "persons", "meant"),
    [
        ("I can't draw cards", ANA, "your opponent can't draw cards"),
        ("I can't draw cards", ASKER, "you can't draw cards"),
        ("gives her Hero 10", ANA, "gives your Hero 10"),
        ("gives her 10", ANA, "gives you 10"),
        ("takes 5 from Ben's Hero", ANA, "takes 5 from your opponent's Hero"),
        ("takes 5 from Ben's Hero", ASKER, "takes 5 from your opponent's Hero"),
        ("my opponent loses 5", ASKER, "your opponent loses 5"),
        ("my opponent loses 5", ANA, "you loses 5"),
        ("her opponent loses 5, not Ana", ANA, "your opponent loses 5, not you"),
        ("my Hero gets 5 and his loses 5", ASKER, "your Hero gets 5 and your opponent's loses 5"),
    ],
)
def test_a_text_is_told_in_the_voice_of_its_card(said: str, persons: Persons, meant: str) -> None:
    assert in_the_voice_of_a_card(said, persons, "your opponent") == meant


@pytest.mark.parametrize(
    "line",
    [
        "Kit ran a Play that says I have to hop on one leg this battle.",
        "My Play says: your Hero gets +10. Everybody has to sing.",
        "Kit ran a Play that gives somebody's Hero +10.",
        "Kit has a Play that says 'Your Hero gets +10.' twice.",
    ],
)
def test_a_text_in_passing_is_read_whole_or_refused(line: str) -> None:
    with pytest.raises(RulingsError):
        Rulebook.load("boba").situation().suppose(line)


@pytest.mark.parametrize("behind", ["twice", "tomorrow", "last round"])
def test_no_word_behind_a_quoted_text_is_passed_over(behind: str) -> None:
    with pytest.raises(RulingsError):
        Rulebook.load("unfair").situation().suppose(
            f"A card in my park says 'Gain 4 coins.' {behind}."
        )
