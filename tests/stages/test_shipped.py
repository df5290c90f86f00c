"""The shipped rulebooks hold what docs/shipped-rulebooks.md says of them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rulings.cli import main

GAMES = ("boba", "parks", "theme_parque", "unfair")
RESTED = {"boba": ("96", "95"), "theme_parque": ("99", "54"), "unfair": ("89", "50")}
"""The share of a document's clauses on which an answer rests, and of those with a yes and a no."""

UNASKED = {"boba": 2, "parks": 0, "theme_parque": 1, "unfair": 25}
"""How many predicates no case asks for; they are read by others."""


@pytest.mark.parametrize("game", GAMES)
def test_a_yes_and_a_no_rest_on_nearly_every_clause(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tested, both = RESTED.get(game, ("99", "99"))
    asked = ["--threshold", tested, "--both", both, "--format", "json", "--rules"]
    code = main(["cover", game, *asked])
    shown = capsys.readouterr()
    assert code == 0, shown.err
    assert len(json.loads(shown.out)["never_asked"]) <= UNASKED[game]


@pytest.mark.parametrize("game", GAMES)
def test_check_finds_nothing(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", game]) == 0
    shown = capsys.readouterr()
    assert [one for one in (shown.out + shown.err).splitlines() if ": warning " in one] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_entry_contradicts_the_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["triage", game, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["contradicted"] == found["unread"] == 0
    decided = [entry for entry in found["entries"] if entry["standing"] == "entailed"]
    assert len(decided) > 150
    # The geometry of Theme Parque's board, which many of its cases ask for, has no clause; nor has
    # what is printed on each Play of Battle Arena.
    share = 0.9 if game in ("boba", "theme_parque") else 0.95
    assert sum(bool(entry["clauses"]) for entry in decided) > share * len(decided)


def test_the_editions_of_unfair_differ_where_the_guide_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["diff", "unfair", "--from", "2018", "--to", "2024", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    changed = {case["id"]: case for case in found["cases"] if case["changed"] == "verdict"}
    buried = changed["buried-not-active"]
    assert (buried["from"]["verdict"], buried["to"]["verdict"]) == ("depends", "no")
    assert "unfair-guide-2024/inactive-buried" in buried["to"]["clauses"]
    assert {clause["change"] for clause in found["clauses"]} == {"came", "went", "changed"}
    assert not found["not_compared"]
    assert all(flip["clauses"] for flip in found["flips"])


KILLED = {"boba": 75, "parks": 80, "theme_parque": 70, "unfair": 73}
"""The percentage of a sample of mutants that must be killed; 90 is the aim."""


@pytest.mark.parametrize("game", GAMES)
def test_wrong_rules_are_noticed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    sample = ["--sample", "40", "--seed", "7", "--threshold", str(KILLED[game])]
    assert main(["mutate", game, *sample]) == 0, capsys.readouterr().out


FOUND = {
    "parks": {"never-fires": 81},
}
"""Each game with what the deep check finds, which must not become more; docs/mutation.md."""


@pytest.mark.parametrize("game", FOUND)
def test_no_new_contradiction(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", game, "--deep", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    counted = Counter(finding["kind"] for finding in found)
    assert counted <= Counter(FOUND[game])
