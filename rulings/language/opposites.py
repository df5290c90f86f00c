"""What cannot stand beside a stated row.

In: a `.state` predicate with what it `excludes`, rows. Out: the atoms that no table states beside
a row, the rows that an atom matches. Guarantee: a row never excludes itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Constant, Predicate, Row, Term, Value, Variable


def opposed(predicate: Predicate, row: Row) -> Iterator[Atom]:
    """Yield what a row of a predicate excludes, with the values that both have."""
    for exclusion in predicate.excludes:
        bound = bindings(exclusion.own.terms, row)
        if bound is not None:
            yield Atom(
                exclusion.other.predicate,
                tuple(_resolved(term, bound) for term in exclusion.other.terms),
                exclusion.span,
            )


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
            if not is_same and bindings(atom.terms, other) is not None:
                yield atom.predicate, other


def bindings(terms: tuple[Term, ...], row: Row) -> dict[str, Value] | None:
    """Return what the variables of `terms` stand for in a row, None where it does not match."""
    bound: dict[str, Value] = {}
    for term, value in zip(terms, row, strict=True):
        wanted = term.value if isinstance(term, Constant) else bound.setdefault(term.name, value)
        if wanted != value:
            return None
    return bound


def _resolved(term: Term, bound: Mapping[str, Value]) -> Term:
    if isinstance(term, Variable) and term.name in bound:
        return Constant(bound[term.name])
    return term
