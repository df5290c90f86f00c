"""Rows that pyDatalog derives are ranked above the rows they follow from."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load

PROGRAM = load(
    """
    .state edge(A: int, B: int).
    .decl odd(A: int, B: int).
    .decl even(A: int, B: int).
    odd(X, Y) :- edge(X, Y).
    odd(X, Y) :- even(X, Z), edge(Z, Y).
    even(X, Y) :- odd(X, Z), edge(Z, Y).
    """
)
EVALUATOR = Evaluator(PROGRAM, "pydatalog")
NODES = st.integers(0, 5)


@settings(max_examples=30, deadline=None)
@given(st.sets(st.tuples(NODES, NODES), max_size=12))
def test_every_row_has_a_derivation_from_rows_of_lower_rank(edges: set[tuple[int, int]]) -> None:
    model = EVALUATOR.model(Table(PROGRAM, {"edge": list(edges)}, {}))
    for name, other in (("odd", "even"), ("even", "odd")):
        for start, end in model.true[name]:
            if name == "odd" and (start, end) in edges:
                continue
            rank = model.rank(name, (start, end))
            assert any(
                (start, middle) in model.true[other]
                and (middle, end) in edges
                and model.rank(other, (start, middle)) < rank
                for middle in range(6)
            )
