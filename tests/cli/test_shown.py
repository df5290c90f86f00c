"""Names, titles, gists and ids of strangers are shown with every character written out."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.doors.screen import json_text, visible, visible_text
from tests.books import CLAUSES, MANIFEST, RULES, write_book

HOSTILE = "\x1b[8m\x1b]0;x\x07\u202egnp\u2066\u200f\x9b2J\u2028\U000e0041"
IN_YAML = "\\e[8m\\e]0;x\\a\\u202egnp\\u2066\\u200f\\x9b2J\\u2028\\U000E0041"
IN_TOML = "\\u001b[8m\\u001b]0;x\\u0007\\u202egnp\\u2066\\u200f\\u009b2J\\u2028\\U000E0041"


def harmless(text: str) -> bool:
    return all(
        character == "\n" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for character in text
    )


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries" / "toy").mkdir(parents=True)
    (tmp_path / "queries" / "toy" / "a.faq.yaml").write_text(
        f'game: toy\ncases:\n- {{id: "a{IN_YAML}", ask: "May Rex{IN_YAML} move?", expect: no}}\n',
        encoding="utf-8",
    )
    return write_book(
        tmp_path,
        **{
            "rulebook.toml": MANIFEST.replace('title = "Toy"', f'title = "Toy {IN_TOML}"'),
            "rules.dl": RULES.replace('label(rex, "Rex")', f'label(rex, "Rex{HOSTILE}")'),
            "clauses.yaml": CLAUSES.replace("gist: Animals may move.", f'gist: "A{IN_YAML}"')
            .replace("section: Moves", f'section: "M{IN_YAML}"')
            .replace('"The rules"', f'"R{IN_YAML}"'),
            "situations__den.yaml": f'title: "Den {IN_YAML}"\ngiven: "zone_of(rex, play)."\n',
        },
    )


@pytest.mark.parametrize(
    "command",
    [
        ["why", "?- may_move(rex)", "-g", "toy", "--explain", "full"],
        ["ask", "?- types(C, animal)", "-g", "toy"],
        ["ask", "?- may_move(rex)", "-g", "toy", "--format", "json"],
        ["ask", "?- may_move(rex)", "-g", "toy", "--format", "dot"],
        ["ask", "?- may_move(rex)", "-g", "toy", "--format", "html", "-s", "den"],
        ["show", "den", "-g", "toy"],
        ["show", "den", "-g", "toy", "--format", "json"],
        ["cite", "rules/animals-move", "-g", "toy"],
        ["cite", "rules/animals-move", "-g", "toy", "--format", "json"],
        ["games"],
        ["test", "toy"],
        ["cover", "toy"],
        ["check", "facts/toy"],
        ["ask", f"may {HOSTILE} move", "-g", "toy"],
        ["ask", "x", "-g", f"toy{HOSTILE}"],
        [f"toy{HOSTILE}"],
        ["show", f"den{HOSTILE}"],
        ["fmt", f"{HOSTILE}.dl"],
    ],
)
def test_nothing_unseen_leaves(
    book: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    code = main(command)
    told = capsys.readouterr()
    assert code != 70, told.err
    assert told.out or told.err
    assert harmless(told.out)
    assert harmless(told.err)
    if "json" in command:
        json.loads(told.out)


def test_what_is_written_out() -> None:
    assert visible("a\nb\u202e\x1b") == "a\\nb\\u202e\\u001b"
    assert visible_text("a\nb\tc\r\x1b[31m") == "a\nb\tc\\r\\u001b[31m"
    assert visible_text("\x1b[1;31mNO\x1b[0m\x1b[8m", color=True) == "\x1b[1;31mNO\x1b[0m\\u001b[8m"
    family = "\U0001f469\u200d\U0001f680"
    assert visible(family) == visible_text(family) == family
    assert json.loads(json_text({"a": HOSTILE})) == {"a": HOSTILE}
    assert harmless(json_text({"a": HOSTILE}))
