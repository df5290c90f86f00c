"""Nothing in the program opens a file but the doors."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.sources import trees

OPENERS = {
    "open",
    "fdopen",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "NamedTemporaryFile",
    "mkstemp",
    "copyfile",
    "copy",
}
ALLOWED = {
    ("doors/incoming.py", "open"),
    ("doors/outgoing.py", "open"),
    ("doors/growing.py", "open"),
    ("doors/growing.py", "fdopen"),
    ("supervisor.py", "open"),  # the null device in place of a standard stream that is closed
    ("supervisor.py", "fdopen"),
    ("cli.py", "open"),  # the null device, when whoever read the output has gone
}


def opened(place: Path, tree: ast.Module) -> set[tuple[str, str]]:
    """The calls of a module that may open a file.

    Its own functions and methods are none, nor are those of other modules of the program and
    `copy.copy`.
    """
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    own |= {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("rulings.", "copy"))
        for alias in node.names
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(name) | ast.Attribute(_, name) if name in OPENERS - own:
                    found.add((place.as_posix(), name))
    return found


def test_only_the_doors_open_files() -> None:
    found = {one for place, tree in trees().items() for one in opened(place, tree)}
    assert found - ALLOWED == set()
    assert ("doors/incoming.py", "open") in found
