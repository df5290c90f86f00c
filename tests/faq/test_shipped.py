"""The shipped rulebooks hold what docs/coverage.md promises."""

from __future__ import annotations

import json

import pytest

from rulings.cli import main

GAMES = {"boba": 100, "parks": 100, "theme_parque": 90, "unfair": 90}
"""Each game with the percentage of its clauses that must have both a yes and a no."""


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_tested(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["cover", game, "--threshold", "100", "--both", str(GAMES[game])])
    assert code == 0, capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_no_entry_contradicts_the_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["triage", game, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["contradicted"] == found["unread"] == 0
    decided = [entry for entry in found["entries"] if entry["standing"] == "entailed"]
    assert len(decided) > 150
    assert sum(bool(entry["clauses"]) for entry in decided) > 0.95 * len(decided)


def test_the_editions_of_unfair_differ_where_the_guide_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["diff", "unfair", "--from", "2018", "--to", "2024", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    changed = {case["id"]: case for case in found["cases"] if case["changed"] == "verdict"}
    buried = changed["buried-not-active"]
    assert (buried["from"]["verdict"], buried["to"]["verdict"]) == ("yes", "no")
    assert "unfair-guide-2024/inactive-buried" in buried["to"]["clauses"]
    assert {clause["change"] for clause in found["clauses"]} == {"came", "went", "changed"}
    assert not found["not_compared"]
    assert all(flip["clauses"] for flip in found["flips"])
