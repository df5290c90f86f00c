"""What the sentences of a rulebook are about: an index from words to templates.

In: the templates of a lexicon; the words of a line. Out: the templates that share words with it,
best first. Guarantee: built once for a rulebook and plain data; a search reads only the lists of
the words asked for, so that it takes the same time among a thousand predicates.

A word counts by how few sentences have it (inverse document frequency: Spärck Jones, 1972). Words
are compared by their roots, so that "closing" finds "is closed".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

from rulings.english.template import Template
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, Token
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate

if TYPE_CHECKING:
    from rulings.english.lexicon import Lexicon

_ENDINGS = ("ing", "ed", "er", "ly")
_LIGHT = 0.25
"""How much less a preposition or pronoun counts than a content word as rare."""
_UNSAID = 0.35
_UNKNOWN = 1.5
_SHORT = 3
"""What a word counts that no sentence has."""
_SILENT = AUXILIARIES | {"do", "did", "have", "not", "some", "any"}


@dataclass(frozen=True, slots=True)
class Topics:
    """`places` are the numbers of the templates that have a root, `weights` what a root counts.

    Templates are numbered as in `sentences_of(lexicon)`; `roots` are those of each.
    """

    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    roots: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A template, how much of the words it keeps, from 0 to 1, and which roots it shares."""

    template: Template
    score: float
    shared: frozenset[str]


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
        words = (p for p in template.pieces if isinstance(p, str) and p not in _SILENT)
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


def sentences_of(lexicon: Lexicon) -> tuple[Template, ...]:
    """Return the templates of an index, in its order."""
    return (*lexicon.templates, *lexicon.questions)


def roots_of(keys: Iterable[str], lexicon: Lexicon) -> frozenset[str]:
    """Return the roots of words, of their synonyms' and of what templates have for their forms."""
    found: set[str] = set()
    for key in keys:
        found.add(root(key))
        found.update(root(lemma) for lemma in lexicon.lemmas.get(key, ()))
        sort = lexicon.nouns.get(key)
        if sort is not None:
            found.update(root(word) for word in sort.split("_"))
    return frozenset(found - {root(word) for word in _SILENT})


def spelt(tokens: Iterable[Token], lexicon: Lexicon) -> Iterator[str]:
    """Yield the keys of words, a misspelt word of templates put right."""
    from rapidfuzz import fuzz, process

    for token in tokens:
        yield token.key
        known = token.key in lexicon.vocabulary or root(token.key) in lexicon.topics.places
        if not known and len(token.key) > 3 and not token.capital:
            hit = process.extractOne(
                token.key, lexicon.vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=80
            )
            if hit is not None:
                yield hit[0]


def about(
    roots: frozenset[str],
    lexicon: Lexicon,
    limit: int = 40,
    preferred: str = "",
    kinds: frozenset[str] = frozenset(),
) -> tuple[Hit, ...]:
    """Return the templates that share roots, those that say least else first among equals.

    Of sentences that keep as much, those with `preferred` as their verb go first. `kinds` are
    the roots of the types of what is named: they find sentences, but count half.
    """
    topics = lexicon.topics
    scores: dict[int, float] = {}
    known = [one for one in roots if one in topics.places]
    for one in known:
        for number in topics.places[one]:
            scores[number] = scores.get(number, 0.0) + topics.weights[one]
    for one in kinds - roots:
        for number in topics.places.get(one, ()):
            scores[number] = scores.get(number, 0.0) + topics.weights[one] / 2
    unknown = sum(len(one) > _SHORT for one in roots if one not in topics.places)
    whole = sum(topics.weights[one] for one in known) + _UNKNOWN * unknown or 1.0
    sentences = sentences_of(lexicon)
    raw = sorted(scores, key=lambda number: (-scores[number], number))[: limit * 4]
    hits = []
    for number in raw:
        own = topics.roots[number]
        extra = sum(topics.weights[one] for one in own - roots)
        template = sentences[number]
        verb = 0.05 if preferred and template.pieces[template.verb] == preferred else 0.0
        score = scores[number] / (whole + _UNSAID * extra) + verb
        hits.append(Hit(template, score, own & roots))
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[:limit])
