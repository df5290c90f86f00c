"""`rulings show SITUATION`: show a situation as it is understood."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings.commands.ask import open_table, table_options
from rulings.doors.screen import json_text, visible

if TYPE_CHECKING:
    from rulings.session import Session


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("shown", metavar="SITUATION", help="a ready-made name or a file")
    table_options(parser)
    parser.add_argument("--facts", action="store_true", help="as facts of the rule language")
    parser.add_argument("--format", choices=("text", "json", "yaml"), default="text")


def run(options: argparse.Namespace) -> int:
    """Print title, drawing and statements."""
    from rulings.asking.datalog_lines import fact_line
    from rulings.english.sentence import datalog, say, sentence
    from rulings.rulebook.situation import render_situation
    from rulings.written import fact_lines

    options.situation = options.shown
    table = open_table(options)
    if options.format == "yaml":
        sys.stdout.write(render_situation(table.described))
        return 0
    if options.facts and options.format == "text":
        # A file of facts that reads back as this table: no drawing, the title a comment.
        sys.stdout.write(f"% {visible(_title(table, options))}\n")
        sys.stdout.write("".join(f"{line}\n" for line in fact_lines(table)))
        return 0
    said = {
        datalog(atom, falsehood): fact_line(atom, falsehood, table.rulebook.outline)
        if options.facts
        else sentence(say(atom, table.lexicon, falsehood))
        for atom, falsehood in table.facts()
        if options.facts or atom.predicate not in ("label", "alias")
    }
    if options.format == "json":
        described = {
            "title": table.described.title,
            "edition": table.rulebook.edition,
            "given": list(said.values()),
        }
        sys.stdout.write(json_text(described, indent=2) + "\n")
        return 0
    sys.stdout.write(f"{_title(table, options)}\n")
    drawings, rest = _drawn(table, said)
    for drawing in drawings:
        sys.stdout.write(f"\n{drawing}\n")
    for line in (said[fact] for fact in rest):
        sys.stdout.write(f"  {line}\n")
    return 0


def _title(table: Session, options: argparse.Namespace) -> str:
    book = table.rulebook
    return f"{table.described.title or options.shown} · {book.title} · {book.edition}"


def _drawn(table: Session, facts: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the board as drawings, and the facts that they do not show."""
    from rulings.english.reading import Statement
    from rulings.english.sentence import datalog
    from rulings.language.diagnostics import RulingsError
    from rulings.rulebook.drawing import draw_grid
    from rulings.rulebook.grid import Layer
    from rulings.rulebook.situation import game_legend

    layers = table.described.grid
    if not layers:
        legend = game_legend(table.rulebook.folder)
        layers = (Layer((), legend),) if legend else ()
    stated: dict[str, str] = {}

    def fact(line: str) -> str:
        if line not in stated:
            stated[line] = line
            try:
                reading = table.read(line)
            except RulingsError:
                # A sentence about a square that this table does not have states nothing of it.
                return line
            if isinstance(reading, Statement) and len(reading.facts) == 1:
                stated[line] = datalog(reading.facts[0])
        return stated[line]

    def canonical(line: str) -> str:
        return line if line.rstrip().endswith((")", ").")) else fact(line)

    drawing = draw_grid(facts, layers, canonical)
    return tuple(text for text in drawing.layers if text), drawing.rest
