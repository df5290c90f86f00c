"""Conclusions stay within closed types.

In: lowered rules and the types of their columns. Out: the same rules, some with a last condition
that looks at the row they conclude. Guarantee: a row with a value that its column's closed type
does not have is a fault at the rule (RUL407), never a row; a rule whose conditions already hold
the value within the type is left as it is. So a recursion within closed types ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.language.predicates import DerivedKind, PredicateId, kind_of, side_of
from rulings.language.program import (
    Comparison,
    Condition,
    Constant,
    Literal,
    Operation,
    Predicate,
    Program,
    Rule,
    Value,
    Variable,
)
from rulings.language.sorts import SortLattice
from rulings.logic.calculation import WITHIN
from rulings.records import replace

_CONCLUDED = (None, DerivedKind.PRO, DerivedKind.CONTRA, DerivedKind.APPLIES)


def hold_closed(
    rules: Iterable[Rule], program: Program, predicates: Mapping[PredicateId, Predicate]
) -> Iterator[Rule]:
    """Yield the rules, those that might leave a closed type with a condition that says so."""
    lattice = SortLattice(program.sorts)
    if all(sort.members is None for sort in program.sorts.values()):
        yield from rules
        return
    for rule in rules:
        if rule.body and kind_of(rule.head.predicate) in _CONCLUDED:
            watched = tuple(_watched(rule, lattice, predicates))
            yield replace(rule, body=(*rule.body, *watched)) if watched else rule
        else:
            yield rule


def _watched(
    rule: Rule, lattice: SortLattice, predicates: Mapping[PredicateId, Predicate]
) -> Iterator[Comparison]:
    columns = predicates[rule.head.predicate].columns
    for place, (term, column) in enumerate(zip(rule.head.terms, columns, strict=True)):
        members = lattice.members(column.sort)
        if members is None or not isinstance(term, Variable):
            continue
        if not any(_within(one, term, members, lattice, predicates) for one in rule.body):
            name = rule.head.predicate
            about = str(rule.id if kind_of(name) is DerivedKind.APPLIES else side_of(name))
            told = (Constant(about), Constant(column.sort), Constant(place), Constant(len(columns)))
            ordered = sorted(members, key=lambda value: (isinstance(value, str), value))
            listed = tuple(Constant(value) for value in ordered)
            yield Comparison(
                "=", Operation(WITHIN, (*told, *rule.head.terms, *listed)), Constant(1), rule.span
            )


def _within(
    condition: Condition,
    variable: Variable,
    members: frozenset[Value],
    lattice: SortLattice,
    predicates: Mapping[PredicateId, Predicate],
) -> bool:
    """Whether a condition holds of members only, whatever value the variable has."""
    match condition:
        case Literal(atom, False):
            declared = predicates.get(atom.predicate)
            columns = declared.columns if declared is not None else ()
            kept = (
                lattice.members(column.sort)
                for term, column in zip(atom.terms, columns, strict=False)
                if term == variable
            )
            return any(found is not None and found <= members for found in kept)
        case Comparison("=", left, right):
            other = right if left == variable else left if right == variable else None
            return isinstance(other, Constant) and other.value in members
        case _:
            return False
