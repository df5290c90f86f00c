"""What is computed: arithmetic, order, aggregates and the built-in predicates.

In: values. Out: values, rows. Guarantee: written from the page on the language alone, so that a
mistake in the engine's arithmetic is not made here again; nothing is computed beyond 64 bits,
and no more than `Effort` allows.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulings.language.program import Constant, Expression, Operation, Row, Value, Variable

LARGEST = 2**63 - 1
STEPS = 20_000_000
"""How much a certificate may ask the checker to look at, by default."""

Bound = Mapping[str, Value]


class Unproved(Exception):
    """Why a certificate proves nothing; one sentence without its stop."""


class DividesByZero(Unproved):
    """A rule divides by zero, unless what it needs besides fails."""


@dataclass(slots=True)
class Effort:
    """How many rows may still be looked at."""

    left: int = STEPS

    def spend(self, amount: int = 1) -> None:
        """Count what is looked at. Raises Unproved when it is too much."""
        self.left -= amount
        if self.left < 0:
            raise Unproved("it takes more work to check than is allowed")


def value_of(side: Expression, bound: Bound) -> Value | None:
    """Return the value of a term or an expression, None while a variable of it is free."""
    if isinstance(side, Variable):
        return bound.get(side.name)
    if not isinstance(side, Operation):
        return side.value
    numbers = []
    for operand in side.operands:
        number = value_of(operand, bound)
        if number is None:
            return None
        if not isinstance(number, int):
            raise Unproved(f"a rule computes with {number!r}, which is no number")
        numbers.append(number)
    return _checked(_apply(side.operator, numbers))


def divides(side: Expression) -> bool:
    """Whether an expression divides by something that may be zero."""
    match side:
        case Operation("//" | "%", (divided, Constant(int(divisor)))) if divisor:
            return divides(divided)
        case Operation(sign, operands):
            return sign in ("//", "%") or any(map(divides, operands))
    return False


_COMPUTES: Mapping[str, Callable[..., int]] = {
    "neg": operator.neg,
    "abs": operator.abs,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
_COMPARES: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _apply(sign: str, numbers: list[int]) -> int:
    if sign in ("min", "max"):
        return min(numbers) if sign == "min" else max(numbers)
    if sign in ("//", "%") and numbers[1] == 0:
        raise DividesByZero("a rule divides by zero")
    if sign not in _COMPUTES:
        raise Unproved(f"a rule computes with an unknown operator {sign}")
    return _COMPUTES[sign](*numbers)


def _checked(number: int) -> int:
    if abs(number) > LARGEST:
        raise Unproved("a rule computes a number beyond 64 bits")
    return number


def compares(sign: str, left: Value, right: Value) -> bool:
    """Compare two values: integers before text, integers by size, text by code point."""
    if sign not in _COMPARES:
        raise Unproved(f"a rule compares by an unknown sign {sign}")
    return _COMPARES[sign](_order(left), _order(right))


def _order(value: Value) -> tuple[bool, int, str]:
    return (True, 0, value) if isinstance(value, str) else (False, value, "")


def totals(
    function: str, certain: Sequence[Value], undecided: Sequence[Sequence[Value]], effort: Effort
) -> dict[Value, bool]:
    """Return what an aggregate can come to, and whether it surely comes to that.

    `certain` has a value for each tuple that surely belongs to it; of each of `undecided` one may
    belong to it too, or none.
    """
    reached: set[Value]
    match function:
        case "count":
            effort.spend(len(undecided))
            reached = set(range(len(certain), len(certain) + len(undecided) + 1))
        case "sum":
            reached = set(_sums(certain, undecided, effort))
        case "min" | "max":
            best = max if function == "max" else min
            known = {best(certain, key=_order)} if certain else set[Value]()
            options = (value for choice in undecided for value in choice)
            reached = known | {best((v, *known), key=_order) for v in options}
        case _:
            raise Unproved(f"a rule collects by an unknown word {function}")
    sure = len(reached) == 1 and (bool(certain) or function in ("count", "sum"))
    return dict.fromkeys(reached, sure)


def _sums(
    certain: Sequence[Value], undecided: Sequence[Sequence[Value]], effort: Effort
) -> Iterable[int]:
    reached = {sum(map(_number, certain))}
    for choice in undecided:
        effort.spend(len(reached) * len(choice))
        reached |= {total + value for total in reached for value in map(_number, choice)}
    return map(_checked, reached)


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise Unproved("a rule adds what is no number")
    return value


_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_DIGITS = re.compile(r"[0-9]{1,18}")
_AND = re.compile(r"[,;&+]|\b(?:and|plus)\b", re.IGNORECASE)
_COUNTED = (
    ("no",), ("a", "an", "one"), ("two",), ("three",), ("four",), ("five",), ("six",),
    ("seven",), ("eight",), ("nine",), ("ten",), ("eleven",), ("twelve",),
)  # fmt: skip
_NUMBERS = {word: number for number, words in enumerate(_COUNTED) for word in words}


def _word(phrase: Value) -> Iterator[Row]:
    for word in dict.fromkeys(map(str.lower, _WORD.findall(str(phrase)))):
        yield phrase, word


def _between(low: Value, high: Value) -> Iterator[Row]:
    if isinstance(low, int) and isinstance(high, int):
        for number in range(low, high + 1):
            yield low, high, number


def _quantity(phrase: Value) -> Iterator[Row]:
    found: dict[str, int] = {}
    for part in _AND.split(str(phrase)):
        words = [word.lower() for word in _WORD.findall(part)]
        if words and _DIGITS.fullmatch(words[0]):
            amount = int(words.pop(0))
        elif words and words[0] in _NUMBERS:
            amount = _NUMBERS[words.pop(0)]
        else:
            amount = 1
        if words:
            noun = " ".join(words)
            found[noun] = found.get(noun, 0) + amount
    for noun, amount in found.items():
        yield phrase, amount, noun


def _text_length(text: Value) -> Iterator[Row]:
    if isinstance(text, str):
        yield text, len(text)


def _lower_case(text: Value) -> Iterator[Row]:
    if isinstance(text, str):
        yield text, text.lower()


def _contains_text(text: Value, part: Value) -> Iterator[Row]:
    if isinstance(text, str) and isinstance(part, str) and part.lower() in text.lower():
        yield text, part


COMPUTED: Mapping[str, tuple[int, int, Callable[..., Iterator[Row]]]] = {
    "word": (2, 1, _word),
    "between": (3, 2, _between),
    "quantity": (3, 1, _quantity),
    "text_length": (2, 1, _text_length),
    "lower_case": (2, 1, _lower_case),
    "contains_text": (2, 2, _contains_text),
}
"""The built-in predicates: how many columns, how many of these, from the first, are inputs."""


def computed(name: str, inputs: Row, effort: Effort) -> Iterator[Row]:
    """Yield the rows of a built-in predicate for the values of its inputs."""
    _, _, rows = COMPUTED[name]
    for row in rows(*inputs):
        effort.spend()
        yield row
