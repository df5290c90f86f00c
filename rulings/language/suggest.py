"""The nearest known name.

In: a name nobody knows and the names that are known, or the members of a closed type. Out: the
hint that proposes one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

_FEW = 60
"""So many names are compared closely."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name spelt most like `name`, or None when none is close."""
    return _nearest(name, tuple(known))


@lru_cache(maxsize=256)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    lowered: dict[str, str] = {}
    for candidate in known:
        # Names of very different lengths are never close; difflib would find out slowly.
        if abs(len(candidate) - len(name)) <= max(4, len(name) // 2):
            lowered.setdefault(candidate.lower(), candidate)
    found = get_close_matches(name.lower()[:100], _likeliest(name, lowered), n=3, cutoff=0.6)
    if not found:
        return None
    # Two letters swapped are likelier than a letter lost, whatever the ratio says.
    letters = sorted(name.lower())
    return lowered[next((match for match in found if sorted(match) == letters), found[0])]


def _likeliest(name: str, known: Collection[str]) -> Collection[str]:
    """Leave the names that difflib, which is slow, could find close: a few of very many."""
    if len(known) <= _FEW:
        return known
    from rapidfuzz import fuzz, process

    # What this counts as common is never less than what difflib counts.
    found = process.extract(name.lower()[:100], known, scorer=fuzz.ratio, limit=_FEW)
    return [match for match, _, _ in found]


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return `Did you mean …?`, or the few names there are, or `otherwise`."""
    names = sorted(set(known))
    near = nearest(name, names)
    if near is not None:
        return f"Did you mean `{near}`?"
    if names and len(names) <= 8:
        return f"Known here: {', '.join(f'`{known}`' for known in names)}."
    return otherwise


def member_hint(value: int | str, members: Collection[int | str]) -> str:
    """Return what a closed type holds instead of `value`: numbers are never misspelt."""
    if not isinstance(value, int):
        return did_you_mean(value, map(str, members))
    numbers = sorted(member for member in members if isinstance(member, int))
    if not numbers:
        return did_you_mean(str(value), map(str, members))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"Its members are `{numbers[0]}` to `{numbers[-1]}`."
    shown = ", ".join(f"`{number}`" for number in numbers[:12])
    return f"Its members are {shown}{', …' if len(numbers) > 12 else ''}."
