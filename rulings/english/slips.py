"""Slips of the pen told from new names.

In: a name that nothing has yet, and the nearest known one. Out: whether the one is probably the
other misspelt. Guarantee: a name of several words is none when a whole word of it is its own.
"""

from __future__ import annotations

from rulings.english.words import key_of

SLIP = 80.0
"""From this likeness on, of 100, two spellings may be the same name."""


def is_slip(name: str, known: str) -> bool:
    """Whether a new name is probably a known one misspelt.

    "Fence 2" is none for "Fence", nor is a name of several words that has a whole word of its
    own: "Delta Ride" stands beside "Beta Ride".

    >>> is_slip("Tricerotops", "Triceratops"), is_slip("Delta Ride", "Beta Ride")
    (True, False)
    """
    first, second = key_of(name), key_of(known)
    if first != second and first.rstrip(" 0123456789") == second.rstrip(" 0123456789"):
        return False
    mine, theirs = first.split(), second.split()
    if len(mine) < 2 or len(mine) != len(theirs):
        return True
    differing = [(one, other) for one, other in zip(mine, theirs, strict=True) if one != other]
    return all(_is_near(one, other) for one, other in differing)


def _is_near(one: str, other: str) -> bool:
    from rapidfuzz import fuzz
    from rapidfuzz.distance import DamerauLevenshtein

    a_letter_apart = min(len(one), len(other)) >= 4 and DamerauLevenshtein.distance(one, other) == 1
    return a_letter_apart or fuzz.ratio(one, other) >= SLIP
