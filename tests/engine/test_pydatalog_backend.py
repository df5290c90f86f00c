"""The pyDatalog backend: same least models as naive evaluation, and nothing left behind.

The semantics is also tested on both backends by the rest of this folder; here stand the random
programs of one stratum and what only this backend can get wrong.
"""

from __future__ import annotations

import gc
import operator
import signal
import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyDatalog import Logic, pyDatalog, pyEngine

from rulings.engine.backends.pydatalog import PyDatalogBackend
from rulings.engine.store.relation import RankedRows
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
    Literal,
    Operation,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)
from rulings.logic.lowering import MAX_CONDITIONS

Rows = dict[str, set[Row]]


def term(value: Value) -> Term:
    """Texts that start upper-case are variables."""
    if isinstance(value, str) and value[:1].isupper() and value.isalnum():
        return Variable(value)
    return Constant(value)


def atom(predicate: str, *terms: Value) -> Atom:
    return Atom(predicate, tuple(term(t) for t in terms))


def lit(predicate: str, *terms: Value) -> Literal:
    return Literal(atom(predicate, *terms))


def absent(predicate: str, *terms: Value) -> Literal:
    return Literal(atom(predicate, *terms), negated=True)


def rule(head: Atom, *body: Condition) -> Rule:
    return Rule("r", head, body)


def least(
    rules: list[Rule], positive: Rows | None = None, negative: Rows | None = None, **seed: set[Row]
) -> Rows:
    own = {r.head.predicate: seed.get(r.head.predicate, set()) for r in rules} | seed
    return PyDatalogBackend().least_model(rules, positive or {}, negative or {}, own)


# The specification: apply every rule to everything until nothing is new.


def naive(rules: list[Rule], positive: Rows, negative: Rows, seed: Rows) -> Rows:
    ranks = {name: dict.fromkeys(rows, 0) for name, rows in seed.items()}
    for number in count(1):
        known = {**positive, **{name: set(rows) for name, rows in ranks.items()}}
        new = [
            (r.head.predicate, row)
            for r in rules
            for env in solutions(r.body, {}, known, negative)
            if (row := tuple(value(t, env) for t in r.head.terms)) not in ranks[r.head.predicate]
        ]
        for name, row in new:
            ranks[name][row] = number
        if not new:
            break
    return {name: RankedRows(rows, rows) for name, rows in ranks.items()}


def value(expression: Expression, env: dict[str, Value]) -> Value:
    match expression:
        case Constant(constant):
            return constant
        case Variable(name):
            return env[name]
        case Operation(symbol, (left, right)):
            function = {"+": operator.add, "-": operator.sub, "*": operator.mul}[symbol]
            return function(value(left, env), value(right, env))
    raise AssertionError(expression)


def solutions(
    body: tuple[Condition, ...], env: dict[str, Value], positive: Rows, negative: Rows
) -> Iterator[dict[str, Value]]:
    if not body:
        yield env
        return
    first, rest = body[0], body[1:]
    match first:
        case Literal(a, negated=True):
            found = any(agree(a.terms, row, env) is not None for row in negative[a.predicate])
            answers = [] if found else [env]
        case Literal(a):
            matches = (agree(a.terms, row, env) for row in positive[a.predicate])
            answers = [e for e in matches if e is not None]
        case Comparison("=", Variable(name), right) if name not in env:
            answers = [{**env, name: value(right, env)}]
        case Comparison(symbol, left, right):
            keys = [(isinstance(v, str), v) for v in (value(left, env), value(right, env))]
            holds = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, ">=": operator.ge}
            answers = [env] if holds[symbol](*keys) else []
        case _:
            raise AssertionError(first)
    for answer in answers:
        yield from solutions(rest, answer, positive, negative)


def agree(terms: tuple[Term, ...], row: Row, env: dict[str, Value]) -> dict[str, Value] | None:
    env = dict(env)
    for t, v in zip(terms, row, strict=True):
        if isinstance(t, Constant):
            if t.value != v:
                return None
        elif env.setdefault(t.name, v) != v:
            return None
    return env


# Random strata: `own*` are the stratum's predicates, `low*` are finished.

ARITIES = {"own0": 0, "own1": 1, "own2": 2, "own3": 2, "low1": 1, "low2": 2, "low3": 3}
VALUES: list[Value] = [0, 1, 2, "0", "a", "b"]
values = st.sampled_from(VALUES)
variables = st.sampled_from(["X", "Y", "Z", "W"])


def rows_of(arity: int) -> st.SearchStrategy[set[Row]]:
    return st.sets(st.tuples(*[values] * arity), max_size=6)


@st.composite
def random_rules(draw: st.DrawFn) -> Rule:
    body: list[Condition] = []
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from(list(ARITIES)))
        body.append(
            lit(
                name, *(draw(st.one_of(variables, variables, values)) for _ in range(ARITIES[name]))
            )
        )
    bound = sorted(
        {t.name for c in body for t in c.atom.terms if isinstance(t, Variable)}  # type: ignore[union-attr]
    )
    anything = st.one_of(st.sampled_from(bound), values) if bound else values
    if draw(st.booleans()):
        name = draw(st.sampled_from(list(ARITIES)))
        terms = [draw(anything) for _ in range(ARITIES[name])]
        if terms and draw(st.booleans()):
            terms[-1] = "Local"
        body.append(absent(name, *terms))
    if draw(st.booleans()):
        symbol = draw(st.sampled_from(["=", "!=", "<", ">="]))
        body.append(Comparison(symbol, term(draw(anything)), term(draw(anything))))
    if draw(st.booleans()):
        body.append(Comparison("=", Variable("N"), term(draw(anything))))
        anything = st.one_of(anything, st.just("N"))
    head = draw(st.sampled_from([name for name in ARITIES if name.startswith("own")]))
    return rule(atom(head, *(draw(anything) for _ in range(ARITIES[head]))), *body)


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


# Isolation

CLOSURE = [
    rule(atom("path", "X", "Y"), lit("edge", "X", "Y")),
    rule(atom("path", "X", "Y"), lit("path", "X", "Z"), lit("edge", "Z", "Y")),
]


def test_a_conclusion_ranks_after_its_premises() -> None:
    edges: set[Row] = {(i, (i * 7 + 1) % 20) for i in range(20)}
    paths = least(CLOSURE, {"edge": edges})["path"]
    assert isinstance(paths, RankedRows)
    assert paths.ranks.keys() == paths
    for start, end in paths - edges:
        rank = paths.ranks[start, end]
        assert any(paths.ranks.get((start, z), rank) < rank for z, y in edges if y == end)
    given = least(CLOSURE, {"edge": edges}, path={(1, 2)})["path"]
    assert isinstance(given, RankedRows)
    assert given.ranks[1, 2] == 0


def test_the_callers_own_pydatalog_is_left_alone() -> None:
    pyDatalog.assert_fact("path", "mine")
    pyEngine.Python_resolvers["edge/2"] = lambda *_: 1 / 0
    try:
        before = Logic.tl.logic
        assert least(CLOSURE, {"edge": {(1, 2)}}) == {"path": {(1, 2)}}
        with pytest.raises(RulingsError):
            PyDatalogBackend(limit=0).least_model(CLOSURE, {"edge": {(1, 2)}}, {}, {"path": set()})
        assert Logic.tl.logic is before
        assert set(pyDatalog.ask("path(X)").answers) == {("mine",)}
    finally:
        del pyEngine.Python_resolvers["edge/2"]
        pyDatalog.clear()


@pytest.mark.parametrize("is_shared", [False, True])
def test_threads_do_not_meet(is_shared: bool) -> None:
    found: dict[int, Rows] = {}
    shared = PyDatalogBackend()

    def run(n: int) -> None:
        backend = shared if is_shared else PyDatalogBackend()
        edges = {"edge": {(i, i + 1) for i in range(n)}}
        found[n] = backend.least_model(CLOSURE, edges, {}, {"path": set()})

    threads = [threading.Thread(target=run, args=(n,)) for n in (20, 30, 40, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {n: len(rows["path"]) for n, rows in found.items()} == {
        n: n * (n + 1) // 2 for n in (20, 30, 40, 50)
    }


class Alarm(BaseException):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the platform has no interval timer")
def test_a_signal_is_noticed_in_the_middle_of_a_long_resolution() -> None:
    edges = {(i, i + 1) for i in range(2000)}

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    gc.disable()  # Hypothesis listens to it and would swallow the exception.
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        started = time.perf_counter()
        with pytest.raises(Alarm):
            least(CLOSURE, {"edge": edges})
        assert time.perf_counter() - started < 3
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert engine_objects() == 0
    assert least(CLOSURE, {"edge": {(1, 2)}}) == {"path": {(1, 2)}}


def engine_objects() -> int:
    gc.collect()
    kinds = (pyEngine.Subgoal, pyEngine.Clause)
    return sum(isinstance(o, kinds) for o in gc.get_objects())


def test_nothing_is_left_in_memory() -> None:
    apart = rule(atom("apart", "X", "Y"), lit("path", "X", "Y"), absent("edge", "X", "Y"))
    edges = {(i, i + 1) for i in range(20)}
    least([*CLOSURE, apart], {"edge": edges}, {"edge": edges})
    assert engine_objects() == 0
