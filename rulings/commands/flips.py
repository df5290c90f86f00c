"""`rulings flips GAME QUESTION --layers A B`: which layers turn a ruling."""

from __future__ import annotations

import argparse

from rulings.asking.answer import Answer
from rulings.commands.chosen import described, the_edition
from rulings.commands.report import misused, tell
from rulings.doors.picking import picked
from rulings.quality.turning_layers import TurnedByLayers, turned_by
from rulings.session import Rulebook

UNTURNED = 1


def run(options: argparse.Namespace) -> int:
    """Ask with ever more layers, and print which of them turn the answer."""
    if not options.layers:
        return misused("no layer is named", "Name some: `--layers A B`.")
    edition = the_edition(options.edition, options.situation)

    def ask(layers: tuple[str, ...]) -> Answer:
        book = Rulebook.load(options.game, edition, layers=layers)
        return book.situation(described(options.situation, book)).ask(options.question)

    found = turned_by(ask, options.layers)
    tell(options.format, json=lambda: _json(found), text=lambda: _text(found))
    return 0 if found.ways else UNTURNED


def _text(found: TurnedByLayers) -> str:
    lines = [f"alone: {_told(found.alone)}"]
    lines += [f"{' + '.join(one.layers)}: {_told(one.answer)}" for one in found.ways]
    if not found.ways:
        asked = found.asked - 1 - len(found.refused)
        many = "one was" if asked == 1 else f"{asked or 'none'} were"
        lines.append(f"No combination turns it; {many} asked.")
    lines += [f"{' + '.join(layers)}: not asked, {why.message}" for layers, why in found.refused]
    return "\n".join(lines) + "\n"


def _told(answer: Answer) -> str:
    clauses = f"  [{', '.join(answer.clauses)}]" if answer.clauses else ""
    return f"{answer.verdict.value.upper()}  {answer.say}{clauses}"


def _json(found: TurnedByLayers) -> dict[str, object]:
    def told(answer: Answer, layers: tuple[str, ...] = ()) -> dict[str, object]:
        return {"layers": list(layers), **picked(answer, "verdict", "say", "clauses")}

    return {
        "alone": told(found.alone),
        "ways": [told(one.answer, one.layers) for one in found.ways],
        "asked": found.asked,
        "refused": [
            {"layers": list(layers), "message": why.message} for layers, why in found.refused
        ],
    }
