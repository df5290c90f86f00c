"""What cannot stand beside a stated row.

In: a `.state` predicate with what it `excludes`, rows. Out: the atoms that no table states beside
a row, the rows that an atom matches. Guarantee: a row never excludes itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rulings.language.matching import grounded_atom, unify
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Predicate, Row
from rulings.records import replace


def opposed(predicate: Predicate, row: Row) -> Iterator[Atom]:
    """Yield what a row of a predicate excludes, with the values that both have."""
    for exclusion in predicate.excludes:
        bound = unify(exclusion.own.terms, row, {})
        if bound is not None:
            yield replace(grounded_atom(exclusion.other, bound), span=exclusion.span)


def excluded(
    predicate: Predicate, row: Row, stated: Mapping[PredicateId, Iterable[Row]]
) -> Iterator[tuple[PredicateId, Row]]:
    """Yield the stated rows that cannot stand beside a row of a predicate."""
    for atom in opposed(predicate, row):
        rows = stated.get(atom.predicate, ())
        values = atom.row
        if len(values) == len(atom.terms) and isinstance(rows, Collection):
            rows = (values,) if values in rows else ()
        for other in rows:
            is_same = atom.predicate == predicate.name and other == row
            if not is_same and unify(atom.terms, other, {}) is not None:
                yield atom.predicate, other
