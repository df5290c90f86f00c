"""Whatever the text, the parser and the checker answer with diagnostics.

`HYPOTHESIS_PROFILE=nightly` runs many more inputs. What fuzzing once found is kept below.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.language.check import examine
from rulings.language.parse import parse, parse_query
from rulings.language.source import Source
from rulings.render.problems import render_json, render_text
from rulings.render.sarif import render_sarif
from tests.language.strategies import FRAGMENTS, damaged_programs

FOUND = [
    # Quadratic once: a comment was matched to its end before it was known to be one.
    "X %" * 20_000,
    # Endless renaming of a local variable that is also quantified.
    ".decl p(X: int). p(X) :- p(X), forall { X : p(X) } p(X), count { X : p(X) } > 1.",
    # A computed argument under `not` was taken for an anonymous one.
    ".decl p(X: int, Y: int). p(X, X) :- p(X, _), not p(_, X + 1).",
    # A symbol beside `%` printed as the beginning of a comment.
    ".decl p(X: int). p(X) :- X = (a) % 2.",
    # The same condition object twice in one body.
    ".decl p(X: int). p(X) :- p(X), p(X), not p(X), not p(X), X = X, X = X.",
    ".decl p. p :- q(\n.decl q.\n.decl",
    "@[a/b] @id(x) @level(y)",
    "%%%\n%%%\n%%% \n.",
    "?- p(X).",
    '"\\',
    "\ufeff\ufeff",
    "p(-).",
    "p(- 3). p(--3). p(-9223372036854775808).",
    ".type t = { }. .type u = { a, }. .type v < v = { 1 }. .decl p(X: v). p(2).",
    '.decl p(X: t, X: t) "{X} {} {{X}} { X }".',
    "a overrides a. overrides overrides overrides.",
    "neg neg p. not not p. neg not p. p :- not neg not p.",
    "p :- forall { } q. p :- forall { X } q. p :- count { : q } > 1.",
    ".decl p(X: int). p(N) :- N = count { N : p(N) }, N = sum { N : p(N) }.",
    ".decl p(in X: int, Y: int). p(X, Y) :- p(Y, X), between(X, Y, X).",
]


def survives(text: str) -> None:
    source = Source("fuzz.dl", text)
    unit, problems = parse(source)
    _, found = examine([unit], problems=problems)
    for problem in found:
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message
        assert "{" not in problem.code
    render_text(found)
    render_json(found[:3])
    render_sarif(found[:3])
    parse_query(source)


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join))
def test_any_fragments(text: str) -> None:
    survives(text)


@given(damaged_programs())
def test_damaged_programs(text: str) -> None:
    survives(text)


@pytest.mark.parametrize("text", FOUND, ids=range(len(FOUND)))
def test_found_by_fuzzing(text: str) -> None:
    survives(text)
