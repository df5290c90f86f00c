"""What a table leaves open is the same, made anew or from what another table left open."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.source import Source
from rulings.logic.completion import Base, complete

PROGRAM = load(
    Source(
        "open.dl",
        """\
.type card.
.type zone = { deck, hand }.
.state takes(C: card, D: card) open.
.state lies_in(C: card, Z: zone) open.
.state rests(C: card) default.
.state beside(C: card, D: card) default.
.state place_of(C: card, Z: zone) one, open.
.state stars(C: card, N: int) open.
takes(a, b).
""",
    )
)
CARDS = st.sampled_from(("a", "b", "c", "d"))
ZONES = st.sampled_from(("deck", "hand"))
ROWS = {
    "takes": st.tuples(CARDS, CARDS),
    "lies_in": st.tuples(CARDS, ZONES),
    "rests": st.tuples(CARDS),
    "beside": st.tuples(CARDS, CARDS),
    "place_of": st.tuples(CARDS, ZONES),
    "stars": st.tuples(CARDS, st.integers(1, 4)),
}
SAID = st.fixed_dictionaries({name: st.sets(rows, max_size=3) for name, rows in ROWS.items()})
TABLES = st.tuples(SAID, SAID)


def completed(table: tuple[dict[str, set], dict[str, set]], before: Base | None) -> Base:
    facts, said = table
    denials = {name: rows - facts[name] for name, rows in said.items()}
    return complete(PROGRAM, facts, denials, before=before)


@given(st.lists(TABLES, min_size=2, max_size=4))
def test_made_from_another_table_it_is_as_made_anew(
    tables: list[tuple[dict[str, set], dict[str, set]]],
) -> None:
    before = None
    for table in tables:
        before, anew = completed(table, before), completed(table, None)
        assert before.true == anew.true
        assert before.possible == anew.possible
        assert before.assumed == anew.assumed


@given(st.lists(st.tuples(TABLES, st.sets(st.sampled_from(sorted(ROWS)))), min_size=1, max_size=4))
def test_what_waits_until_it_is_read_is_as_completed_at_once(
    steps: list[tuple[tuple[dict[str, set], dict[str, set]], set[str]]],
) -> None:
    before, known = None, set[str]()
    for (facts, said), read in steps:
        denials = {name: rows - facts[name] for name, rows in said.items()}
        at_once = Table(PROGRAM, facts, denials)
        before = table = Table(PROGRAM, facts, denials, before=before, lazy=True)
        table.reach(read)
        known |= read
        assert table.true.keys() == known
        for name in known:
            assert set(table.true[name]) == set(at_once.true[name])
            assert set(table.possible[name]) == set(at_once.possible[name])
            assert table.assumed.get(name) == at_once.assumed.get(name)
