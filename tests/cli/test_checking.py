"""`rulings check`: what a folder is checked for is what each of its files is checked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.cli import main
from rulings.commands.checking import check_paths
from rulings.language.diagnostics import Diagnostic, Severity
from tests.books import write_book

TABLE = """\
title: Broken
given: |
  Rex flies to the moon.
  Rex is face-up. Rex is not face-up.
  Rex lies in zone deck.
  Rex lies in zone play.
"""
KEYS = """\
game: toy
cases:
  - {id: key, ask: Is Rex active?, expct: no}
"""
LINES = """\
game: toy
cases:
  - {id: unread, ask: Does the moon shine?, expect: no}
  - {id: statement, ask: Rex is face-up., expect: yes}
  - id: told
    given: |
      Rex is face-up.
      Rex is not face-up.
    ask: Is Rex active?
    expect: no
  - {id: table, situation: dne, ask: Is Rex active?, expect: depends}
  - {id: edition, edition: third, ask: Is Rex active?, expect: depends}
  - {id: clause, ask: Is Rex active?, expect: depends, because: [rules/actve]}
  - {id: sound, ask: Is Rex active?, expect: yes}
"""


def places(found: list[Diagnostic]) -> set[tuple[str, str, int]]:
    """The code, the name of the file and the place of each diagnostic."""
    return {(d.code, d.span.source.name.split("/")[-1], d.span.line) for d in found if d.span}


def write(folder: Path, **cases: str) -> Path:
    book = write_book(folder, **{"situations/broken.yaml": TABLE})
    for name, text in cases.items():
        path = folder / "queries" / "toy" / f"{name}.faq.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return book


def test_a_folder_finds_what_its_files_find(tmp_path: Path) -> None:
    book = write(tmp_path, keys=KEYS, lines=LINES)
    asked = tmp_path / "queries" / "toy"
    whole = places(check_paths([book]))
    files = [book / "situations" / "broken.yaml", asked / "keys.faq.yaml", asked / "lines.faq.yaml"]
    found = [places(check_paths([path])) for path in files]
    assert all(found)
    assert set().union(*found) <= whole
    assert found[0] == {
        ("RUL501", "broken.yaml", 3),
        ("RUL574", "broken.yaml", 4),
        ("RUL343", "broken.yaml", 6),
    }
    assert {(code, line) for code, _, line in found[1]} == {("RUL701", 3), ("RUL702", 3)}
    assert {(code, line) for code, _, line in found[2]} == {
        ("RUL501", 3),
        ("RUL555", 4),
        ("RUL574", 8),
        ("RUL550", 11),
        ("RUL606", 12),
        ("RUL705", 13),
    }
    assert places(check_paths([asked])) == found[1] | found[2]
    assert whole <= places(check_paths([tmp_path]))


def test_what_a_shared_file_has_is_told_once(tmp_path: Path) -> None:
    cases = "".join(
        f"  - {{id: c{n}, situation: broken, ask: Is Rex active?, expect: no}}\n" for n in range(9)
    )
    book = write(tmp_path, many="game: toy\ncases:\n" + cases)
    found = [d for d in check_paths([book]) if d.code == "RUL501"]
    assert [d.span.source.name.split("/")[-1] for d in found if d.span] == ["broken.yaml"]


def test_files_of_one_name_in_two_rulebooks_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        write_book(tmp_path / name, **{"situations/broken.yaml": TABLE})
    monkeypatch.chdir(tmp_path)
    found = [d for d in check_paths(["."]) if d.code == "RUL501"]
    paths = [Path(d.span.source.name) for d in found if d.span]
    assert {path.parts[0] for path in paths} == {"one", "two"}
    assert all(path.is_file() for path in paths)


def test_a_broken_rulebook_has_its_faq_files_parsed(tmp_path: Path) -> None:
    book = write(tmp_path, keys=KEYS, lines=LINES)
    (book / "rules.dl").write_text(".type card\n", encoding="utf-8")
    codes = {d.code for d in check_paths([book])}
    assert "RUL701" in codes
    assert not codes & {"RUL501", "RUL555"}


def test_a_file_of_a_rulebook_is_checked_with_all_that_it_needs(tmp_path: Path) -> None:
    book = write_book(tmp_path)
    (book / "alone.dl").write_text(".decl p(X: symbol).\np(a).\nq(b).\n", encoding="utf-8")
    for name in ("rules.dl", "second.dl", "cards/types.csv", "clauses.yaml"):
        found = check_paths([book / name])
        assert [one.code for one in found if one.severity is Severity.ERROR] == [], name
    rules = (book / "rules.dl").read_text(encoding="utf-8")
    (book / "rules.dl").write_text(rules.replace("not silenced", "not silensed"), encoding="utf-8")
    assert "RUL201" in {one.code for one in check_paths([book / "rules.dl"])}
    found = check_paths([book / "alone.dl"])
    assert [one.code for one in found if one.severity is Severity.ERROR] == ["RUL201"]


@pytest.mark.parametrize("named", ["", "clauses.yaml", "rules.md"])
def test_a_folder_with_nothing_to_check_fails_for_want_of_a_manifest(
    tmp_path: Path, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if named:
        (tmp_path / named).write_text("# nothing\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 3
    shown = capsys.readouterr().out
    assert "RUL617" in shown
    assert "rulebook.toml" in shown


@pytest.mark.parametrize("gone", ["rulebook.toml", ""])
def test_a_folder_without_a_manifest_says_so(
    tmp_path: Path, gone: str, capsys: pytest.CaptureFixture[str]
) -> None:
    book = write_book(tmp_path)
    if gone:
        (book / gone).unlink()
    found = [d for d in check_paths([book]) if d.code == "RUL617"]
    assert len(found) == bool(gone)
    main(["check", str(book)])
    shown = capsys.readouterr()
    assert ("holds no rulebook.toml" in shown.err) is bool(gone)
    assert "RUL617" not in shown.out
