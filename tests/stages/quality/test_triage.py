"""`rulings triage`: entailed, contradicted, silent, redundant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.faq.suite import open_suite
from rulings.quality.standing import SortedEntry, Standing, triage
from tests.books import write_book

ENTRIES = """\
game: toy
edition: second
cases:
  - {id: moves, ask: May Rex move?, expect: yes}
  - {id: erratum, ask: May Old Fence move?, expect: yes}
  - {id: beyond, ask: May Living Statue move?, expect: no}
  - {id: again, ask: May King Rex move?, expect: yes}
  - {id: missing, ask: Is Rex active?, expect: yes}
  - {id: depends, ask: Is Rex active?, expect: depends}
  - {id: unread, ask: Does the moon shine?, expect: yes}
  - id: silenced
    given: |
      zone_of(rex, play).
      zone_of(old_fence, play).
      Old Fence silences Rex.
    ask: Is Rex active?
    expect: no
"""


def sort(folder: Path, *, compare: bool = False) -> dict[str, SortedEntry]:
    book = write_book(folder)
    path = folder / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(ENTRIES, encoding="utf-8")
    suite = open_suite(book)
    found = triage(suite, compare=compare)
    return {finding.case.id: finding for finding in found}


def test_entries_are_sorted(tmp_path: Path) -> None:
    found = sort(tmp_path)
    assert {name: finding.standing for name, finding in found.items()} == {
        "moves": Standing.ENTAILED,
        "erratum": Standing.CONTRADICTED,
        "beyond": Standing.SILENT,
        "again": Standing.ENTAILED,
        "missing": Standing.SILENT,
        "depends": Standing.ENTAILED,
        "unread": Standing.UNREAD,
        "silenced": Standing.ENTAILED,
    }
    assert found["beyond"].answer == "undecided: conflict"
    assert "moon" in found["unread"].say


def test_clauses_are_minimal(tmp_path: Path) -> None:
    found = sort(tmp_path)
    assert found["moves"].clauses == ("rules/animals-move",)
    assert found["erratum"].clauses == ("rules/statues-stay",)
    # Rex is silenced since Old Fence is active.
    assert set(found["silenced"].clauses) == {"rules/active", "rules/silenced"}


def test_what_says_the_same_is_redundant(tmp_path: Path) -> None:
    assert not any(one.repeats for one in sort(tmp_path).values())
    found = sort(tmp_path, compare=True)
    repeated = {name: one.repeats for name, one in found.items() if one.repeats}
    assert repeated == {"again": "moves [second]"}


PRICES = """\
.type player.
.type card.
.state holds(P: player, C: card) "{P} holds {C}".
.state coins(P: player, N: int) one "{P} has {N} coins".
.state scarce(C: card) "{C} is scarce".
.decl price(C: card, N: int) "{C} costs {N} coins".
.decl affords(P: player, C: card) "{P} can afford {C}".
price(lamp, 5).
price(key, 3).
@[rules/active]
affords(P, C) :- coins(P, M), price(C, N), M >= N, not scarce(C).
@[rules/active]
affords(P, C) :- holds(P, C), price(C, _), scarce(C).
"""
PAYING = """\
game: toy
edition: second
cases:
  - {id: plenty, given: [Ann has 9 coins.], ask: Can Ann afford Lamp?, expect: yes}
  - {id: exactly, given: [Ann has 5 coins.], ask: Can Ann afford Lamp?, expect: yes}
  - {id: exactly-key, given: [Ann has 3 coins.], ask: Can Ann afford Key?, expect: yes}
  - id: scarce
    given: [Ann holds Lamp., Lamp is scarce.]
    ask: Can Ann afford Lamp?
    expect: yes
"""


def test_what_notices_more_is_not_redundant(tmp_path: Path) -> None:
    """The clause and the verdict of these are the same; what they test is not."""
    empty = {"first.dl": "", "second.dl": "", "cards/types.csv": "price:C,N\n"}
    book = write_book(tmp_path, **{"rules.dl": PRICES, **empty})
    path = tmp_path / "queries" / "toy" / "paying.faq.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(PAYING, encoding="utf-8")
    found = {one.case.id: one.repeats for one in triage(open_suite(book), compare=True)}
    same = "exactly [second]"
    assert found == {"plenty": same, "exactly": "", "exactly-key": same, "scarce": ""}


def test_a_layer_that_withdraws_a_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sort(tmp_path)
    layer = tmp_path / "facts" / "loose"
    layer.mkdir()
    told = 'name = "loose"\ntitle = "Loose"\nextends = "toy"\nfiles = ["*.dl"]\n'
    told += 'withdraws = ["rules/statues-stay"]\n'
    (layer / "rules.dl").touch()
    (layer / "rulebook.toml").write_text(told, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["triage", "toy", "--layer", "loose", "--format", "json"]) == 3
    entries = json.loads(capsys.readouterr().out)["entries"]
    assert {one["id"]: one["standing"] for one in entries}["erratum"] == "silent"


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sort(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["triage", "toy", "queries/toy/some.faq.yaml", "--redundant"]) == 3
    text = capsys.readouterr().out
    assert "8 entries, 4 entailed, 1 contradicted, 2 silent, 1 unread, 1 redundant" in text
    assert "the entry says yes, the rules: no: denied" in text
    assert "redundant: notices no mutant that moves [second] does not notice" in text
    assert main(["triage", "toy"]) == 3
    assert "redundant" not in capsys.readouterr().out
    assert main(["triage", "toy", "--format", "json"]) == 3
    assert json.loads(capsys.readouterr().out)["redundant"] is None
    assert main(["triage", "toy", "--redundant", "--format", "json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["entailed"], data["contradicted"], data["redundant"]) == (4, 1, ["again [second]"])
    assert [entry["standing"] for entry in data["entries"]].count("silent") == 2
    assert main(["triage", "toy", "nowhere"]) == 3
    assert "RUL706" in capsys.readouterr().err
