"""docs/language.md says what the code does.

`RULINGS_ACCEPT=1` rewrites the generated parts (the grammar and the table of built-ins).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from textwrap import dedent

import rulings.language.parse
from rulings.language.builtins import BUILT_INS
from rulings.language.check import examine
from rulings.language.parse import parse
from rulings.language.source import Source

PAGE = Path(__file__).parent.parent.parent / "docs" / "language.md"


def grammar() -> str:
    found = re.search(r"\n(    unit .*?;)\n\n`%`", rulings.language.parse.__doc__ or "", re.DOTALL)
    assert found is not None
    return dedent(found.group(1))


def built_ins() -> str:
    rows = ["| predicate | meaning |", "|---|---|"]
    for built_in in BUILT_INS.values():
        columns = ", ".join(f"{'in ' * c.is_input}{c.name}: {c.sort}" for c in built_in.columns)
        rows.append(f"| `{built_in.name}({columns})` | {built_in.doc} |")
    return "\n".join(rows)


def test_generated_parts() -> None:
    text = PAGE.read_text(encoding="utf-8")
    if os.environ.get("RULINGS_ACCEPT"):
        text = re.sub(r"(?s)(```ebnf\n).*?(\n```)", lambda m: m[1] + grammar() + m[2], text)
        text = re.sub(
            r"(?s)(must be bound\.\n\n).*?(\n\n## )", lambda m: m[1] + built_ins() + m[2], text
        )
        PAGE.write_text(text, encoding="utf-8")
    assert grammar() in text
    assert built_ins() in text


def test_the_opening_example_is_a_program() -> None:
    blocks = re.findall(r"```prolog\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for number, block in enumerate(blocks):
        unit, problems = parse(Source(f"block-{number}", block))
        if "…" not in block:
            assert problems == []
        if number == 0:
            program, found = examine([unit])
            assert program is not None
            assert [problem.code for problem in found] == ["RUL323"]
