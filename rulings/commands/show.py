"""`rulings show SITUATION`: show a situation as it is understood."""

from __future__ import annotations

import argparse
import sys

from rulings.asking.datalog_lines import fact_line
from rulings.commands.ask import open_table
from rulings.commands.report import tell
from rulings.doors.screen import visible
from rulings.english.sentence import datalog, say, sentence
from rulings.rulebook.grid import Layer
from rulings.rulebook.situation import game_layers, render_situation
from rulings.session import Session
from rulings.written import drawn, fact_lines


def run(options: argparse.Namespace) -> int:
    """Print title, drawing and statements."""
    options.situation = options.shown
    table = open_table(options)
    table.said.check_whole()
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
        title, edition = table.described.title, table.rulebook.edition
        given = list(said.values())
        tell("json", json=lambda: {"title": title, "edition": edition, "given": given})
        return 0
    sys.stdout.write(f"{_title(table, options)}\n")
    drawing = drawn(table, said, _layers(table))
    for layer in filter(None, drawing.layers):
        sys.stdout.write(f"\n{layer}\n")
    for line in (said[fact] for fact in drawing.rest):
        sys.stdout.write(f"  {line}\n")
    return 0


def _title(table: Session, options: argparse.Namespace) -> str:
    book = table.rulebook
    return f"{table.described.title or options.shown} · {book.title} · {book.edition}"


def _layers(table: Session) -> tuple[Layer, ...]:
    """Return the drawings that a table was described by, else one of the game's own glyphs."""
    return table.described.grid or game_layers(table.rulebook.folder)
