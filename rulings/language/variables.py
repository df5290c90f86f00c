"""Which variables occur where.

In: terms, expressions, conditions of rules. Out: the names of their variables as they stand, as
often as they do. Guarantee: the one walk; whoever wants a set, or those of one level, takes what
it needs from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.program import (
    Aggregate,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Operation,
    Term,
    Variable,
)


def is_anonymous(name: str) -> bool:
    """Whether a variable was written `_`; the parser numbers these."""
    return name[0] == "_" and name[1:].isdigit()


def last_anonymous(names: Iterable[str]) -> int:
    """Return the last number of a variable that was written `_`, 0 where there is none."""
    return max((int(name[1:]) for name in names if is_anonymous(name)), default=0)


def in_terms(terms: Iterable[Term]) -> Iterator[str]:
    """Yield the variables among terms."""
    return (term.name for term in terms if isinstance(term, Variable))


def in_expression(expression: Expression) -> Iterator[str]:
    """Yield the variables of an expression."""
    match expression:
        case Variable(name):
            yield name
        case Operation(_, operands):
            for operand in operands:
                yield from in_expression(operand)


def in_braces(condition: Condition) -> Iterator[str]:
    """Yield the variables of a condition, of an aggregate only those inside its braces."""
    match condition:
        case Literal(atom):
            yield from in_terms(atom.terms)
        case Comparison(_, left, right):
            yield from in_expression(left)
            yield from in_expression(right)
        case Aggregate(_, _, terms, body):
            yield from in_body(body)
            yield from in_terms(terms)
        case ForAll(_, given, goal):
            yield from in_body(given)
            yield from in_braces(goal)


def in_condition(condition: Condition) -> Iterator[str]:
    """Yield every variable of a condition, the target of an aggregate last."""
    yield from in_braces(condition)
    if isinstance(condition, Aggregate):
        yield from in_terms((condition.target,))


def in_body(body: Iterable[Condition]) -> Iterator[str]:
    """Yield every variable of a body."""
    for condition in body:
        yield from in_condition(condition)
