"""Programs for SWI-Prolog (`swipl` on the path)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from rulings.asking.standalone import load, solve
from rulings.export import export
from tests.cli.test_export import CIRCLES, NUMBERS, PROGRAM
from tests.cli.test_export_hostile import TEXTS, hostile, run

PROLOG = (
    "term_expansion",
    "goal_expansion",
    "call",
    "shell",
    "delete_file",
    "open",
    "tell",
    "initialization",
    "halt",
    "table",
    "portray",
    "prolog_load_file",
)


@pytest.mark.parametrize("text", [PROGRAM, NUMBERS, CIRCLES])
def test_it_computes_what_is_computed_here(tmp_path: Path, text: str) -> None:
    path = tmp_path / "program.pl"
    path.write_text(export(load(text), "prolog"), encoding="utf-8")
    true, undefined = solve(load(text))
    names = sorted({*true, *undefined})
    script = "".join(
        f":- forall(call_delays({goal}, D), "
        f"((D == true -> write(true) ; write(undefined)), write(' '), writeq({goal}), nl)).\n"
        for goal in (_call(name, true, undefined) for name in names)
    )
    asked = tmp_path / "ask.pl"
    asked.write_text(f":- consult('{path}').\n{script}:- halt.\n", encoding="utf-8")
    ran = subprocess.run(
        ["swipl", "-q", str(asked)], capture_output=True, text=True, timeout=60, check=True
    )
    expected = {
        f"{kind} {_plain(name)}({','.join(map(str, row))})"
        for kind, table in (("true", true), ("undefined", undefined))
        for name, rows in table.items()
        for row in rows
    }
    assert set(ran.stdout.split("\n")) - {""} == expected


def _plain(name: str) -> str:
    return ("x_" if " " in name else "r_") + re.sub(r"\W+", "_", name)


def _call(name: str, *tables: dict[str, set[tuple[int | str, ...]]]) -> str:
    arity = next(len(row) for table in tables for row in table.get(name, ()))
    variables = ", ".join(f"X{number}" for number in range(arity))
    return f"{_plain(name)}({variables})"


def test_it_runs_no_name(tmp_path: Path) -> None:
    program = load(hostile(PROLOG))
    path = tmp_path / "program.pl"
    path.write_text(export(program, "prolog"), encoding="utf-8")
    goals = "".join(
        f":- forall(r_{name}(X, Y), (atom(X), atom(Y))).\n" for name in (*PROLOG, "joined")
    )
    asked = tmp_path / "ask.pl"
    counted = ":- aggregate_all(count, r_joined(_, _), N), write(N), nl.\n"
    asked.write_text(
        f":- consult('{path}').\n{goals}{counted}"
        ":- forall(r_open(X, _), (write_canonical(X), nl)).\n:- halt.\n",
        encoding="utf-8",
    )
    ran = run(["swipl", "-q", str(asked)], tmp_path)
    assert int(ran.stdout.splitlines()[0]) == len(solve(program)[0]["joined"])
    assert len(ran.stdout.splitlines()) == 1 + len(TEXTS)
    assert ran.stderr == ""
