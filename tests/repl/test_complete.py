"""Completion is a pure function of the text."""

from __future__ import annotations

import pytest

from rulings.english.complete import complete
from rulings.english.lexicon import Lexicon
from rulings.repl.highlight import highlight
from tests.books import trail
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)
COMMANDS = (("explain", "how much", ("short", "full")), ("load", "a situation", ("dino-park",)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is tri", "is Triceratops active?"),
        ("is Triceratops a", "is Triceratops active?"),
        ("Triceratops is o", "Triceratops is on Log Flume"),
        ("Triceratops is on ", "Triceratops is on Log Flume"),
        ("may ", "may Ana build Electrified Fence?"),
        ("may Ana b", "may Ana build Electrified Fence?"),
        ("may Ana build Electrified F", "may Ana build Electrified Fence?"),
        ("why is tri", "is Triceratops active?"),
        ("what if Triceratops is face-down: is Elec", "is Electrified Fence active?"),
        ("focus e", "Electrified Fence"),
        ("wha", "what if"),
        (":ex", ":explain"),
        (":explain f", "full"),
        ("?- act", "active"),
        ("is the star total of l", "is the star total of Log Flume 2?"),
    ],
)
def test_candidates(text: str, expected: str) -> None:
    assert expected in [found.text for found in complete(text, LEXICON, COMMANDS)]


def test_only_whole_sentences_with_names_are_proposed() -> None:
    for text in ("", "may ", "is ", "which ", "how many ", "Tri"):
        found = [one for one in complete(text, LEXICON) if one.length == len(text)]
        whole = [one.text for one in found if one.text not in ("why", "what if", "when", "focus")]
        assert whole, text
        assert not [one for one in whole if "<" in one or "§" in one]
        told = [one for one in whole if " " in one and one.split()[0] not in ("why", "what")]
        assert all(one.lower().startswith(text.lower()) for one in told), text


def test_what_is_proposed_is_read_at_the_table_of_its_names() -> None:
    table = trail().situation(["Ana has 5 coins.", "Ben has 2 coins.", '"Old Map" costs 4 coins.'])
    for text in ("", "may ", "is ", "how many ", "Ana "):
        for line in table.complete(text)[:6]:
            if " " in line and not line.startswith(("why", "what if", "suppose", "forget")):
                table.read(line)


def test_a_slot_proposes_names_of_its_sort_only() -> None:
    found = [candidate.text for candidate in complete("may ", LEXICON)]
    assert {one.split()[1] for one in found} == {"Ana", "Bob"}


def test_names_of_the_table_come_first() -> None:
    table = trail().situation(["Zoe has 5 coins.", '"Old Map" costs 4 coins.'])
    assert table.complete("may ")[0].startswith("may Zoe ")
    assert "Old Map" in table.complete("may Zoe buy ")[0]


def test_a_candidate_replaces_what_was_typed() -> None:
    found = complete("is tri", LEXICON)[0]
    assert found.length == len("is tri")
    assert found.text.startswith("is Triceratops")


@pytest.mark.parametrize(
    "line", ["is Electrified Fence active", "?- active(C), x.", ":load x", 'a "quoted', "", "Ana's"]
)
def test_highlighting_loses_nothing(line: str) -> None:
    assert "".join(text for _, text in highlight(line, LEXICON)) == line


def test_known_names_are_marked() -> None:
    assert ("class:name", "Electrified Fence") in highlight("is Electrified Fence on", LEXICON)


def test_sentences_are_found_by_what_they_are_about() -> None:
    found = [one.text for one in complete("building", LEXICON)]
    assert "may Ana build Electrified Fence?" in found
