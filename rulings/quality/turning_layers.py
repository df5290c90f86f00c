"""Which layers turn a ruling.

In: a question at a table, a rulebook, layers that may lie on top of it. Out: `TurnedByLayers`:
the answer without layers and the smallest combinations of them that answer otherwise. Guarantee:
every smaller combination was asked and answers as the rulebook does alone; one that cannot be
asked is told, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from rulings.asking.answer import Answer
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass

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
