"""What a table states of a thing that is only described.

In: conditions with one unknown, a `Lexicon` with the facts of a table. Out: its values. Guarantee:
only stated facts are looked at; what rules conclude tells nothing of whom a phrase means.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.lexicon import Lexicon
from rulings.language.matching import Bound, unify
from rulings.language.program import Atom, Condition, Literal, Value, Variable


def solutions(
    lexicon: Lexicon, literals: tuple[Literal, ...], wanted: Variable | None
) -> tuple[Value, ...]:
    """Return the values of `wanted` that the table states; without one, whether all hold."""
    try:
        meant = meaning_of(lexicon, literals, asking=False)
    except UnclearDenialError:
        return ()
    found: dict[Value, None] = {}
    for bound in _solve(lexicon, meant, {}):
        if wanted is None:
            return (1,)
        value = bound.get(wanted.name)
        if value is not None:
            found[value] = None
    return tuple(found)


def _solve(lexicon: Lexicon, conditions: tuple[Condition, ...], bound: Bound) -> Iterator[Bound]:
    if not conditions:
        yield bound
        return
    first, rest = conditions[0], conditions[1:]
    if not isinstance(first, Literal):
        return
    rows = _rows(lexicon, first.atom, bound)
    if first.negated:
        rows = iter(()) if any(True for _ in rows) else iter((bound,))
    for after in rows:
        yield from _solve(lexicon, rest, after)


def _rows(lexicon: Lexicon, atom: Atom, bound: Bound) -> Iterator[Bound]:
    facts = lexicon.table.get(atom.predicate)
    found = (unify(atom.terms, row, bound) for row in (facts.rows if facts is not None else ()))
    return (one for one in found if one is not None)
