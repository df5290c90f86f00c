"""Which sentences of a rulebook share words with a line.

In: the words of a line, a lexicon with its index. Out: the templates that share roots with them,
best first. Guarantee: only the lists of the words asked for are read, so that a search takes the
same time among a thousand predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from itertools import islice

from rulings.english.lexicon import Lexicon
from rulings.english.template import Template, fixed_words
from rulings.english.topics import SILENT, root, roots_in
from rulings.english.words import FUNCTION_WORDS, Token
from rulings.language.predicates import PredicateId

_UNSAID = 0.5
"""How much less a word of the sentence counts that the line does not say."""
_UNKNOWN = 1.5
"""What a word counts that no sentence has."""
_SHORT = 3
_VERB = 0.05
_NEAR = 0.8
_BESIDE = 0.15
"""How much less what a clause says counts than what a sentence says."""
_FOLLOWS = 2.0
_WEIGHED = 6
_WAYS = 3
"""How many ways to say the same are returned."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A template, how much of the words it keeps, from 0 to 1, and which roots it shares.

    `said` is the part of its own words that the line says.
    """

    template: Template
    score: float
    shared: frozenset[str]
    said: float


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
    *,
    preferred: str = "",
    kinds: frozenset[str] = frozenset(),
    may: Callable[[PredicateId], bool] = lambda _: True,
    follows: bool = False,
    near: frozenset[str] = frozenset(),
) -> tuple[Hit, ...]:
    """Return the templates that share roots, those that say least else first among equals.

    Of sentences that keep as much, those with `preferred` as their verb go first. `kinds` are
    the roots of the types of what is named: they find sentences, but count half; `near` are
    those of other words for the line's, which count a little less than its own. Only what `may`
    admits is returned, and few ways to say the same. With `follows`, what rules conclude from
    the table so far goes before the rest.
    """
    weights = lexicon.topics.weights
    known = [one for one in roots if one in weights]
    unknown = sum(len(one) > _SHORT for one in roots if one not in weights)
    whole = sum(weights[one] for one in known) + _UNKNOWN * unknown or 1.0
    hits: list[Hit] = []
    for number, beside in _nearest(roots, lexicon, kinds, near, limit, may, follows=follows):
        listed = []
        typed = lexicon.topics.nouns[number]
        for first, end in lexicon.topics.spans[number]:
            for template in _closest(_between(lexicon, first, end), roots | near):
                own = roots_in(template)
                shared = own & (roots | near)
                found = sum(weights[one] for one in (own | typed) & roots)
                found += sum(weights[one] * _NEAR for one in (own & near) - roots)
                found += sum(weights[one] / 2 for one in (typed | own) & (kinds - roots - near))
                extra = sum(weights[one] for one in own - roots - near)
                verb = _VERB if preferred and template.pieces[template.verb] == preferred else 0.0
                score = found / (whole + _UNSAID * extra) + _BESIDE * beside / whole + verb
                said = 1 - extra / (sum(weights[one] for one in own) or 1.0)
                listed.append(Hit(template, score, shared, said))
        listed.sort(key=lambda hit: -hit.score)
        hits += listed[:_WAYS]
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[:limit])


def _closest(templates: tuple[Template, ...], roots: frozenset[str]) -> Iterable[Template]:
    """Return the few ways to say the same that are worth weighing."""
    if len(templates) <= _WEIGHED:
        return templates

    def likeness(template: Template) -> int:
        own = roots_in(template)
        return 3 * len(own & roots) - len(own)

    return nlargest(_WEIGHED, templates, key=likeness)


def _between(lexicon: Lexicon, first: int, end: int) -> tuple[Template, ...]:
    """Return templates by their numbers, which are all of sentences or all of questions."""
    count = len(lexicon.templates)
    if first < count:
        return lexicon.templates[first:end]
    return lexicon.questions[first - count : end - count]


def _nearest(
    roots: frozenset[str],
    lexicon: Lexicon,
    kinds: frozenset[str],
    near: frozenset[str],
    limit: int,
    may: Callable[[PredicateId], bool],
    *,
    follows: bool,
) -> list[tuple[int, float]]:
    """Return the predicates whose sentences may share most, with what else speaks for each."""
    topics = lexicon.topics
    scores: dict[int, float] = {}
    for some, part in ((roots, 1.0), (near - roots, _NEAR), (kinds - roots - near, 0.5)):
        for one in some:
            for number in topics.places.get(one, ()):
                scores[number] = scores.get(number, 0.0) + part * topics.weights[one]
    beside: dict[int, float] = {}
    if follows:
        for one in roots:
            for number in topics.clauses.get(one, ()):
                beside[number] = beside.get(number, 0.0) + topics.weights.get(one, _UNKNOWN)
        for one in _spoken_of(lexicon) - roots:
            for number in topics.places.get(one, ()):
                beside[number] = beside.get(number, 0.0) + topics.weights[one]
        for predicate in lexicon.table:
            for number in topics.following.get(predicate, ()):
                beside[number] = beside.get(number, 0.0) + _FOLLOWS
    whole = {number: score + _BESIDE * beside.get(number, 0.0) for number, score in scores.items()}
    ranked = sorted(whole, key=lambda number: (-whole[number], number))
    admitted = (number for number in ranked if may(topics.predicates[number]))
    return [(number, beside.get(number, 0.0)) for number in islice(admitted, limit)]


def _spoken_of(lexicon: Lexicon) -> frozenset[str]:
    """Return the content words of what is stated about the table."""
    said = (text for name in lexicon.table for text in lexicon.predicates[name].templates[:1])
    keys = {token.key for text in said for token in fixed_words(text)}
    return frozenset(root(key) for key in keys - SILENT - FUNCTION_WORDS)
