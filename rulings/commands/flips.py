"""`rulings flips GAME QUESTION --layers A B`: which layers turn a ruling.

In: a question at a table, a rulebook, layers that may lie on top of it. Out: the answer without
layers and the smallest combinations of them that answer otherwise. Guarantee: every smaller
combination was asked and answers as the rulebook does alone; one that cannot be asked is told, with
the reason.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import combinations

from rulings.asking.answer import Answer
from rulings.commands.chosen import described, the_edition
from rulings.commands.report import misused, tell
from rulings.doors.picking import picked
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass
from rulings.session import Rulebook

Ask = Callable[[tuple[str, ...]], Answer]
"""Asks the question with some layers on top."""


@dataclass(frozen=True, slots=True)
class LayeredAnswer:
    """What some layers answer."""

    layers: tuple[str, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class TurnedByLayers:
    """The answer without layers, the combinations that turn it, and those that cannot be asked."""

    alone: Answer
    ways: tuple[LayeredAnswer, ...]
    asked: int
    refused: tuple[tuple[tuple[str, ...], Diagnostic], ...] = ()


def turned_by(ask: Ask, layers: Sequence[str]) -> TurnedByLayers:
    """Look for the smallest combinations of layers, in their order, that turn an answer.

    Raises RulingsError where the rulebook alone cannot be asked.
    """
    alone = ask(())
    refused: list[tuple[tuple[str, ...], Diagnostic]] = []
    asked = 1
    for size in range(1, len(layers) + 1):
        ways: list[LayeredAnswer] = []
        for chosen in combinations(layers, size):
            asked += 1
            try:
                answer = ask(chosen)
            except RulingsError as problem:
                refused.append((chosen, problem.diagnostics[0]))
                continue
            if _said(answer) != _said(alone):
                ways.append(LayeredAnswer(chosen, answer))
        if ways:
            return TurnedByLayers(alone, tuple(ways), asked, tuple(refused))
    return TurnedByLayers(alone, (), asked, tuple(refused))


def _said(answer: Answer) -> object:
    """What must be alike for a ruling to stand."""
    listed = frozenset((binding.names, binding.verdict) for binding in answer.bindings)
    return answer.verdict, answer.number, listed


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
