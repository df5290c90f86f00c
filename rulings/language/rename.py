"""Rules and conditions with other variables.

In: a rule or a condition, and what its variables become. Out: the same with these variables.
Guarantee: every occurrence is replaced, those that a `forall` or an aggregate binds included.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Operation,
    Rule,
    Term,
    Variable,
)
from rulings.records import replace

Renaming = Callable[[Variable], Variable]


def rename_rule(rule: Rule, names: Renaming) -> Rule:
    """Return a rule with its variables renamed."""
    body = tuple(rename_condition(condition, names) for condition in rule.body)
    return replace(rule, head=_atom(rule.head, names), body=body)


def rename_condition(condition: Condition, names: Renaming) -> Condition:
    """Return a condition with its variables renamed."""
    match condition:
        case Literal(atom):
            return replace(condition, atom=_atom(atom, names))
        case Comparison(_, left, right):
            return replace(
                condition, left=_expression(left, names), right=_expression(right, names)
            )
        case Aggregate(target, _, terms, body, _, fixed_by):
            return replace(
                condition,
                target=_term(target, names),
                terms=tuple(_term(term, names) for term in terms),
                body=tuple(rename_condition(inner, names) for inner in body),
                fixed_by=fixed_by and tuple(names(variable) for variable in fixed_by),
            )
        case ForAll(variables, given, goal):
            return replace(
                condition,
                variables=tuple(names(variable) for variable in variables),
                condition=tuple(rename_condition(inner, names) for inner in given),
                goal=replace(goal, atom=_atom(goal.atom, names)),
            )


def _atom(atom: Atom, names: Renaming) -> Atom:
    return replace(atom, terms=tuple(_term(term, names) for term in atom.terms))


def _expression(expression: Expression, names: Renaming) -> Expression:
    if isinstance(expression, Operation):
        operands = tuple(_expression(operand, names) for operand in expression.operands)
        return replace(expression, operands=operands)
    return _term(expression, names)


def _term(term: Term, names: Renaming) -> Term:
    return names(term) if isinstance(term, Variable) else term
