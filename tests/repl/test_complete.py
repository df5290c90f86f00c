"""Completion is a pure function of the text."""

from __future__ import annotations

import pytest

from rulings.english.complete import complete
from rulings.english.lexicon import Lexicon
from rulings.repl.highlight import highlight
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)
COMMANDS = (("explain", "how much", ("short", "full")), ("load", "a situation", ("dino-park",)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is tri", "Triceratops"),
        ("is Triceratops a", "active"),
        ("Triceratops is o", "on"),
        ("Triceratops is on ", "Log Flume"),
        ("may ", "Ana"),
        ("may Ana b", "build"),
        ("may Ana build Electrified F", "Electrified Fence"),
        ("why is tri", "Triceratops"),
        ("what if Electrified Fence is in the disc", "discard pile"),
        ("what if Triceratops is face-down: is Elec", "Electrified Fence"),
        ("focus e", "Electrified Fence"),
        ("wha", "what if"),
        (":ex", ":explain"),
        (":explain f", "full"),
        ("?- act", "active"),
        ("is the star total of l", "Log Flume"),
    ],
)
def test_candidates(text: str, expected: str) -> None:
    assert expected in [found.text for found in complete(text, LEXICON, COMMANDS)]


def test_a_slot_proposes_names_of_its_sort_only() -> None:
    found = [candidate.text for candidate in complete("may ", LEXICON)]
    assert set(found) == {"Ana", "Bob"}


def test_a_candidate_replaces_what_was_typed() -> None:
    (found,) = complete("is tri", LEXICON)
    assert ("is tri"[: -found.length] + found.text) == "is Triceratops"


@pytest.mark.parametrize(
    "line", ["is Electrified Fence active", "?- active(C), x.", ":load x", 'a "quoted', "", "Ana's"]
)
def test_highlighting_loses_nothing(line: str) -> None:
    assert "".join(text for _, text in highlight(line, LEXICON)) == line


def test_known_names_are_marked() -> None:
    assert ("class:name", "Electrified Fence") in highlight("is Electrified Fence on", LEXICON)


def test_sentences_are_found_by_what_they_are_about() -> None:
    found = [one.text for one in complete("building", LEXICON)]
    assert "<player> may build <card>" in found
