"""Terms against rows, terms against terms, and stated rows that exclude each other.

In: terms, rows or other terms, and what variables stand for. Out: what more variables stand for,
a pattern, or what has their values. Guarantee: a variable that has a value keeps it; None stands
for a value that is not known. Rows give variables values (`Bound`); terms may also give them other
variables (`Substitution`), for who searches before there are rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Constant, Literal, Predicate, Row, Term, Value, Variable
from rulings.records import replace

Bound = Mapping[str, Value]
Pattern = tuple[Value | None, ...]
"""A row in which None stands for any value."""
Substitution = Mapping[str, Term]
"""What variables stand for: values, or other variables."""


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
    get = bound.get
    # A list first: it takes two thirds of the time, and most of a proof's rows are made here.
    return tuple(
        [get(term.name) if isinstance(term, Variable) else term.value for term in atom.terms]
    )


def open_atom(name: PredicateId, pattern: Pattern) -> Atom:
    """Return the atom that says a pattern, a variable in the place of each None."""
    terms = (Variable(f"_{n}") if v is None else Constant(v) for n, v in enumerate(pattern))
    return Atom(name, tuple(terms))


def grounded(literal: Literal, bound: Bound) -> Literal:
    """Return a literal with the values of its variables."""
    return replace(literal, atom=grounded_atom(literal.atom, bound))


def grounded_atom(atom: Atom, bound: Bound) -> Atom:
    """Return an atom with the values of its variables."""
    terms = tuple(
        Constant(bound[term.name]) if isinstance(term, Variable) and term.name in bound else term
        for term in atom.terms
    )
    return replace(atom, terms=terms)


def resolved(term: Term, substitution: Substitution) -> Term:
    """Return what a term stands for in the end."""
    while isinstance(term, Variable) and term.name in substitution:
        term = substitution[term.name]
    return term


def unify_terms(
    left: Iterable[Term], right: Iterable[Term], substitution: Substitution
) -> dict[str, Term] | None:
    """Return `substitution` extended so that `left` and `right` become one, or None."""
    found = dict(substitution)
    for first, second in zip(left, right, strict=True):
        one, other = resolved(first, found), resolved(second, found)
        if one == other:
            continue
        if isinstance(one, Variable):
            found[one.name] = other
        elif isinstance(other, Variable):
            found[other.name] = one
        else:
            return None
    return found


def values_in(names: Iterable[str], substitution: Substitution) -> dict[str, Value]:
    """Return the values of those variables that stand for one."""
    ends = ((name, resolved(Variable(name), substitution)) for name in names)
    return {name: term.value for name, term in ends if isinstance(term, Constant)}


def excluded(
    predicate: Predicate, row: Row, stated: Mapping[PredicateId, Iterable[Row]]
) -> Iterator[tuple[PredicateId, Row]]:
    """Yield the stated rows that cannot stand beside a row of a predicate."""
    for exclusion in predicate.excludes:
        bound = unify(exclusion.own.terms, row, {})
        if bound is None:
            continue
        atom = grounded_atom(exclusion.other, bound)
        rows = stated.get(atom.predicate, ())
        values = atom.row
        if len(values) == len(atom.terms) and isinstance(rows, Collection):
            rows = (values,) if values in rows else ()
        for other in rows:
            is_same = atom.predicate == predicate.name and other == row
            if not is_same and unify(atom.terms, other, {}) is not None:
                yield atom.predicate, other
