"""Well-founded semantics: programs from XSB's and SWI-Prolog's own tests."""

from __future__ import annotations

from typing import Any

import pytest

from rulings.asking.standalone import evaluate
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.source import Source
from tests.conformance.translate import Translation, read_atom

SUITE = "wfs.json"


def test_model(case: dict[str, Any], engine: str) -> None:
    translation = Translation().clauses(case["program"])
    mentioned = [(n, int(a)) for n, a in (p.rsplit("/", 1) for p in case["predicates"])]
    source = Source(case["name"], translation.text(*mentioned))
    if not case["range_restricted"]:
        with pytest.raises(RulingsError):
            load(source)
        return
    model = evaluate(load(source), engine=engine)
    names = {here: name for (name, _), here in translation.arities.items()}
    assert {(n, row) for here, n in names.items() for row in model.true[here]} == {
        read_atom(atom) for atom in case["true"]
    }
    assert {(n, row) for here, n in names.items() for row in model.undefined(here)} == {
        read_atom(atom) for atom in case["undefined"]
    }
