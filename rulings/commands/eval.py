"""`rulings eval`: evaluate a program, no rulebook needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulings.asking.standalone import generated_code, load, solve
from rulings.collecting import without_garbage_collection
from rulings.commands.report import standard_input
from rulings.doors.screen import json_text
from rulings.engine.store.relation import in_order
from rulings.language.program import Program, Row, Value
from rulings.language.sorts import SortLattice
from rulings.language.writing import write_row


def run(options: argparse.Namespace) -> int:
    """Evaluate and print."""
    with without_garbage_collection():
        program = load(Path(options.file) if options.file != "-" else standard_input())
        if options.show_code:
            sys.stdout.write(generated_code(program))
            return 0
        true, undefined = solve(
            program, options.query, engine=options.engine, max_rows=options.max_rows
        )
    found = model_json(true, undefined)
    if options.format == "json":
        sys.stdout.write(json_text(found) + "\n")
    else:
        sys.stdout.write(model_text(program, found))
    return 0


def model_text(program: Program, found: dict[str, dict[str, list[list[int | str]]]]) -> str:
    """Return one fact a line, as the rule language writes it; undefined ones are marked."""
    lattice = SortLattice(program.sorts)
    lines = []
    for kind, mark in (("true", ""), ("undefined", "  % undefined")):
        for name, rows in found[kind].items():
            marks = [
                lattice.quoted(column.sort)
                for column in program.predicates[name.rpartition(" ")[2]].columns
            ]
            lines += [f"{write_row(name, tuple(row), marks)}.{mark}\n" for row in rows]
    return "".join(lines)


def model_json(
    true: Mapping[str, Iterable[Row]], undefined: Mapping[str, Iterable[Row]]
) -> dict[str, Any]:
    """Return `{"true": {p: rows}, "undefined": {p: rows}}` without empty predicates."""
    return {"true": _relations(true), "undefined": _relations(undefined)}


def _relations(relations: Mapping[str, Iterable[Row]]) -> dict[str, list[list[Value]]]:
    listed = {name: in_order(relations[name]) for name in sorted(relations)}
    return {name: [list(row) for row in rows] for name, rows in listed.items() if rows}
