"""Which conclusions of rules share words with a line.

In: the words of a line, what rules settle at every table. Out: the conclusions that share most,
best first. Guarantee: only the lists of the words asked for are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from heapq import nlargest
from math import fsum

from rulings.english.settled import Conclusion, Settled
from rulings.english.sought import Sought
from rulings.english.topics import SILENT, root
from rulings.english.words import FUNCTION_WORDS

_BESIDE = 0.55
"""How much less a word counts that only the clause says."""
_UNSAID = 0.35
_WEIGHED = 150
"""How many conclusions are looked at closely."""
_LIGHT = frozenset(root(word) for word in FUNCTION_WORDS | SILENT)


def nearest_conclusions(
    line: Sought, settled: Settled, limit: int
) -> Iterator[tuple[float, Conclusion]]:
    """Yield the conclusions that share most with the words of a line, best first.

    What a conclusion is scored by is the part of the line that it keeps, from 0 to 1.
    """
    weights = settled.weights
    content = line.without(_LIGHT)
    words = content.weighed(weights)
    whole = sum(weight for _, weight in words)
    if not whole:
        return
    candidates: dict[int, float] = defaultdict(float)
    for one, part in content.every().items():
        for number in settled.places.get(one, ()):
            candidates[number] += part * weights[one]

    def kept(number: int) -> tuple[float, int]:
        one = settled.conclusions[number]
        own = one.said.union(*one.named)
        shown = one.said.union(*one.shown) - _LIGHT
        found, met = 0.0, set[str]()
        for word, weight in words:
            said, part = word.kept(own)
            beside, less = word.kept(one.beside)
            met.add(said)
            found += weight * max(part, _BESIDE * less if beside == word.root else 0.0)
        extra = fsum(weights[word] for word in shown - met)
        return found / (whole + _UNSAID * extra), -number

    likely = nlargest(_WEIGHED, candidates, key=candidates.__getitem__)
    for score, number in nlargest(limit, map(kept, likely)):
        yield score, settled.conclusions[-number]
