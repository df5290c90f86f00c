"""Many tables in one evaluation: the answers of asking each alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.asking.many import reasons_together
from rulings.asking.reason import Reason
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook
from tests.examples import share_of_examples

CARDS = ("rex", "old_fence", "living_statue", "stranger")
ROWS = tuple(
    row
    for card in CARDS
    for row in (
        f"zone_of({card}, play)",
        f"zone_of({card}, deck)",
        f"face_up({card})",
        *(f"silences({other}, {card})" for other in CARDS),
    )
)
GOALS = (
    *(f"active({card})" for card in CARDS[:3]),
    "not silenced(rex)",
    "may_move(rex)",
    "neg may_move(rex)",
    "may_move(living_statue)",
    "active(rex), silenced(old_fence)",
    'matches(rex, "animal")',
    "active(C)",
)
LINES = st.sets(st.tuples(st.sampled_from(ROWS), st.booleans()), max_size=6)


@share_of_examples(2)
@given(st.lists(LINES, min_size=1, max_size=5))
def test_the_answers_are_those_of_asking_one_by_one(
    book: Rulebook, described: list[set[tuple[str, bool]]]
) -> None:
    tables = []
    for lines in described:
        table = book.situation()
        for row, holds in sorted(lines):
            table = table.suppose(f"{'' if holds else 'not '}{row}.")
        tables.append(table)
    found = list(book.evaluate_many(tables, GOALS))
    alone = [
        tuple(book.with_stated(table.stated).ask(f"?- {goal}").reason for goal in GOALS)
        for table in tables
    ]
    assert found == alone


def test_what_depends_and_what_runs_in_a_circle(book: Rulebook) -> None:
    tables = [
        book.situation("zone_of(rex, play)."),
        book.situation("face_up(rex)."),
        book.situation("zone_of(rex, play).\nsilences(rex, rex)."),
        book.situation("zone_of(rex, deck)."),
    ]
    found = [reason for (reason,) in book.evaluate_many(tables, ["active(rex)"])]
    assert found == [Reason.PROVED, Reason.MISSING, Reason.PARADOX, Reason.FAILED]


def test_most_is_decided_together(book: Rulebook) -> None:
    tables = [
        book.situation(f"zone_of(rex, {zone}).\nsilences(old_fence, {card}).")
        for zone in ("play", "deck")
        for card in ("rex", "old_fence", "stranger")
    ]
    literals = tables[0].ask("?- active(rex)").goal.ground
    evaluations = {n: table.evaluation for n, table in enumerate(tables)}
    known = reasons_together(evaluations, [literals], book.evaluators)
    # Where the fence lies is one of several values: what hangs on that is asked alone.
    assert {number for number, _ in known} == {1, 2, 3, 4, 5}


def test_a_misspelt_name_is_no_answer(book: Rulebook) -> None:
    with pytest.raises(RulingsError) as error:
        list(book.evaluate_many([book.situation()], ["active(rax)"]))
    assert error.value.diagnostics[0].code == "RUL559"
