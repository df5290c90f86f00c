"""What a goal compares or counts, in letters.

In: a goal. Out: its literals with a letter for every value that a comparison or a count reads, and
the comparisons: "Ana has N coins and Ben has M coins", ", where N > M". Guarantee: no condition of
the goal is left unsaid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rulings.asking.goal import Goal
from rulings.language.program import Constant, Literal, Term, Variable
from rulings.logic.binders import condition_names


def lettered(goal: Goal) -> tuple[tuple[Literal, ...], str]:
    """Return the literals of a goal with letters, and what is said of those."""
    others = [condition for condition in goal.body if not isinstance(condition, Literal)]
    if not others:
        return goal.literals, ""
    # Imported here: few questions compare, and the writer brings the whole grammar.
    from rulings.language.writing import write_condition

    compared = frozenset[str]().union(*(condition_names(one) for one in others))
    letters = {name: name.rpartition("_")[0].strip("_") or name for name in compared}
    if len(set(letters.values())) < len(letters):
        letters = {name: name for name in compared}
    where = " and ".join(map(write_condition, others))
    for name, letter in letters.items():
        where = re.sub(rf"\b{name}\b", letter, where)
    return tuple(_with_letters(one, letters) for one in goal.literals), f", where {where}"


def _with_letters(literal: Literal, letters: Mapping[str, str]) -> Literal:
    def shown(term: Term) -> Term:
        letter = letters.get(term.name) if isinstance(term, Variable) else None
        return Constant(letter) if letter is not None else term

    terms = tuple(map(shown, literal.atom.terms))
    return replace(literal, atom=replace(literal.atom, terms=terms))
