"""What people wait for: the tasks do what they say, and broken promises are told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks import application
from benchmarks.application import board, hostile_texts, near_name
from benchmarks.tasks import Task


def test_the_tasks_do_what_they_say() -> None:
    assert len(board()().bindings) == 3
    assert near_name()()
    brackets, braces, circle = hostile_texts()()
    assert "RUL" in brackets
    assert "RUL" in braces
    assert "p0" in circle


def test_a_broken_promise_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Task("kept", "nothing", lambda: lambda: None, promised=60)
    broken = replace(kept, name="broken", promised=-1)
    monkeypatch.setattr(application, "TASKS", (kept, broken))
    assert application.main(["--task", "kept"]) == 0
    assert application.main(["--format", "json"]) == 1
    printed = capsys.readouterr().out
    document = json.loads(printed[printed.index("{") :])
    assert [task["promised"] for task in document["tasks"]] == [60, -1]
