"""Nothing outside a rulebook's folder is read for a stranger's file, and nothing of it is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook
from tests.books import DEN, MANIFEST, RULES, write_book

SECRET = "the_secret_words(of, another)."


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "outside.yaml"
    path.write_text(f"{SECRET}\n", encoding="utf-8")
    return path


def codes(folder: Path) -> set[str]:
    with pytest.raises(RulingsError) as error:
        Rulebook.load(folder)
    assert all(SECRET not in p.message + p.hint for p in error.value.diagnostics)
    assert all(p.span is None or SECRET not in p.span.source.text for p in error.value.diagnostics)
    return {problem.code for problem in error.value.diagnostics}


@pytest.mark.parametrize("name", ["clauses.yaml", "second.dl", "rulebook.toml", "cards/types.csv"])
def test_a_linked_file_of_a_rulebook(tmp_path: Path, outside: Path, name: str) -> None:
    root = write_book(tmp_path)
    (root / name).unlink()
    (root / name).symlink_to(outside)
    assert codes(root) & {"RUL601", "RUL608"}


@pytest.mark.parametrize("name", ["clauses.yaml", "rulebook.toml", "rules.dl"])
def test_a_pipe_in_a_rulebook_is_no_file(tmp_path: Path, name: str) -> None:
    root = write_book(tmp_path)
    (root / name).unlink()
    os.mkfifo(root / name)
    assert codes(root) & {"RUL600", "RUL601"}


def test_a_linked_library(tmp_path: Path, outside: Path) -> None:
    manifest = MANIFEST.replace('title = "Toy"', 'title = "Toy"\nlibraries = ["planted"]')
    root = write_book(tmp_path, **{"rulebook.toml": manifest})
    (root.parent / "lib").mkdir()
    (root.parent / "lib" / "planted.dl").symlink_to(outside)
    assert "RUL601" in codes(root)


@pytest.mark.parametrize("how", ["{outside}", "../../../outside.yaml", "linked.dl"])
def test_an_include(
    tmp_path: Path, outside: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    text = f'.include "{how.format(outside=outside)}".\n{RULES}'
    root = write_book(tmp_path, **{"rules.dl": text})
    (root / "linked.dl").symlink_to(outside)
    assert "RUL003" in codes(root)
    assert main(["check", str(root)]) == 3
    assert main(["check", str(root / "rules.dl")]) == 3
    assert main(["eval", str(root / "rules.dl")]) == 3
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err


@pytest.mark.parametrize("name", ["situations/den.yaml", "legend.yaml"])
def test_a_linked_situation_or_legend(
    tmp_path: Path, outside: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    drawn = f"{DEN}grid:\n  rows: A\n  legend: {{A: 'zone_of(rex, play).'}}\n"
    root = write_book(tmp_path, **{"situations__den.yaml": drawn})
    (root / name).unlink(missing_ok=True)
    (root / name).symlink_to(outside)
    with pytest.raises(RulingsError) as error:
        Rulebook.load(root).situation("den")
    assert [problem.code for problem in error.value.diagnostics] == ["RUL601"]
    assert main(["show", "den", "-g", str(root)]) == 3
    assert main(["check", str(root)]) == 3
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err


@pytest.mark.parametrize(
    "case",
    [
        "game: toy\ncases:\n- {{id: a, situation: '{outside}', ask: May Rex move?, expect: yes}}\n",
        "game: toy\nsituation: '{outside}'\ncases:\n- {{id: a, ask: May Rex move?, expect: no}}\n",
        "game: '{outside}/..'\ncases:\n- {{id: a, ask: May Rex move?, expect: yes}}\n",
        "game: ../facts/toy\ncases:\n- {{id: a, ask: May Rex move?, expect: yes}}\n",
    ],
)
def test_a_faq_file(
    tmp_path: Path,
    outside: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    case: str,
) -> None:
    write_book(tmp_path)
    path = tmp_path / "queries" / "toy" / "a.faq.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(case.format(outside=outside), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["test", "toy"]) == 3
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err


def test_a_linked_faq_file(
    tmp_path: Path,
    outside: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_book(tmp_path)
    path = tmp_path / "queries" / "toy" / "a.faq.yaml"
    path.parent.mkdir(parents=True)
    path.symlink_to(outside)
    monkeypatch.chdir(tmp_path)
    assert main(["test", "toy"]) == 3
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err
    assert "leads out of its folder" in told.err


def test_a_situation_that_names_a_game_elsewhere(
    tmp_path: Path, outside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"game: '{outside.parent}'\ngiven: []\n", encoding="utf-8")
    assert main(["show", str(path)]) == 64
    assert "no rulebook named" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["fmt"], ["fmt", "--check"]])
def test_fmt_follows_no_link_out_of_the_folder(
    tmp_path: Path, outside: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    outside.write_text("p(a)  .  p( b ).\n", encoding="utf-8")
    (home / "linked.dl").symlink_to(outside)
    (home / "rules.dl").write_text("p(a)  .\n", encoding="utf-8")
    (home / ".rules.dl.new").symlink_to(outside)
    assert main([*command, str(home)]) == 3
    assert main([*command, str(home / "linked.dl")]) == 3
    assert outside.read_text(encoding="utf-8") == "p(a)  .  p( b ).\n"
    assert (home / "linked.dl").is_symlink()
    assert "leads out of its folder" in capsys.readouterr().err


def test_a_certificate_is_not_written_through_a_link(
    tmp_path: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_book(tmp_path)
    place = tmp_path / "work"
    place.mkdir()
    (place / "c.json").symlink_to(outside)
    monkeypatch.chdir(place)
    asked = ["ask", "May Rex move?", "-g", str(root), "--certificate"]
    assert main([*asked, "c.json"]) == 3
    assert outside.read_text(encoding="utf-8") == f"{SECRET}\n"
    assert main([*asked, "d.json"]) == 0
    assert sorted(path.name for path in place.iterdir()) == ["c.json", "d.json"]


def test_new_overwrites_nothing(tmp_path: Path, outside: Path) -> None:
    place = tmp_path / "work"
    (place / "queries" / "mine").mkdir(parents=True)
    kept = place / "queries" / "mine" / "playing.faq.yaml"
    kept.write_text("mine", encoding="utf-8")
    assert main(["new", "mine", "--in", str(place)]) == 3
    assert kept.read_text(encoding="utf-8") == "mine"
    assert not (place / "facts").exists()
    (tmp_path / "other").mkdir()
    linked = tmp_path / "linked"
    linked.mkdir()
    (linked / "facts").symlink_to(tmp_path / "other")
    assert main(["new", "mine", "--in", str(linked)]) == 3
    assert list((tmp_path / "other").iterdir()) == []


def test_any_printable_title_is_written(tmp_path: Path) -> None:
    for number, title in enumerate(('A "q"', "back\\slash", "it's: # [a] {b}", "Ünïcode ✓")):
        assert main(["new", f"g{number}", "--in", str(tmp_path), "--title", title]) == 0
        assert Rulebook.load(tmp_path / "facts" / f"g{number}").title == title
    assert main(["new", "g9", "--in", str(tmp_path), "--title", "\x1b[31m"]) == 3
