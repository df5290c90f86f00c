"""A name stands for one thing, and imports stand where they belong."""

from __future__ import annotations

import ast
import doctest
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from rulings.english.words import tokenize
from tests.books import toy
from tests.sources import trees


def test_no_two_classes_share_a_name() -> None:
    places = defaultdict(list)
    for place, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(place))
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_the_examples_of_docstrings_run() -> None:
    runner, count = doctest.DocTestRunner(verbose=False), 0
    for place, tree in trees().items():
        if ">>>" in ast.unparse(tree) and place.name != "__init__.py":
            module = import_module(".".join(("rulings", *place.with_suffix("").parts)))
            names = {"tokenize": tokenize} | vars(module)
            for example in doctest.DocTestFinder().find(module, globs=names):
                count += runner.run(example).attempted
    assert count > 20
    assert not runner.failures


_ADAPTERS = ("cli", "start", "supervisor", "pytest_plugin", "__init__")
"""These begin a process: each of their functions imports what it alone needs."""

_FIRST_ANSWER = """
import sys
from rulings import Rulebook
from rulings.rulebook import last_read

last_read.GRAIN = 0  # the files need not have been there for seconds
book = Rulebook.load(sys.argv[1])
assert book.ask("May Rex move?").verdict.value == "yes"
book.remember()
print(*sys.modules)
"""


def test_an_import_in_a_function_spares_the_first_answer_a_module(tmp_path: Path) -> None:
    """Elsewhere imports stand at the top, unless the first answer to a kept rulebook, which is
    what players wait for, does without the module."""
    run = [sys.executable, "-c", _FIRST_ANSWER, str(toy(tmp_path).folder)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for _ in ("read", "kept"):
        told = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    loaded = set(told.stdout.split())
    assert "rulings.session" in loaded
    assert "rulings.language.parse" not in loaded
    assert not sorted(f"{path}: {name}" for path, name in _late_imports() if name in loaded)


def _late_imports() -> Iterator[tuple[Path, str]]:
    """Yield the modules that functions import, commands and other adapters aside."""
    for place, tree in trees().items():
        if place.parts[0] == "commands" or str(place.with_suffix("")) in _ADAPTERS:
            continue
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    match node:
                        case ast.ImportFrom(str(name)):
                            yield place, name
                        case ast.Import(names):
                            yield from ((place, alias.name) for alias in names)


def test_every_expression_that_is_compiled_when_used_compiles() -> None:
    found = 0
    for path, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("expression("):
                module = import_module("rulings." + ".".join(path.with_suffix("").parts))
                assert all(getattr(module, ast.unparse(name)).pattern for name in node.targets)
                found += 1
    assert found > 40
