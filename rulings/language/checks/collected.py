"""Alternatives among what is collected, as a predicate of their own.

In: a choice within the braces of an aggregate or an extreme, and what stands around it. Out: which
of the variables it shares with them are `in` columns of the predicate that it becomes, and their
types. Guarantee: what is no `in` column is bound by every alternative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulings.language.builtins import columns_of
from rulings.language.checks.surface_names import found_by, in_written_terms
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Variable
from rulings.language.syntax import (
    SurfaceAtom,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExtreme,
    SurfaceLiteral,
)
from rulings.records import dataclass

_Predicates = Mapping[PredicateId, Predicate]
_Body = Iterable[SurfaceCondition]


@dataclass(frozen=True, slots=True)
class MadePredicate:
    """A predicate made for a part of a rule, and the head and the conditions of its rule."""

    predicate: Predicate
    head: SurfaceAtom
    body: tuple[SurfaceCondition, ...]


def inputs_among(
    shared: Sequence[str], choice: SurfaceChoice, others: _Body, predicates: _Predicates
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the variables that a choice is given, and those that nothing in the braces binds.

    `others` stand beside it there.
    What is bound beside it is given, so that constants compared with it are checked by its type.
    """
    beside = _bound(others, predicates)
    always = _bound((choice,), predicates)
    unbound = frozenset(shared) - beside - always
    return unbound | (frozenset(shared) & beside), unbound


def sort_of(name: str, around: _Body, predicates: _Predicates) -> str:
    """Return the type of the first column that a variable stands in, `any` where it is in none."""
    for condition in around:
        match condition:
            case SurfaceLiteral(atom):
                columns = columns_of(atom.predicate, predicates) or ()
                for column, argument in zip(columns, atom.arguments):
                    if argument == Variable(name) and not column.is_input:
                        return column.sort
    return "any"


def common_sort(name: str, choice: SurfaceChoice, predicates: _Predicates) -> str:
    """Return the type that a variable has in every alternative, `any` where they differ."""
    sorts = {sort_of(name, body, predicates) for body in choice.alternatives}
    return sorts.pop() if len(sorts) == 1 else "any"


def said_of(shared: Sequence[str]) -> str:
    """Return the template of a choice; what the alternatives are is told below it."""
    return f"there is an alternative that holds{slots(shared, ' for ')}"


def slots(names: Sequence[str], lead: str) -> str:
    """Return the slots of a template for some columns, listed behind `lead`; none for no column."""
    *before, last = (f"{{{name}}}" for name in names) if names else ("",)
    of = " and ".join((", ".join(before), last)) if before else last
    return f"{lead}{of}" if of else ""


def _bound(body: _Body, predicates: _Predicates) -> frozenset[str]:
    """The variables that conditions surely bind by themselves."""
    waiting = list(body)
    bound: set[str] = set()
    for condition in waiting:
        match condition:
            case SurfaceLiteral(atom, negated=False) if not atom.past:
                columns = columns_of(atom.predicate, predicates) or ()
                given = zip(atom.arguments, columns)
                bound.update(a.name for a, c in given if isinstance(a, Variable) and not c.is_input)
            case SurfaceLiteral(atom, negated=False):
                bound.update(in_written_terms(atom.arguments, inside=False))
            case SurfaceChoice(alternatives):
                bound |= frozenset.intersection(*(_bound(a, predicates) for a in alternatives))
            case SurfaceExtreme():
                bound |= found_by(condition)
    size = -1
    while size != (size := len(bound)):
        for condition in waiting:
            match condition:
                case SurfaceComparison("=", Variable(name), other) | SurfaceComparison(
                    "=", other, Variable(name)
                ) if set(in_written_terms((other,))) <= bound:
                    bound.add(name)
    return frozenset(bound)
