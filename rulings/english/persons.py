"""The person who types, and the players spoken of by a pronoun.

In: a word such as "I", "my" or "she", the type of its slot. Out: the value it stands for.
Guarantee: the asker is one player of the table, called "you"; no other pronoun ever means the
asker, and only a thing of the slot's type is meant.
"""

from __future__ import annotations

from rulings.english.lexicon import Lexicon
from rulings.language.program import Value

ASKER = "you"
FIRST = frozenset(("i", "you", "we", "one"))
"""Keys of words for the asker; "we" and "one" only ask, they state nothing of anybody."""
_THINGS = frozenset(("it", "its"))
_PLURAL = frozenset(("they", "them", "their"))


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
    return not any(
        player in lexicon.names.sorts.above.get(sort, ()) for sort in lexicon.names.sorts_of(value)
    )


def may_be_several(lexicon: Lexicon, pronoun: str, sort: str, spoken_of: tuple[Value, ...]) -> bool:
    """Whether "they" may be several things that were spoken of, and not one player."""
    player, names = asker_sort(lexicon), lexicon.names
    if pronoun not in _PLURAL:
        return False
    if player is None or not names.sorts.compatible(player, sort):
        return pronoun != "their"
    above = names.sorts.above
    people = [v for v in spoken_of if any(player in above.get(s, ()) for s in names.sorts_of(v))]
    return len(people) > 1


def may_be_new(lexicon: Lexicon, pronoun: str, value: Value, sort: str) -> bool:
    """Whether a pronoun can stand for what its own sentence names for the first time.

    "She" is then a player, "it" is none.
    """
    names, player = lexicon.names, asker_sort(lexicon)
    if player is None or value == ASKER or names.sorts_of(value) or names.label(value) is not None:
        return False
    is_player = names.sorts.compatible(player, sort)
    return names.sorts.is_nameable(sort) and is_player is (pronoun not in _THINGS)
