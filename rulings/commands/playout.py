"""`rulings playout GAME -n N`: what goes wrong in games played at random.

In: a game and a table. Out: how the games ended, the faults met, and the shortest failing game as
a situation, as text or JSON. Exit code 0 when all games ended clean, 3 with findings.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from rulings.commands.chosen import described, the_edition
from rulings.commands.report import FINDINGS, progress, tell
from rulings.doors.picking import picked
from rulings.quality.playing import Fault, Game, Playout, play_out
from rulings.render.counting import counted
from rulings.rulebook.document import write_document
from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook

WHOLE_GAME = "whole-game"
"""The ready-made table that games begin at when none is named."""


def run(options: argparse.Namespace) -> int:
    """Play, and tell what went wrong."""
    edition = the_edition(options.edition, options.situation)
    book = Rulebook.load(options.game, edition, layers=options.layers)
    named = options.situation
    if named is None and WHOLE_GAME in at_hand(book.folder):
        named = WHOLE_GAME
    table = book.situation(described(named, book))
    jobs = options.jobs or os.cpu_count() or 1
    shown = partial(progress, f"games of {book.name}")
    found = play_out(table, options.games, options.seed, options.max_steps, shown, jobs)
    if options.output is not None and found.situation:
        write_document(options.output, found.situation)
    tell(options.format, json=lambda: _json(found), text=lambda: _text(found, options.output))
    return FINDINGS if found.failing else 0


def _text(found: Playout, output: Path | None) -> str:
    cut = f", {found.cut} of them cut short" if found.cut else ""
    games, choices = counted(found.games, "game"), counted(found.choices, "choice")
    chances = f" ({found.chances} of them by chance)" if found.chances else ""
    lines = [f"{games}, {choices}{chances}{cut}, {len(found.failing)} failing"]
    for fault, ended in _sorted(found.failing):
        where = f"in {counted(len(ended), 'game')}, first in game {ended[0].number}"
        lines.append(f"{fault.kind.value}, {where}:")
        lines += (f"  {told}" for told in fault.told)
    if found.shortest is not None:
        where = f" is written to {output}" if output is not None else ""
        chosen = counted(len(found.shortest.chosen), "choice")
        lines.append(f"The shortest failing game, of {chosen}{where or ':'}")
        if output is None:
            return "\n".join(lines) + f"\n\n{found.situation}"
    return "\n".join(lines) + "\n"


def _sorted(failing: Iterable[Game]) -> list[tuple[Fault, list[Game]]]:
    """Return the faults, each once, with the games that ended with it."""
    found: list[tuple[Fault, list[Game]]] = []
    for game in failing:
        if game.fault is None:
            continue
        alike = next((games for fault, games in found if fault.is_like(game.fault)), None)
        if alike is None:
            found.append((game.fault, [game]))
        else:
            alike.append(game)
    return found


def _json(found: Playout) -> dict[str, Any]:
    return {
        **picked(found, "games", "choices", "chances", "cut"),
        "faults": [
            {
                "kind": fault.kind.value,
                "told": list(fault.told),
                "games": [game.number for game in games],
            }
            for fault, games in _sorted(found.failing)
        ],
        "shortest": list(found.shortest.chosen) if found.shortest is not None else None,
        "situation": found.situation or None,
    }
