"""`rulings check` and `rulings fmt`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulings.cli import main

GOOD = ".decl p(X: symbol).\np(a).\n"
BAD = ".decl p(X: symbol).\nq(a).\n"
UGLY = ".decl p( X:symbol ).\np( a ). % why\n"
PRETTY = ".decl p(X: symbol).\np(a).  % why\n"


def files(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.dl").write_text(text, encoding="utf-8")


def test_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files(tmp_path, good=GOOD, bad=BAD)
    assert main(["check", str(tmp_path / "good.dl")]) == 0
    assert capsys.readouterr().out == "no problems\n"
    assert main(["check", str(tmp_path)]) == 3
    out = capsys.readouterr().out
    assert f"{tmp_path}/bad.dl:2:1: error RUL201" in out
    assert out.endswith("\n1 error\n")
    assert main(["check", str(tmp_path / "nowhere.dl")]) == 3
    assert "RUL001" in capsys.readouterr().out


def test_check_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files(tmp_path, bad=BAD)
    for form in ("json", "sarif"):
        assert main(["check", str(tmp_path), "--format", form]) == 3
        json.loads(capsys.readouterr().out)


def test_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files(tmp_path, unused=".decl p.\n")
    assert main(["check", str(tmp_path)]) == 0
    assert main(["check", str(tmp_path), "--warnings-as-errors"]) == 3
    assert capsys.readouterr().out.count("1 warning\n") == 2


def test_an_empty_folder_is_a_finding(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path)]) == 3


def test_fmt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files(tmp_path, ugly=UGLY, pretty=PRETTY)
    path = tmp_path / "ugly.dl"
    path.chmod(0o640)
    assert main(["fmt", "--check", str(tmp_path)]) == 3
    assert path.read_text() == UGLY
    assert "ugly.dl is not in canonical form" in capsys.readouterr().out
    assert main(["fmt", str(tmp_path)]) == 0
    assert path.read_text() == PRETTY
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["pretty.dl", "ugly.dl"]
    assert main(["fmt", "--check", str(tmp_path)]) == 0


def test_fmt_leaves_broken_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files(tmp_path, broken="p(a", ugly=UGLY)
    assert main(["fmt", str(tmp_path)]) == 3
    assert (tmp_path / "broken.dl").read_text() == "p(a"
    assert (tmp_path / "ugly.dl").read_text() == PRETTY
    assert "RUL104" in capsys.readouterr().err


def test_fmt_of_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(UGLY))
    assert main(["fmt", "-"]) == 0
    assert capsys.readouterr().out == PRETTY
