"""Game descriptions as happenings: what may be done, and what the table is after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.conftest import NIGHTLY
from tests.conformance.happenings import CHOOSES, Game, written
from tests.conformance.translate import read_atom

SUITE = "gdl.json.gz"
STATES = 3
"""So many states of each game are played, and in a nightly run all."""


def test_moves(case: dict[str, Any], tmp_path: Path) -> None:
    game = Game(case, tmp_path)
    for state in case["tests"] if NIGHTLY else case["tests"][:STATES]:
        table = game.at(state["state"])
        if "legal" in state:
            legal = {
                (CHOOSES + name, row) for name, row in game.facts(state["legal"], "legal", "does")
            }
            assert {read_atom(one.fact.rstrip(".")) for one in table.legal()} == legal
        if "next" in state:
            for move in game.facts(state["does"]):
                table = table.happen(CHOOSES + written(*move), strict=True)
            table = table.happen("step.")
            stated = {(name, row) for name, rows in table.stated.facts.items() for row in rows}
            assert stated == game.facts(state["next"], "next", "true")
