"""Numbers of things in words.

In: a number and a noun. Out: both as one says them. Guarantee: one of something is not several.
"""

from __future__ import annotations


def counted(number: int, one: str, several: str = "") -> str:
    """Return "1 case", "2 cases"; `several` is for nouns that do not take an s.

    >>> counted(1, "entry", "entries"), counted(0, "case")
    ('1 entry', '0 cases')
    """
    return f"{number} {one if number == 1 else several or one + 's'}"
