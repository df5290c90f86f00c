"""`rulings ask --pipe`: any bytes in, one line of valid JSON out for each line, the `id` kept."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.cli import main
from rulings.commands import requests
from rulings.session import Rulebook, Session
from tests.books import RULES, write_book
from tests.stages.test_sending import COUNTING

ASKED = b'{"ask": "may Rex move", "id": "last"}'
LINES = [
    b'{"ask": "x", "given": 5}',
    b'{"ask": "x", "given": [5]}',
    b'{"ask": "x", "given": {"a": 1}}',
    b'{"ask": "x", "game": 7}',
    b'{"ask": "x", "situation": ["den"]}',
    b'{"ask": "x", "focus": {}}',
    b'{"ask": "x", "explain": "no"}',
    b'{"ask": 5}',
    b'{"ask": null}',
    b'{"ask": ""}',
    b'{"ask": "\\ud800"}',
    b'{"ask": "may \\ud83d move", "given": "\\udfff."}',
    b'{"ask": "may \\u0000 move"}',
    b'{"ask": "?- p("}',
    b'{"ask": "?- types(X, Y), types(Y, Z)."}',
    b'{"ask": "why"}',
    b'{"ask": "forget Rex"}',
    b'{"ask": "x", "id": NaN}',
    b'{"ask": "x", "id": 1e999}',
    b'{"ask": "x", "id": ' + b"9" * 5000 + b"}",
    b'{"ask": "x", "a": 1, "\\ud800": 2}',
    b"[" * 100_000,
    b'{"ask": ' * 50_000,
    b'{"id": ' + b"[" * 900 + b"]" * 900 + b', "ask": "x"}',
    b"\xff\xfe{",
    b"\xc3(",
    b"\x00",
    b"\x1b[2J",
    b"null",
    b"NaN",
    b"-Infinity",
    b"5",
    b"[]",
    b"{}",
    b'""',
    b'"' + b"x" * (requests.LONGEST + 10) + b'"',
    b'{"ask": "' + b"x " * 100_000 + b'"}',
    b'{"ask": "is Rex active", "game": "../toy"}',
    b'{"ask": "is Rex active", "situation": "/proc/self/environ"}',
    b'{"ask": "is Rex active", "situation": "../../secret.yaml"}',
    b'{"ask": "is Rex active", "edition": "third"}',
    b'{"ask": "is Rex active", "given": "zone_of(rex, \\"\\u202e\\u009b\\")."}',
]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any) -> Any:
    root = write_book(tmp_path)
    (tmp_path / "secret.yaml").write_text("the_secret_words", encoding="utf-8")
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)

    def run(*lines: bytes, timeout: str = "5") -> list[dict[str, Any]]:
        stdin = io.TextIOWrapper(io.BytesIO(b"\n".join(lines)))
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["ask", "--pipe", "-g", str(root), "--timeout", timeout]) in (0, 64)
        out = capsysbinary.readouterr().out
        assert b"the_secret_words" not in out
        assert not any(byte < 32 and byte != 10 for byte in out)
        return [strict(line) for line in out.decode().splitlines()]

    return run


def strict(line: str) -> dict[str, Any]:
    assert line.isprintable() or "\xa0" in line
    line.encode()
    found: dict[str, Any] = json.loads(line, parse_constant=lambda name: pytest.fail(name))
    return found


def test_every_line_has_its_answer(asked: Any) -> None:
    replies = asked(*LINES, ASKED)
    assert len(replies) == len(LINES) + 1
    assert (replies[-1]["verdict"], replies[-1]["id"]) == ("yes", "last")
    assert all("verdict" in reply or reply["error"] for reply in replies)
    mistakes = {
        e["message"] for reply in replies for e in reply.get("error", ()) if "578" in e["code"]
    }
    assert mistakes == set()


@pytest.mark.parametrize(
    "request_",
    [{"ask": 5}, {"ask": "x", "given": 5}, {"ask": "x", "q": 1}, {}, {"ask": "may Rex fly"}],
)
@pytest.mark.parametrize("id_", [7, "a", None, [1, {"b": 2}], 1.5, True, "\ud800"])
def test_the_id_is_kept_whatever_is_wrong(asked: Any, request_: dict[str, Any], id_: Any) -> None:
    (reply,) = asked(json.dumps({**request_, "id": id_}).encode())
    assert "error" in reply
    assert reply["id"] == id_


def test_lines_that_a_table_begins_with_are_read_once(
    asked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[str, ...]] = []
    suppose = Session.suppose

    def counted(table: Session, *lines: str, **limits: Any) -> Session:
        read.append(lines)
        return suppose(table, *lines, **limits)

    monkeypatch.setattr(Session, "suppose", counted)
    down, up, fence = "Rex is not face-up.", "Rex is face-up.", "Old Fence lies in zone play."
    told = [[down], [down, up], [down, up, down], [fence, up], [fence, down], [fence, down, up]]
    question = "is Rex face-up?"
    found = asked(*(json.dumps({"given": one, "ask": question}).encode() for one in told))
    assert read == [(down,), (up,), (down,), (fence, up), (fence,), (down,), (up,)]
    assert [one["verdict"] for one in found] == ["no", "yes", "no", "yes", "no", "yes"]


def test_a_table_has_a_name(asked: Any) -> None:
    question = "is Rex face-up?"
    replies = asked(
        b'{"as": "friday", "situation": "den", "id": 1}',
        b'{"table": "friday", "given": "Rex is not face-up.", "ask": "is Rex face-up?"}',
        b'{"table": "friday", "ask": "is Rex face-up?"}',
        b'{"table": "friday", "given": "Rex is not face-up.", "as": "friday"}',
        b'{"table": "friday", "ask": "is Rex face-up?", "as": "saturday"}',
        b'{"table": "fridya", "ask": "is Rex face-up?"}',
        b'{"table": "friday", "game": "toy", "ask": "is Rex face-up?"}',
        b'{"table": 5, "ask": "is Rex face-up?"}',
        json.dumps({"ask": question, "situation": "den"}).encode(),
    )
    assert replies[0] == {"table": "friday", "id": 1}
    assert [one.get("verdict") for one in replies[1:3]] == ["no", "yes"]
    assert replies[3] == {"table": "friday"}
    assert (replies[4]["verdict"], replies[4]["table"]) == ("no", "saturday")
    (unknown,) = replies[5]["error"]
    assert unknown["code"] == "RUL591"
    assert "friday" in unknown["hint"]
    assert [one["error"][0]["code"] for one in replies[6:8]] == ["RUL562", "RUL562"]
    assert replies[8]["verdict"] == "yes"


@pytest.mark.parametrize("limit", [0, -1, "5", True, None, [1]])
@pytest.mark.parametrize("name", ["timeout", "max_rows"])
def test_limits_are_numbers(asked: Any, name: str, limit: Any) -> None:
    (reply,) = asked(json.dumps({"ask": "may Rex move", name: limit}).encode())
    assert [one["code"] for one in reply["error"]] == ["RUL562"]


def test_a_question_has_its_own_limits(asked: Any) -> None:
    slow = b'"ask": "?- between(1, 1000000000, X), X < 0.", "id": 1}'
    replies = asked(b'{"timeout": 0.2, ' + slow, ASKED, b'{"timeout": 1e9, ' + slow, timeout="1")
    codes = [one["code"] for reply in replies for one in reply.get("error", ())]
    assert codes == ["RUL577", "RUL577"]
    (short,) = replies[0]["error"]
    assert "0.2 s" in short["message"]


def test_a_question_has_its_own_rows(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + COUNTING}))
    answering = requests.Answering(requests.Defaults(), book=book)
    few, _ = answering.reply(b'{"ask": "?- count(5).", "max_rows": 50}')
    assert [one["code"] for one in few["error"]] == ["RUL404"]
    enough, _ = answering.reply(b'{"ask": "?- count(5).", "max_rows": 500}')
    assert enough["verdict"] == "yes"


def test_the_time_is_each_question_s_own(asked: Any) -> None:
    question = b'{"ask": "?- between(1, 1000000000, X), X < 0.", "id": 1}'
    replies = asked(question, ASKED, question, ASKED, timeout="1")
    assert [reply.get("id") for reply in replies] == [1, "last", 1, "last"]
    assert [reply.get("verdict") for reply in replies[1::2]] == ["yes", "yes"]
    assert {reply["error"][0]["code"] for reply in replies[::2]} == {"RUL577"}


@given(st.binary(max_size=200))
def test_any_bytes_are_a_request_or_malformed(line: bytes) -> None:
    try:
        request = requests.read_request(line)
    except requests.Malformed:
        return
    assert isinstance(request["ask"], str)
