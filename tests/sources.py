"""The program's own modules as syntax trees, read once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import rulings

HOUSE = Path(rulings.__file__).parent


@cache
def trees() -> dict[Path, ast.Module]:
    """Every module by its place in the package."""
    return {
        path.relative_to(HOUSE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(HOUSE.rglob("*.py"))
    }
