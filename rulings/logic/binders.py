"""Which variables occur where, and which conditions bind them.

In: conditions of checked rules. Out: sets of variable names. Guarantee: a variable is *bound*
by a positive literal whose input columns are bound, by `=` with a side that is bound, or as the
target of an aggregate whose group is bound; nothing else binds.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from rulings.language.builtins import columns_of
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Rule,
    Term,
    Variable,
)
from rulings.language.variables import in_body, in_condition, in_expression, in_terms

Names = frozenset[str]


def names(terms: Iterable[Term]) -> Names:
    """The variables among `terms`."""
    return frozenset(in_terms(terms))


def expression_names(expression: Expression) -> Names:
    """The variables of an expression."""
    return frozenset(in_expression(expression))


def has_value(expression: Expression, bound: Container[str]) -> bool:
    """Whether every variable of an expression is bound."""
    if isinstance(expression, Variable):
        return expression.name in bound
    if isinstance(expression, Operation):
        return all(has_value(operand, bound) for operand in expression.operands)
    return True


def condition_names(condition: Condition) -> Names:
    """Every variable that occurs in a condition, local ones included."""
    return frozenset(in_condition(condition))


def body_names(body: Iterable[Condition]) -> Names:
    """Every variable that occurs in a body."""
    return frozenset(in_body(body))


def outer_names(body: Iterable[Condition]) -> Names:
    """The variables of a body that are not local to an aggregate or a `forall` in it."""
    found: Names = frozenset()
    for condition in body:
        match condition:
            case Aggregate(target):
                found |= names((target,))
            case ForAll():
                pass
            case _:
                found |= condition_names(condition)
    return found


def input_positions(
    name: PredicateId, predicates: Mapping[PredicateId, Predicate]
) -> tuple[int, ...]:
    """The positions of the `in` columns of a predicate or built-in."""
    columns = columns_of(name, predicates) or ()
    return tuple(i for i, column in enumerate(columns) if column.is_input)


def needed_names(condition: Condition, rule: Rule) -> Names:
    """The variables of a condition, but for those local to a negated literal: `not p(X, _)`."""
    used = condition_names(condition)
    if not (isinstance(condition, Literal) and condition.negated):
        return used
    others = (condition_names(c) for c in rule.body if c is not condition)
    return used & names(rule.head.terms).union(*others)


def newly_bound(
    condition: Condition, bound: Names, predicates: Mapping[PredicateId, Predicate]
) -> Names:
    """The variables that `condition` binds when `bound` are bound already."""
    match condition:
        case Literal(atom, negated=False):
            inputs = [atom.terms[i] for i in input_positions(atom.predicate, predicates)]
            return names(atom.terms) - bound if names(inputs) <= bound else frozenset()
        case Comparison("=", left, right):
            if expression_names(left) <= bound and isinstance(right, Variable):
                return names((right,)) - bound
            if expression_names(right) <= bound and isinstance(left, Variable):
                return names((left,)) - bound
        case Aggregate(target):
            return names((target,)) - bound
    return frozenset()


def bound_variables(
    body: Iterable[Condition], bound: Names, predicates: Mapping[PredicateId, Predicate]
) -> Names:
    """The variables bound once every condition of `body` has been used."""
    waiting = list(body)
    progress = True
    while progress:
        progress = False
        for condition in list(waiting):
            new = newly_bound(condition, bound, predicates)
            if new:
                bound |= new
                waiting.remove(condition)
                progress = True
    return bound
