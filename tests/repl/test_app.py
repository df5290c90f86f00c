"""The prompt itself, driven by keys through prompt_toolkit's pipe input."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput

from rulings.conversing.conversation import Conversation
from rulings.repl.app import history_of, talk
from rulings.repl.state import ReplState
from rulings.session import Rulebook

PARK = Path(__file__).parent / "park"


def typed(keys: str) -> str:
    """Type keys into a conversation and return what the terminal shows."""
    state = ReplState(Conversation(Rulebook.load(PARK, cache=False).situation("dino-park")))
    shown = io.StringIO()
    with create_pipe_input() as source:
        source.send_text(keys)
        assert talk(state, source=source, target=PlainTextOutput(shown)) == 0
    return shown.getvalue()


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_a_question_is_answered_at_the_prompt() -> None:
    shown = typed("focus Triceratops\ris this card active\r:quit\r")
    assert "Park · edition 1" in shown
    assert "NO  Triceratops is not active." in shown
    assert "(Triceratops)" in shown


def test_control_c_drops_the_line_and_control_d_leaves() -> None:
    shown = typed("is Tric\x03is Electrified Fence active\r\x04")
    assert "YES  Electrified Fence is active." in shown


def test_an_open_goal_goes_on_in_the_next_line() -> None:
    shown = typed("?- active(C),\rcard_type(C, fence).\r\x04")
    assert "YES  " in shown
    assert "Electrified Fence" in shown


def test_history_is_kept_by_game(state_home: Path) -> None:
    typed("is Triceratops active\r\x04")
    kept = (state_home / "rulings" / "history" / "park").read_text(encoding="utf-8")
    assert "+is Triceratops active" in kept
    assert "is Triceratops active" in list(history_of("park").load_history_strings())


def test_a_read_only_home_gets_a_history_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(file))
    assert list(history_of("park").load_history_strings()) == []


def test_control_c_stops_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(state: ReplState, line: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulings.repl.app.handle", interrupted)
    shown = typed("is Triceratops active\r\x04")
    assert "Stopped." in shown
