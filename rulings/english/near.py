"""Words of general English near those of a rulebook.

In: the words of a rulebook's sentences. Out: for other words, those that are near, each with how
near from 0 to 1. Guarantee: this ranks and fills offers; no line is read by it.

The words come from WordNet (Miller, 1995: https://doi.org/10.1145/219717.219748), see
`rulings/english/wordnet`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulings.doors.incoming import read_bytes
from rulings.english.lexical import root

_STEPS = 9.0
"""What a word counts in the file that is as near as can be."""


@cache
def _lines() -> Mapping[str, str]:
    found: dict[str, str] = {}
    path = Path(__file__).with_name("wordnet") / "near.txt"
    # A page goes without: it offers by the letters of words alone.
    for line in read_bytes(path).decode("utf-8").splitlines() if path.is_file() else ():
        word, _, rest = line.partition(" ")
        if not word.startswith("#"):
            key = root(word)
            found[key] = f"{found[key]} {rest}" if key in found else rest
    return found


@cache
def near(word: str) -> tuple[tuple[str, float], ...]:
    """Return the roots of words near a word, each with how near."""
    found: dict[str, float] = {}
    for one in _lines().get(root(word), "").split():
        if one[:1].isdigit():
            key = root(one[1:])
            found[key] = max(found.get(key, 0.0), int(one[0]) / _STEPS)
    return tuple(found.items())
