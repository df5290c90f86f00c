"""Amounts of several things: "two Suns, a Water and 3 Forests".

In: tokens where a template has a number and then a thing. Out: the numbers and the things, which
go together one by one. Guarantee: every word is a number, an article, a thing, a comma or "and".
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.fillers import Filler
from rulings.english.referents import referent
from rulings.english.scope import Scope
from rulings.english.words import number
from rulings.language.program import Constant, Term

_LONGEST = 4


def amounts(scope: Scope, start: int, stop: int, sort: str) -> Iterator[tuple[int, Filler, Filler]]:
    """Yield where amounts can end, with their numbers and things.

    A single amount counts here only when "a" is its number; others are read slot by slot.
    """
    numbers: list[int] = []
    things: list[Term] = []
    position = start
    while (item := _amount(scope, position, stop, sort)) is not None:
        end, many, thing, counted = item
        numbers.append(many)
        things.append(thing)
        if len(numbers) > 1 or not counted:
            yield (
                end,
                Filler(tuple(map(Constant, numbers)), "int", paired=True),
                Filler(tuple(things), sort, paired=True),
            )
        position = end
        if position >= stop:
            return
        if scope.tokens[position].key == "and":
            position += 1
        elif "," not in scope.tokens[position - 1].after:
            return


def _amount(scope: Scope, start: int, stop: int, sort: str) -> tuple[int, int, Term, bool] | None:
    """Read "two Suns" or "a Water": its end, how many, of what, and whether a number says so."""
    if start >= stop or scope.tokens[start].quoted:
        return None
    token = scope.tokens[start]
    many = 0 if token.key == "no" else number(token.key)
    counted = many is not None and not token.article
    if not counted and token.article != "a":
        return None
    begin = start + counted
    for end in range(min(stop, begin + _LONGEST), begin, -1):
        if any("," in one.after or one.key == "and" for one in scope.tokens[begin : end - 1]):
            continue
        found = referent(scope, begin, end, sort)
        plain = found is not None and found.problem is None and not found.introduces
        if found is not None and plain and len(found.terms) == 1:
            (thing,) = found.terms
            if isinstance(thing, Constant):
                return end, many if counted and many is not None else 1, thing, counted
    return None
