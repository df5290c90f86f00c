"""AbcDatalog's tests: queries with their answers, and programs that must be rejected.

Two programs that AbcDatalog rejects for want of a stratification have a well-founded model here.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.program import Atom, Constant, Variable
from rulings.language.source import Source
from tests.conformance.translate import Translation, read_atom, tokens, value

SUITE = "abcdatalog.json"


def test_queries(case: dict[str, Any], engine: str) -> None:
    translation = Translation().clauses([case["program"]])
    if "error" in case:
        expect_error(case, translation)
        return
    queries = [read_query(check["query"], translation) for check in case["checks"]]
    program = load(Source(case["name"], translation.text()))
    for query, check in zip(queries, case["checks"], strict=True):
        model = Evaluator(program, engine).answer(Table(program), query)
        found = {row for row in model.true[query.predicate] if matches(query, row)}
        if "size" in check:
            assert len(found) == check["size"]
        if "expected" in check:
            assert found == {read_atom(atom)[1] for atom in check["expected"]}


def expect_error(case: dict[str, Any], translation: Translation) -> None:
    source = Source(case["name"], translation.text())
    if "TestUnstratifiable" in case["name"]:
        program = load(source)
        model = Evaluator(program).model(Table(program))
        assert any(list(model.undefined(name)) for name in translation.arities.values())
        return
    with pytest.raises(RulingsError):
        load(source)


def read_query(text: str, translation: Translation) -> Atom:
    parts = tokens(text.rstrip("? "))
    terms = [
        Variable(p) if p[0].isupper() or p == "_" else Constant(value(p))
        for p in parts[2:-1]
        if p != ","
    ]
    named = [
        Variable(f"{t.name}{i}") if t == Variable("_") else t
        for i, t in enumerate(terms)
        if isinstance(t, Variable | Constant)
    ]
    return Atom(translation.named(parts[0], len(named)), tuple(named))


def matches(query: Atom, row: tuple[object, ...]) -> bool:
    bound: dict[str, object] = {}
    return all(
        term.value == found
        if isinstance(term, Constant)
        else bound.setdefault(term.name, found) == found
        for term, found in zip(query.terms, row, strict=True)
    )
