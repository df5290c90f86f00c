"""What a goal compares or counts, in letters.

In: a goal. Out: its literals with a letter for every value that a comparison or a count reads, and
the comparisons: "Ana has N coins and Ben has M coins", ", where N > M". Guarantee: no condition of
the goal is left unsaid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulings.asking.goal import Goal
from rulings.language.program import Constant, Literal, Term, Variable
from rulings.logic.binders import condition_names
from rulings.records import replace


def lettered(goal: Goal) -> tuple[tuple[Literal, ...], str]:
    """Return the literals of a goal with letters, and what is said of those."""
    others = [condition for condition in goal.body if not isinstance(condition, Literal)]
    if not others:
        return goal.literals, ""
    # Imported here: few questions compare, and the writer brings the whole grammar.
    from rulings.language.writing import write_condition

    compared = frozenset[str]().union(*(condition_names(one) for one in others))
    letters = _letters(compared)
    where = " and ".join(map(write_condition, others))
    for name, letter in letters.items():
        where = re.sub(rf"\b{name}\b", letter, where)
    return tuple(_with_letters(one, letters) for one in goal.literals), f", where {where}"


def _letters(names: Iterable[str]) -> dict[str, str]:
    """Return the letters of variables, numbered where several would have the same."""
    alike: dict[str, list[str]] = {}
    for name in sorted(names):
        alike.setdefault(name.strip("_").partition("_")[0] or name, []).append(name)
    return {
        name: f"{letter}{place}" if len(some) > 1 else letter
        for letter, some in alike.items()
        for place, name in enumerate(some, 1)
    }


def _with_letters(literal: Literal, letters: Mapping[str, str]) -> Literal:
    def shown(term: Term) -> Term:
        letter = letters.get(term.name) if isinstance(term, Variable) else None
        return Constant(letter) if letter is not None else term

    terms = tuple(map(shown, literal.atom.terms))
    return replace(literal, atom=replace(literal.atom, terms=terms))
