"""Programs with the models they must have: files in the rule language.

Beside `NAME.dl` lies `NAME.expected`: a line for each row that the program does not state itself,
`p(a)` where it is true and `p(b)?` where it is undefined.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.engine.run.evaluate import ENGINES, Evaluator
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import Role
from rulings.language.writing import write_row
from tests.oracle import model
from tests.oracle_tables import Fact

FOLDER = Path(__file__).parent.parent / "programs" / "good"
PROGRAMS = sorted(FOLDER.glob("*.dl"))


def lines(true: set[Fact], possible: set[Fact]) -> list[str]:
    certain = [write_row(name, row) for name, row in true]
    unsure = [write_row(name, row) + "?" for name, row in possible - true]
    return sorted([*certain, *unsure])


def written(found: Model) -> list[str]:
    stated = {(name, row) for name, facts in found.program.facts.items() for row in facts.rows}
    names = list(found.declared())
    true = {(str(name), row) for name in names for row in found.true[name]}
    possible = {(str(name), row) for name in names for row in found.possible[name]}
    return lines(true - stated, possible - stated)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("engine", ENGINES)
def test_model(path: Path, engine: str) -> None:
    program = load(path)
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    assert written(Evaluator(program, engine).model(Table(program))) == expected


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_oracle(path: Path) -> None:
    """The specification agrees, except on demand, of which it knows nothing."""
    program = load(path)
    declared = (p for p in program.predicates.values() if p.role is not Role.PART)
    if any(column.is_input for p in declared for column in p.columns):
        return
    stated = {(name, row) for name, facts in program.facts.items() for row in facts.rows}
    true, possible = model(program)
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    assert lines(true - stated, possible - stated) == expected


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 60
