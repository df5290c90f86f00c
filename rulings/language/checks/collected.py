"""Alternatives among what is collected, as a predicate of their own.

In: a choice within the braces of an aggregate or an extreme, and what stands around it. Out: which
of the variables it shares with them are `in` columns of the predicate that it becomes, and their
types. Guarantee: what is no `in` column is bound by every alternative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulings.language.builtins import columns_of
from rulings.language.checks.written import found_by, in_written_terms
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Variable
from rulings.language.syntax import (
    Collection,
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
    beside = surely_bound(others, predicates, given=True)
    always = surely_bound((choice,), predicates, given=True)
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


def surely_bound(body: _Body, predicates: _Predicates, *, given: bool = False) -> set[str]:
    """Return the variables that conditions bind by themselves.

    A literal with `in` columns does where these are bound, or where they are `given` in any case.
    """
    conditions = list(body)
    bound: set[str] = set()
    size = -1
    while size != (size := len(bound)):
        for condition in conditions:
            bound |= _bound_by(condition, bound, predicates, given)
    return bound


def _bound_by(
    condition: SurfaceCondition, bound: set[str], predicates: _Predicates, given: bool
) -> set[str]:
    match condition:
        case SurfaceLiteral(atom, negated=False):
            inputs = [column.is_input for column in columns_of(atom.predicate, predicates) or ()]
            # Behind the columns of what happened stands the step.
            inputs += [False] * (len(atom.arguments) - len(inputs))
            pairs = [*zip(atom.arguments, inputs)]
            needed = [term for term, is_input in pairs if is_input]
            if given or bound.issuperset(in_written_terms(needed)):
                return {t.name for t, is_input in pairs if isinstance(t, Variable) and not is_input}
        case SurfaceComparison("=", left, right):
            for one, other in ((left, right), (right, left)):
                known = bound.issuperset(in_written_terms((other,)))
                if isinstance(one, Variable) and (known or isinstance(other, Collection)):
                    return {one.name}
        case SurfaceChoice(alternatives):
            ways = (surely_bound(body, predicates, given=given) for body in alternatives)
            return set.intersection(*ways)
        case SurfaceExtreme():
            return found_by(condition)
    return set()
