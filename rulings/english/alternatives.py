"""Questions with "or": "Is it open or closed?", "Does it come before or after the end?".

In: a line. Out: the yes/no questions that it puts side by side, each with the words that tell it
apart. Guarantee: what stands around the alternatives belongs to both, no word is lost but an "only"
that sets the second against the first, and a denial is never shared out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from rulings.english.clause import is_auxiliary
from rulings.english.reading import Ask, Either, Holds, Reading, WhatIf
from rulings.english.which import PREPOSITIONS
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, tokenize

_MOST_TRIED = 10
_MOST_WORDS = 20
"""A longer question tells more before it asks than is worth being read for every cut."""
_LONGEST = 5
"""How many words an alternative in the middle of a question has."""
_DENYING = frozenset(("not", "no", "neither", "nor", "never", "either"))
_CONTRASTING = frozenset(("only", "just", "rather", "instead"))

Half = tuple[str, str]
"""The words of an alternative, and the question with no other."""


def either(text: str, understood: Callable[[str], Reading | None]) -> Either | None:
    """Return the two questions that a line asks with "or", if both are understood."""
    for alike in _halves(text):
        found = [read for one, other in alike if (read := _both(one, other, understood))]
        if found:
            # Equally likely cuts that mean different things leave open what is asked.
            return found[0] if all(_same(one, found[0]) for one in found) else None
    return None


def _both(one: Half, other: Half, understood: Callable[[str], Reading | None]) -> Either | None:
    first = _yes_or_no(understood(one[1]))
    second = _yes_or_no(understood(other[1])) if first is not None else None
    if first is None or second is None or first == second:
        return None
    return Either(((one[0], first), (other[0], second)))


def _same(one: Either, other: Either) -> bool:
    return [read for _, read in one.options] == [read for _, read in other.options]


def _yes_or_no(reading: Reading | None) -> Ask | Holds | WhatIf | None:
    match reading:
        case Ask() | Holds() | WhatIf(_, Ask() | Holds()):
            return reading
    return None


def _halves(text: str) -> Iterator[list[tuple[Half, Half]]]:
    """Yield how a line may be cut, the likeliest cuts first, equally likely ones together."""
    tokens = tokenize(text, names=True)
    places = [i for i, token in enumerate(tokens) if token.key == "or" and not token.quoted]
    if len(tokens) > _MOST_WORDS or len(places) != 1 or not 1 < places[0] < len(tokens) - 1:
        return
    if any(token.key in _DENYING for token in tokens):
        return
    place = places[0]
    if is_auxiliary(tokens[place + 1].key) or tokens[place + 1].key in ("do", "did", "have"):
        yield [_clauses(text, tokens, place)]
        return
    spans = _spans(tokens, place)[:_MOST_TRIED]
    for _, alike in groupby(spans, key=lambda span: span[0]):
        yield [_parts(text, tokens, first, place, last) for _, (first, last) in alike]


def _clauses(text: str, tokens: Tokens, place: int) -> tuple[Half, Half]:
    """Cut "does it bring rewards or is it worth points" into its two questions."""
    one = _words(text, tokens[:place])
    other = _words(text, tokens[place + 1 :])
    begins = (i for i in range(place) if is_auxiliary(tokens[i].key) and _opens(tokens, i))
    said = max(begins, default=0)
    return (
        (_words(text, tokens[said:place]), f"{one}?"),
        (other, f"{_words(text, tokens[:said])} {other}?".strip()),
    )


def _opens(tokens: Tokens, place: int) -> bool:
    """Whether a clause begins at a word."""
    return place == 0 or bool(tokens[place - 1].after)


def _spans(tokens: Tokens, place: int) -> list[tuple[tuple[bool, bool, int], tuple[int, int]]]:
    """Return where the first alternative may begin and the second end, likely ones first.

    With each stands how unlikely it is. Behind "or" an article begins what "a" or "the" or a name
    has begun before it.
    """
    second = tokens[place + 1 + (tokens[place + 1].key in _CONTRASTING)]
    behind = second.key
    begins = range(place - 1, max(0, place - 1 - _LONGEST), -1)
    ends = [len(tokens), *range(place + 2, min(len(tokens), place + 2 + _LONGEST))]

    def unlikely(span: tuple[int, int]) -> tuple[bool, bool, int]:
        first, last = span
        opens = tokens[first].key
        alike = opens == behind or {opens, behind} <= PREPOSITIONS | {"before", "after"}
        many = abs((place - first) - (last - place - 1))
        return not alike, many > 0, many + (tokens[last - 1].key in FUNCTION_WORDS)

    spans = [
        (i, j)
        for i in begins
        for j in ends
        if not second.article or tokens[i].article or tokens[i].capital or tokens[i].quoted
    ]
    return sorted(((unlikely(span), span) for span in spans), key=lambda found: found[0])


def _parts(text: str, tokens: Tokens, first: int, place: int, last: int) -> tuple[Half, Half]:
    """Share out what stands around the alternatives."""
    begin = place + 1 + (tokens[place + 1].key in _CONTRASTING and place + 2 < last)
    before, after = _words(text, tokens[:first]), _words(text, tokens[last:])
    one, other = _words(text, tokens[first:place]), _words(text, tokens[begin:last])
    if tokens[first].article and not (tokens[begin].article or tokens[begin].capital):
        other = f"{tokens[first].article} {other}"
    return (
        (one, " ".join(f"{before} {one} {after}".split()) + "?"),
        (other, " ".join(f"{before} {other} {after}".split()) + "?"),
    )


def _words(text: str, tokens: tuple[Token, ...]) -> str:
    """Return what stands in the line from the first of some tokens to the last, with articles."""
    if not tokens:
        return ""
    begin = tokens[0].start
    if tokens[0].article:
        begin = text.lower().rfind(tokens[0].article, 0, begin)
    return text[begin : tokens[-1].end]
