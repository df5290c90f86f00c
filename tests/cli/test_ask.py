"""`rulings ask` and its relatives: verdicts, exit codes, formats, pipes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulings.asking.answer import SCHEMA
from tests.books import write_book
from tests.cli.conftest import Command


def piped(text: str) -> io.TextIOWrapper:
    """Standard input that holds a text."""
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


@pytest.mark.parametrize(
    ("question", "code", "word"),
    [
        ("may Rex move", 0, "YES"),
        ("may Old Fence move", 1, "NO"),
        ("is Rex active", 2, "DEPENDS"),
        ("may Living Statue move", 2, "UNDECIDED"),
        ("how many stars does Rex have", 0, "3."),
        ("?- types(C, zebra).", 1, "NO"),
    ],
)
def test_exit_codes(rulings: Command, question: str, code: int, word: str) -> None:
    ran = rulings("ask", question, "-g", "toy")
    assert (ran.code, ran.err) == (code, "")
    assert ran.out.startswith(word)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("ask", "is Rxe active", "-g", "toy"), "RUL502"),
        (("ask", "is Rex active", "-g", "tyo"), "RUL600"),
        (("ask", "is Rex active", "-g", "toy", "-e", "thrid"), "RUL606"),
        (("ask", "is Rex active", "-g", "toy", "-s", "dne"), "RUL550"),
        (("ask", "is Rex active", "-g", "toy", "--engine", "x"), "invalid choice"),
        (("ask", "is Rex active", "-g", "toy", "--fromat", "x"), "unrecognized"),
        (("ask", "is Rex active", "-g", "toy", "--fromat", "x"), "Did you mean `--format`?"),
        (("cite", "nothing-such", "-g", "toy"), "RUL613"),
        (("ask", "?- activ(C).", "-g", "toy"), "RUL201"),
        (("ask", "-g", "toy"), "no question"),
        (("aks", "is Rex active"), "Did you mean `ask`?"),
        (("whatif", "Rex sings", "is Rex active", "-g", "toy"), "RUL501"),
        (("whatif", "--flip", "how many stars does Rex have", "-g", "toy"), "RUL568"),
        (("why", "which cards are active", "-g", "toy", "--certificate", "x"), "RUL566"),
    ],
)
def test_usage_errors_are_64(rulings: Command, arguments: tuple[str, ...], expected: str) -> None:
    ran = rulings(*arguments)
    assert (ran.code, ran.out) == (64, "")
    assert expected in ran.err
    assert "Traceback" not in ran.err


def test_situation_edition_focus_and_what_if(rulings: Command) -> None:
    assert rulings("ask", "does Old Fence silence Rex", "-g", "toy", "-s", "den").code == 0
    assert rulings("ask", "may Living Statue move", "-g", "toy", "-e", "first").code == 64
    assert rulings("ask", "may this card move", "-g", "toy", "--focus", "Rex").code == 0
    ran = rulings("whatif", "zone_of(rex, play).", "is Rex active", "-g", "toy")
    assert (ran.code, ran.out.split()[0]) == (0, "YES")


def test_values_that_belong_together_are_told_together(rulings: Command) -> None:
    ran = rulings("ask", "?- stars(C, N).", "-g", "toy")
    assert ran.out.startswith("YES  Old Fence: 1 and Rex: 3.\n")


def test_why_prints_the_whole_explanation(rulings: Command) -> None:
    short = rulings("ask", "is Rex active", "-g", "toy", "-s", "den").out
    full = rulings("why", "is Rex active", "-g", "toy", "-s", "den").out
    assert len(full.splitlines()) > len(short.splitlines())
    assert "Old Fence" in full
    assert rulings("ask", "is Rex active", "-g", "toy", "-s", "den", "--why").out == full


def test_why_says_the_answer_once(rulings: Command) -> None:
    told = rulings("why", "is Old Fence silenced", "-g", "toy").out
    assert told.count("Old Fence is not silenced") == 1
    assert rulings("ask", "why is Old Fence silenced", "-g", "toy").out == told
    told = rulings("why", "may Rex move", "-g", "toy").out
    assert told.count("Rex may move") == 1
    assert "[rules · Moves]" in told


def test_the_situation_tells_the_game(
    rulings: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ("ask", "does Old Fence silence Rex")
    other = write_book(tmp_path / "other")
    (other / "situations/den.yaml").rename(other / "situations/cave.yaml")
    other.rename(tmp_path / "facts/toy2")
    assert rulings(*question, "-s", "den").code == 0
    assert rulings(*question, "-s", "cave").code == 0
    assert rulings("show", "den").code == 0
    mine = tmp_path / "mine.yaml"
    mine.write_text("game: toy\ngiven: Old Fence silences Rex.\n", encoding="utf-8")
    assert rulings(*question, "-s", str(mine)).code == 0
    mine.write_text("given: Old Fence silences Rex.\n", encoding="utf-8")
    ran = rulings(*question, "-s", str(mine))
    assert (ran.code, "RUL606" in ran.err) == (64, True)
    mine.write_text("game: toy\nedition: first\ngiven: []\n", encoding="utf-8")
    ran = rulings("ask", "may Rex move", "-s", str(mine), "--format", "json")
    assert json.loads(ran.out)["rulebook"]["edition"] == "first"
    assert "RUL553" in rulings("ask", "may Rex move", "-s", str(mine), "-e", "second").err
    ran = rulings(*question, "-s", "cvae")
    assert (ran.code, 'Did you mean "cave"?' in ran.err) == (64, True)
    mine.write_text("game: tyo\ngiven: Old Fence silences Rex.\n", encoding="utf-8")
    assert "RUL600" in rulings(*question, "-s", str(mine)).err
    assert rulings(*question, "-s", "facts/toy/situations/den.yaml").code == 0
    monkeypatch.setattr("sys.stdin", piped('{"ask": "may Rex move", "situation": "den"}'))
    assert rulings("ask", "--pipe").code == 0
    (tmp_path / "facts/toy2/situations/den.yaml").write_text("given: []\n", encoding="utf-8")
    ran = rulings(*question, "-s", "den")
    assert ran.code == 64
    assert 'There is a situation "den" of "toy" and "toy2".' in ran.err


def test_json_has_every_key_of_the_schema(rulings: Command) -> None:
    ran = rulings("ask", "may Rex move", "-g", "toy", "--format", "json")
    answer = json.loads(ran.out)
    assert set(answer) >= {
        "schema",
        "question",
        "understood_as",
        "verdict",
        "reason",
        "say",
        "number",
        "bindings",
        "explanation",
        "clauses",
        "assumptions",
        "settle",
        "notices",
        "rulebook",
        "engine",
        "milliseconds",
    }
    assert answer["schema"] == SCHEMA
    assert (answer["verdict"], answer["reason"]) == ("yes", "proved")
    (root,) = answer["explanation"]["roots"]
    steps = {step["id"]: step for step in answer["explanation"]["steps"]}
    step = steps[root]
    assert (step["kind"], step["atom"]) == ("derived", "may_move(rex)")
    assert step["clauses"] == ["rules/animals-move"]
    assert answer["cited"][0]["id"] == "rules/animals-move"
    assert steps[step["children"][0]]["kind"] == "given"
    assert answer["rulebook"]["edition"] == "second"
    assert (
        len(rulings("ask", "may Rex move", "-g", "toy", "--format", "jsonl").out.splitlines()) == 1
    )


def test_a_pipe_answers_one_question_a_line(
    rulings: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        '{"ask": "may Rex move", "id": 7}',
        "",
        '{"ask": "is Rex active", "given": "zone_of(rex, play).", "explain": false}',
        '{"ask": "is Rex active", "situation": "den"}',
        '"may Old Fence move"',
        '{"ask": "is Rxe active"}',
        '{"question": "is Rex active"}',
        '{"ask": "is Rex active", "egde": 1}',
        "not json",
    ]
    monkeypatch.setattr("sys.stdin", piped("\n".join(lines)))
    ran = rulings("ask", "--pipe", "-g", "toy")
    replies = [json.loads(line) for line in ran.out.splitlines()]
    assert [reply.get("verdict") for reply in replies] == [
        "yes",
        "yes",
        "depends",
        "no",
        None,
        None,
        None,
        None,
    ]
    assert replies[0]["id"] == 7
    assert "explanation" not in replies[1]
    assert [reply["error"][0]["code"] for reply in replies[4:]] == [
        "RUL502",
        "RUL562",
        "RUL562",
        "RUL562",
    ]
    assert ran.code == 64


def test_conversation_through_a_pipe(rulings: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("focus Rex\nmay this card move\n"))
    ran = rulings("toy", "--situation", "den")
    assert ran.out.startswith("YES  Rex may move.")
