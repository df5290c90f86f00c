"""Whose a thing is where a sentence has "my" or "her" among its own words.

In: the words of a template that were read, what fills its slots. Out: whether the owner is one
of the players in the slots. Guarantee: "Ben has used my campfire" is not read by a sentence that
has one player only, for it would put out the campfire of Ben.
"""

from __future__ import annotations

from rulings.english.fillers import Filler
from rulings.english.persons import ASKER, asker_sort
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.words import Token
from rulings.language.program import Constant

_MINE = frozenset(("my",))
_OTHERS = frozenset(("his", "her", "their"))
_OWNERS = _MINE | _OTHERS
_NONE = frozenset[str]()


def owners_in(tokens: tuple[Token, ...]) -> frozenset[str]:
    """Return the possessive words among tokens, as written."""
    found = [word for token in tokens if (word := token.text.lower()) in _OWNERS]
    return frozenset(found) if found else _NONE


def owned_rightly(
    scope: Scope,
    template: Template,
    owners: frozenset[str],
    fills: tuple[tuple[int, Filler], ...],
) -> bool:
    """Whether "my" belongs to the asker and "her" to somebody else, as far as slots tell."""
    player = asker_sort(scope.lexicon)
    if not owners or player is None:
        return True
    sorts = scope.lexicon.names.sorts
    people = frozenset(
        column
        for column in template.pieces
        if isinstance(column, int)
        and player in sorts.above.get(scope.lexicon.sort(template.predicate, column), ())
    )
    if not people:
        return True
    named = [filler for column, filler in fills if column in people]
    mine = [filler for filler in named if Constant(ASKER) in filler.terms]
    if owners & _MINE and not mine:
        return False
    return not (owners & _OTHERS and mine and len(mine) == len(named))
