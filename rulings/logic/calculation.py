"""Arithmetic and order on values.

In: integers and text. Out: integers and truth. Guarantee: integers stay within 64 bits, so no
rule can compute for ever on one number; anything else is an `ArithmeticFault`, which the
backends report as a diagnostic at the rule.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from rulings.language.catalogue import mistake
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Constant, Expression, Rule, Value, Variable

LARGEST = 2**63 - 1
WITHIN = "within"
"""The operation that looks whether a concluded row keeps to a closed type."""


class ArithmeticFault(Exception):
    """A value that arithmetic cannot take or give; `args` are the code and what is wrong."""


def _checked(function: Callable[..., int]) -> Callable[..., int]:
    def apply(*operands: Value) -> int:
        for operand in operands:
            if type(operand) is not int:
                raise ArithmeticFault("RUL402", f"{operand!r} is not a number")
        try:
            result = function(*operands)
        except ZeroDivisionError:
            raise ArithmeticFault("RUL401", f"{operands[0]} is divided by zero") from None
        if not -LARGEST <= result <= LARGEST:
            raise ArithmeticFault("RUL403", "the result does not fit into 64 bits")
        return result

    return apply


def _within(name: Value, sort: Value, place: int, arity: int, *values: Value) -> int:
    """Return 1 if a row, the first `arity` of `values`, has at `place` one of the others."""
    row, members = values[:arity], values[arity:]
    if row[place] not in members:
        shown = ", ".join(map(str, row))
        raise ArithmeticFault("RUL407", f"`{name}({shown})`, and `{row[place]}` is no `{sort}`")
    return 1


FUNCTIONS: Mapping[str, Callable[..., int]] = {
    "+": _checked(operator.add),
    "-": _checked(operator.sub),
    "*": _checked(operator.mul),
    "//": _checked(operator.floordiv),
    "%": _checked(operator.mod),
    "min": _checked(min),
    "max": _checked(max),
    "abs": _checked(abs),
    "neg": _checked(operator.neg),
    WITHIN: _within,
}


def less(left: Value, right: Value) -> bool:
    """The total order: integers before text, integers by size, text by code point."""
    if isinstance(left, int) is isinstance(right, int):
        return left < right  # type: ignore[operator]
    return isinstance(left, int)


COMPARISONS: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": less,
    "<=": lambda left, right: not less(right, left),
    ">": lambda left, right: less(right, left),
    ">=": lambda left, right: not less(left, right),
}


def evaluate_expression(expression: Expression, binding: Mapping[str, Value]) -> Value:
    """Return the value of `expression` under `binding`. Raises `ArithmeticFault`."""
    match expression:
        case Constant(value):
            return value
        case Variable(name):
            return binding[name]
        case _:
            operands = (evaluate_expression(o, binding) for o in expression.operands)
            return FUNCTIONS[expression.operator](*operands)


def fault_at(rule: Rule, fault: ArithmeticFault) -> RulingsError:
    """Turn a fault into the diagnostic at the rule whose arithmetic failed."""
    code, what = fault.args
    written = rule.id.partition(" asked ")[0]
    return mistake(code, rule.span, rule=written, what=what)
