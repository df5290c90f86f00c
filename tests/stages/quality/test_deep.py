"""The deep check: contradictions, circles and rules without effect, with their situations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.quality.bench import Bench
from rulings.quality.examination import Flaw, Kind, examine
from rulings.session import Rulebook
from tests.stages.quality.laws import RULES, write_laws

MORE = """\
.decl grounded(C: card) "{C} is grounded".
.decl barred(C: card) "{C} is barred".
@[rules/peace] @id(never)
grounded(C) :- lies(C, deck), lies(C, hand).
@[rules/peace] @id(too_weak)
barred(C) :- strength(C, N), N < 2, N > 4.
@[rules/strike] @id(weaklings)
may_strike(C) :- kind(C, coward), strength(C, 1).
cowards overrides weaklings.
.type bout = { 1, 2, 3, 4, 5, 6 }.
.state wins(C: card, B: bout) concluded "{C} wins bout {B}".
.decl triple(C: card) "{C} is triple".
@[rules/peace]
wins(C, 1) :- strength(C, 100).
@[rules/peace] @id(counted)
triple(C) :- wakeful(C), strength(C, _), 3 = count { B : wins(C, B) }.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_laws(
        tmp_path_factory.mktemp("deep"), suite="game: laws\ncases: []\n", rules=RULES + MORE
    )


@pytest.fixture(scope="module")
def findings(folder: Path) -> dict[tuple[Kind, tuple[str, ...]], Flaw]:
    bench = Bench(Rulebook.load(folder, cache=False), ())
    return {(found.kind, found.rules): found for found in examine(bench)}


def test_contradictions_with_the_smallest_situation(
    findings: dict[tuple[Kind, tuple[str, ...]], Flaw],
) -> None:
    found = findings[Kind.CONTRADICTION, ("champions", "cowards")]
    assert sorted(found.given) == ["Card A has kind champion.", "Card A has kind coward."]
    assert found.ask == "May Card A strike?"
    assert found.clauses == ("rules/strike", "rules/peace")


def test_ranked_rules_do_not_contradict(
    findings: dict[tuple[Kind, tuple[str, ...]], Flaw],
) -> None:
    assert (Kind.CONTRADICTION, ("strikers", "cowards")) not in findings


def test_circles(findings: dict[tuple[Kind, tuple[str, ...]], Flaw]) -> None:
    (found,) = [found for (kind, _), found in findings.items() if kind is Kind.PARADOX]
    assert len(found.given) == 2
    assert any("attacks" in line for line in found.given)


def test_rules_without_effect(findings: dict[tuple[Kind, tuple[str, ...]], Flaw]) -> None:
    never = {rules for kind, rules in findings if kind is Kind.NEVER_FIRES}
    assert never == {("never",), ("too_weak",)}
    assert (Kind.SHADOWED, ("weaklings", "cowards")) in findings


def test_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder.parent.parent)
    assert main(["check", "laws", "--deep", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bound"].startswith("Searched: ")
    assert {"contradiction", "paradox", "never-fires", "shadowed"} == {
        one["kind"] for one in found["findings"]
    }
    assert main(["check", "laws", "--deep", "-W"]) == 3
    assert "these clauses disagree: champions, cowards" in capsys.readouterr().out
