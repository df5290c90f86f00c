"""Rows that pyDatalog derives have the ranks of the native engine: above what they follow from."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load
from tests.examples import share_of_examples

PROGRAM = load(
    """
    .state edge(A: int, B: int).
    .decl odd(A: int, B: int).
    .decl even(A: int, B: int).
    odd(X, Y) :- edge(X, Y).
    odd(X, Y) :- even(X, Z), edge(Z, Y).
    even(X, Y) :- odd(X, Z), edge(Z, Y).
    .decl twice(A: int, B: int).
    twice(X, Y) :- even(X, Y), X < Y.
    twice(X, Y) :- twice(X, Z), twice(Z, Y), not edge(Y, X).
    .decl round(A: int).
    round(X) :- twice(X, X).
    """
)
EVALUATOR, NATIVE = Evaluator(PROGRAM, "pydatalog"), Evaluator(PROGRAM)
NODES = st.integers(0, 5)


@share_of_examples(3)
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


@share_of_examples(3)
@given(st.sets(st.tuples(NODES, NODES), max_size=12))
def test_ranks_are_those_of_the_native_engine(edges: set[tuple[int, int]]) -> None:
    table = Table(PROGRAM, {"edge": list(edges)}, {})
    model, native = EVALUATOR.model(table), NATIVE.model(table)
    for name in PROGRAM.predicates:
        assert {row: model.rank(name, row) for row in model.true[name]} == {
            row: native.rank(name, row) for row in native.true[name]
        }
