"""The one description of the files that authors write: readers, schemas and page agree with it.

`RULINGS_ACCEPT=1` rewrites docs/keys.md.
"""

from __future__ import annotations

import json
import os
import runpy
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rulings.cli import main
from rulings.faq.case_tables import KEYS as COLUMNS
from rulings.faq.cases import parse_cases
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.file_keys import Shape, files, shape
from rulings.rulebook.manifest import parse_manifest
from rulings.rulebook.registry import read_clauses
from rulings.rulebook.shape_schemas import schema_of
from rulings.rulebook.situation import situation_node
from rulings.rulebook.word_files import read_words
from rulings.rulebook.yaml_tree import Node, parse_yaml

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "facts").glob("*/rulebook.toml"))
KINDS = {file.name: file for file in files()}


def data(node: Node | None) -> Any:
    """The content of a YAML file, as its readers see it."""
    if node is None:
        return {}
    if node.fields is not None:
        return {key.text: data(value) for key, value in node.fields}
    if node.items is not None:
        return [data(item) for item in node.items]
    return node.text or None


def shipped(game: Path) -> Iterator[tuple[str, Path]]:
    yield "clauses", game / "clauses.yaml"
    yield from (("words", path) for path in game.glob("words*.yaml"))
    yield from (("words", path) for path in game.glob("words/*.yaml"))
    yield from (("situation", path) for path in game.glob("situations/*.yaml"))
    yield from (("legend", path) for path in game.glob("legend.yaml"))
    yield from (("faq", path) for path in (ROOT / "queries" / game.name).rglob("*.faq.yaml"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_shipped_file_fits(game: Path) -> None:
    manifest = tomllib.loads((game / "rulebook.toml").read_text(encoding="utf-8"))
    kind = "layer" if "extends" in manifest else "manifest"
    jsonschema.validate(manifest, schema_of(KINDS[kind]))
    for name, path in shipped(game):
        if path.is_file():
            source = Source(str(path), path.read_text(encoding="utf-8"))
            validator = jsonschema.Draft202012Validator(schema_of(KINDS[name]))
            wrong = [error.message for error in validator.iter_errors(data(parse_yaml(source)))]
            assert not wrong, (path, wrong[:3])


def node_of(text: str) -> Node:
    node = parse_yaml(Source("some.yaml", text))
    assert node is not None
    return node


READERS: dict[str, Callable[[str], object]] = {
    "manifest": lambda text: parse_manifest(ROOT, Source("rulebook.toml", text)),
    "layer": lambda text: parse_manifest(ROOT, Source("rulebook.toml", text)),
    "clauses": lambda text: read_clauses(Source("clauses.yaml", text)),
    "words": lambda text: read_words(Source("words.yaml", text)),
    "situation": lambda text: situation_node(node_of(text)),
    "faq": lambda text: parse_cases(Source("some.faq.yaml", text), ROOT),
}

GOOD: dict[str, dict[str, Any]] = {
    "manifest": {
        "name": "toy",
        "title": "Toy",
        "default_edition": "first",
        "libraries": [],
        "editions": {"first": {"title": "First", "documents": ["rules"], "files": ["*.dl"]}},
    },
    "layer": {
        "name": "gentle",
        "title": "Gentle",
        "extends": "toy",
        "files": [],
        "libraries": [],
        "withdraws": [],
    },
    "clauses": {
        "documents": {
            "rules": {
                "title": "Rules",
                "short": "rules",
                "clauses": [
                    {
                        "id": "one",
                        "section": "Play",
                        "gist": "Somebody begins.",
                        "page": "1",
                        "lines": "1-2",
                        "unmodelled": "It decides nothing.",
                        "editions": ["first"],
                        "find": "somebody",
                        "fingerprint": "0a",
                        "printed": "advice",
                        "replaces": ["rules/none"],
                        "same": ["rules/none"],
                        "asks": "Is it so?",
                        "words": "axe branches",
                    }
                ],
            }
        }
    },
    "words": {
        "nouns": {"card": ["piece"]},
        "verbs": {"plays": ["lays"]},
        "words": {"deck": ["pile"]},
        "card_texts": {
            "told": "bears(Card, Text)",
            "sentence": "sentence(Sentence, Number, Card)",
            "unread": "unread(Card, Words)",
            "bearers": ["rule"],
            "other": "your rival",
            "spoken": {"win": ["gain a victory"]},
            "phrases": [
                {"phrase": "step", "say": "win", "means": "wins(Part)", "new": "yes"},
                {"phrase": "when", "say": ["now"], "is": "now"},
            ],
        },
        "idioms": [
            {
                "say": "{P} begins",
                "means": ["{P} plays first"],
                "is": "P",
                "as": "both",
                "next": "Q",
                "denied": ["{P} waits"],
                "asked": ["{P} plays first"],
                "new": "yes",
            }
        ],
    },
    "situation": {
        "title": "Den",
        "game": "boba",
        "edition": "first",
        "given": "Rex is a card.",
        "happened": "Rex moves.",
        "note": "None.",
    },
    "faq": {
        "game": "boba",
        "situation": "none",
        "given": "Rex is a card.",
        "edition": "first",
        "note": "None.",
        "cases": [
            {
                "id": "one",
                "ask": "May Rex move?",
                "expect": "yes",
                "because": ["rules/one"],
                "given": "Rex sleeps.",
                "situation": "den",
                "edition": "first",
                "source": "page 1",
                "note": "None.",
            }
        ],
    },
}


def written(content: dict[str, Any], kind: str) -> str:
    if kind not in ("manifest", "layer"):
        return json.dumps(content)
    lines = [f"{k} = {json.dumps(v)}" for k, v in content.items() if not isinstance(v, dict)]
    for key, entries in content.items():
        for name, table in entries.items() if isinstance(entries, dict) else ():
            if not isinstance(table, dict):
                lines.append(f"[{key}]\n{name} = {json.dumps(table)}")
                continue
            lines.append(f"[{key}.{name}]")
            lines += [f"{k} = {json.dumps(v)}" for k, v in table.items()]
    return "\n".join(lines)


def accepted(kind: str, content: dict[str, Any]) -> bool:
    try:
        READERS[kind](written(content, kind))
    except RulingsError:
        return False
    return True


def fits(kind: str, content: dict[str, Any]) -> bool:
    return jsonschema.Draft202012Validator(schema_of(KINDS[kind])).is_valid(content)


def changed(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the content with one thing otherwise: a key gone, a key too many, another kind."""
    if isinstance(value, dict):
        yield "a key too many", value | {"nonsense": "x"}
        for key, below in value.items():
            yield f"without {key}", {k: v for k, v in value.items() if k != key}
            if not isinstance(below, (dict, list)):
                yield f"{key} is a mapping", value | {key: {"x": {"y": "z"}}}
            for said, other in changed(below):
                yield f"{key}: {said}", value | {key: other}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for said, other in changed(value[0]):
            yield said, [other]


FREE = ("nouns", "verbs", "words")
"""Mappings whose keys are the author's."""


@pytest.mark.parametrize("kind", GOOD)
def test_readers_refuse_what_schemas_refuse(kind: str) -> None:
    content = GOOD[kind]
    assert accepted(kind, content)
    assert fits(kind, content)
    for said, other in changed(content):
        if not said.startswith(FREE):
            assert accepted(kind, other) == fits(kind, other), said


def shapes(whole: Shape) -> Iterator[Shape]:
    yield whole
    for key in whole.keys:
        if key.of is not None:
            yield from shapes(key.of)


@pytest.mark.parametrize("kind", GOOD)
def test_every_key_is_tried(kind: str) -> None:
    text = json.dumps(GOOD[kind])
    elsewhere = {"grid", "editions", "table"} if kind in ("faq", "situation") else set()
    for one in shapes(KINDS[kind].shape):
        if one.what != "a grid":
            assert all(f'"{n}":' in text for n in one.names if n not in elsewhere), one.what


def test_columns_of_tables_are_keys_of_cases() -> None:
    assert set(COLUMNS) <= set(shape("case").names)


def test_the_page_of_all_keys() -> None:
    path = ROOT / "docs" / "keys.md"
    page = runpy.run_path(str(ROOT / "docs" / "website" / "keys_page.py"))["page"]
    if os.environ.get("RULINGS_ACCEPT"):
        path.write_text(page(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page(), "run with RULINGS_ACCEPT=1"


@pytest.mark.parametrize("name", KINDS)
def test_the_command_prints_them(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    printed = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(printed)
    assert printed == schema_of(KINDS[name])
