"""The pyDatalog backend: same least models as naive evaluation, and nothing left behind.

The semantics is also tested on both backends by the rest of this folder; here stand the random
programs of one stratum and what only this backend can get wrong.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.backends.pydatalog import PyDatalogBackend
from rulings.engine.store.relation import RankedRows
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    Comparison,
    Constant,
    Operation,
    Row,
    Rule,
    Variable,
)
from rulings.logic.lowering import MAX_CONDITIONS
from tests.engine.strata import (
    ARITIES,
    Rows,
    absent,
    atom,
    lit,
    naive,
    random_rules,
    rows_of,
    rule,
)


def least(
    rules: list[Rule], positive: Rows | None = None, negative: Rows | None = None, **seed: set[Row]
) -> Rows:
    own = {r.head.predicate: seed.get(r.head.predicate, set()) for r in rules} | seed
    return PyDatalogBackend().least_model(rules, positive or {}, negative or {}, own)


@given(st.data())
def test_random_strata_have_the_naive_model(data: st.DataObject) -> None:
    rules = data.draw(st.lists(random_rules(), min_size=1, max_size=6))
    positive = {n: data.draw(rows_of(k)) for n, k in ARITIES.items() if n.startswith("low")}
    negative = {n: data.draw(rows_of(k)) for n, k in ARITIES.items()}
    seed = {n: data.draw(rows_of(k)) for n, k in ARITIES.items() if n.startswith("own")}
    backend = PyDatalogBackend()
    found = backend.least_model(rules, positive, negative, seed)
    assert found == naive(rules, positive, negative, seed)
    assert ranks_of(found) == ranks_of(naive(rules, positive, negative, seed))
    # What was stored for one call is brought up to date for the next.
    positive = {n: data.draw(rows_of(k)) for n, k in ARITIES.items() if n.startswith("low")}
    negative = {n: data.draw(rows_of(k)) for n, k in ARITIES.items()}
    seed = {n: data.draw(rows_of(k)) for n, k in ARITIES.items() if n.startswith("own")}
    again = backend.least_model(rules, positive, negative, seed)
    assert again == naive(rules, positive, negative, seed)
    assert ranks_of(again) == ranks_of(naive(rules, positive, negative, seed))


def ranks_of(found: Rows) -> dict[str, dict[Row, int]]:
    """The round of each row, 0 where it was given."""
    return {
        name: {row: rows.ranks.get(row, 0) if isinstance(rows, RankedRows) else 0 for row in rows}
        for name, rows in found.items()
    }


def test_own_rows_start_with_the_seed_and_other_literals_read_finished_rows() -> None:
    rules = [rule(atom("p", "X"), lit("q", "X"), absent("p", "X"))]
    assert least(rules, {"q": {(1,), (2,)}}, {"p": {(2,)}}, p={(3,)}) == {"p": {(1,), (3,)}}


def test_a_number_and_the_text_of_its_digits_are_two_values() -> None:
    rules = [rule(atom("p", "X"), lit("q", "X", 1))]
    assert least(rules, {"q": {("a", 1), ("b", "1")}}) == {"p": {("a",)}}


@pytest.mark.parametrize("name", ["a.b", "~p", "p]", "_pyD_query", "==", "neg p", "p/2"])
def test_no_name_has_a_meaning(name: str) -> None:
    rules = [rule(atom(name, "X", "Z"), lit(name, "X", "Y"), lit("e", "Y", "Z"))]
    found = least(rules, {"e": {(2, 3)}}, **{name: {(1, 2)}})
    assert found == {name: {(1, 2), (1, 3)}}


def test_predicates_without_columns_and_without_rows() -> None:
    rules = [rule(atom("p"), lit("q")), rule(atom("q"), absent("r")), rule(atom("s"), lit("t"))]
    assert least(rules, t=set()) == {"p": {()}, "q": {()}, "s": set(), "t": set()}
    assert least([rule(atom("p", "a"))]) == {"p": {("a",)}}


def test_mutual_recursion_with_calls_in_both_directions() -> None:
    edges = {(i, i + 1) for i in range(30)}
    rules = [
        rule(atom("odd", "X", "Y"), lit("e", "X", "Y")),
        rule(atom("odd", "X", "Y"), lit("e", "X", "Z"), lit("even", "Z", "Y")),
        rule(atom("even", "X", "Y"), lit("odd", "Z", "Y"), lit("e", "X", "Z")),
        rule(atom("both", "X"), lit("odd", 0, "X"), lit("even", "X", 30)),
    ]
    found = least(rules, {"e": edges})
    assert found == naive(rules, {"e": edges}, {}, {"odd": set(), "even": set(), "both": set()})
    assert len(found["odd"]) + len(found["even"]) == 30 * 31 // 2


def test_built_ins_positive_and_negated() -> None:
    rules = [
        rule(atom("p", "W"), lit("phrase", "P"), lit("word", "P", "W"), absent("word", "a b", "W")),
        rule(atom("n", "X"), lit("limit", "L"), lit("between", 1, "L", "X")),
        rule(atom("ok"), lit("word", "Red Fox", "fox")),
    ]
    found = least(rules, {"phrase": {("A cat",)}, "limit": {(3,)}})
    assert found == {"p": {("cat",)}, "n": {(1,), (2,), (3,)}, "ok": {()}}


def test_division_by_zero_is_a_diagnostic_at_the_rule() -> None:
    quotient = Operation("//", (Constant(6), Variable("X")))
    rules = [rule(atom("p", "X", "Y"), lit("q", "X"), Comparison("=", Variable("Y"), quotient))]
    assert least(rules, {"q": {(2,), (3,)}}) == {"p": {(2, 3), (3, 2)}}
    with pytest.raises(RulingsError, match=r"RUL401: .*rule `r`"):
        least(rules, {"q": {(0,)}})


def test_a_conclusion_that_stands_already_hides_no_fault() -> None:
    quotient = Operation("//", (Constant(6), Variable("X")))
    rules = [
        rule(atom("p"), lit("q", "X"), Comparison("<", Variable("X"), quotient)),
        rule(atom("p"), lit("q", "X")),
    ]
    for order in (rules, rules[::-1]):
        with pytest.raises(RulingsError, match="RUL401"):
            least(order, {"q": {(0,), (1,)}})
        with pytest.raises(RulingsError, match="RUL401"):
            least(order, {"q": {(0,)}}, p={()})


def test_a_division_waits_for_what_may_spare_it_the_zero() -> None:
    quotient = Operation("//", (Constant(6), Variable("X")))
    rules = [
        rule(
            atom("p", "X", "Y"),
            lit("q", "X"),
            Comparison("=", Variable("Y"), quotient),
            Comparison(">", Variable("Y"), Constant(0)),
            lit("own", "X"),
            lit("loop", "Z", "Z"),
        ),
        rule(atom("own", 2)),
    ]
    finished: Rows = {"q": {(0,), (2,)}, "loop": {("a", "a")}}
    assert least(rules, finished)["p"] == {(2, 3)}
    assert least(rules, {"q": {(0,), (2,)}, "loop": {("a", "b")}}, own={(0,)})["p"] == set()


def test_a_call_with_a_value_that_no_row_has_computes_nothing() -> None:
    quotient = Operation("//", (Constant(6), Variable("X")))
    rules = [
        rule(atom("s", "X"), lit("q", "X"), lit("p", "X", "Y")),
        rule(atom("p", "X", "Y"), Comparison("=", Variable("Y"), quotient), lit("d", "X")),
        rule(atom("d", "X"), lit("q", "X"), lit("low", "X")),
    ]
    assert least(rules, {"q": {(0,), (2,)}, "low": {(2,)}})["s"] == {(2,)}


def test_a_rule_may_be_as_long_as_the_language_lets_it() -> None:
    steps = MAX_CONDITIONS // 2
    body = [lit("q", f"X{i}", f"X{i + 1}") for i in range(steps)]
    tests = [Comparison("!=", Variable(f"X{i}"), Constant("b")) for i in range(steps)]
    rules = [rule(atom("p", "X0", f"X{steps}"), *reversed(tests), *body)]
    assert least(rules, {"q": {("a", "a"), ("c", "c")}}) == {"p": {("a", "a"), ("c", "c")}}


def test_ten_thousand_steps_of_recursion() -> None:
    step = Comparison("=", Variable("Y"), Operation("+", (Variable("X"), Constant(1))))
    enough = Comparison("<", Variable("X"), Constant(10_000))
    rules = [
        rule(atom("count", "Y"), lit("count", "X"), enough, step),
        rule(atom("end", "X"), lit("count", "X"), absent("next", "X")),
    ]
    found = least(rules, {}, {"next": {(n,) for n in range(10_000)}}, count={(0,)})
    assert len(found["count"]) == 10_001
    assert found["end"] == {(10_000,)}


def test_rules_that_ask_for_parts_of_their_own_table() -> None:
    edges: set[Row] = {(i, (i * 5 + 1) % 25) for i in range(24)}
    rules = [
        rule(atom("path", "X", "Y"), lit("edge", "X", "Y")),
        rule(atom("path", "X", "Y"), lit("path", "X", "Z"), lit("path", "Z", "Y")),
        rule(atom("loop", "X"), lit("path", "X", "X")),
        rule(atom("near", "X"), lit("path", 0, "X"), lit("path", "X", 3)),
    ]
    nothing: Rows = {"path": set(), "loop": set(), "near": set()}
    assert least(rules, {"edge": edges}) == naive(rules, {"edge": edges}, {}, nothing)


def test_what_follows_a_failure_starts_anew() -> None:
    quotient = Operation("//", (Constant(6), Variable("X")))
    rules = [rule(atom("p", "X", "Y"), lit("q", "X"), Comparison("=", Variable("Y"), quotient))]
    backend = PyDatalogBackend()
    with pytest.raises(RulingsError, match="RUL401"):
        backend.least_model(rules, {"q": {(0,), (2,)}}, {}, {"p": set()})
    assert backend.least_model(rules, {"q": {(2,)}}, {}, {"p": set()}) == {"p": {(2, 3)}}


def test_more_rows_than_the_limit_are_a_diagnostic() -> None:
    step = Comparison("=", Variable("Y"), Operation("+", (Variable("X"), Constant(1))))
    rules = [rule(atom("p", "Y"), lit("p", "X"), step)]
    with pytest.raises(RulingsError, match="RUL404"):
        PyDatalogBackend(limit=1000).least_model(rules, {}, {}, {"p": {(0,)}})
