"""The clause that decides stands first: over all cases that name it."""

from __future__ import annotations

import pytest

from rulings.faq.cases import readable_cases
from rulings.faq.runner import Runner
from tests.sources import HOUSE

FLOORS = {"boba": 85, "parks": 91, "theme_parque": 90, "unfair": 81}
"""Of how many in a hundred cases the clause is quoted that the case names."""


@pytest.mark.parametrize("game", FLOORS)
def test_the_clause_that_decides_is_quoted(game: str) -> None:
    folder, runner = HOUSE.parent / "queries" / game, Runner()
    cases = (
        case for file in sorted(folder.rglob("*.faq.yaml")) for case in readable_cases(file)[0]
    )
    quoted: dict[str, bool] = {}
    for case in cases:
        outcome = runner.run(case) if case.because else None
        if outcome is None or outcome.answer is None or outcome.table is None:
            continue
        named = {line.text for line in case.because}
        named.update(outcome.table.rulebook.in_force.cited(tuple(named)))
        clause = outcome.answer.because.clause
        quoted[f"{case.id} {case.edition}"] = clause is not None and clause.id in named
    missed = [case for case, is_quoted in quoted.items() if not is_quoted]
    assert 100 - 100 * len(missed) / len(quoted) >= FLOORS[game], missed
