"""How much of the work pyDatalog does on its backend, counted from the clauses it is handed."""

from __future__ import annotations

from typing import Any

import pytest
from pyDatalog import pyEngine

from rulings.session import Rulebook

PYDATALOGS_OWN = (None, pyEngine.equals_primitive, pyEngine.compare_primitive)
SITUATIONS = [("unfair", "dino-park"), ("theme_parque", "grand-park"), ("parks", "final-score")]


@pytest.fixture
def clauses(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    """Every rule that pyDatalog is handed, by pyDatalog's own identity of clauses."""
    handed: dict[Any, Any] = {}
    hand_over = pyEngine.assert_

    def noted(clause: Any) -> Any:
        if clause.body:
            handed[clause.get_id()] = clause
        return hand_over(clause)

    monkeypatch.setattr(pyEngine, "assert_", noted)
    return handed


def resolves_whole(clause: Any) -> bool:
    """Whether no literal of a clause is answered by a function of ours."""
    return all(literal.pred.prim in PYDATALOGS_OWN for literal in clause.body)


@pytest.mark.parametrize(("game", "situation"), SITUATIONS)
def test_pydatalog_resolves_four_rules_of_five_alone(
    game: str, situation: str, clauses: dict[Any, Any]
) -> None:
    book = Rulebook.load(game)
    predicates = list(book.program.predicates)
    model = book.situation(situation, engine="pydatalog").model(predicates)
    whole = sum(map(resolves_whole, clauses.values()))
    print(f"{game} {situation}: pyDatalog resolves {whole} of {len(clauses)} rules alone")
    assert len(clauses) > 200
    assert whole >= 0.8 * len(clauses)
    native = book.situation(situation).model(predicates)
    for name in predicates:
        assert set(model.true[name]) == set(native.true[name])
        assert set(model.possible[name]) == set(native.possible[name])
