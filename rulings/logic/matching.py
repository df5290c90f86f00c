"""Terms against rows.

In: terms, rows and the values of variables. Out: the values of more variables, or a pattern.
Guarantee: a variable that has a value keeps it; None stands for a value that is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.language.program import Atom, Term, Value, Variable

Bound = Mapping[str, Value]
Pattern = tuple[Value | None, ...]
"""A row in which None stands for any value."""


def unify(terms: Iterable[Term], row: Pattern, bound: Bound) -> dict[str, Value] | None:
    """Return `bound` extended so that `terms` become `row`, or None; any value fits None."""
    found = dict(bound)
    for term, value in zip(terms, row, strict=True):
        if value is None:
            continue
        known = found.setdefault(term.name, value) if isinstance(term, Variable) else term.value
        if known != value:
            return None
    return found


def ground(atom: Atom, bound: Bound) -> Pattern:
    """Return the row of an atom, None where a variable is still free."""
    return tuple(
        bound.get(term.name) if isinstance(term, Variable) else term.value for term in atom.terms
    )
