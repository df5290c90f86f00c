"""Citations against the registry of printed clauses."""

from __future__ import annotations

from rulings.language import load
from rulings.language.checks.clauses import check_clauses
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


def test_editions_are_taken_together() -> None:
    clauses = {"d/a": ("", None), "d/b": ("", None)}
    first = load(".decl p.\n@[d/a]\np.")
    second = load(".decl p.\n@[d/b]\np.\np :- p.")
    assert list(check_clauses([first, second], clauses, exempt=lambda span: True)) == []
    assert [p.code for p in check_clauses([first], clauses)] == ["RUL362"]
