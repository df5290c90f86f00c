"""A translator is asked about what is not understood, and is not believed."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulings import RulingsError
from rulings.cli import main
from rulings.conversing.conversation import Conversation
from rulings.repl.handle import handle
from rulings.repl.state import ReplState
from rulings.translated import CommandTranslator, TranslatedTable
from tests.books import TRAIL, trail

TABLE = trail().situation(["Ana has 5 coins.", '"Old Map" costs 4 coins.'])
QUESTION = "Has Ana got the money for Old Map?"
PROGRAM = """
import json, sys
request = json.load(sys.stdin)
said = {
    "Has Ana got the money for Old Map?": "May Ana buy Old Map?",
    "Ana drops into 3 coins.": "Ana has 3 coins.",
}
found = said.get(request["input"])
json.dump({"sentences": [found] if found else []}, sys.stdout)
"""


def test_what_is_not_understood_is_translated_and_read_back() -> None:
    seen: list[Mapping[str, Any]] = []

    def translate(request: Mapping[str, Any]) -> list[str]:
        seen.append(request)
        return ["May Ana buy Old Map?"]

    answer = TranslatedTable(TABLE, translate).ask(QUESTION)
    assert answer.verdict.value == "yes"
    assert answer.read_as == "May Ana buy Old Map?"
    (request,) = seen
    assert request["kind"] == "question"
    assert "Ana has 5 coins" in request["table"]
    assert {"Ana", "Old Map"} <= set(request["names"])
    assert len(request["sentences"]) <= 40


def test_what_is_understood_is_not_translated() -> None:
    def never(_request: Mapping[str, Any]) -> list[str]:
        raise AssertionError

    assert TranslatedTable(TABLE, never).ask("May Ana buy Old Map?").verdict.value == "yes"


def test_refused_sentences_go_back_once_with_what_is_wrong() -> None:
    tries: list[Mapping[str, Any]] = []

    def learns(request: Mapping[str, Any]) -> list[str]:
        tries.append(request)
        return ["May Ana buy Old Map?" if request["refused"] else "Can Ana afford Old Map?"]

    assert TranslatedTable(TABLE, learns).ask(QUESTION).verdict.value == "yes"
    assert tries[1]["refused"][0]["sentence"] == "Can Ana afford Old Map?"
    assert tries[1]["refused"][0]["problems"][0]["code"] == "RUL501"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (QUESTION, "May Ben buy Old Map?"),
        (QUESTION, "Ana has 5 coins."),
        ("Ana drops into 3 coins.", "Ana has 4 coins."),
        ("Ana drops into 3 coins.", "Does Ana have 3 coins?"),
    ],
)
def test_a_translation_that_loses_something_is_refused(line: str, said: str) -> None:
    table = TranslatedTable(TABLE.suppose("Ben has 1 coins."), lambda _request: [said])
    with pytest.raises(RulingsError) as raised:
        table.ask(line) if line.endswith("?") else table.suppose(line)
    assert raised.value.diagnostics[0].code == "RUL501"
    assert raised.value.diagnostics[-1].code in ("RUL537", "RUL556")


@pytest.fixture
def command(tmp_path: Path) -> str:
    (tmp_path / "translate.py").write_text(PROGRAM, encoding="utf-8")
    return f"{sys.executable} {tmp_path / 'translate.py'}"


def test_a_program_translates_for_the_conversation(command: str) -> None:
    state = ReplState(Conversation(TABLE, translator=CommandTranslator(command)))
    state, told = handle(state, "Ana drops into 3 coins.")
    assert told.text.startswith("Read as: Ana has 3 coins.\nNoted: Ana has 3 coins.")
    _, answered = handle(state, QUESTION)
    assert answered.text.startswith("Read as: May Ana buy Old Map?\nNO  ")


def test_a_program_translates_on_the_command_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.yaml"
    table.write_text('given: |\n  Ana has 5 coins.\n  "Old Map" costs 4 coins.\n', encoding="utf-8")
    arguments = ["ask", QUESTION, "-g", str(TRAIL), "-s", str(table)]
    assert main([*arguments, "--translator", command]) == 0
    assert "Read as: May Ana buy Old Map?" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", ["false", "no-such-program-anywhere", "echo {}", "echo nothing", "sleep 9", ""]
)
def test_a_translator_that_fails_says_so(command: str) -> None:
    translator = CommandTranslator(command, seconds=0.3)
    with pytest.raises(RulingsError) as raised:
        TranslatedTable(TABLE, translator).ask(QUESTION)
    assert [one.code for one in raised.value.diagnostics][-1] == "RUL536"
