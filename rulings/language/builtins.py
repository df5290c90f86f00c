"""Predicates that are computed rather than stored.

In: the values of a call's input columns. Out: the rows that agree with them. Guarantee: every
built-in is total (a value of the wrong kind gives no row) and needs nothing but its inputs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from rulings.expressions import expression
from rulings.language.predicates import PredicateId, base_of, is_against
from rulings.language.program import Column, Predicate, Row, Value
from rulings.records import dataclass

Rows = Callable[..., Iterator[Row]]
_DIGITS = expression(r"[0-9]{1,18}")
_WORDS = expression(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_AND = expression(r"[,;&+]|\b(?:and|plus)\b", re.IGNORECASE)
_NUMBERS = {
    name: value
    for value, names in enumerate(
        "no a/an/one two three four five six seven eight nine ten eleven twelve".split()
    )
    for name in names.split("/")
}


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A computed predicate. `rows` takes the values of the input columns, in their order, and
    yields whole rows, each once."""

    name: str
    columns: tuple[Column, ...]
    rows: Rows
    doc: str
    templates: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[int, ...]:
        """The positions of the input columns."""
        return tuple(i for i, column in enumerate(self.columns) if column.is_input)


def words(phrase: Value) -> tuple[str, ...]:
    """The distinct words of a phrase in lower case, in order.

    Words end at anything that is no letter or digit, except an apostrophe between two letters.
    """
    return tuple(dict.fromkeys(found.lower() for found in _WORDS.findall(str(phrase))))


BUILT_INS: dict[PredicateId, BuiltIn] = {}


def _built_in(name: str, columns: str, template: str) -> Callable[[Rows], Rows]:
    """Declare what a function computes; its docstring says it of the columns."""

    def declared(rows: Rows) -> Rows:
        known: list[Column] = []
        for column in columns.split(", "):
            left, _, sort = column.partition(": ")
            known.append(Column(left.removeprefix("in "), sort, left.startswith("in ")))
        BUILT_INS[name] = BuiltIn(name, tuple(known), rows, rows.__doc__ or "", (template,))
        return rows

    return declared


@_built_in("word", "in Phrase: any, Word: any", '"{Word}" is a word of "{Phrase}"')
def _word(phrase: Value) -> Iterator[Row]:
    """Word is one of the words of Phrase, in lower case."""
    for word in words(phrase):
        yield phrase, word


@_built_in("between", "in Low: int, in High: int, X: int", "{X} is between {Low} and {High}")
def _between(low: Value, high: Value) -> Iterator[Row]:
    """X is one of Low, Low + 1, …, High."""
    if isinstance(low, int) and isinstance(high, int):
        for value in range(low, high + 1):
            yield low, high, value


@_built_in("quantity", "in Phrase: any, N: int, Noun: any", '"{Phrase}" names {N} {Noun}')
def _quantity(phrase: Value) -> Iterator[Row]:
    """Phrase lists N of Noun (`2 suns and a forest`); a bare noun counts once."""
    totals: dict[str, int] = {}
    for item in _AND.split(str(phrase)):
        number, *rest = [found.lower() for found in _WORDS.findall(item)] or [""]
        value = int(number) if _DIGITS.fullmatch(number) else _NUMBERS.get(number)
        noun = " ".join(rest) if value is not None else " ".join((number, *rest))
        if noun:
            totals[noun] = totals.get(noun, 0) + (1 if value is None else value)
    for noun, total in totals.items():
        yield phrase, total, noun


@_built_in("text_length", "in Text: any, N: int", '"{Text}" has {N} characters')
def _length(text: Value) -> Iterator[Row]:
    """Text has N characters."""
    if isinstance(text, str):
        yield text, len(text)


@_built_in("lower_case", "in Text: any, Lower: any", '"{Lower}" is "{Text}" in lower case')
def _lower(text: Value) -> Iterator[Row]:
    """Lower is Text in lower case."""
    if isinstance(text, str):
        yield text, text.lower()


@_built_in("contains_text", "in Text: any, in Part: any", '"{Text}" contains "{Part}"')
def _contains(text: Value, part: Value) -> Iterator[Row]:
    """Part occurs in Text; upper and lower case count as the same."""
    if isinstance(text, str) and isinstance(part, str) and part.lower() in text.lower():
        yield text, part


def columns_of(
    name: PredicateId, predicates: Mapping[PredicateId, Predicate]
) -> tuple[Column, ...] | None:
    """The columns of a predicate, a built-in or an against-side; None when it is unknown."""
    found = predicates.get(name)
    if found is not None:
        return found.columns
    if is_against(name):
        return columns_of(base_of(name), predicates)
    built_in = BUILT_INS.get(name)
    return built_in.columns if built_in is not None else None
