"""The checker shares no code with what it checks, and computes the same."""

from __future__ import annotations

import ast
from itertools import islice
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import rulings.verifier
from rulings.language.builtins import BUILT_INS
from rulings.language.program import Constant, Operation
from rulings.logic.calculation import COMPARISONS, FUNCTIONS, WITHIN, ArithmeticFault
from rulings.verifier.arithmetic import (
    COMPUTED,
    Effort,
    Unproved,
    compares,
    computed,
    totals,
    value_of,
)

FOLDER = Path(rulings.verifier.__file__).parent
VALUES = st.one_of(st.integers(-(2**63), 2**63), st.integers(-9, 9), st.text(max_size=3))
PHRASES = st.lists(
    st.sampled_from(("two", "Suns", "a", "no", "and", ", ", "12", "٣", "it's", "_", "plus", "Ŧ")),
    max_size=6,
).map(" ".join)


def test_it_imports_the_types_of_programs_and_nothing_else() -> None:
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.ImportFrom(module=str(module)):
                    found.add(module)
                case ast.Import(names=names):
                    found |= {name.name for name in names}
    ours = {name for name in found if name.startswith("rulings")}
    assert {name for name in ours if not name.startswith("rulings.verifier")} == {
        "rulings.language.predicates",
        "rulings.language.program",
    }


def test_it_knows_the_built_in_predicates() -> None:
    known = {name: (len(one.columns), len(one.inputs)) for name, one in BUILT_INS.items()}
    assert {name: shape[:2] for name, shape in COMPUTED.items()} == known
    assert all(one.inputs == tuple(range(len(one.inputs))) for one in BUILT_INS.values())


ANYTHING = st.one_of(PHRASES, st.text(max_size=8), st.integers(-5, 30))


@given(st.sampled_from(sorted(COMPUTED)), ANYTHING, ANYTHING)
def test_built_in_predicates(name: str, one: int | str, two: int | str) -> None:
    inputs = (one, two)[: COMPUTED[name][1]]
    ours = list(islice(computed(name, inputs, Effort()), 100))
    assert ours == list(islice(BUILT_INS[name].rows(*inputs), 100))


@given(st.sampled_from(sorted(FUNCTIONS.keys() - {WITHIN})), VALUES, VALUES)
def test_arithmetic(operator: str, one: int | str, two: int | str) -> None:
    operands = (one,) if operator in ("abs", "neg") else (one, two)
    try:
        theirs: object = FUNCTIONS[operator](*operands)
    except ArithmeticFault:
        theirs = None
    try:
        ours = value_of(Operation(operator, tuple(map(Constant, operands))), {})
    except Unproved:
        ours = None
    assert ours == theirs


@given(st.sampled_from(sorted(COMPARISONS)), VALUES, VALUES)
def test_order(operator: str, one: int | str, two: int | str) -> None:
    assert compares(operator, one, two) is COMPARISONS[operator](one, two)


@given(
    st.sampled_from(("count", "sum", "min", "max")),
    st.lists(st.integers(-4, 4), max_size=4),
    st.lists(st.integers(-4, 4), max_size=4),
)
def test_aggregates_by_every_choice(
    function: str, certain: list[int], undecided: list[int]
) -> None:
    results = set()
    for choice in range(1 << len(undecided)):
        chosen = [*certain, *(v for i, v in enumerate(undecided) if choice >> i & 1)]
        apply = {"count": len, "sum": sum, "min": min, "max": max}[function]
        is_defined = chosen or function in ("count", "sum")
        results.add(apply(chosen) if is_defined else None)  # type: ignore[operator]
    found = totals(function, certain, [[value] for value in undecided], Effort())
    assert set(found) == results - {None}
    assert all(sure is (len(results) == 1) for sure in found.values())
