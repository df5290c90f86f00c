"""Soufflé's evaluation tests, with the output relations their authors expect."""

from __future__ import annotations

from typing import Any

from rulings.asking.standalone import evaluate
from rulings.language.files import load
from rulings.language.source import Source
from tests.conformance.translate import Translation

SUITE = "souffle.json"


def test_outputs(case: dict[str, Any], engine: str) -> None:
    translation = Translation().clauses(case["program"])
    for name, rows in case["facts"].items():
        translation.facts(name, rows)
    expected = {name: {tuple(row) for row in rows} for name, rows in case["expected"].items()}
    known = {name for name, _ in translation.arities}
    silent = [(name, 0) for name in expected if name not in known]
    model = evaluate(load(Source(case["name"], translation.text(*silent))), engine=engine)
    found = {
        name: set(model.true[here])
        for (name, _), here in translation.arities.items()
        if name in expected
    }
    assert found == expected
