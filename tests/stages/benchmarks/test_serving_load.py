"""The load on a server: the clients check every answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import fairness, room
from benchmarks.load import Client, measure
from rulings.rulebook.library import games
from tests.books import RULES, write_book
from tests.stages.test_sending import COUNTING


def test_a_small_load_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert measure(2, 3, 1.0, ["--processes", "1"])
    printed = capsys.readouterr().out
    assert " 0 wrong" in printed
    assert "ask" in printed


def test_a_refusal_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(client: Client, path: str, body: object) -> tuple[int, bytes]:
        return (201, b'{"id": "x"}') if path == "/v1/sessions" else (503, b"busy")

    monkeypatch.setattr(Client, "post", refused)
    assert not measure(1, 1, 0.01, ["--processes", "1"])


def test_how_long_a_quick_question_takes_beside_slow_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = write_book(tmp_path, **{"rules.dl": RULES + COUNTING})
    quick = {"situation": "den", "ask": "may Rex move?"}
    told = fairness.measure(str(book), quick, number=6, seconds=1.0, slow="?- slow(5).")
    assert 0 < told < 5
    assert "beside: " in capsys.readouterr().out


def test_what_a_process_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = room.lines(1)
    assert {json.loads(line)["game"] for line in asked} == set(games())
    room.batch(asked[:1], "--brief", "--workers", "1")
    assert "1 lines, 0 of them not answered" in capsys.readouterr().out
