"""Documents that are deep, wide, endless or no documents: refused before they cost anything."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.drawing import draw_grid
from rulings.rulebook.folder import read_edition
from rulings.rulebook.grid import Layer, expand, read_grid
from rulings.rulebook.manifest import parse_manifest
from rulings.rulebook.yaml_tree import DEEPEST, MOST_NODES, Node, parse_yaml, yaml_text
from tests.books import MANIFEST, write_book


@pytest.fixture(autouse=True)
def quickly() -> Iterator[None]:
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < 10


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        "- " * 30_000,
        "[" * 60_000,
        "{a: " * 60_000,
        "? " * 30_000,
        "".join(f"{' ' * depth}a:\n" for depth in range(500)),
        BOMB,
        "- x\n" * (MOST_NODES + 1),
        "a: *nothing",
        "&a [*a]",
        "--- a\n--- b\n",
        "a: \ud800",
        "a: \x00",
        "%YAML 9.9\n---\na",
    ],
)
def test_yaml_that_is_refused(text: str) -> None:
    with pytest.raises(RulingsError) as error:
        parse_yaml(Source("x", text))
    assert [problem.code for problem in error.value.diagnostics] == ["RUL602"]


def test_yaml_within_the_limits() -> None:
    root = parse_yaml(Source("x", "[" * DEEPEST + "]" * DEEPEST))
    for _ in range(DEEPEST):
        assert isinstance(root, Node)
        assert root.items is not None
        root = root.items[0] if root.items else None
    shared = parse_yaml(
        Source("x", "a: &a [1, no]\nb: *a\nc: ~\nd: '~'\n!!python/name:os.x e: f\n")
    )
    assert shared is not None
    assert shared.field("a") is shared.field("b")
    assert [value.text for _, value in (shared.fields or ())[2:]] == ["", "~", "f"]


@pytest.mark.parametrize(
    "line",
    [
        "a" + ".a" * 100_000 + " = 1",
        "[" + "a." * 100_000 + "a]",
        "a = " + "[" * 100_000,
        "a = " + "{a=" * 100_000,
        "a = " + "9" * 5_000,
        "a = '" + "x" * 300_000 + "'",
    ],
)
def test_toml_that_is_refused(line: str) -> None:
    with pytest.raises(RulingsError) as error:
        parse_manifest(Path(), Source("rulebook.toml", f"{MANIFEST}\n{line}\n"))
    assert error.value.diagnostics[0].code == "RUL603"


@pytest.mark.parametrize("pattern", [".", "..", "**x", "\\u0000", "a/../b", "[", "~", "//x", "*/"])
def test_patterns_that_no_file_matches(pattern: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("second.dl", pattern)
    root = write_book(tmp_path, **{"rulebook.toml": manifest})
    with pytest.raises(RulingsError) as error:
        read_edition(root)
    assert {"RUL607", "RUL608"} & {problem.code for problem in error.value.diagnostics}


@pytest.mark.parametrize(
    "grid",
    [
        {"rows": "A", "legend": {"A": "p({at})."}, "from": "a900000000"},
        {"rows": "A", "legend": {"A": "p({at})."}, "from": "z" * 100_000 + "1"},
        {"rows": "A" * 20_000, "legend": {"A": "p({at})."}},
        {"rows": ["A" * 1_000] * 101, "legend": {"A": "p({at})."}},
        {"rows": ["A" * 1_000] * 90, "legend": {"A": ["p({at}). " + "x" * 1_000] * 90}},
        {"rows": "A", "legend": {"A": "{at}" * 100_000}},
        {"rows": "A", "legend": {"A": "p."}, "prefix": "x" * 100_000},
        {"rows": ["99999999 A"], "legend": {"A": "p."}, "ruler": "yes"},
    ],
)
def test_grids_that_are_refused(grid: dict[str, object]) -> None:
    root = parse_yaml(Source("grid", yaml_text(grid)))
    assert root is not None
    with pytest.raises(RulingsError) as error:
        expand(read_grid(root))
    assert {problem.code for problem in error.value.diagnostics} <= {"RUL580", "RUL581", "RUL584"}


def test_a_drawing_of_far_squares_hands_its_facts_back() -> None:
    layer = Layer((), (("A", ("p({at}).",)),), place="")
    facts = ("p(a1)", "p(zzz99999)")
    drawing = draw_grid(facts, (layer,))
    assert drawing.rest == facts
