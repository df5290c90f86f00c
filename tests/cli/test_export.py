"""Programs for other engines: what they compute there is what they compute here."""

from __future__ import annotations

import pytest

from rulings.asking.standalone import load
from rulings.export import DIALECTS, export
from rulings.language.diagnostics import RulingsError

PROGRAM = """\
.decl edge(X: symbol, Y: symbol).
.decl path(X: symbol, Y: symbol).
.decl leaf(X: symbol).
edge(a, b). edge(b, c). edge(c, d). edge(a, c).
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
leaf(Y) :- edge(_, Y), not edge(Y, _).
"""

NUMBERS = (
    PROGRAM
    + """\
.decl degree(X: symbol, N: int).
.decl large(X: symbol, N: int).
degree(X, N) :- edge(X, _), N = count { Y : edge(X, Y) }.
large(X, M) :- degree(X, N), M = N * 2 + 1, M > 3.
"""
)

CIRCLES = """\
.decl move(X: symbol, Y: symbol).
.decl win(X: symbol).
.decl ok(X: symbol).
.decl may(X: symbol).
.state fresh(X: symbol) open.
move(a, b). move(b, a). move(b, c). move(d, d).
win(X) :- move(X, Y), not win(Y).
ok(X) :- fresh(X), not win(X).
may(X) :- move(X, _).
neg may(X) :- move(X, X).
"""


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [
        ("prolog", ".decl p(N: int).\np(X) :- X = 7 % 2.\n", "RUL572"),
        ("prolgo", PROGRAM, "RUL571"),
        ("prolog", '.decl w(X: symbol).\nw(X) :- word("a b", X).\n', "RUL572"),
    ],
)
def test_what_cannot_be_said_is_a_diagnostic(to: str, text: str, code: str) -> None:
    with pytest.raises(RulingsError) as error:
        export(load(text), to)
    assert error.value.diagnostics[0].code == code


@pytest.mark.parametrize("to", DIALECTS)
def test_export_is_deterministic(to: str) -> None:
    assert export(load(PROGRAM), to) == export(load(PROGRAM), to)
