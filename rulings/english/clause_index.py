"""Which printed clauses speak of a line.

In: the clauses of a rulebook, then what somebody asks and what stands on the table. Out: the
clauses that share most with it, best first. Guarantee: nothing is answered; a clause is told once,
however many documents print it; the index is made from the clauses alone.

Clauses are weighed by Okapi BM25 with fields (S. Robertson and H. Zaragoza, "The Probabilistic
Relevance Framework: BM25 and Beyond", 2009) over the stems of words and of neighbouring pairs of
them (M. Porter's English stemmer, by `snowballstemmer`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from heapq import nlargest
from itertools import islice, pairwise
from math import log

from snowballstemmer import stemmer

from rulings.english.words import function_words
from rulings.records import dataclass
from rulings.rulebook.registry import Clause

_SATURATION, _LENGTH = 1.2, 0.75
"""The parameters k1 and b."""
_GIST, _ASKED, _HEADING, _FURTHER_WORDS = 1.0, 1.0, 0.7, 0.5
"""What a word counts where it stands."""
_PAIR = 0.2
"""What a pair of neighbours counts besides its words."""
_TABLE = 0.75
"""How much less a word of the table counts than one of the question."""
_IDLE = 0.5
"""What a function word counts: "how many" and "before" tell clauses apart, "is" does not."""
_FURTHER = 0.7
"""How much less a document counts that an edition rests on besides its own."""
_LEAST = 0.15
"""How much of a question, from 0 to 1, a clause that is told has to share, one at least."""
_WORD = re.compile(r"[a-z0-9]+")
_stem = cache(stemmer("english").stemWord)
_IDLE_STEMS = frozenset(map(_stem, function_words()))


@dataclass(frozen=True, slots=True)
class ClauseIndex:
    """`places` tells for each term the clauses that have it, with what it counts there."""

    clauses: tuple[Clause, ...]
    places: Mapping[str, tuple[tuple[int, float], ...]]

    @staticmethod
    def of(clauses: Iterable[Clause], own: str = "") -> ClauseIndex:
        """Index clauses by what they say, what is asked of them, their headings and words.

        Those of an edition's `own` document count most.
        """
        listed = tuple(clauses)
        counted = [_counted(one) for one in listed]
        sizes = [sum(terms.values()) for terms in counted]
        usual = sum(sizes) / (len(sizes) or 1)
        places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, (terms, size) in enumerate(zip(counted, sizes, strict=True)):
            damping = _SATURATION * (1 - _LENGTH + _LENGTH * size / usual)
            part = _FURTHER if own and listed[number].document != own else 1.0
            for term, often in terms.items():
                worth = part * often * (_SATURATION + 1) / (often + damping)
                places[term].append((number, worth))
        return ClauseIndex(listed, {term: tuple(found) for term, found in places.items()})

    def about(self, question: str, table: Iterable[str] = (), most: int = 3) -> tuple[Clause, ...]:
        """Return at most so many clauses that share words with a question at a table."""
        asked: dict[str, float] = {}
        for line in table:
            asked.update(dict.fromkeys(_terms(line), _TABLE))
        asked.update(dict.fromkeys(_terms(question), 1.0))
        scores: dict[int, float] = defaultdict(float)
        shared: dict[int, float] = defaultdict(float)
        whole = 0.0
        for term, part in asked.items():
            found = self.places.get(term, ())
            often = max(len(found), 1)
            rare = log(1 + (len(self.clauses) - often + 0.5) / (often + 0.5))
            own = part == 1.0 and " " not in term
            rare *= _counts(term)
            whole += rare if own else 0.0
            for number, worth in found:
                scores[number] += part * rare * worth
                shared[number] += rare if own else 0.0
        best = nlargest(4 * most, scores, key=lambda number: (scores[number], -number))
        if all(shared[number] < _LEAST * whole for number in best):
            return ()
        return tuple(islice(self._once(best), most))

    def _once(self, numbers: Iterable[int]) -> Iterator[Clause]:
        told: set[str] = set()
        for number in numbers:
            clause = self.clauses[number]
            if clause.name not in told and told.isdisjoint(clause.same):
                yield clause
            told |= {clause.name, *clause.same}


def _counted(clause: Clause) -> Mapping[str, float]:
    found: dict[str, float] = defaultdict(float)
    fields = (
        (clause.gist, _GIST),
        (clause.asks, _ASKED),
        (clause.section, _HEADING),
        (clause.words, _FURTHER_WORDS),
    )
    for text, counts in fields:
        for term in _terms(text):
            found[term] += counts
    return found


@cache
def _counts(term: str) -> float:
    if " " in term:
        return _PAIR
    return _IDLE if term in _IDLE_STEMS else 1.0


def _terms(text: str) -> Iterator[str]:
    """Yield the stems of a text and the pairs of neighbours among them."""
    stems = [_stem(word) for word in _WORD.findall(re.sub("['’]s\\b", "", text.lower()))]
    yield from stems
    yield from (f"{one} {two}" for one, two in pairwise(stems))


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()))
