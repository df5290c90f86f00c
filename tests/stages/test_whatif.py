"""What would turn a verdict around: each way is asked, and so is every part of it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.asking.answer import Turning
from rulings.asking.reason import Verdict
from rulings.session import Rulebook, Session
from tests.books import toy
from tests.examples import share_of_examples

CARDS = ("rex", "old_fence", "living_statue", "stranger")
LINES = st.sets(
    st.tuples(
        st.sampled_from(
            (
                *(f"zone_of({card}, {zone})" for card in CARDS for zone in ("play", "deck")),
                *(f"face_up({card})" for card in CARDS),
                *(f"silences({one}, {two})" for one in CARDS for two in CARDS),
            )
        ),
        st.booleans(),
    ),
    max_size=6,
)
GOALS = (
    "active(rex)",
    "not silenced(rex)",
    "may_move(living_statue)",
    "active(rex), silenced(old_fence)",
    "active(old_fence), active(living_statue)",
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    return toy(tmp_path_factory.mktemp("book"))


def rules(folder: Path, text: str) -> Rulebook:
    folder.mkdir(exist_ok=True)
    (folder / "rulebook.toml").write_text(
        'name = "small"\ntitle = "Small"\ndefault_edition = "only"\n\n'
        '[editions.only]\nfiles = ["rules.dl"]\n'
    )
    (folder / "rules.dl").write_text(text)
    return Rulebook.load(folder, cache=False)


def turned(table: Session, question: str) -> Turning:
    """Return what turns a verdict, after asking whether it does."""
    answer = table.ask(question)
    found = answer.flip()
    for way in found.ways:
        assert way.verdict is not answer.verdict
        assert table.suppose(*way.facts).ask(question).verdict is way.verdict
        for size in range(1, len(way.facts)):
            for part in combinations(way.facts, size):
                assert table.suppose(*part).ask(question).verdict is not way.verdict
    return found


@given(LINES, st.sampled_from(GOALS))
@share_of_examples(2)
def test_what_is_told_turns_it_and_no_part_does(
    book: Rulebook, lines: set[tuple[str, bool]], goal: str
) -> None:
    table = book.situation()
    for row, holds in sorted(lines):
        table = table.suppose(f"{'' if holds else 'not '}{row}.")
    turned(table, f"?- {goal}")


@given(LINES)
@share_of_examples(2)
def test_one_card_that_is_no_longer_active_is_found(
    book: Rulebook, lines: set[tuple[str, bool]]
) -> None:
    table = book.situation("zone_of(rex, play).")
    for row, holds in sorted(lines):
        table = table.suppose(f"{'' if holds else 'not '}{row}.")
    if table.ask("?- active(rex)").verdict is Verdict.YES:
        assert [len(way.facts) for way in turned(table, "?- active(rex)").ways][:1] == [1]


def test_nothing_that_a_table_may_say_touches_it(book: Rulebook) -> None:
    found = turned(book.situation(), "?- may_move(rex)")
    assert found.ways == ()
    assert found.fixed
    assert "no fact of the table" in found.unturned


def test_more_than_three_changes_are_not_tried(tmp_path: Path) -> None:
    states = "".join(f'.state s{n} closed "s{n} is so".\n' for n in range(4))
    book = rules(tmp_path / "four", f'{states}.decl p "it is so".\np :- s0, s1, s2, s3.\n')
    found = turned(book.situation(), "?- p")
    assert found.ways == ()
    assert not found.fixed
    assert "No change was found" in found.unturned


def test_three_changes(tmp_path: Path) -> None:
    states = "".join(f'.state s{n} closed "s{n} is so".\n' for n in range(3))
    book = rules(tmp_path / "three", f'{states}.decl p "it is so".\np :- s0, s1, s2.\n')
    (way,) = turned(book.situation(), "?- p").ways
    assert way.facts == ("s0.", "s1.", "s2.")


def test_moving_a_thing_is_one_change(tmp_path: Path) -> None:
    text = (
        '.type c.\n.type z = { hand, deck }.\n.state at(C: c, Z: z) one, open "{C} is in {Z}".\n'
        '.decl p(C: c) "{C} is hidden".\np(C) :- at(C, deck).\n'
    )
    table = rules(tmp_path / "moved", text).situation("at(x, hand).")
    assert [way.facts for way in turned(table, "?- p(x)").ways] == [("at(x, deck).",)]


def test_what_meets_two_conditions_is_one_change(tmp_path: Path) -> None:
    text = (
        '.state s closed "s is so".\n.decl a "it is a".\n.decl b "it is b".\n.decl p "it is p".\n'
        "a :- s.\nb :- s.\np :- a, b.\n"
    )
    table = rules(tmp_path / "both", text).situation()
    assert [way.facts for way in turned(table, "?- p").ways] == [("s.",)]
