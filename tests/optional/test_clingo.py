"""Programs for clingo (`rulings[peers]`)."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from rulings.asking.standalone import load, solve
from rulings.export import export
from tests.cli.test_export import NUMBERS
from tests.cli.test_export_hostile import hostile

CLINGO = ("script", "include", "show", "external", "const")


def test_it_computes_what_is_computed_here() -> None:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], export(load(NUMBERS), "clingo"))
    control.ground([("base", [])])
    found: set[str] = set()
    control.solve(on_model=lambda model: found.update(map(str, model.symbols(atoms=True))))
    for name, rows in solve(load(NUMBERS))[0].items():
        for row in rows:
            shown = ",".join(str(v) if isinstance(v, int) else f'"{v}"' for v in row)
            assert f"r_{name}({shown})" in found


def test_it_runs_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program = load(hostile(CLINGO))
    control = clingo.Control(["--warn=none"])
    control.add("base", [], export(program, "clingo"))
    control.ground([("base", [])])
    found: set[tuple[str, ...]] = set()
    control.solve(
        on_model=lambda model: found.update(
            tuple(argument.string for argument in symbol.arguments)
            for symbol in model.symbols(atoms=True)
            if symbol.name == "r_joined"
        )
    )
    assert found == solve(program)[0]["joined"]
    assert list(tmp_path.iterdir()) == []
