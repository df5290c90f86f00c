"""`rulings triage`: entailed, contradicted, silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.faq.suite import open_suite
from rulings.language.diagnostics import RulingsError
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


def sort(folder: Path, without: tuple[str, ...] = ()) -> dict[str, SortedEntry]:
    book = write_book(folder)
    path = folder / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(ENTRIES, encoding="utf-8")
    suite = open_suite(book)
    found = triage(suite, without)
    return {finding.id: finding for finding in found}


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


def test_a_rulebook_without_some_clauses(tmp_path: Path) -> None:
    found = sort(tmp_path, without=("rules/statues-stay",))
    assert found["erratum"].standing is Standing.SILENT
    found = sort(tmp_path, without=("rules",))
    assert found["moves"].standing is Standing.SILENT
    with pytest.raises(RulingsError) as error:
        sort(tmp_path, without=("rules/statues-sty",))
    (problem,) = error.value.diagnostics
    assert (problem.code, problem.hint) == ("RUL705", 'Did you mean "rules/statues-stay"?')


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sort(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["triage", "toy", "queries/toy/some.faq.yaml"]) == 3
    text = capsys.readouterr().out
    assert "8 entries, 4 entailed, 1 contradicted, 2 silent, 1 unread" in text
    assert "the entry says yes, the rules: no: denied" in text
    assert main(["triage", "toy", "--format", "json"]) == 3
    data = json.loads(capsys.readouterr().out)
    assert (data["entailed"], data["contradicted"]) == (4, 1)
    assert [entry["standing"] for entry in data["entries"]].count("silent") == 2
    assert main(["triage", "toy", "nowhere"]) == 3
    assert "RUL706" in capsys.readouterr().err
