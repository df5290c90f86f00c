"""The text of a card to sentences and words.

In: a text as printed. Out: its sentences, each a row of words. Guarantee: every character of a
sentence is in a word, or is a space, a comma, a hyphen or a mark of quotation: a sign that the
grammar does not know is a word that it does not read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulings.english.words import tokenize

_ENDS = re.compile(r"(?<=[.!?;])(?:\s+|$)|\n+")
_PLAIN = re.compile(r"[\s,.!?;'’‘\"“”–—-]")
_SIGNED = re.compile(r"(?<![\w])([-−+])(?=\d)")
_NAMED = {"+": "plus ", "-": "minus ", "−": "minus "}


class PrintedWord(NamedTuple):
    """A word or a sign: what matching compares, the article before it, its place in the text."""

    key: str
    article: str
    start: int
    end: int


class PrintedSentence(NamedTuple):
    """A sentence as printed, without its full stop, and its words."""

    text: str
    words: tuple[PrintedWord, ...]


def sentences(text: str) -> tuple[PrintedSentence, ...]:
    """Return the sentences of a text.

    >>> [s.text for s in sentences("Close a ride. If you do, gain 2 coins.")]
    ['Close a ride', 'If you do, gain 2 coins']
    """
    found = (one.strip().rstrip(".!?; ") for one in _ENDS.split(_spelt(text)))
    return tuple(PrintedSentence(one, words(one)) for one in found if one)


def words(text: str) -> tuple[PrintedWord, ...]:
    """Return the words of a sentence or a pattern; "+5" is "plus 5"."""
    spelt = _spelt(text)
    found: list[PrintedWord] = []
    position = 0
    for token in tokenize(spelt):
        found += _signs(spelt, position, token.start)
        found.append(PrintedWord(token.key, token.article, token.start, token.end))
        position = token.end
    found += _signs(spelt, position, len(spelt))
    return tuple(found)


def _spelt(text: str) -> str:
    return _SIGNED.sub(lambda match: _NAMED[match[1]], text)


def _signs(text: str, start: int, end: int) -> list[PrintedWord]:
    """Return what stands between words and is more than a space or a comma."""
    between = text[start:end]
    for article in ("a", "an", "the"):
        between = re.sub(rf"\b{article}\b", " " * len(article), between, flags=re.IGNORECASE)
    return [
        PrintedWord(sign, "", start + index, start + index + 1)
        for index, sign in enumerate(between)
        if not _PLAIN.match(sign)
    ]
