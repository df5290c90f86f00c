"""Strata of rules in a few words, at random, and what follows from them.

In: names, values, chance. Out: rules of one stratum and their least model, found by applying every
rule to everything until nothing is new. Guarantee: nothing here is shared with the backends.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from itertools import count

from hypothesis import strategies as st

from rulings.engine.store.relation import RankedRows
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
