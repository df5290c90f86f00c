"""Predicates that are computed rather than stored.

In: the values of a call's input columns. Out: the rows that agree with them. Guarantee: every
built-in is total (a value of the wrong kind gives no row) and needs nothing but its inputs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from rulings.expressions import expression
from rulings.language.predicates import PredicateId
from rulings.language.program import Column, Row, Value
from rulings.records import dataclass

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
    rows: Callable[..., Iterator[Row]]
    doc: str
    templates: tuple[str, ...] = ()

    @property
    def arity(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def inputs(self) -> tuple[int, ...]:
        """The positions of the input columns."""
        return tuple(i for i, column in enumerate(self.columns) if column.is_input)


def words(phrase: Value) -> tuple[str, ...]:
    """The distinct words of a phrase in lower case, in order.

    Words end at anything that is no letter or digit, except an apostrophe between two letters.
    """
    return tuple(dict.fromkeys(found.lower() for found in _WORDS.findall(str(phrase))))


def _word(phrase: Value) -> Iterator[Row]:
    for word in words(phrase):
        yield phrase, word


def _between(low: Value, high: Value) -> Iterator[Row]:
    if isinstance(low, int) and isinstance(high, int):
        for value in range(low, high + 1):
            yield low, high, value


def _length(text: Value) -> Iterator[Row]:
    if isinstance(text, str):
        yield text, len(text)


def _quantity(phrase: Value) -> Iterator[Row]:
    totals: dict[str, int] = {}
    for item in _AND.split(str(phrase)):
        number, *rest = [found.lower() for found in _WORDS.findall(item)] or [""]
        value = int(number) if _DIGITS.fullmatch(number) else _NUMBERS.get(number)
        noun = " ".join(rest) if value is not None else " ".join((number, *rest))
        if noun:
            totals[noun] = totals.get(noun, 0) + (1 if value is None else value)
    for noun, total in totals.items():
        yield phrase, total, noun


def _lower(text: Value) -> Iterator[Row]:
    if isinstance(text, str):
        yield text, text.lower()


def _contains(text: Value, part: Value) -> Iterator[Row]:
    if isinstance(text, str) and isinstance(part, str) and part.lower() in text.lower():
        yield text, part


def _built_in(
    name: str,
    columns: str,
    rows: Callable[..., Iterator[Row]],
    doc: str,
    template: str,
) -> BuiltIn:
    declared: list[Column] = []
    for column in columns.split(", "):
        left, _, sort = column.partition(": ")
        declared.append(Column(left.removeprefix("in "), sort, left.startswith("in ")))
    return BuiltIn(name, tuple(declared), rows, doc, (template,))


BUILT_INS: Mapping[PredicateId, BuiltIn] = {
    built_in.name: built_in
    for built_in in (
        _built_in(
            "word",
            "in Phrase: any, Word: any",
            _word,
            "Word is one of the words of Phrase, in lower case.",
            '"{Word}" is a word of "{Phrase}"',
        ),
        _built_in(
            "between",
            "in Low: int, in High: int, X: int",
            _between,
            "X is one of Low, Low + 1, …, High.",
            "{X} is between {Low} and {High}",
        ),
        _built_in(
            "quantity",
            "in Phrase: any, N: int, Noun: any",
            _quantity,
            "Phrase lists N of Noun (`2 suns and a forest`); a bare noun counts once.",
            '"{Phrase}" names {N} {Noun}',
        ),
        _built_in(
            "text_length",
            "in Text: any, N: int",
            _length,
            "Text has N characters.",
            '"{Text}" has {N} characters',
        ),
        _built_in(
            "lower_case",
            "in Text: any, Lower: any",
            _lower,
            "Lower is Text in lower case.",
            '"{Lower}" is "{Text}" in lower case',
        ),
        _built_in(
            "contains_text",
            "in Text: any, in Part: any",
            _contains,
            "Part occurs in Text; upper and lower case count as the same.",
            '"{Text}" contains "{Part}"',
        ),
    )
}
