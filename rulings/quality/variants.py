"""Variants of a rule's conditions: one dropped, one negated, a bound or a quantifier swapped.

In: a body. Out: what was done, in words, and the changed body. Guarantee: each differs from the
body in one place; whether variables are still bound is for the caller to check.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.program import (
    Aggregate,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Operation,
)
from rulings.language.writing import write_condition
from rulings.records import replace

Body = tuple[Condition, ...]
Variant = tuple[str, str, Body]

_COMPLEMENT = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER = {"min": "max", "max": "min", "+": "-", "-": "+"}


def variants(body: Body) -> Iterator[Variant]:
    """Yield (operator, change, body) for every condition, those inside braces included."""
    for position, condition in enumerate(body):
        before, after = body[:position], body[position + 1 :]
        text = write_condition(condition)
        yield "drop-condition", f"without `{text}`", (*before, *after)
        for kind, change, new in _changed(condition, text):
            yield kind, change, (*before, *new, *after)


def _changed(condition: Condition, text: str) -> Iterator[Variant]:
    match condition:
        case Literal(_, negated):
            flipped = replace(condition, negated=not negated)
            yield "negate", f"`{write_condition(flipped)}` for `{text}`", (flipped,)
        case Comparison():
            for kind, new in _compared(condition):
                yield kind, f"`{write_condition(new)}` for `{text}`", (new,)
        case Aggregate(_, function, _, inner):
            if function in _OTHER:
                other = replace(condition, function=_OTHER[function])
                yield "swap", f"{other.function} for `{text}`", (other,)
            for kind, change, changed in variants(inner):
                if changed:
                    whole = replace(condition, body=changed)
                    yield kind, f"{change} inside `{text}`", (whole,)
        case ForAll(_, (Literal(atom, negated=False),), Literal(denied, negated=True)) if (
            atom == denied
        ):
            # This is how `not p(X, _)` is written in a program.
            yield "negate", f"`{write_condition(Literal(atom))}` for `{text}`", (Literal(atom),)
        case ForAll(_, inner, goal):
            yield from _quantified(condition, text)
            flipped = replace(goal, negated=not goal.negated)
            change = f"`{write_condition(flipped)}` as the goal of `{text}`"
            yield "negate", change, (replace(condition, goal=flipped),)
            for kind, change, changed in variants(inner):
                if changed:
                    given = replace(condition, condition=changed)
                    yield kind, f"{change} inside `{text}`", (given,)


def _compared(condition: Comparison) -> Iterator[tuple[str, Comparison]]:
    yield "negate", replace(condition, operator=_COMPLEMENT[condition.operator])
    if condition.operator in _BOUND:
        yield "swap", replace(condition, operator=_BOUND[condition.operator])
    for side, expression in (("left", condition.left), ("right", condition.right)):
        if isinstance(expression, Operation) and expression.operator in _OTHER:
            other = replace(expression, operator=_OTHER[expression.operator])
            if len(other.operands) == 2:
                yield "swap", replace(condition, **{side: other})  # type: ignore[arg-type]


def _quantified(condition: ForAll, text: str) -> Iterator[Variant]:
    """Put "some" for "every", and "not every" for "every"."""
    goal = condition.goal
    yield "swap", f"some for every in `{text}`", (*condition.condition, goal)
    denied = replace(goal, negated=not goal.negated)
    yield "negate", f"not `{text}`", (*condition.condition, denied)
