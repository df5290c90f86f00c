"""The load on a server: the clients check every answer."""

from __future__ import annotations

import pytest

from benchmarks.load import Client, measure


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
