"""Nodes to text, each on one line.

In: terms, expressions, atoms and conditions, of the surface or of a program. Out: their
canonical text. Guarantee: parsing the text of a surface node gives an equal node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from rulings.language.cursor import RESERVED
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Row,
    Value,
    Variable,
)
from rulings.language.syntax import (
    Collection,
    Compound,
    SurfaceAtom,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.language.variables import is_anonymous

_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
_MODULO_LAST = re.compile(r"% -?\w+\Z")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_LEVELS = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2, "neg": 3}
_PRIMARY = 4


def quote(text: str) -> str:
    """A text between quotes; whatever would not be seen is written as `\\u{202e}`."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    known = _ESCAPED.get(character)
    if known is not None:
        return known
    return character if character.isprintable() else f"\\u{{{ord(character):x}}}"


def write_value(value: Value, quoted: bool = False) -> str:
    """A constant; text that is no name is quoted in any case."""
    if isinstance(value, int):
        return str(value)
    if quoted or value in RESERVED or not _NAME.fullmatch(value):
        return quote(value)
    return value


def write_row(predicate: str, row: Row, quoted: Iterable[bool] | None = None) -> str:
    """A fact without its full stop."""
    if not row:
        return predicate
    marks = quoted if quoted is not None else (False,) * len(row)
    values = ", ".join(write_value(v, q) for v, q in zip(row, marks, strict=True))
    return f"{predicate}({values})"


def write_expression(expression: Expression | SurfaceExpression, level: int = 0) -> str:
    """An expression, in parentheses when it binds more loosely than `level`."""
    match expression:
        case Variable(name):
            return "_" if is_anonymous(name) else name
        case Constant(value, quoted):
            return write_value(value, quoted)
        case Collection(function, terms, body):
            return f"{function} {{ {_list(terms)} : {_conjunction(body)} }}"
        case Operation(operator, operands) | Compound(operator, operands):
            own = _LEVELS.get(operator)
            if own is None:
                return f"{operator}({_list(operands)})"
            if operator == "neg":
                operand = operands[0]
                bare = isinstance(operand, Variable)
                inner = write_expression(operand, _PRIMARY)
                text = f"-{inner}" if bare or inner.startswith(("(", "abs(")) else f"-({inner})"
            else:
                left, right = operands
                text = f"{_operand(left, own, operator)} {operator} " + _operand(
                    right, own + 1, operator
                )
            return f"({text})" if own < level else text
        case _:
            assert_never(expression)


def _operand(expression: Expression | SurfaceExpression, level: int, operator: str) -> str:
    """An operand; beside `%`, which could begin a comment, only what leaves no doubt is bare."""
    is_number = isinstance(expression, Constant) and isinstance(expression.value, int)
    if operator != "%" or is_number or isinstance(expression, Variable):
        return write_expression(expression, level)
    text = write_expression(expression, _PRIMARY + 1)
    return text if text.startswith("(") else f"({text})"


def write_atom(atom: Atom | SurfaceAtom) -> str:
    """An atom."""
    if isinstance(atom, SurfaceAtom) and atom.past:
        return _past(atom)
    if isinstance(atom, SurfaceAtom) and atom.word:
        return f"{atom.word} {write_atom(SurfaceAtom(atom.predicate, atom.arguments))}"
    arguments = atom.terms if isinstance(atom, Atom) else atom.arguments
    return f"{atom.predicate}({_list(arguments)})" if arguments else str(atom.predicate)


def _past(atom: SurfaceAtom) -> str:
    *arguments, step = atom.arguments
    happening = write_atom(SurfaceAtom(atom.predicate, tuple(arguments)))
    since = f" since {atom.since}" if atom.since else ""
    at = "" if isinstance(step, Variable) and is_anonymous(step.name) else write_expression(step)
    return f"{atom.word} {happening}{since}{' at ' * bool(at)}{at}"


def write_condition(condition: Condition | SurfaceCondition) -> str:
    """A condition of a body."""
    match condition:
        case Literal(atom, negated):
            return f"{'not ' * negated}{write_atom(atom)}"
        case SurfaceLiteral(surface, negated, against):
            return f"{'not ' * negated}{'neg ' * against}{write_atom(surface)}"
        case Comparison(operator, left, right) | SurfaceComparison(operator, left, right):
            return f"{write_expression(left)} {operator} {write_expression(right)}"
        case Aggregate(target, function, terms, body):
            inner = f"{_list(terms)} : {_conjunction(body)}"
            return f"{write_expression(target)} = {function} {{ {inner} }}"
        case ForAll(variables, (Literal() as only,), Literal(goal, True)) if (
            only.atom == goal and all(is_anonymous(v.name) for v in variables)
        ):
            return f"not {write_atom(goal)}"
        case ForAll(variables, given, held) | SurfaceForAll(variables, given, held):
            every = f"{_list(variables)} : {_conjunction(given)}"
            return f"forall {{ {every} }} {write_condition(held)}"
        case SurfaceChoice(alternatives):
            return f"({' or '.join(map(_alternative, alternatives))})"
        case SurfaceExtreme("rest", candidates, keys, body):
            others = _list(keys)
            return f"rest {{ {_list(candidates)} : {_alternative(body)} except {others} }}"
        case SurfaceExtreme(function, candidates, keys, body):
            compared = f"{_list(candidates)}{' by ' * bool(keys)}{_list(keys)}"
            return f"{function} {{ {compared} : {_conjunction(body)} }}"
        case _:
            assert_never(condition)


def _alternative(body: tuple[SurfaceCondition, ...]) -> str:
    """A body before `or`, which would make a comment of a bare `% X` behind it."""
    text, last = _conjunction(body), body[-1]
    while isinstance(last, SurfaceForAll):
        last = last.goal
    if isinstance(last, SurfaceComparison) and _MODULO_LAST.search(text):
        right = write_expression(last.right)
        return f"{text.removesuffix(right)}({right})"
    return text


def _conjunction(conditions: Iterable[Condition | SurfaceCondition]) -> str:
    return ", ".join(write_condition(condition) for condition in conditions)


def _list(expressions: Iterable[Expression | SurfaceExpression]) -> str:
    return ", ".join([write_expression(expression) for expression in expressions])
