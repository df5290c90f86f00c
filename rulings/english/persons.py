"""The person who types, and the players spoken of by a pronoun.

In: a word such as "I", "my" or "she", the type of its slot. Out: the value it stands for.
Guarantee: the asker is one player of the table, called "you"; no other pronoun ever means the
asker, and only a thing of the slot's type is meant.
"""

from __future__ import annotations

from rulings.english.lexicon import Lexicon
from rulings.language.program import Value

ANYONE = frozenset("anyone anybody someone somebody anything something".split())
NOBODY = frozenset(("nobody", "none", "nothing"))
EVERYONE = frozenset(("everyone", "everybody", "everything"))
ASKER = "you"
_THINGS = frozenset(("it", "its"))


def asker_sort(lexicon: Lexicon) -> str | None:
    """Return the type of the players, the one that the noun "player" names."""
    return lexicon.nouns.get("player")


def may_mean(lexicon: Lexicon, pronoun: str, value: Value) -> bool:
    """Whether a pronoun of the third person can stand for a value."""
    if value == ASKER:
        return False
    player = asker_sort(lexicon)
    if player is None or pronoun not in _THINGS:
        return True
    return not lexicon.names.is_of(value, player)
