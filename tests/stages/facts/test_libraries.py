"""The shared rule libraries against plain search.

In: random groups and rows. Guarantee: `matching` agrees with trying every assignment and
`partition` with trying every choice of pieces.
"""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load

LIBRARIES = Path(__file__).parents[3] / "facts" / "lib"

MATCHING = load(
    (LIBRARIES / "matching.dl").read_text()
    + """
.state asks(D: int).
.state meets(D: int, X: int).
slot(g, v, D) :- asks(D).
candidate(g, v, D, X) :- meets(D, X).
"""
)
PARTITION = load(
    (LIBRARIES / "partition.dl").read_text()
    + """
.state last(N: int).
.state piece(F: int, L: int, N: int).
.state joker(I: int).
row_end(r, N) :- last(N).
scoring_piece(r, F, L, N) :- piece(F, L, N).
shareable(r, I) :- joker(I).
"""
)
matching, partition = Evaluator(MATCHING), Evaluator(PARTITION)

pairs = st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=14)
pieces = st.sets(
    st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(0, 9)).filter(
        lambda piece: piece[0] <= piece[1]
    ),
    max_size=8,
)


@given(slots=st.sets(st.integers(1, 5), min_size=1), meets=pairs)
def test_matching_agrees_with_every_assignment(
    slots: set[int], meets: set[tuple[int, int]]
) -> None:
    asks = [(slot,) for slot in slots]
    model = matching.model(Table(MATCHING, {"asks": asks, "meets": sorted(meets)}, {}))
    found = any(
        all(pair in meets for pair in zip(sorted(slots), chosen, strict=True))
        for chosen in permutations(range(1, 6), len(slots))
    )
    assert (("g", "v") in model.true["assignable"]) is found
    assert bool(set(model.true["crowded"])) is not found


@given(scored=pieces)
def test_partition_agrees_with_every_choice(scored: set[tuple[int, int, int]]) -> None:
    model = partition.model(Table(PARTITION, {"last": [(6,)], "piece": sorted(scored)}, {}))
    best = max(
        sum(worth for _, _, worth in chosen)
        for size in range(len(scored) + 1)
        for chosen in combinations(sorted(scored), size)
        if all(a[1] < b[0] or b[1] < a[0] for a, b in combinations(chosen, 2))
    )
    assert set(model.true["best_partition"]) == {("r", best)}


def test_a_joker_may_close_one_piece_and_open_the_next() -> None:
    pieces = [(1, 3, 10), (3, 5, 10)]
    model = partition.model(
        Table(PARTITION, {"last": [(5,)], "piece": pieces, "joker": [(3,)]}, {})
    )
    assert set(model.true["best_partition"]) == {("r", 20)}
