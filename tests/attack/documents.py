"""Documents from strangers: YAML, tables, manifests, situations, FAQ files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rulings.faq.cases import parse_cases
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.fact_tables import read_table
from rulings.rulebook.manifest import parse_manifest
from rulings.rulebook.yaml_tree import parse_yaml, yaml_text
from rulings.session import Rulebook
from rulings.written import situation_text
from tests.attack.altering import HOSTILE, Altering
from tests.attack.surface import Surface
from tests.books import CLAUSES, DEN, MANIFEST

_NAMES = ("rex", "old_fence", "living_statue", "Rex", "Old Fence", "King Rex", "gem", "a_b")
_FACTS = (
    "zone_of({0}, play).",
    "zone_of({0}, hand).",
    "face_up({0}).",
    "not face_up({0}).",
    "silences({0}, {1}).",
    "label({0}, {2}).",
    "alias({0}, {2}).",
)
_SENTENCES = (
    "{0} is face-up.",
    "{0} is not face-up.",
    "{0} lies in zone play.",
    "{0} silences {1}.",
)
_HEAD = "game: toy\ncases:\n  - "
_CASES = """\
game: toy
situation: den
cases:
  - {id: a, ask: May Rex move?, expect: yes, because: [rules/animals-move]}
  - {id: b, ask: "Is Rex active?", expect: "undecided: silent", given: "zone_of(rex, play)."}
  - {id: c, ask: How many stars does Rex have?, expect: 3, editions: [first, second]}
  - {id: d, ask: Which cards are active?, expect: [Rex, Old Fence]}
  - id: e
    grid: {rows: "R.", legend: {R: "zone_of(rex, play)."}}
    ask: May Old Fence move?
    editions: {first: "undecided: silent", second: no}
"""


def surfaces(book: Rulebook) -> tuple[Surface, ...]:
    """Return the surfaces of documents; `book` is the toy rulebook."""
    cases = Altering([_CASES, *(_HEAD + case for case in _CASES.split("\n  - ")[1:])])
    manifests = Altering([MANIFEST, MANIFEST.replace("toy", "other"), "name = 'a'\n" + MANIFEST])
    yamls = Altering([CLAUSES, DEN, _CASES])

    def yaml(random: Random) -> str:
        return yamls.text(random) if random.random() < 0.3 else _yaml(random, 4)

    def faq(text: str) -> bool:
        return _accepted(lambda: parse_cases(Source("stranger", text), book.folder.parent.parent))

    def table(text: str) -> bool:
        outline = book.outline
        source = Source("stranger", text)
        return _accepted(lambda: read_table(source, outline.predicates, outline.sorts))

    def situation(described: Any) -> bool:
        try:
            table = book.situation(described)
        except RulingsError:
            return False
        again = parse_yaml(Source("again", situation_text(table)))
        assert again is not None
        return True

    return (
        Surface("YAML", yaml, lambda text: _accepted(lambda: parse_yaml(Source("x", text)))),
        Surface("tables", _table, table),
        Surface(
            "manifests",
            manifests.text,
            lambda text: _accepted(lambda: parse_manifest(Path(), Source("x", text))),
        ),
        Surface("situations", _situation, situation),
        Surface("FAQ files", cases.text, faq),
    )


def _accepted(read: Callable[[], object]) -> bool:
    try:
        read()
    except RulingsError as refused:
        if not refused.diagnostics:
            raise
        return False
    return True


def _word(random: Random) -> str:
    return random.choice(HOSTILE) if random.random() < 0.15 else random.choice(_NAMES)


def _yaml(random: Random, depth: int) -> str:
    """Return a value in a random style, anchors and aliases included."""
    how = random.random()
    if depth == 0 or how < 0.3:
        word = _word(random)
        return random.choice((word, yaml_text(word.encode(errors="replace").decode())))
    if how < 0.5:
        return "[" + ", ".join(_yaml(random, depth - 1) for _ in range(random.randint(0, 4))) + "]"
    if how < 0.7:
        inner = (f"{_key(random)}: {_yaml(random, depth - 1)}" for _ in range(random.randint(0, 3)))
        return "{" + ", ".join(inner) + "}"
    if how < 0.8:
        return f"&a{random.randint(0, 3)} {_yaml(random, 0)}"
    if how < 0.85:
        return f"*a{random.randint(0, 3)}"
    margin = "  " * (4 - depth)
    lines = []
    for _ in range(random.randint(1, 4)):
        value = json.dumps(_word(random).encode(errors="replace").decode())
        lines.append(f"\n{margin}- {value}" if how < 0.93 else f"\n{margin}{_key(random)}: {value}")
    return "".join(lines) + "\n"


def _key(random: Random) -> str:
    return random.choice(("a", "b", "id", "given", "yes", "~", '"k"', "? x"))


def _table(random: Random) -> str:
    columns = random.choice(("types:C,W", "stars:C,N", "stars:N,C", "label:T,N", "zone_of:C,Z"))
    if random.random() < 0.05:
        columns = random.choice((f"types:{_word(random)}", _word(random), "types:C,C"))
    rows = [columns]
    for _ in range(random.randint(0, 5)):
        first = _cell(random)
        number = "N" in columns.partition(":")[2]
        second = str(random.randint(-9, 99)) if number and random.random() < 0.9 else _cell(random)
        rows.append(f"{second},{first}" if columns.startswith("stars:N") else f"{first},{second}")
    return random.choice(("\n", "\n", "\r\n")).join(rows) + "\n"


def _cell(random: Random) -> str:
    word = random.choice(("rex", "play", "hand", "animal", "a b", "")) or _word(random)
    if random.random() < 0.06:
        word = random.choice(HOSTILE)
    return '"' + word.replace('"', '""') + '"' if random.random() < 0.2 else word


def _line(random: Random) -> str:
    def thing() -> str:
        return random.choice(_NAMES[:3])

    if random.random() < 0.25:
        return random.choice(_SENTENCES).format(*(random.choice(_NAMES[3:6]) for _ in range(2)))
    if random.random() < 0.08:
        return random.choice(HOSTILE)
    name = _word(random).encode(errors="replace").decode()
    if random.random() < 0.1:
        name = "".join(chr(random.randrange(0x20, 0xD800)) for _ in range(3))
    return random.choice(_FACTS).format(thing(), thing(), yaml_text(name))


def _situation(random: Random) -> Any:
    lines = [_line(random) for _ in range(random.choice((0, 1, 1, 2, 3)))]
    how = random.random()
    if how < 0.5:
        return lines
    if how < 0.6:
        return random.choice(("den", "dne", "../toy", _word(random), "\n".join(lines)))
    found: dict[str, Any] = {"given": random.choice((lines, "\n".join(lines)))}
    if random.random() < 0.3:
        found["title"] = _word(random)
    if random.random() < 0.3:
        row = "".join(random.choice("R.F·?") for _ in range(random.randint(0, 5)))
        legend = {"R": "silences(rex, rex).", "F": "face_up(old_fence)."}
        place = random.choice(("", "", "silences({at}, rex).", _word(random)))
        found["grid"] = {"rows": [row], "legend": legend, "place": place}
        if random.random() < 0.3:
            found["grid"]["from"] = random.choice(("c4", "a99999", "zzz1", "a0", "1", "a900000000"))
    if random.random() < 0.1:
        found[random.choice(("edition", "game", "givne", "note"))] = _word(random)
    return found
