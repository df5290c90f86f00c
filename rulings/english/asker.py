"""The person who types, where a sentence says "I".

In: the place of the word and the type of its slot. Out: a `Filler`, or None. Guarantee: the asker
is one player of the table; "we" and "one" ask, but state nothing of anybody.
"""

from __future__ import annotations

from rulings.english.fillers import Filler
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction
from rulings.english.scope import Scope
from rulings.language.program import Constant


def asker(scope: Scope, start: int, sort: str) -> Filler | None:
    """Return the person who types, a player of the table."""
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
