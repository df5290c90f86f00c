"""What a table states of a thing that is only described.

In: conditions with one unknown, a `Lexicon` with the facts of a table. Out: its values. Guarantee:
only stated facts are looked at; what rules conclude tells nothing of whom a phrase means.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.lexicon import Lexicon
from rulings.language.program import Condition, Constant, Literal, Term, Value, Variable

Bound = dict[str, Value]


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
    rows = lexicon.table.get(first.atom.predicate)
    if first.negated:
        if not any(True for _ in _rows(rows, first.atom.terms, bound)):
            yield from _solve(lexicon, rest, bound)
        return
    for after in _rows(rows, first.atom.terms, bound):
        yield from _solve(lexicon, rest, after)


def _rows(rows: object, terms: tuple[Term, ...], bound: Bound) -> Iterator[Bound]:
    for row in rows.rows if rows is not None else ():  # type: ignore[attr-defined]
        after = dict(bound)
        for value, term in zip(row, terms, strict=False):
            if isinstance(term, Constant):
                if term.value != value:
                    break
            elif isinstance(term, Variable) and after.setdefault(term.name, value) != value:
                break
        else:
            yield after
