"""Which sentences of a rulebook share words with a line.

In: the words of a line, a lexicon with its index. Out: the templates that share roots with them,
best first. Guarantee: only the lists of the words asked for are read, so that a search takes the
same time among a thousand predicates; what is added up does not depend on the order of a set, so
that equals stand in the same order in each process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from itertools import islice
from math import fsum

from rulings.english.lexicon import Lexicon
from rulings.english.sought import Sought, Word
from rulings.english.template import Template, fixed_words
from rulings.english.topics import SILENT, root
from rulings.english.words import FUNCTION_WORDS
from rulings.language.predicates import PredicateId
from rulings.records import dataclass

_UNSAID = 0.5
"""How much less a word of the sentence counts that the line does not say."""
_UNKNOWN = 1.5
"""What a word counts that no sentence has."""
_VERB = 0.05
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


def about(
    line: Sought,
    lexicon: Lexicon,
    limit: int = 40,
    *,
    preferred: str = "",
    kinds: frozenset[str] = frozenset(),
    may: Callable[[PredicateId], bool] = lambda _: True,
    follows: bool = False,
) -> tuple[Hit, ...]:
    """Return the templates that share roots, those that say least else first among equals.

    Of sentences that keep as much, those with `preferred` as their verb go first. `kinds` are
    the roots of the types of what is named: they find sentences, but count half. Only what `may`
    admits is returned, and few ways to say the same. With `follows`, what rules conclude from
    the table so far goes before the rest.
    """
    weights = lexicon.topics.weights
    words = line.weighed(weights)
    whole = sum(weight for _, weight in words) or 1.0
    every, roots = line.every(), line.roots
    sayable = frozenset(every)
    hits: list[Hit] = []
    for number, beside in _nearest(line, every, lexicon, kinds, limit, may, follows=follows):
        listed = []
        typed = lexicon.topics.nouns[number]
        for first, end in lexicon.topics.spans[number]:
            for at in _closest(range(first, end), lexicon.topics.words, sayable):
                template, own = _template(lexicon, at), lexicon.topics.words[at]
                shared = own & sayable
                found, met = _kept(words, own | (typed & roots))
                found += fsum(weights[one] / 2 for one in (typed | own) & (kinds - sayable))
                extra = fsum(weights[one] for one in own - met)
                verb = _VERB if preferred and template.pieces[template.verb] == preferred else 0.0
                score = found / (whole + _UNSAID * extra) + _BESIDE * beside / whole + verb
                said = 1 - extra / (fsum(weights[one] for one in own) or 1.0)
                listed.append(Hit(template, score, shared, said))
        listed.sort(key=lambda hit: -hit.score)
        hits += listed[:_WAYS]
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits[:limit])


def _kept(words: Iterable[tuple[Word, float]], own: frozenset[str]) -> tuple[float, set[str]]:
    """Return how much of a line's words some roots keep, and which of them."""
    found, met = 0.0, set[str]()
    for word, weight in words:
        one, part = word.kept(own)
        if part:
            found += weight * part
            met.add(one)
    return found, met


def _closest(
    numbers: range, words: Sequence[frozenset[str]], roots: frozenset[str]
) -> Iterable[int]:
    """Return the numbers of the few ways to say the same that are worth weighing."""
    if len(numbers) <= _WEIGHED:
        return numbers
    return nlargest(_WEIGHED, numbers, key=lambda at: 3 * len(words[at] & roots) - len(words[at]))


def _template(lexicon: Lexicon, number: int) -> Template:
    """Return a template by its number; those that are questions follow the others."""
    count = len(lexicon.templates)
    return lexicon.templates[number] if number < count else lexicon.questions[number - count]


def _nearest(
    line: Sought,
    every: Mapping[str, float],
    lexicon: Lexicon,
    kinds: frozenset[str],
    limit: int,
    may: Callable[[PredicateId], bool],
    *,
    follows: bool,
) -> list[tuple[int, float]]:
    """Return the predicates whose sentences may share most, with what else speaks for each."""
    topics = lexicon.topics
    scores: dict[int, float] = defaultdict(float)
    for one, part in (*every.items(), *((one, 0.5) for one in sorted(kinds - every.keys()))):
        for number in topics.places.get(one, ()):
            scores[number] += part * topics.weights[one]
    beside: dict[int, float] = defaultdict(float)
    if follows:
        for one in sorted(line.roots):
            for number in topics.clauses.get(one, ()):
                beside[number] += topics.weights.get(one, _UNKNOWN)
        for one in sorted(_spoken_of(lexicon) - every.keys()):
            for number in topics.places.get(one, ()):
                beside[number] += topics.weights[one]
        for predicate in lexicon.table:
            for number in topics.following.get(predicate, ()):
                beside[number] += _FOLLOWS
    whole = {number: score + _BESIDE * beside.get(number, 0.0) for number, score in scores.items()}
    ranked = sorted(sorted(whole), key=whole.__getitem__, reverse=True)
    admitted = (number for number in ranked if may(topics.predicates[number]))
    return [(number, beside.get(number, 0.0)) for number in islice(admitted, limit)]


def _spoken_of(lexicon: Lexicon) -> frozenset[str]:
    """Return the content words of what is stated about the table."""
    said = (text for name in lexicon.table for text in lexicon.predicates[name].templates[:1])
    keys = {token.key for text in said for token in fixed_words(text)}
    return frozenset(root(key) for key in keys - SILENT - FUNCTION_WORDS)
