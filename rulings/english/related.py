"""Which words of general English are near the words of a rulebook.

In: the roots that a rulebook's sentences have. Out: for roots of other words, those of the
rulebook that are near, each with how near from 0 to 1. Guarantee: this finds and ranks sentences
to offer; no line is read by it.

The words come from WordNet (Miller, 1995: https://doi.org/10.1145/219717.219748), see
`rulings/english/wordnet`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

from rulings.doors.incoming import read_bytes
from rulings.english.topics import root

Related = Mapping[str, tuple[tuple[str, float], ...]]

_NEAR_WORDS = Path(__file__).with_name("wordnet") / "near.txt"
_STEPS = 9
"""What a word counts in the file that is as near as can be."""


def related_to(roots: Collection[str]) -> Related:
    """Return the words near those with `roots`; two words behind each other have a space."""
    near = _near()
    found: dict[str, list[tuple[str, float]]] = {}
    for target in sorted(near.keys() & set(roots)):
        for key, nearness in near[target].items():
            found.setdefault(key, []).append((target, nearness))
    return {key: tuple(found[key]) for key in sorted(found)}


@cache
def _near() -> Mapping[str, Mapping[str, float]]:
    """Return for each root those near it: many rulebooks of one process are read with it."""
    found: dict[str, dict[str, float]] = {}
    for line in read_bytes(_NEAR_WORDS).decode("ascii").splitlines():
        if line.startswith("#"):
            continue
        word, *others = line.split(" ")
        key = " ".join(map(root, word.split("_")))
        for other in others:
            target = root(other[1:])
            if target != key:
                own = found.setdefault(target, {})
                own[key] = max(own.get(key, 0.0), int(other[0]) / _STEPS)
    return found
