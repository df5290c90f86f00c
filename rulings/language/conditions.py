"""Expressions, atoms and conditions.

In: a cursor inside a statement. Out: surface nodes. Guarantee: one function per production of
the grammar in `parse`; each reads exactly its production or raises `Misread`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache

from rulings.language.catalogue import diagnose
from rulings.language.cursor import RESERVED, Cursor
from rulings.language.habits import habit
from rulings.language.program import Constant, Variable
from rulings.language.source import Span
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
from rulings.records import replace

COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">="})
COLLECTIONS = frozenset({"count", "sum", "min", "max"})
EXTREMES = frozenset({"highest", "lowest", "only", "rest"})
FUNCTIONS = frozenset({"min", "max", "abs"})
WORDS_BEFORE = frozenset({"happened", "may", "was"})
"""What stands before a happening that is asked for, or a state that is asked for as it was."""
CONTINUES = COMPARISONS | {"+", "-", "*", "//", "%"}
"""What stands behind a value, and behind no atom."""
_ESCAPE = re.compile(r"\\(u\{([0-9A-Fa-f]{1,6})\}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}

variable = lru_cache(maxsize=4096)(Variable)
constant = lru_cache(maxsize=65536, typed=True)(Constant)


def body(cursor: Cursor) -> tuple[SurfaceCondition, ...]:
    """condition { "," condition }"""
    return cursor.listed(condition)


def condition(cursor: Cursor) -> SurfaceCondition:
    """literal | comparison | for_all | choice | extreme"""
    kinds, index = cursor.kinds, cursor.index
    if kinds[index] == "(" and cursor.holds_conditions():
        return choice(cursor)
    if kinds[index] == "name":
        word = cursor.texts[index]
        if word == "forall":
            return for_all(cursor)
        if word in ("not", "neg"):
            return literal(cursor)
        after = kinds[index + 1]
        if after == "{" and word in EXTREMES:
            return extreme(cursor)
        is_value = (after == "{" and word in COLLECTIONS) or (after == "(" and word in FUNCTIONS)
        if not is_value and after not in CONTINUES:
            return literal(cursor)
    return comparison(cursor)


def literal(cursor: Cursor) -> SurfaceLiteral:
    """[ "not" ] [ "neg" ] atom"""
    start = cursor.start
    negated = cursor.take_word("not")
    against = cursor.take_word("neg")
    if negated or against:
        _forbid_comparison(cursor)
    found = worded_atom(cursor) if asks_in_word(cursor) else atom(cursor)
    return SurfaceLiteral(found, negated, against, cursor.since(start))


def asks_in_word(cursor: Cursor) -> bool:
    """Whether what follows is `happened`, `may` or `was` and a name, no predicate so called."""
    at_name = cursor.kind == "name" and cursor.text in WORDS_BEFORE
    return at_name and cursor.kinds[cursor.index + 1] == "name"


def worded_atom(cursor: Cursor) -> SurfaceAtom:
    """ "may" atom | ( "happened" | "was" ) atom [ "since" name ] [ "at" ( variable | integer ) ]"""
    start, word = cursor.start, cursor.text
    cursor.index += 1
    happening = atom(cursor)
    if word == "may":
        return replace(happening, word=word, span=cursor.since(start))
    since = cursor.expect_name("after `since`") if cursor.take_word("since") else ""
    if cursor.take_word("at"):
        if cursor.kind not in ("variable", "integer"):
            raise cursor.misread("a variable or a number", "after `at`")
        step = primary(cursor)
    else:
        step = variable(cursor.fresh())
    arguments = (*happening.arguments, step)
    return SurfaceAtom(happening.predicate, arguments, cursor.since(start), word, since)


def atom(cursor: Cursor) -> SurfaceAtom:
    """name [ "(" [ expression { "," expression } ] ")" ]"""
    start = cursor.start
    name = cursor.expect_name("to begin an atom")
    if not cursor.take("(") or cursor.take(")"):
        return SurfaceAtom(name, (), cursor.since(start))
    arguments = cursor.listed(expression)
    cursor.expect(")", f"after the arguments of `{name}`")
    return SurfaceAtom(name, arguments, cursor.since(start))


def comparison(cursor: Cursor) -> SurfaceComparison:
    """expression ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) expression"""
    start = cursor.start
    left = expression(cursor)
    operator = cursor.kind
    if operator not in COMPARISONS:
        raise cursor.misread("a comparison (`=`, `!=`, `<`, `<=`, `>`, `>=`)", "after a value")
    cursor.index += 1
    right = expression(cursor)
    if cursor.kind in COMPARISONS:
        raise cursor.problem("RUL113", cursor.here())
    return SurfaceComparison(operator, left, right, cursor.since(start))


def choice(cursor: Cursor) -> SurfaceChoice:
    """ "(" body { "or" body } ")" """
    start = cursor.start
    cursor.index += 1
    with cursor.inside(")", "after the alternatives"):
        alternatives = [body(cursor)]
        while cursor.take_word("or"):
            alternatives.append(body(cursor))
    return SurfaceChoice(tuple(alternatives), cursor.since(start))


def extreme(cursor: Cursor) -> SurfaceExtreme:
    """( "highest" | "lowest" | "only" | "rest" ) "{" … "}", see the grammar in `parse`"""
    start, function = cursor.start, cursor.text
    compares, keys = function in ("highest", "lowest"), tuple[SurfaceExpression, ...]()
    cursor.index += 2
    with cursor.inside("}", f"after the conditions of `{function}`"):
        names = _variables(cursor, function, several=function != "rest")
        if compares:
            keys = _behind(cursor, "by", f"after the variables of `{function}`")
        cursor.expect(":", f"after what `{function}` {'compares' if compares else 'finds'}")
        inner = body(cursor)
        if function == "rest":
            keys = _behind(cursor, "except", "after the conditions of `rest`")
    return SurfaceExtreme(function, names, keys, inner, cursor.since(start))


def _variables(cursor: Cursor, word: str, *, several: bool = True) -> tuple[Variable, ...]:
    """variable { "," variable }"""
    names = [variable(cursor.expect("variable", f"after `{word} {{`"))]
    while several and cursor.take(","):
        names.append(variable(cursor.expect("variable", f"after `,` in `{word}`")))
    return tuple(names)


def _behind(cursor: Cursor, word: str, where: str) -> tuple[SurfaceExpression, ...]:
    """Values behind a word."""
    if not cursor.take_word(word):
        raise cursor.misread(f"`{word}`", where)
    return cursor.listed(expression)


def for_all(cursor: Cursor) -> SurfaceForAll:
    """ "forall" "{" variable { "," variable } ":" body "}" goal"""
    start = cursor.start
    cursor.index += 1
    cursor.expect("{", "after `forall`")
    with cursor.inside("}", "after the condition of `forall`"):
        names = _variables(cursor, "forall")
        cursor.expect(":", "after the variables of `forall`")
        given = body(cursor)
    where = cursor.here()
    goal = condition(cursor)
    if isinstance(goal, (SurfaceForAll, SurfaceExtreme)) or _asks_since(goal):
        raise cursor.problem("RUL114", where)
    return SurfaceForAll(names, given, goal, cursor.since(start))


def _asks_since(goal: SurfaceCondition) -> bool:
    """Whether a goal counts from the start of a clock, which is more than one condition."""
    match goal:
        case SurfaceLiteral(found):
            return found.since != ""
        case SurfaceChoice(alternatives):
            return any(_asks_since(one) for inner in alternatives for one in inner)
    return False


def expression(cursor: Cursor) -> SurfaceExpression:
    """term { ( "+" | "-" ) term }"""
    kinds, index = cursor.kinds, cursor.index
    if kinds[index + 1] in (",", ")"):
        # Most arguments are one token; skip the levels of precedence for them.
        kind = kinds[index]
        if kind == "variable":
            cursor.index = index + 1
            text = cursor.texts[index]
            return variable(cursor.fresh() if text == "_" else text)
        if kind == "name" and cursor.texts[index] not in RESERVED:
            cursor.index = index + 1
            return constant(cursor.texts[index])
    return _operations(cursor, ("+", "-"), product)


def product(cursor: Cursor) -> SurfaceExpression:
    """factor { ( "*" | "//" | "%" ) factor }"""
    return _operations(cursor, ("*", "//", "%"), factor)


def _operations(
    cursor: Cursor, operators: tuple[str, ...], read: Callable[[Cursor], SurfaceExpression]
) -> SurfaceExpression:
    """operand { operator operand }, the left ones first"""
    start, depth = cursor.start, cursor.depth
    left = read(cursor)
    while cursor.kind in operators:
        operator = cursor.kind
        cursor.index += 1
        cursor.deeper()
        left = Compound(operator, (left, read(cursor)), cursor.since(start))
    cursor.depth = depth
    return left


def factor(cursor: Cursor) -> SurfaceExpression:
    """ "-" factor | primary"""
    start = cursor.start
    if cursor.kind != "-":
        return primary(cursor)
    signs = 0
    while cursor.take("-"):
        signs += 1
    plain = cursor.kind == "integer" and signs == 1
    operand = primary(cursor)
    if plain and isinstance(operand, Constant) and isinstance(operand.value, int):
        return constant(-operand.value)
    if signs > 2:
        signs = 2 - signs % 2
    for _ in range(signs):
        operand = Compound("neg", (operand,), cursor.since(start))
    return operand


def primary(cursor: Cursor) -> SurfaceExpression:
    """constant | variable | function | collection | "(" expression ")" """
    start, text = cursor.start, cursor.text
    match cursor.kind:
        case "variable":
            cursor.index += 1
            return variable(cursor.fresh() if text == "_" else text)
        case "integer":
            cursor.index += 1
            return constant(int(text))
        case "string":
            cursor.index += 1
            return constant(unquote(cursor, text, start), True)
        case "(":
            cursor.index += 1
            with cursor.inside(")", "to close `(`"):
                return expression(cursor)
        case "name":
            after = cursor.kinds[cursor.index + 1]
            if after == "{" and text in COLLECTIONS:
                return collection(cursor)
            if after == "(" and text in FUNCTIONS:
                return function(cursor)
            if after == "(":
                _, hint = habit(cursor.source.text, cursor.start)
                raise cursor.problem("RUL115", cursor.here(), suggestion=hint, name=text)
            return constant(cursor.take_hyphenated() or cursor.expect_name("as a value"))
    raise cursor.misread("a variable, a symbol, a number or a quoted text", "as a value")


def function(cursor: Cursor) -> Compound:
    """( "min" | "max" ) "(" expression "," expression … ")" | "abs" "(" expression ")" """
    start, name = cursor.start, cursor.text
    cursor.index += 2
    with cursor.inside(")", f"after the operands of `{name}`"):
        operands = cursor.listed(expression)
    span = cursor.since(start)
    if (len(operands) == 1) != (name == "abs"):
        wanted = "one operand" if name == "abs" else "two operands or more"
        raise cursor.problem("RUL116", span, name=name, wanted=wanted, count=len(operands))
    return Compound(name, operands, span)


def collection(cursor: Cursor) -> Collection:
    """( "count" | "sum" | "min" | "max" ) "{" expression { "," expression } ":" body "}" """
    start, name = cursor.start, cursor.text
    cursor.index += 2
    with cursor.inside("}", f"after the conditions of `{name}`"):
        terms = cursor.listed(expression)
        cursor.expect(":", f"after the tuple of `{name}`")
        inner = body(cursor)
    return Collection(name, terms, inner, cursor.since(start))


def unquote(cursor: Cursor, text: str, start: int) -> str:
    """The value of a quoted text; unknown escapes are problems, not errors that stop."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner

    def replace(found: re.Match[str]) -> str:
        letter, code = found.groups()
        if code is not None and int(code, 16) <= sys.maxunicode:
            return chr(int(code, 16))
        if letter not in _ESCAPES:
            place = start + 1 + found.start()
            span = Span(cursor.source, place, place + len(found.group()))
            cursor.problems.append(diagnose("RUL111", span, found=found.group()))
        return _ESCAPES.get(letter, letter)

    return _ESCAPE.sub(replace, inner)


def _forbid_comparison(cursor: Cursor) -> None:
    """Say plainly that `not` and `neg` stand before atoms only."""
    kind, after = cursor.kind, cursor.kinds[cursor.index + 1]
    value_first = kind in ("variable", "integer", "string", "-")
    if value_first or (kind == "name" and after in CONTINUES):
        raise cursor.problem("RUL112", cursor.here())
