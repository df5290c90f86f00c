"""What the checker makes of a program."""

from __future__ import annotations

import pytest

from rulings.language.check import check, examine
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.files import load
from rulings.language.format import format_rule
from rulings.language.parse import parse
from rulings.language.program import (
    Aggregate,
    Comparison,
    Constant,
    ForAll,
    Literal,
    Operation,
    Program,
    Variable,
)
from rulings.language.source import Source
from rulings.language.syntax import RuleStatement
from rulings.records import replace

DECLARED = """
.type card.
.decl p(X: card). .decl q(X: card, N: int). .decl n(N: int).
p(a). q(a, 1). n(1).
"""


def program_of(rules: str) -> Program:
    return load(DECLARED + rules)


def canonical(rules: str) -> list[str]:
    return [format_rule(rule) for rule in program_of(rules).rules]


def test_expressions_move_into_comparisons() -> None:
    rule = program_of("n(N + 1) :- q(X, N), q(X, N * 2).").rules[0]
    assert [type(c) for c in rule.body] == [Literal, Comparison, Literal, Comparison]
    assert all(isinstance(t, (Variable, Constant)) for t in rule.head.terms)
    last = rule.body[-1]
    assert isinstance(last, Comparison)
    assert isinstance(last.right, Operation)
    assert last.left == rule.head.terms[0]


def test_aggregates_move_out_of_comparisons() -> None:
    assert canonical("p(X) :- p(X), count { N : q(X, N) } + 1 >= 2.") == [
        "p(X) :- p(X), V1 = count { N : q(X, N) }, V1 + 1 >= 2."
    ]
    rule = program_of(
        "n(N) :- 3 = count { X : p(X) }, N = max { M : n(M), q(_, M) }.".replace("n(M), ", "")
    ).rules[0]
    assert [c.target for c in rule.body if isinstance(c, Aggregate)] == [Constant(3), Variable("N")]


def test_local_variables_are_renamed_apart() -> None:
    rule = program_of("n(A) :- A = count { X : p(X) }, A = sum { N, X : q(X, N) }.").rules[0]
    first, second = (c for c in rule.body if isinstance(c, Aggregate))
    assert first.terms == (Variable("X"),)
    assert second.terms == (Variable("N"), Variable("X_2"))


def test_none_at_all() -> None:
    rule = program_of("p(b) :- not q(_, 3), p(X), not q(X, _).").rules[0]
    first, _, last = rule.body
    assert isinstance(first, ForAll)
    assert isinstance(last, ForAll)
    assert first.variables == (Variable("_1"),)
    assert first.goal.negated
    assert first.condition == (Literal(first.goal.atom),)
    assert canonical("p(b) :- not q(_, 3).") == ["p(b) :- not q(_, 3)."]


def test_a_computed_argument_under_not_is_no_anonymous_one() -> None:
    rule = program_of("p(X) :- q(X, N), not q(X, N + 1).").rules[0]
    assert isinstance(rule.body[-1], Literal)
    assert rule.body[-1].negated


def test_ids() -> None:
    program = program_of("@id(first)\np(b) :- p(a).\np(c) :- p(a). p(d) :- p(a).\n")
    assert [rule.id for rule in program.rules] == ["first", "<text>:7", "<text>:7:15"]


def test_citations_are_kept_everywhere() -> None:
    program = load(
        "@[d/type]\n.type t.\n@[d/decl]\n.decl p(X: t).\n@[d/fact]\np(a).\n"
        "@[d/rule, d/two]\np(b) :- p(a)."
    )
    assert program.sorts["t"].clauses == ("d/type",)
    assert program.predicates["p"].clauses == ("d/decl",)
    assert [rule.clauses for rule in program.rules] == [("d/fact",), ("d/rule", "d/two")]
    assert program.facts == {}


def test_two_sided_predicates() -> None:
    program = program_of("neg p(X) :- q(X, 2).\nneg p(c).")
    assert program.predicates["p"].two_sided
    assert not program.predicates["q"].two_sided
    assert [rule.denies for rule in program.rules] == [True, True]


def test_types_of_roots_and_subtypes() -> None:
    good = """
    .type card. .type upgrade < card. .type phrase < string. .type stars < int.
    .decl card_type(C: card, W: symbol). .decl up(U: upgrade). .decl says(P: phrase).
    .decl name(C: card, T: string). .decl has(C: card, S: stars).
    card_type("Big One", upgrade). name(big, "Big"). says("hello"). has(big, 3).
    up(C) :- card_type(C, upgrade).
    name(C, "Loud") :- card_type(C, W), C != W, W != loud.
    has(C, S + 1) :- has(C, S), S < 5.
    """
    assert [p.code for p in examine([parse(Source("x", good))[0]])[1]] == []


def test_all_problems_are_raised_in_order() -> None:
    with pytest.raises(RulingsError) as caught:
        load(".decl p(X: symbol).\np(b) :- qq(X).\np(1).\np(a, ).\n")
    assert [problem.code for problem in caught.value.diagnostics] == ["RUL201", "RUL221", "RUL101"]


def test_warnings_do_not_raise() -> None:
    unit, _ = parse(Source("x.dl", ".decl p(X: symbol).\np(X) :- p(X), p(Y)."))
    assert check([unit]).rules
    _, found = examine([unit])
    assert {problem.severity for problem in found} == {Severity.WARNING}


def test_facts_state_what_rules_need() -> None:
    program = load(
        '.state up(X: symbol) default "{X} is up".\n%%% Documented.\nup(a).\nnot up(b).\n'
    )
    assert program.facts["up"].rows == (("a",),)
    assert program.denials["up"].rows == (("b",),)
    assert program.rules == ()


def test_a_rule_that_binds_an_input_counts_where_no_rule_before_it_does() -> None:
    rules = ".decl w(X: card, in B: int, N: int).\n"
    rules += "w(X, B, 6) :- p(X), B = 5.\notherwise w(X, B, B) :- p(X).\n"
    unit, problems = parse(Source("r", DECLARED + rules))
    assert problems == []
    assert format_rule(check([unit]).rules[-1]).startswith("w(X, B, B) :- not w.before.1(X, B)")


@pytest.mark.parametrize(
    ("gone", "last"),
    [
        (0, "q(X, 3) :- not q.before.1(X), p(X)."),
        (1, "q(X, 3) :- not q.before.1(X), p(X)."),
        (2, "q(X, 2) :- not q.before.1(X), n(2), p(X)."),
    ],
)
def test_rules_stay_in_order_without_one_of_them(gone: int, last: str) -> None:
    """A layer may withdraw any; what comes before the chain is never taken for a part of it."""
    rules = "q(X, 9) :- p(X).\nq(X, 1) :- n(1), p(X).\n"
    rules += "otherwise q(X, 2) :- n(2), p(X).\notherwise q(X, 3) :- p(X).\n"
    unit, problems = parse(Source("r", DECLARED + rules))
    assert problems == []
    chain = [one for one in unit.statements if isinstance(one, RuleStatement)][1:]
    left = tuple(one for one in unit.statements if one is not chain[gone])
    program = check([replace(unit, statements=left)])
    assert format_rule(program.rules[-1]) == last
