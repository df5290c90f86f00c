"""The pages about the command line, the API and rulebooks: what they say works."""

from __future__ import annotations

import argparse
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from rulings.cli import COMMANDS, Parser, main
from rulings.commands.declared import declare

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", blocks("python-api.md", "python"))
def test_python(code: str) -> None:
    exec(compile(code, "docs/python-api.md", "exec"), {})


_STEPS = re.compile(r'^```(console|\w+ title="([^"]+)")\n(.*?)^```', re.MULTILINE | re.DOTALL)


def test_the_tutorial_step_by_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files are written where they stand on the page, commands print what stands below them.

    What begins with a blank goes on where a file of that name ended.
    """
    monkeypatch.chdir(tmp_path)
    asked = 0
    page = (DOCS / "writing-a-rulebook.md").read_text(encoding="utf-8")
    for kind, name, text in _STEPS.findall(page):
        if kind != "console":
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text(encoding="utf-8") if text.startswith(" ") else ""
            path.write_text(before + text, encoding="utf-8")
            continue
        for step in text.split("$ rulings ")[1:]:
            line, *printed = step.splitlines()
            assert main(shlex.split(line)) == 0, capsys.readouterr().err
            found = capsys.readouterr().out
            assert found
            for wanted in printed:
                assert wanted in found, (line, found)
            asked += 1
    assert asked >= 10


@pytest.mark.parametrize("block", blocks("command-line.md", "console"))
def test_commands_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    for line in block.splitlines():
        words = shlex.split(line.removeprefix("$ "))
        if words[0] == "rulings" and words[1] in COMMANDS:
            assert main(words[1:]) in (0, 1, 2), capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_documented(name: str) -> None:
    page = "".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md")))
    parser = Parser()
    module = COMMANDS[name][0]
    declare(parser, module, name)
    if hasattr(command := import_module(f"rulings.commands.{module}"), "configure"):
        command.configure(parser)
    assert re.search(rf"^##.*\b{name}\b", page, re.MULTILINE)
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            assert any(option in page for option in action.option_strings or ["-"])
