"""Which sentences of a rulebook share words with a line.

In: the words of a line, a lexicon with its index. Out: the templates that share roots with them,
best first. Guarantee: only the lists of the words asked for are read, so that a search takes the
same time among a thousand predicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulings.english.lexicon import Lexicon
from rulings.english.template import Template
from rulings.english.topics import SILENT, root
from rulings.english.words import Token

_UNSAID = 0.35
"""How much less a word of the sentence counts that the line does not say."""
_UNKNOWN = 1.5
"""What a word counts that no sentence has."""
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A template, how much of the words it keeps, from 0 to 1, and which roots it shares."""

    template: Template
    score: float
    shared: frozenset[str]


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
    return frozenset(found - {root(word) for word in SILENT})


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
