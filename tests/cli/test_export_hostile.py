"""Exported programs run nothing but their rules, whatever their predicates and texts are called."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from rulings.asking.standalone import load
from rulings.export import DIALECTS, export
from rulings.language.writing import quote

TEXTS = (
    "__import__('os').system('touch PLANTED')",
    "'), shell('touch PLANTED'), x('",
    '"), shell("touch PLANTED"), x("',
    "\\' :- shell('touch PLANTED').",
    "\". #script (python) import os; os.system('touch PLANTED') #end.",
    "two\nlines, a\ttab, a \\ and a \x07",
)


def hostile(names: tuple[str, ...]) -> str:
    """A program whose predicates, variables and texts are the commands of an engine."""
    lines = []
    for name in names:
        lines.append(f".decl {name}(T0: string, L0_1: string).")
        lines += [f"{name}({quote(text)}, {quote(text)})." for text in TEXTS]
    lines.append(".decl joined(None: string, None_: string).")
    lines += [f"joined(None, V__x) :- {name}(None, _x), {name}(_x, V__x)." for name in names]
    lines.append(".decl left(True: string).")
    lines.append(f"left(T0) :- {names[0]}(T0, _), not joined(T0, T0).")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("to", DIALECTS)
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
