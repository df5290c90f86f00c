"""What is stated at one table, carried to another.

In: what is said at a table, facts of the rule language. Out: the facts, or what is said at the
other table with those it does not take. Guarantee: what is carried says the same; nothing is lost
without being told.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.asking.said import Happen, Said, lines_in
from rulings.language.diagnostics import RulingsError


def carried(facts: Iterable[str], said: Said, happen: Happen) -> tuple[Said, tuple[str, ...]]:
    """Return what is said with as many of the lines as can be stated or happen, and the others."""
    told = tuple(facts)
    try:
        return said.after_lines(lines_in(told), happen), ()
    except RulingsError:
        lost = []
    for fact in told:
        try:
            said = said.after_lines(lines_in([fact]), happen)
        except RulingsError:
            lost.append(fact)
    return said, tuple(lost)


def difference(one: Said, other: Said) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is stated here and not there, and there and not here, as facts."""
    mine, theirs = (dict.fromkeys(said.written) for said in (one, other))
    return tuple(f for f in mine if f not in theirs), tuple(f for f in theirs if f not in mine)
