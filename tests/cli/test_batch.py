"""`rulings batch`: many questions in, one answer for each out, in order, once."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.commands.requests import Answering, Defaults
from rulings.doors.growing import Growing
from rulings.doors.incoming import Refused
from rulings.doors.screen import json_text
from tests.books import write_book

ASKED = ("may Rex move?", "is Rex active?", "how many stars does Rex have?", "may Rxe move?")


def questions(folder: Path, count: int) -> Path:
    lines = []
    for n in range(count):
        given = [f"Old Fence is face-{'up' if n % 3 else 'down'}."]
        ask = ASKED[n % 4] if n % 5 else list(ASKED)
        lines.append(json.dumps({"id": n, "situation": "den", "given": given, "ask": ask}))
    lines[7] = '{"ask": 5}'
    lines[9] = "no JSON"
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def expected(path: Path, book: Path) -> list[object]:
    answering = Answering(Defaults(game=str(book), explain=False))
    lines = path.read_bytes().splitlines()
    return [timeless(json_text(answering.reply(line)[0])) for line in lines]


def timeless(line: str) -> object:
    """An answer without the time that it took."""
    return json.loads(line, object_hook=lambda one: {**one, "milliseconds": 0})


def told(path: Path) -> list[object]:
    return [timeless(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_as_the_pipe_answers(tmp_path: Path, workers: str) -> None:
    book, asked, out = write_book(tmp_path), questions(tmp_path, 200), tmp_path / "out.jsonl"
    words = ["batch", str(asked), "-o", str(out), "-g", str(book), "--brief"]
    assert main([*words, "--workers", workers]) == 64
    assert told(out) == expected(asked, book)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["facts", "out.jsonl", "questions.jsonl"]


def test_files_that_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = questions(tmp_path, 10)
    assert main(["batch", str(tmp_path / "none.jsonl"), "-o", str(tmp_path / "out")]) == 3
    assert "error RUL601" in capsys.readouterr().err
    assert main(["batch", str(asked), "-o", str(tmp_path / "none" / "out")]) == 3
    assert "error RUL616" in capsys.readouterr().err


def test_a_growing_file_is_no_link_and_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("link", "."):
        with pytest.raises(Refused):
            Growing(tmp_path / name)
    assert not (tmp_path / "elsewhere").exists()
