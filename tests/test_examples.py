"""The programs of docs/examples: they run, and their types hold."""

from __future__ import annotations

import asyncio
import html
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulings import Rulebook
from tests.books import RULES, write_book
from tests.conversing.test_conversation import PLAYERS

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    root = write_book(tmp_path_factory.mktemp("examples"), **{"rules.dl": RULES + PLAYERS})
    return Rulebook.load(root)


def test_the_chat_bot_knows_who_speaks_where() -> None:
    bot = program("chat_bot").ChatBot()
    assert bot.reply("one", "Ana", "I have 12 coins.").startswith("Noted: Ana has 12 coins")
    assert bot.reply("one", "Ben", "I have 3 coins.").startswith("Noted: Ben has 3 coins")
    assert bot.reply("one", "Ben", "how many coins do I have?").startswith("**YES** 3")
    assert "12" not in bot.reply("two", "Ana", "how many coins do I have?")
    assert "Given: Ana has 12 coins" in bot.reply("one", "", "why does Ana have 12 coins?")
    assert bot.reply("one", "Ben", "undo").startswith("Undone")
    assert "[RUL" in bot.reply("one", "Ben", "is Tricratops actve?")


def test_the_game_server_keeps_a_thousand_tables(book: Rulebook) -> None:
    server = program("game_server").GameServer(book)

    async def play() -> list[dict[str, Any]]:
        for lines, step in ((0, 1), (1, 20)):
            told = [
                server.handle({"table": f"t{n}", "say": f"Alice has {n + lines} coins."})
                for n in range(0, 1000, step)
            ]
            await asyncio.gather(*told)
        asked = [
            server.handle({"table": f"t{n}", "ask": f"does Alice have {n + 1} coins?"})
            for n in range(0, 1000, 20)
        ]
        wrong = server.handle({"table": "t1", "ask": "is Rxe active?"})
        return list(await asyncio.gather(*asked, wrong))

    *answers, refused = asyncio.run(play())
    assert [one["verdict"] for one in answers] == ["yes"] * 50
    assert "Rxe" in str(refused["problems"])
    assert len(server.tables) == 1000


def test_the_page_answers_offers_and_shows_what_was_typed_as_text(book: Rulebook) -> None:
    answered = program("browser_page").answered
    assert "<iframe" not in answered(book, "", "")
    asked = answered(book, "Alice has 12 coins.", "how many coins does Alice have?")
    assert "12" in html.unescape(html.unescape(asked.partition("<iframe")[2]))
    refused = answered(book, "Alice has 12 coins.", "is Rex actve?")
    assert "<iframe" not in refused
    assert 'href="?table=Alice+has+12+coins.&amp;ask=Is+Rex+active' in refused
    hostile = answered(book, "</textarea><script>x()</script>", '"><script>y()</script>')
    assert "<script" not in hostile


def test_the_notebook_runs_and_shows(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = []
    for cell in (one for one in cells if one["cell_type"] == "code"):
        *lines, last = "".join(cell["source"]).rsplit("\n", 1)
        whole = last.startswith((" ", ")"))
        exec("".join(cell["source"]) if whole else "\n".join(lines), names)
        value = None if whole else eval(last, names)
        shown.append(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    assert "Triceratops is on Log Flume." in shown[0]
    assert "<strong>NO</strong> Triceratops is not active." in shown[1]
    assert "→ YES  Triceratops is active." in capsys.readouterr().out
