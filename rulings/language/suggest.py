"""The nearest known name.

In: a name nobody knows and the names that are known, or the members of a closed type. Out: the
hint that proposes one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

_NEAR = 60
"""So much of two names must be alike, in percent."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name spelt most like `name`, or None when none is close."""
    return _nearest(name, tuple(known))


@lru_cache(maxsize=256)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    from rapidfuzz import fuzz, process

    lowered = {candidate.lower(): candidate for candidate in reversed(known)}
    written = name.lower()[:100]
    found = process.extract(written, lowered.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR, limit=3)
    # Two letters swapped are likelier than a letter lost, whatever the ratio says.
    swapped = (match for match, _, _ in found if sorted(match) == sorted(written))
    best = next(swapped, found[0][0] if found else None)
    return None if best is None else lowered[best]


def near_hint(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return `Did you mean …?`, or `otherwise`."""
    near = nearest(name, sorted(set(known)))
    return otherwise if near is None else f"Did you mean `{near}`?"


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return `Did you mean …?`, or the few names there are, or `otherwise`."""
    names = sorted(set(known))
    if names and len(names) <= 8:
        otherwise = f"Known here: {', '.join(f'`{known}`' for known in names)}."
    return near_hint(name, names, otherwise)


def member_hint(value: int | str, members: Collection[int | str]) -> str:
    """Return what a closed type holds instead of `value`: numbers are never misspelt."""
    numbers = sorted(member for member in members if isinstance(member, int))
    if not isinstance(value, int) or not numbers:
        return did_you_mean(str(value), map(str, members))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"Its members are `{numbers[0]}` to `{numbers[-1]}`."
    shown = ", ".join(f"`{number}`" for number in numbers[:12])
    return f"Its members are {shown}{', …' if len(numbers) > 12 else ''}."
