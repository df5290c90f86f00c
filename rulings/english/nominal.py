"""Noun phrases that name nothing: "I", "a face-down ride with 3 stars", "four attractions".

In: a stretch of tokens and the type of its slot. Out: a `Filler` that introduces new things, its
nouns still to be read by `which.narrowed`. Guarantee: in a question the new thing is an arbitrary
one, and so is the answer.
"""

from __future__ import annotations

from rulings.english.persons import ASKER, FIRST, asker_sort
from rulings.english.reading import Introduction
from rulings.english.scope import Filler, Scope, indefinite
from rulings.english.words import number, span_key
from rulings.language.program import Constant

_MOST = 12
_LONGEST = 14


def nominal(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return what an unnamed noun phrase introduces, or None."""
    if end - start > _LONGEST or scope.tokens[start].quoted:
        return None
    if end == start + 1 and scope.tokens[start].key in FIRST:
        return _asker(scope, start, sort)
    if not scope.lexicon.names.sorts.is_thing(sort):
        return None
    count = _how_many(scope, start, end)
    if count is None:
        return None
    begin = start + (scope.tokens[start].article == "" and count[1])
    return _new_things(scope, start, begin, end, sort, count[0])


def _asker(scope: Scope, start: int, sort: str) -> Filler | None:
    names, own = scope.lexicon.names, asker_sort(scope.lexicon)
    key = scope.tokens[start].key
    if own is None or not names.sorts.compatible(own, sort):
        return None
    if names.sorts_of(ASKER):
        return Filler((Constant(ASKER),), own)
    if key in ("we", "one") and not scope.asking:
        return None
    new = Introduction(ASKER, ASKER, own, scope.span(start, start + 1))
    return Filler((Constant(ASKER),), own, introduces=(new,))


def _how_many(scope: Scope, start: int, end: int) -> tuple[int, bool] | None:
    """Return how many things a phrase speaks of, and whether a word says so."""
    token = scope.tokens[start]
    if indefinite(scope, start) and token.article == "a":
        return 1, False
    if token.key == "another" and end > start + 1:
        return 1, True
    count = number(token.key)
    if count is None or token.article or end == start + 1 or not 0 < count <= _MOST:
        return None
    return (count, True) if not scope.asking else None


def _new_things(
    scope: Scope, start: int, begin: int, end: int, sort: str, count: int
) -> Filler | None:
    kind = _kind(scope, begin, end, sort)
    if kind is None:
        return None
    span = scope.span(start, end)
    new = tuple(Introduction(f"{kind}@{start}.{copy}", "", kind, span) for copy in range(count))
    terms = tuple(Constant(one.value) for one in new)
    return Filler(terms, kind, asked=(begin, end), introduces=new)


def _kind(scope: Scope, begin: int, end: int, sort: str) -> str | None:
    """Return the narrowest type that the nouns of a phrase give it; None without a noun."""
    names, lexicon = scope.lexicon.names, scope.lexicon
    for last in range(end, begin, -1):
        for cut in range(begin, last):
            noun = lexicon.nouns.get(span_key(scope.tokens, cut, last))
            if noun is not None and names.sorts.is_thing(noun):
                if not names.sorts.compatible(noun, sort):
                    return None
                return noun if sort in names.sorts.above.get(noun, ()) else sort
    words = any(lexicon.names.describes(scope.tokens[index].key) for index in range(begin, end))
    return sort if words else None
