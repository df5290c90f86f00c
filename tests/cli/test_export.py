"""Programs for other engines: what they compute there is what they compute here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulings.asking.standalone import load, solve
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


def test_pydatalog(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    ask = (
        "\npyDatalog.create_terms('A, B')\n"
        "print(sorted(r_path(A, B).data))\nprint(r_leaf(A).data)\n"
    )
    path.write_text(export(load(PROGRAM), "pydatalog") + ask, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, timeout=60, check=True
    )
    lines = ran.stdout.strip().splitlines()
    assert lines[0] == str(sorted(solve(load(PROGRAM))[0]["path"]))
    assert lines[1] == "[('d',)]"


def test_souffle_declares_what_it_uses() -> None:
    text = export(load(NUMBERS), "souffle")
    assert ".decl r_degree(c0: symbol, c1: number)" in text
    assert "r_path(X, Y) :- r_path(X, Z), r_edge(Z, Y)." in text
    assert "r_leaf(Y) :- r_edge(V__1, Y), !" in text


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [
        ("souffle", CIRCLES, "RUL572"),
        ("pydatalog", NUMBERS, "RUL572"),
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
