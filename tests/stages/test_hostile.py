"""Texts made to exhaust time, memory or the stack end in a diagnostic."""

from __future__ import annotations

import sys

import pytest

from rulings.language.check import examine
from rulings.language.format import format_unit
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.render.problems import QUOTED, render_text

SIZE = 150_000  # 10 MB end the same way and take longer
D = ".decl p(X: symbol).\n.decl e(X: int, Y: int).\n"
CHAIN = ", ".join(f"X{i} = X{i + 1} + 1" for i in range(3_000))
LITERALS = ", ".join(f"e(X{i}, X{i + 1})" for i in range(10_000))

TEXTS = {
    "one name": "a" * SIZE,
    "parentheses": "p" + "(" * SIZE,
    "braces": "{" * SIZE,
    "quotes": '"' * SIZE,
    "annotations": "@[" * (SIZE // 2),
    "percent": "X %" * (SIZE // 3),
    "stops": "." * SIZE,
    "necks": "a:-" * (SIZE // 3),
    "dollars": "$ a" * (SIZE // 3),
    "minus": "p(" + "-" * SIZE,
    "NUL": "\0" * SIZE,
    "NUL in facts": "p(\0)." * 5_000,
    "nested": f"{D}p({'(' * 100_000}a{')' * 100_000}).",
    "nested forall": f"{D}p(a) :- {'forall { X : ' * 100_000}.",
    "nested aggregates": f"{D}p(a) :- 1 = {'count { X : 1 = ' * 100_000}.",
    "long sum": f"{D}p(a) :- X = 1{'+1' * 100_000}.",
    "aggregates": D + "e(X, X) :- e(X, _), "
    + ", ".join(f"N{i} = count {{ Y : e(X, Y) }}" for i in range(500)) + ".",
    "undeclared": "".join(f"q{i}(X) :- r{i}(X).\n" for i in range(1_000)),
    "long cycle": "".join(f".decl p{i}.\np{i} :- p{(i + 1) % 3000}.\n" for i in range(3_000)),
    "long names": f"{'p' * SIZE}({'X' * SIZE}).\n.decl {'q' * SIZE}(A: {'t' * SIZE}).\n"
    f'.decl r(A: symbol).\nr("{"a" * SIZE}"). r(X) :- r(Y), {"s" * SIZE}(Y).\n',
    "many includes": '.include "x.dl".' * 500 + "p.",
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_ends_in_diagnostics(name: str) -> None:
    depth = sys.getrecursionlimit()
    unit, problems = parse(Source("hostile.dl", TEXTS[name]))
    _, found = examine([unit], problems=problems)
    text = render_text(found[:20])
    assert found
    assert max(map(len, text.splitlines())) < QUOTED + 1_000
    assert sys.getrecursionlimit() == depth


@pytest.mark.parametrize("rule", [f"p(a) :- {LITERALS}.", f"e(X0, X0) :- {CHAIN}, e(X3000, _)."])
def test_long_rules_are_fine(rule: str) -> None:
    unit, problems = parse(Source("long.dl", f"{D}e(1, 2).\n{rule}"))
    program, _ = examine([unit], problems=problems)
    assert program is not None
    assert len(program.rules) == 1
    again, problems = parse(Source("printed.dl", format_unit(unit)))
    assert problems == []
    assert again == unit
