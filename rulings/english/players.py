"""Players that a phrase means without a name: the asker, and somebody's opponent.

In: a stretch of tokens and the type of its slot. Out: a `Filler`, or None. Guarantee: "my
opponent" is the only other player of the table; where there are several it is nobody, and a new
player only where there is no other.
"""

from __future__ import annotations

from rulings.english.antecedents import named_last
from rulings.english.asker import asker
from rulings.english.fillers import Filler
from rulings.english.names import symbol_of
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction
from rulings.english.referents import referent
from rulings.english.scope import Scope
from rulings.language.program import Constant, Value

_OWNERS = frozenset(("i", "you", "his", "her", "their"))
_RIVALS = frozenset(("opponent", "rival", "adversary"))


def opponent(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return whom "my opponent", "Ben's opponent" or "the other player" means."""
    names, own = scope.lexicon.names, asker_sort(scope.lexicon)
    if own is None or not names.sorts.compatible(own, sort):
        return None
    keys = tuple(token.key for token in scope.tokens[start:end])
    whose: Filler | None
    match keys:
        case ("opponent" | "rival",) | ("other", "player") if scope.tokens[start].article == "the":
            whose = _spoken_to(scope, start, own)
        case (owner, rival) if rival in _RIVALS and owner in ("i", "you"):
            whose = asker(scope, start, own)
        case (*_, rival) if rival in _RIVALS and _owns(scope, start, end - 1):
            whose = referent(scope, start, end - 1, own)
        case _:
            return None
    if whose is None or whose.problem is not None or len(whose.terms) != 1:
        return None
    (owner_term,) = whose.terms
    if not isinstance(owner_term, Constant):
        return None
    others = [value for value in _players(scope, own) if value != owner_term.value]
    if len(others) > 1:
        return None
    if others:
        return Filler((Constant(others[0]),), own, introduces=whose.introduces)
    name = f"{_owner_name(scope, owner_term.value)} opponent"
    new = Introduction(symbol_of(name), name, own, scope.span(start, end))
    return Filler((Constant(new.value),), own, introduces=(*whose.introduces, new))


def _spoken_to(scope: Scope, start: int, own: str) -> Filler | None:
    """Return whose opponent "the opponent" is: the asker's, else that of who was named last."""
    players = _players(scope, own)
    if ASKER in players or not players:
        return asker(scope, start, own)
    last = named_last(scope.lines, players.__contains__)
    return Filler((Constant(last[0]),), own) if len(last) == 1 else None


def _owns(scope: Scope, start: int, end: int) -> bool:
    """Whether the words from `start` say whose: "Ben's", "his"."""
    if end <= start:
        return False
    last = scope.tokens[end - 1]
    return last.possessive or (end == start + 1 and last.key in _OWNERS)


def _players(scope: Scope, own: str) -> tuple[Value, ...]:
    names = scope.lexicon.names
    return tuple(
        value
        for value in names.table
        if any(own in names.sorts.above.get(sort, ()) for sort in names.sorts_of(value))
    )


def _owner_name(scope: Scope, owner: Value) -> str:
    return "your" if owner == ASKER else f"{scope.lexicon.names.display(owner)}'s"
