"""The public API as pyright sees it: the programs of docs, checked strictly."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulings

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def checked(folder: Path) -> dict[str, object]:
    """Return what pyright says of the programs of a folder."""
    config = {
        "include": [str(folder)],
        "extraPaths": [str(Path(rulings.__file__).parents[1])],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    file = folder / "pyrightconfig.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "-p", str(file), "--outputjson"]
    told = subprocess.run(
        [*command, "--pythonpath", sys.executable], capture_output=True, text=True, check=False
    )
    return dict(json.loads(told.stdout))


def complaints(found: dict[str, object]) -> list[str]:
    shown = found["generalDiagnostics"]
    assert isinstance(shown, list)
    return [f"{one['file']}: {one['message']}" for one in shown]


def test_the_programs_of_docs_hold(tmp_path: Path) -> None:
    for page in (DOCS / "python-api.md", DOCS.parent / "README.md"):
        for number, block in enumerate(_BLOCK.findall(page.read_text(encoding="utf-8"))):
            name = f"{page.stem.replace('-', '_')}_{number}.py"
            (tmp_path / name).write_text(block, encoding="utf-8")
    for path in DOCS.glob("examples/*.py"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert len(list(tmp_path.glob("*.py"))) > 10
    assert complaints(checked(tmp_path)) == []


@pytest.mark.parametrize(
    "line", ["table.ask(5)", "table.aks('x')", "table.ask('x').verdict.upper()"]
)
def test_a_mistake_is_seen(tmp_path: Path, line: str) -> None:
    program = (
        f"from rulings import Rulebook\n\ntable = Rulebook.load('unfair').situation()\n{line}\n"
    )
    (tmp_path / "wrong.py").write_text(program, encoding="utf-8")
    assert complaints(checked(tmp_path))
