"""Other names for the variables of conditions as written.

In: surface conditions or expressions, and new names. Out: the same with these names. Guarantee:
at every depth; what has no new name keeps its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.language.conditions import variable
from rulings.language.program import Variable
from rulings.language.syntax import (
    Collection,
    Compound,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.records import replace

Body = tuple[SurfaceCondition, ...]


def renamed(body: Body, names: Mapping[str, str]) -> Body:
    """Rename the variables of conditions."""
    if not names:
        return body
    found: list[SurfaceCondition] = []
    for condition in body:
        match condition:
            case SurfaceLiteral(atom):
                arguments = renamed_terms(atom.arguments, names)
                found.append(replace(condition, atom=replace(atom, arguments=arguments)))
            case SurfaceComparison(_, left, right):
                left, right = renamed_terms((left, right), names)
                found.append(replace(condition, left=left, right=right))
            case SurfaceForAll(variables, given, goal):
                (renamed_goal,) = renamed((goal,), names)
                assert not isinstance(renamed_goal, (SurfaceForAll, SurfaceExtreme))
                found.append(
                    replace(
                        condition,
                        variables=_variables(variables, names),
                        condition=renamed(given, names),
                        goal=renamed_goal,
                    )
                )
            case SurfaceChoice(alternatives):
                bodies = tuple([renamed(inner, names) for inner in alternatives])
                found.append(replace(condition, alternatives=bodies))
            case SurfaceExtreme(_, variables, keys, inner):
                found.append(
                    replace(
                        condition,
                        variables=_variables(variables, names),
                        keys=renamed_terms(keys, names),
                        body=renamed(inner, names),
                    )
                )
    return tuple(found)


def _variables(variables: tuple[Variable, ...], names: Mapping[str, str]) -> tuple[Variable, ...]:
    return tuple([variable(names.get(v.name, v.name)) for v in variables])


def renamed_terms(
    expressions: tuple[SurfaceExpression, ...], names: Mapping[str, str]
) -> tuple[SurfaceExpression, ...]:
    """Rename the variables of expressions."""
    found: list[SurfaceExpression] = []
    for expression in expressions:
        match expression:
            case Variable(name):
                found.append(variable(names.get(name, name)))
            case Compound(_, operands):
                found.append(replace(expression, operands=renamed_terms(operands, names)))
            case Collection(_, terms, body):
                terms, body = renamed_terms(terms, names), renamed(body, names)
                found.append(replace(expression, terms=terms, body=body))
            case _:
                found.append(expression)
    return tuple(found)
