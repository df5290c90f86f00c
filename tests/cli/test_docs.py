"""The pages about the command line, the API and rulebooks: what they say works."""

from __future__ import annotations

import argparse
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from rulings.cli import COMMANDS, Parser, main

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", blocks("python-api.md", "python"))
def test_python(code: str) -> None:
    exec(compile(code, "docs/python-api.md", "exec"), {})


def test_a_first_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (walk,) = blocks("writing-a-rulebook.md", "console")
    for line in walk.splitlines():
        words = shlex.split(line.removeprefix("$ "))
        assert words[0] == "rulings"
        assert main(words[1:]) == 0, capsys.readouterr().err
    assert "YES  Alice may play Old Lamp." in capsys.readouterr().out


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
    import_module(f"rulings.commands.{COMMANDS[name][0]}").configure(parser, name)
    assert re.search(rf"^##.*\b{name}\b", page, re.MULTILINE)
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            assert any(option in page for option in action.option_strings or ["-"])
