"""Which words may be a name, where a name ends, and where a sentence does.

In: tokens. Out: whether they can be what is asked. Guarantee: nothing but the words themselves is
looked at.
"""

from __future__ import annotations

from itertools import pairwise

from rulings.english.words import FUNCTION_WORDS, Token, Tokens, number

_PARTING = frozenset(",()")
"""Marks that stand inside no name."""
_TITLES = frozenset("st mr mrs ms dr jr mt".split())
"""What a full stop behind it shortens."""
NAME_LINKS = frozenset("of the de la".split())
_NO_NAMES = frozenset(
    "another other every each all some any both nobody none nothing only most many few several "
    "neither either never almost somebody someone anybody anyone everybody everyone same "
    "something anything everything now today tomorrow yesterday tonight later soon meanwhile "
    "afterwards".split()
)


def ends_sentence(token: Token) -> bool:
    """Whether a sentence ends behind a word; "St. Louis" goes on."""
    marks = token.after.replace(",", "")
    return any(mark in marks for mark in ";!?") or (
        "." in marks and (token.text.lower() not in _TITLES or not token.text[:1].isupper())
    )


def proper_name(tokens: Tokens) -> bool:
    """Whether unquoted words can be the name of something new: capitals, small links inside."""
    if not tokens[0].capital or not (tokens[-1].capital or tokens[-1].key.isdigit()):
        return False
    # "In Spring Kim …" begins a sentence, and not a name.
    links = frozenset() if tokens[0].start == 0 else NAME_LINKS
    first = tokens[0].key
    if first in _NO_NAMES or (first in FUNCTION_WORDS and first not in links):
        return False
    if any(t.quoted or (t.after and _parts(t)) for t in tokens[:-1]):
        return False
    if any(b.start > a.end + len(a.after) + len(b.article) + 2 for a, b in pairwise(tokens)):
        return False  # "Ann is near and Ben …": a subject that goes on is no first name of Ben
    if len(tokens) > 1 and tokens[0].start == 0 and tokens[1].text == "I":
        return False
    if number(tokens[0].key) is not None and (len(tokens) > 1 or tokens[0].start == 0):
        return False  # "2 Suns" are counted, "One is closed" is about one of them
    if any(one.text == "for" and two.text.isdigit() for one, two in pairwise(tokens)):
        return False  # "the Compass for 1 Sun" tells a price
    return all(token.capital or token.key in NAME_LINKS for token in tokens) and (
        not all(token.text.isdigit() for token in tokens)
    )


def _parts(token: Token) -> bool:
    """Whether the marks behind a word end a name."""
    return not _PARTING.isdisjoint(token.after) or ends_sentence(token)


def plain_words(tokens: Tokens) -> bool:
    """Whether words can describe something: none tells how many, which of them or when."""
    return not any(
        token.quoted or token.key in FUNCTION_WORDS | _NO_NAMES or number(token.key) is not None
        for token in tokens
    )
