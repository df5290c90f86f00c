"""Input from a pipe works like typing, without decoration."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rulings.conversing.conversation import Conversation
from rulings.repl.handle import handle
from rulings.repl.plain import plain_prompt
from rulings.repl.state import ReplState
from rulings.session import Rulebook

PARK = Path(__file__).parent / "park"


def piped(text: str, *place: str) -> subprocess.CompletedProcess[str]:
    """Run the command with text on its standard input."""
    root = str(Path(__file__).parents[2])
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "rulings",
            "repl",
            *(place or (str(PARK), "--situation", "dino-park")),
        ],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": root},
        check=False,
    )


def test_a_pipe_gets_answers_only() -> None:
    done = piped("focus Triceratops\nis this card active\n# a comment\n\n")
    assert done.returncode == 0
    assert done.stdout.startswith("NO  Triceratops is not active.\n")
    assert "\x1b" not in done.stdout
    assert "›" not in done.stdout
    assert done.stderr == ""


def test_a_goal_may_span_lines() -> None:
    done = piped("?- active(C),\n   card_type(C, fence).\n")
    assert done.stdout.startswith("YES  ")
    assert "Electrified Fence" in done.stdout


def test_an_empty_line_ends_a_goal_that_was_left_open() -> None:
    done = piped("?- active(C\n\nis Triceratops active\n")
    assert done.returncode == 64
    assert "NO  Triceratops is not active." in done.stdout


def test_the_plain_prompt_follows_situation_and_focus() -> None:
    state = ReplState(Conversation(Rulebook.load(PARK, cache=False).situation()))
    assert plain_prompt(state) == "park> "
    state, _ = handle(state, ":load dino-park")
    assert plain_prompt(state) == "park/dino-park> "
    state, _ = handle(state, ":focus Triceratops")
    assert plain_prompt(state) == "park/dino-park (Triceratops)> "
    state, _ = handle(state, ":undo")
    assert plain_prompt(state) == "park/dino-park> "


def test_a_line_that_is_not_understood_shows_in_the_exit_code() -> None:
    done = piped("is Tricratops active\nis Triceratops active\n")
    assert done.returncode == 64
    assert "Did you mean Triceratops?" in done.stdout
    assert "NO  Triceratops is not active." in done.stdout


def test_quit_ends_early() -> None:
    assert piped(":quit\nis Triceratops active\n").stdout == ""


def test_a_refused_statement_marks_every_later_answer() -> None:
    done = piped(
        "is Triceratops active\nTriceratops zorks\nis Triceratops active\nAna blaps\n"
        "how many cards are active\nwhy\n"
    )
    assert done.returncode == 64
    first, *rest = done.stdout.split("[RUL501]")
    assert "RUL535" not in first
    assert "for a smaller table: one line above was refused" in " ".join(rest[0].split())
    assert "for a smaller table: 2 lines above were refused" in " ".join(rest[1].split())


def test_what_would_come_of_a_deed_is_told_of_a_smaller_table_too() -> None:
    nim = Path(__file__).parents[1] / "moving" / "nim"
    done = piped("Ana zorks.\nWhat happens if Ana drinks?\n", str(nim))
    assert "for a smaller table: one line above was refused" in " ".join(done.stdout.split())


def test_a_refused_question_takes_nothing_from_the_table() -> None:
    done = piped("does Triceratops zork\nis Triceratops active\n")
    assert done.returncode == 64
    assert "RUL535" not in done.stdout
