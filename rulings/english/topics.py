"""What the sentences of a rulebook are about: an index from words to templates.

In: the templates of a lexicon. Out: `Topics`, to be searched by `rulings.english.topic_search`.
Guarantee: built once for a rulebook and plain data.

A word counts by how few sentences have it (inverse document frequency: Spärck Jones, 1972). Words
are compared by their roots, so that "closing" finds "is closed".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log

from rulings.english.template import Template
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate

_ENDINGS = ("ing", "ed", "er", "ly")
_LIGHT = 0.25
"""How much less a preposition or pronoun counts than a content word as rare."""
SILENT = AUXILIARIES | {"do", "did", "have", "not", "some", "any"}


@dataclass(frozen=True, slots=True)
class Topics:
    """`places` are the numbers of the templates that have a root, `weights` what a root counts.

    Templates are numbered as in `sentences_of(lexicon)`; `roots` are those of each.
    """

    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    roots: tuple[frozenset[str], ...] = ()


def root(key: str) -> str:
    """Return what the forms of a word have in common, for finding it only.

    >>> root("closing"), root("closed"), root("close"), root("stopped"), root("bury")
    ('clos', 'clos', 'clos', 'stop', 'buri')
    """
    for ending in _ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= 3:
            key = key[: -len(ending)]
            if key[-1] == key[-2] and key[-1] not in "aeiouls":
                key = key[:-1]
            break
    key = key[:-1] if key.endswith("e") and len(key) > 3 else key
    return f"{key[:-1]}i" if key.endswith("y") else key


def topics_of(templates: Iterable[Template], predicates: Mapping[PredicateId, Predicate]) -> Topics:
    """Index templates by the roots of their words and of the nouns of their slots."""
    places: dict[str, list[int]] = {}
    listed: list[frozenset[str]] = []
    for number, template in enumerate(templates):
        words = (p for p in template.pieces if isinstance(p, str) and p not in SILENT)
        roots = frozenset(map(root, words))
        nouns = {
            root(word)
            for column in predicates[template.predicate].columns
            for word in column.sort.split("_")
        }
        for one in roots | nouns:
            places.setdefault(one, []).append(number)
        listed.append(roots)
    light = {root(word) for word in FUNCTION_WORDS}
    weights = {
        one: (log((len(listed) + 1) / len(numbers)) + 0.1) * (_LIGHT if one in light else 1.0)
        for one, numbers in places.items()
    }
    found = {one: tuple(numbers) for one, numbers in places.items()}
    return Topics(found, weights, tuple(listed))
