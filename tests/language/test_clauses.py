"""Citations against the registry of printed clauses."""

from __future__ import annotations

from rulings.language.checks.clauses import check_clauses
from rulings.language.files import load
from rulings.language.source import NOWHERE

PROGRAM = """
@[doc/size]
.decl p(X: symbol).
@[doc/one, doc/tow]
p(a) :- p(b).
p(b) :- p(c).
@[doc/old]
p(c).
"""
CLAUSES = {
    "doc/one": ("", None),
    "doc/two": ("", NOWHERE),
    "doc/size": ("", None),
    "doc/old": ("flavour only", None),
    "doc/flavour": ("flavour only", None),
}


def test_every_kind() -> None:
    found = list(check_clauses([load(PROGRAM)], CLAUSES))
    assert [(problem.code, problem.span.text if problem.span else "") for problem in found] == [
        ("RUL361", "doc/tow"),
        ("RUL363", "p(b) :- p(c)."),
        ("RUL362", ""),
        ("RUL364", "@[doc/old]\np(c)."),
    ]
    assert found[0].hint in ("Did you mean `doc/two`?", "Did you mean `doc/one`?")


HELPERS = """
.decl asked(X: symbol) "{X} is asked".
.decl near(X: symbol, Y: symbol).
.decl far(X: symbol).
.decl said(X: symbol) "{X} is said".
.decl apart(X: symbol).
.decl step(X: symbol, Y: symbol).
@[doc/one]
step(a, b).
@[doc/one]
asked(X) :- near(X, _), not far(X), said(X).
near(X, Y) :- step(X, Y).
near(X, Z) :- near(X, Y), step(Y, Z).
far(X) :- step(X, _), count { Y : near(X, Y) } > 3.
said(X) :- step(X, _).
apart(X) :- step(_, X).
"""


def test_helpers_are_cited_through() -> None:
    """`said` can be asked about, and no rule that cites a clause reads `apart`."""
    found = list(check_clauses([load(HELPERS)], {"doc/one": ("", None)}))
    assert [(problem.code, problem.span.text if problem.span else "") for problem in found] == [
        ("RUL363", "said(X) :- step(X, _)."),
        ("RUL363", "apart(X) :- step(_, X)."),
    ]


def test_editions_are_taken_together() -> None:
    clauses = {"d/a": ("", None), "d/b": ("", None)}
    first = load(".decl p.\n@[d/a]\np.")
    second = load(".decl p.\n@[d/b]\np.\np :- p.")
    assert list(check_clauses([first, second], clauses, exempt=lambda span: True)) == []
    assert [p.code for p in check_clauses([first], clauses)] == ["RUL362"]


def test_what_is_made_of_a_helper_is_cited_through() -> None:
    """Rules in order, and alternatives that are collected, are no rules of their own to cite."""
    helpers = """
.decl asked(X: symbol) "{X} is asked".
.decl near(X: symbol, N: int).
.decl step(X: symbol, Y: symbol).
@[doc/one]
step(a, b).
@[doc/one]
asked(X) :- near(X, _).
near(X, 1) :- step(X, Y), Y != a.
otherwise near(X, N) :- step(_, X), N = count { Y : (step(X, Y) or step(Y, X)) }.
"""
    assert list(check_clauses([load(helpers)], {"doc/one": ("", None)})) == []
