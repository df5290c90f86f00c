"""Lines that were read before: the same reading where nothing that it depends on has changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rulings import Rulebook, RulingsError, Session
from rulings.english.reader import read
from rulings.english.reading import Reading
from tests.books import trail


def anew(table: Session, line: str) -> Reading:
    """Read a line without what was remembered."""
    said = table.said
    return read(line, said.lexicon, said.focus, said.lines, said.group, said.wish)


def test_a_question_is_read_once_for_tables_with_the_same_names(book: Rulebook) -> None:
    table = book.table(["Rex is face-up."])
    before = table.read("Is Old Fence active?")
    after = table.suppose("Rex is not face-up.").read("Is Old Fence active?")
    assert after is before


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Rex is face-up.", "Old Fence is face-up."),
        ("Old Fence is face-up.", "Rex is face-up."),
    ],
)
def test_what_it_means_depends_on_the_line_before(book: Rulebook, first: str, then: str) -> None:
    table = book.table([first])
    assert table.read("Is it active?") == anew(table, "Is it active?")
    other = table.suppose(then)
    assert other.read("Is it active?") == anew(other, "Is it active?")
    assert other.read("Is it active?") != table.read("Is it active?")


def test_what_is_spoken_of_decides(book: Rulebook) -> None:
    table = book.table(["Rex is face-up."])
    readings = [table.focused(thing).read("Is this card active?") for thing in ("rex", "old_fence")]
    assert readings[0] != readings[1]


def test_a_name_that_comes_to_the_table_is_known(book: Rulebook) -> None:
    table = book.table(["Rex is face-up."])
    with pytest.raises(RulingsError):
        table.read("Is Neon Arch active?")
    known = table.suppose("zone_of(neon_arch, play).")
    assert known.read("Is Neon Arch active?") == anew(known, "Is Neon Arch active?")
    with pytest.raises(RulingsError):
        table.read("Is Neon Arch active?")


CHANGES = (
    "Red is a hiker of Ana.",
    "Ben has 3 coins.",
    "Blue is a hiker of Ben.",
    "Ana has 2 coins.",
    "Green is a hiker of Ana.",
)
LINES = (
    "Is Ana's hiker at the sun site?",
    "Is her hiker at the sun site?",
    "Does she have 2 coins?",
    "Is it at the trail end?",
    "Which players have 2 coins?",
)


def test_lines_of_changing_tables_are_read_as_if_nothing_were_remembered() -> None:
    table = trail().table(["Ana is a player.", "Ben is a player."])
    met = dict[str, list[str]]()
    for change in CHANGES:
        table = table.suppose(change)
        for line in (*LINES, *LINES):
            found = _said(partial(table.read, line))
            assert found == _said(partial(anew, table, line))
            met.setdefault(line, []).append(found)
    assert all(len(set(met[line])) > 1 for line in LINES[1:4])


def _said(reading: Callable[[], Reading]) -> str:
    try:
        return repr(reading())
    except RulingsError as problem:
        return repr([one.message for one in problem.diagnostics])
