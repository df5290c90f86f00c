"""A name stands for one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import rulings

_HOUSE = Path(rulings.__file__).parent
_MODULES = sorted(
    path for path in _HOUSE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py")
)


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(list)
    for path in _MODULES:
        places[path.stem].append(str(path.relative_to(_HOUSE)))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for path in _HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(_HOUSE)))
    assert not {name: found for name, found in places.items() if len(found) > 1}
