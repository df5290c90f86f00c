"""The command line, run inside the process and captured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulings.cli import main
from tests.books import write_book


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def rulings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run `rulings` in a folder that holds the toy rulebook."""
    write_book(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> Ran:
        code = main(list(arguments))
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return run
