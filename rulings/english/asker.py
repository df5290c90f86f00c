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

_MINE = frozenset(("i", "me", "my", "mine", "myself"))
_MODALS = frozenset("may must could should would might will shall allowed able legal".split())


def modal(scope: Scope) -> bool:
    """Whether a sentence tells what somebody may, must or could do."""
    return not _MODALS.isdisjoint(token.key for token in scope.tokens)


def asker(scope: Scope, start: int, sort: str) -> Filler | None:
    """Return the person who types, a player of the table."""
    names, own = scope.lexicon.names, asker_sort(scope.lexicon)
    key = scope.tokens[start].key
    if own is None or not names.sorts.compatible(own, sort):
        return None
    if key == "you" and any(token.text.lower() in _MINE for token in scope.tokens):
        return None  # "May I look at your hand?": whose hand that is, is not said
    if key in ("we", "one", "you") and not scope.asking:
        return None  # Behind "I have 2 coins", "You have 3 coins" tells of somebody else
    if key == "you" and names.sorts_of(ASKER) and not _of_anybody(scope):
        return None
    if key == "we" and scope.asking and not modal(scope) and _others(scope, own):
        return None  # "How many coins do we have" asks of several, of each or of all together
    if names.sorts_of(ASKER):
        return Filler((Constant(ASKER),), own)
    new = Introduction(ASKER, ASKER, own, scope.span(start, start + 1))
    return Filler((Constant(ASKER),), own, introduces=(new,))


def _of_anybody(scope: Scope) -> bool:
    """Whether "you" may be anybody: "may you build twice", "do you have to pay"."""
    keys = [token.key for token in scope.tokens]
    return modal(scope) or "to" in keys


def _others(scope: Scope, own: str) -> bool:
    """Whether the table has players besides the asker."""
    names = scope.lexicon.names
    return any(
        value != ASKER and own in names.sorts.above.get(sort, ())
        for value in names.table
        for sort in names.sorts_of(value)
    )
