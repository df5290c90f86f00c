"""Exported programs run nothing but their rules, whatever their predicates and texts are called."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.asking.standalone import load, solve
from rulings.export import export
from rulings.language.writing import quote

PYTHON = ("exec", "eval", "compile", "open", "print", "len_", "import", "globals", "pyDatalog")
TEXTS = (
    "__import__('os').system('touch PLANTED')",
    "'), shell('touch PLANTED'), x('",
    '"), shell("touch PLANTED"), x("',
    "\\' :- shell('touch PLANTED').",
    "\". #script (python) import os; os.system('touch PLANTED') #end.",
    "two\nlines, a\ttab, a \\ and a \x07",
)


def hostile(names: tuple[str, ...], *, negated: bool = True) -> str:
    """A program whose predicates, variables and texts are the commands of an engine."""
    lines = []
    for name in names:
        lines.append(f".decl {name}(T0: string, L0_1: string).")
        lines += [f"{name}({quote(text)}, {quote(text)})." for text in TEXTS]
    lines.append(".decl joined(None: string, None_: string).")
    lines += [f"joined(None, V__x) :- {name}(None, _x), {name}(_x, V__x)." for name in names]
    if negated:
        lines.append(".decl left(True: string).")
        lines.append(f"left(T0) :- {names[0]}(T0, _), not joined(T0, T0).")
    return "\n".join(lines) + "\n"


def test_pydatalog_runs_no_name(tmp_path: Path) -> None:
    names = tuple(name for name in PYTHON if name != "import")
    program = load(hostile(names))
    path = tmp_path / "program.py"
    ask = "\npyDatalog.create_terms('A, B')\nfor row in sorted(r_joined(A, B).data): print(row)\n"
    path.write_text(export(program, "pydatalog") + ask, encoding="utf-8")
    ran = run([sys.executable, str(path)], tmp_path)
    assert ran.stdout.splitlines() == [str(row) for row in sorted(solve(program)[0]["joined"])]


@pytest.mark.parametrize("to", ["prolog", "clingo", "souffle", "pydatalog"])
def test_two_variables_stay_two(to: str) -> None:
    text = ".decl p(X: symbol, Y: symbol).\n.decl q(X: symbol).\n"
    rules = "q(_x) :- p(_x, V__x), p(V__x, T0), p(T0, V_T0).\n"
    shown = export(load(text + rules), to).splitlines()[-1]
    assert len(set(re.findall(r"\b[TV]\w+", shown))) == 4


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run an engine on an exported program, which writes no file."""
    before = {path.name for path in folder.iterdir()}
    ran = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=True, cwd=folder
    )
    assert {path.name for path in folder.iterdir()} - before <= {"__pycache__"}
    return ran
