"""`rulings sentences`: what a rulebook has about a topic."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.cli import main

TRAIL = Path(__file__).parent.parent / "english" / "trail"


def test_sentences_about_a_topic(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sentences", str(TRAIL), "buying", "cards"]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first in ("<player> may buy <card>", "<player> has bought <card>")


def test_sentences_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sentences", str(TRAIL), "rest", "--format", "json", "--most", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sentences"] == [
        {
            "statement": "<player> must rest",
            "question": "must <player> rest?",
            "predicate": "must_rest",
        }
    ]
