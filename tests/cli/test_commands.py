"""The other commands: eval, test, games, cite, show, export, new, check."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulings.cli import COMMANDS
from tests.cli.conftest import Command

PROGRAM = """\
.decl move(X: symbol, Y: symbol).
.decl win(X: symbol).
.decl far(X: symbol, Y: symbol).
.decl good(X: symbol).
move(a, b). move(b, a). move(b, c). move(d, d).
win(X) :- move(X, Y), not win(Y).
far(X, Y) :- move(X, Y).
far(X, Y) :- far(X, Z), move(Z, Y).
good(X) :- win(X).
neg good(X) :- move(_, X).
"""

ENDLESS = """\
.decl n(X: int).
.decl pair(X: int, Y: int, Z: int).
n(0).
n(M) :- n(N), N < 2000, M = N + 1.
pair(X, Y, Z) :- n(X), n(Y), n(Z).
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "game.dl"
    path.write_text(PROGRAM, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_eval(rulings: Command, program: str, engine: str) -> None:
    ran = rulings("eval", program, "--engine", engine)
    found = json.loads(ran.out)
    assert ran.code == 0
    assert found["true"]["win"] == [["b"]]
    assert found["true"]["neg good"] == [["a"], ["c"]]
    assert found["undefined"] == {
        "good": [["b"], ["d"]],
        "neg good": [["b"], ["d"]],
        "win": [["d"]],
    }
    assert set(found["true"]) == {"far", "move", "neg good", "win"}


def test_eval_query(rulings: Command, program: str) -> None:
    ran = rulings("eval", program, "--query", "far(a, X)")
    assert json.loads(ran.out) == {
        "true": {"far": [["a", "a"], ["a", "b"], ["a", "c"]]},
        "undefined": {},
    }
    ran = rulings("eval", program, "--query", "win(d)")
    assert json.loads(ran.out) == {"true": {}, "undefined": {"win": [["d"]]}}
    assert rulings("eval", program, "--query", "wn(d)").code == 64


def test_eval_text_and_code(rulings: Command, program: str) -> None:
    ran = rulings("eval", program, "--format", "text")
    assert "win(b).\n" in ran.out
    assert "win(d).  % undefined\n" in ran.out
    code = rulings("eval", program, "--show-code").out
    assert "# win(X) :- move(X, Y), not win(Y)." in code
    compile(code, "generated", "exec")


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        (".decl p(X: symbol).\nq(a).\n", 3, "RUL201"),
        (".decl p(X: int).\np(1).\np(X) :- p(Y), X = Y // 0.\n", 3, "RUL329"),
        ("\x00\x00", 3, "RUL1"),
    ],
)
def test_eval_findings(
    rulings: Command, tmp_path: Path, text: str, code: int, expected: str
) -> None:
    path = tmp_path / "bad.dl"
    path.write_text(text, encoding="utf-8")
    ran = rulings("eval", str(path))
    assert ran.code == code
    assert expected in ran.err
    assert ran.out == ""


NO_QUESTION = set("cite clauses fmt games import new schema sentences site texts words".split())
"""Commands that evaluate nothing."""
QUICK = {"cite", "fmt", "games", "new", "schema"}
"""Commands that read a few files and are done."""
MANY = {"batch", "lsp", "mcp", "serve"}
"""Commands that answer one question after the other, each in its time."""


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - NO_QUESTION - {"repl", "watch"}))
def test_what_evaluates_has_its_time(rulings: Command, name: str) -> None:
    told = rulings(name, "--help").out
    assert ("--each" if name in MANY else "--timeout") in told
    assert "--max-rows" in told or name in MANY


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - QUICK - {"repl", "watch"}))
def test_no_command_runs_for_ever(rulings: Command, name: str) -> None:
    kind = ["import"] if name == "clauses" else []
    told = " ".join(rulings(name, *kind, "--help").out.split())
    assert "by default" in told.partition("--each S" if name in MANY else "--timeout S")[2]


def test_eval_limits(rulings: Command, tmp_path: Path) -> None:
    path = tmp_path / "endless.dl"
    path.write_text(ENDLESS, encoding="utf-8")
    started = time.perf_counter()
    ran = rulings("eval", str(path), "--timeout", "0.3")
    assert (ran.code, ran.out) == (124, "")
    assert time.perf_counter() - started < 3
    ran = rulings("eval", str(path), "--max-rows", "1000")
    assert (ran.code, ran.out) == (3, "")
    assert "RUL404" in ran.err
    assert "more than 1,000 rows of `n`" in ran.err
    for bad in ("0", "-1", "x"):
        assert rulings("eval", str(path), "--timeout", bad).code == 64
        assert rulings("eval", str(path), "--max-rows", bad).code == 64


def test_ctrl_c_stops_without_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / "endless.dl"
    path.write_text(ENDLESS, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "rulings", "eval", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have told children to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(2.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=10)
    assert (running.returncode, out) == (124, "")
    assert "Traceback" not in err


def test_test(rulings: Command, tmp_path: Path) -> None:
    place = tmp_path / "queries" / "toy"
    place.mkdir(parents=True)
    (place / "a.faq.yaml").write_text(
        "game: toy\nedition: second\ncases:\n"
        "  - {id: right, ask: May Rex move?, expect: 'yes'}\n"
        "  - {id: wrong, ask: May Rex move?, expect: 'no'}\n",
        encoding="utf-8",
    )
    ran = rulings("test", "toy")
    assert ran.code == 3
    assert "FAIL wrong" in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("2 cases, 1 failed")
    assert rulings("test", "toy", "-k", "right").code == 0
    assert rulings("test", str(place / "a.faq.yaml"), "-k", "right").code == 0
    result = json.loads(rulings("test", "toy", "--format", "json").out)
    assert (result["cases"], result["passed"]) == (2, 1)
    assert [failure["id"] for failure in result["failed"]] == ["wrong"]
    (place / "b.faq.yaml").write_text("gmae: toy\n", encoding="utf-8")
    ran = rulings("test", "toy", "-k", "right")
    assert ran.code == 3
    assert "RUL701" in ran.err


def test_games(rulings: Command) -> None:
    listed = {game["name"]: game for game in json.loads(rulings("games", "--format", "json").out)}
    assert listed["toy"]["editions"] == ["first", "second"]
    assert listed["toy"]["situations"] == ["den"]
    assert "unfair" in listed
    assert "toy" in rulings("games").out


def test_cite(rulings: Command) -> None:
    ran = rulings("cite", "rules/active", "-g", "toy")
    assert ran.code == 0
    assert "A face-up card in play is active." in ran.out
    assert "active(C) :- zone_of(C, play)" in ran.out
    (found,) = json.loads(rulings("cite", "motto", "-g", "toy", "--format", "json").out)
    assert (found["unmodelled"], found["rules"]) == ("A wish.", [])
    ran = rulings("cite", "rules/actve", "-g", "toy")
    assert (ran.code, ran.out) == (64, "")
    assert "rules/active" in ran.err


def test_show(rulings: Command, tmp_path: Path) -> None:
    ran = rulings("show", "den", "-g", "toy")
    assert ran.out.splitlines()[0] == "Den · Toy · second"
    assert "  Old Fence silences Rex." in ran.out
    assert "silences(old_fence, rex)." in rulings("show", "den", "-g", "toy", "--facts").out
    written = rulings("show", "den", "-g", "toy", "--format", "yaml").out
    (tmp_path / "again.yaml").write_text(written, encoding="utf-8")
    again = rulings("show", str(tmp_path / "again.yaml"), "-g", "toy", "--facts").out
    assert again == rulings("show", "den", "-g", "toy", "--facts").out


def test_check_tells_what_the_engine_refuses(rulings: Command, tmp_path: Path) -> None:
    path = tmp_path / "circle.dl"
    path.write_text(
        ".decl e(X: symbol).\n.decl p(X: symbol, N: int).\ne(a).\np(a, 0).\n"
        "p(X, N) :- p(X, M), M < 3, N = count { V : e(V), not e(X) }.\n"
    )
    ran = rulings("check", str(path))
    assert ran.code == 3
    assert "circle.dl:5:1: error RUL322" in ran.out


def test_check_a_situation(rulings: Command, tmp_path: Path) -> None:
    broken = tmp_path / "facts/toy/situations/broken.yaml"
    broken.write_text("given: |\n  Rex silences Rex.\n", encoding="utf-8")
    ran = rulings("check", str(broken))
    assert ran.code == 3
    assert "RUL565" in ran.out
    assert "Rex silences itself" in ran.out
    assert rulings("check", "facts/toy/situations/den.yaml").code == 0
    assert rulings("check", "den").code == 0


def test_check_a_situation_that_lies_elsewhere(rulings: Command, tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("given: |\n  Rex silences Rex.\n", encoding="utf-8")
    ran = rulings("check", str(path))
    assert ran.code == 3
    assert "RUL606" in ran.out
    assert "-g" in ran.out
    for arguments in (("-g", "toy"), ("-g", "facts/toy")):
        ran = rulings("check", str(path), *arguments)
        assert (ran.code, "Rex silences itself" in ran.out) == (3, True)
    path.write_text("game: toy\ngiven: |\n  Rex silences Old Fence.\n", encoding="utf-8")
    assert rulings("check", str(path)).code == 0
    assert rulings("check", "den", "-g", "toy").code == 0
    assert "RUL600" in rulings("check", "den", "-g", "unfair").out
    (tmp_path / "table.txt").write_text("Rex silences Rex.\n", encoding="utf-8")
    assert "Rex silences itself" in rulings("check", "table.txt", "-g", "toy").out


def test_new(rulings: Command) -> None:
    assert rulings("new", "trove").code == 0
    assert rulings("check", "trove").code == 0
    assert rulings("test", "trove").code == 0
    assert rulings("fmt", "--check", "facts/trove").code == 0
    ran = rulings("ask", "may Alice play Old Lamp", "-g", "trove", "-s", "first-turn")
    assert ran.code == 0
    assert rulings("new", "trove").code == 3
    assert rulings("new", "Trove!").code == 3


def test_help_names_every_command(rulings: Command) -> None:
    ran = rulings("--help")
    assert ran.code == 0
    assert all(name in ran.out for name in COMMANDS)
    for name in COMMANDS:
        assert rulings(name, "--help").code == 0
    assert rulings("--version").out.startswith("rulings ")


def test_importing_the_package_costs_next_to_nothing() -> None:
    script = (
        "import sys, rulings; heavy = {'yaml', 'rapidfuzz', 'prompt_toolkit', 'pytest', "
        "'pyDatalog', 'dataclasses', 're'} & set(sys.modules); print(sorted(heavy))"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_a_rule_of_ten_thousand_conditions_is_refused_in_words(
    rulings: Command, tmp_path: Path, engine: str
) -> None:
    path = tmp_path / "long.dl"
    body = ", ".join(f"p(X{number}, X{number + 1})" for number in range(10_000))
    path.write_text(f".decl p(X: int, Y: int).\np(1, 1).\np(X0, X1) :- {body}.\n", encoding="utf-8")
    ran = rulings("eval", str(path), "--engine", engine)
    assert ran.code == 3
    assert "RUL405" in ran.err
