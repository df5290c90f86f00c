"""Which of many short texts are nearest to a line.

In: the roots of the words of each text, then what is sought for the words of a line. Out: the
numbers of the texts, best first. Guarantee: plain data, built once; only the lists of the words
sought are read.

Texts are weighed by Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
BM25 and Beyond", 2009), a word that stands near the one said for part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from heapq import nsmallest
from math import log

from rulings.english.sought import Sought
from rulings.records import dataclass, field

_SATURATION = 1.2
_LENGTH = 0.5
"""The parameters k1 and b."""
_UNKNOWN = 0.5
"""How much of the rarest word one counts that no text has."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """`places` tells for each root the texts that have it, each with what it counts there, `rarity`
    what the root counts.
    """

    places: Mapping[str, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    rarity: Mapping[str, float] = field(default_factory=dict)

    @staticmethod
    def of(texts: Iterable[Mapping[str, float]]) -> Ranking:
        """Index texts, each given as its roots with how often each stands there."""
        listed = tuple(texts)
        lengths = [sum(text.values()) for text in listed]
        mean = sum(lengths) / len(listed) if any(lengths) else 1.0
        places: dict[str, list[tuple[int, float]]] = {}
        for number, (text, length) in enumerate(zip(listed, lengths, strict=True)):
            room = _SATURATION * (1 - _LENGTH + _LENGTH * length / mean)
            for root, often in text.items():
                worth = often * (_SATURATION + 1) / (often + room)
                places.setdefault(root, []).append((number, worth))
        found = {root: tuple(ones) for root, ones in places.items()}
        count = len(listed)
        rarity = {
            root: log(1 + (count - len(ones) + 0.5) / (len(ones) + 0.5))
            for root, ones in found.items()
        }
        return Ranking(found, rarity)

    def best(self, words: Sought, most: int) -> tuple[tuple[int, float], ...]:
        """Return the nearest texts, each with the share of what the line says that it keeps."""
        scores: Counter[int] = Counter()
        whole = 0.0
        unknown = _UNKNOWN * max(self.rarity.values(), default=0.0)
        for word in words.words:
            kept: dict[int, float] = {}
            known = [(one, part) for one, part in word.near if one in self.places]
            most_kept = max((self.rarity[one] * part for one, part in known), default=unknown)
            whole += most_kept * word.worth
            for one, part in known:
                rare = self.rarity[one] * part * word.worth
                for number, worth in self.places[one]:
                    kept[number] = max(kept.get(number, 0.0), worth * rare)
            scores.update(kept)
        best = nsmallest(most, scores, key=lambda number: (-scores[number], number))
        return tuple((number, scores[number] / whole) for number in best)
