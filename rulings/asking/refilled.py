"""A question that was asked before, with the names and numbers of a line in the place of its own.

In: a question of the FAQ and what is to be kept of a line. Out: the question about what the line
names; None where it speaks of something that the line does not have. Guarantee: only names that the
rulebook does not know are replaced, each by one of the line, the same one by the same; whether
the result can be read is for the reader to tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.kept import Keeping
from rulings.english.lexicon import Lexicon
from rulings.english.words import FUNCTION_WORDS, Tokens, number, span_key, tokenize

_LONGEST = 5
_Place = tuple[int, int, str]
"""From where to where a name or number stands in a text, and what is written there."""


def refilled(text: str, keeping: Keeping) -> str | None:
    """Return a question with the names and numbers of a line, None where they do not fit."""
    tokens = tokenize(text, names=True)
    if any(token.quoted for token in tokens[1:]):
        return None
    named = tuple(_strangers(tokens, keeping.scope.lexicon))
    counted = tuple(_numbers(tokens, keeping))
    keys = {token.key for token in tokens}
    lost = [one for one in keeping.asked_of if not keeping.has(one, keys)]
    names = [one.text for one in lost if one.kind != "number"]
    numbers = [one.text for one in lost if one.kind == "number"]
    strange = tuple(dict.fromkeys(name for _, _, name in named))
    if len(strange) != len(names) and strange:
        return None
    if len(counted) != len(numbers):
        counted, numbers = (), []
    told = dict(zip(strange, names, strict=False))
    places = [(start, end, told[name]) for start, end, name in named]
    places += [(start, end, new) for (start, end, _), new in zip(counted, numbers, strict=True)]
    for start, end, new in sorted(places, reverse=True):
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def _strangers(tokens: Tokens, lexicon: Lexicon) -> Iterator[_Place]:
    """Yield the proper names that the rulebook does not know; a question begins with none."""
    place = 1
    while place < len(tokens):
        end = place
        while end < min(len(tokens), place + _LONGEST) and tokens[end].capital:
            end += 1
            if tokens[end - 1].after or tokens[end - 1].possessive:
                break
        stretch = tokens[place:end]
        if stretch and not _is_known(stretch, lexicon):
            last = stretch[-1]
            name = " ".join(token.key for token in stretch)
            yield stretch[0].start, last.start + len(last.text), name
        place = max(end, place + 1)


def _is_known(stretch: Tokens, lexicon: Lexicon) -> bool:
    key = span_key(stretch, 0, len(stretch))
    if lexicon.names.all(key) or key in lexicon.nouns:
        return True
    return all(
        token.key in lexicon.vocabulary
        or token.key in lexicon.nouns
        or token.key in FUNCTION_WORDS
        or number(token.key) is not None
        or lexicon.names.all(token.key)
        for token in stretch
    )


def _numbers(tokens: Tokens, keeping: Keeping) -> Iterator[_Place]:
    """Yield the numbers that the line does not have."""
    said = {one.text for one in keeping.said if one.kind in ("number", "ordinal", "zero")}
    for token in tokens[1:]:
        many = number(token.key)
        if many is not None and many != 1 and str(many) not in said and not token.article:
            yield token.start, token.end, token.key
