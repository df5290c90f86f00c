"""What the sentences of a rulebook are about: an index from words to predicates.

In: the templates of a lexicon, the rules of a program. Out: `Topics`, to be searched by
`rulings.english.topic_search`. Guarantee: built once for a rulebook and plain data.

A word counts by how few predicates have it (inverse document frequency: Spärck Jones, 1972),
however many ways a word list has to say each. Words are compared by their roots, so that
"closing" finds "is closed". What a printed clause says in our words leads, more faintly, to what
the rules that cite it conclude; and what a table states leads to what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import log

from rulings.english.idiom import Idiom
from rulings.english.template import Template
from rulings.english.verb import Piece
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, tokenize
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Rule
from rulings.logic.graph import reads
from rulings.records import dataclass, field

_ENDINGS = ("ing", "ed", "er", "ly")
_LIGHT = 0.25
"""How much less a preposition or pronoun counts than a content word as rare."""
SILENT = AUXILIARIES | {"do", "did", "have", "not", "some", "any"}


@dataclass(frozen=True, slots=True)
class Topics:
    """`predicates` are those that have templates. `spans` tells where those of each stand, the
    templates of a lexicon numbered before its questions; `words` are the roots of each template,
    `nouns` are the roots of the types of
    their slots. `places` are the numbers of the predicates that have a root in a template or as
    the type of a slot, `clauses` those whose rules cite a clause that has it; `weights` is what a
    root counts. `following` are the predicates that rules conclude from each one, `holding` the
    numbers of those that have a slot of a type.
    """

    predicates: tuple[PredicateId, ...] = ()
    spans: tuple[tuple[tuple[int, int], ...], ...] = ()
    nouns: tuple[frozenset[str], ...] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    clauses: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    following: Mapping[PredicateId, frozenset[int]] = field(default_factory=dict)
    words: tuple[frozenset[str], ...] = ()
    holding: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@lru_cache(maxsize=16384)
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


def topics_of(
    templates: Iterable[Template],
    predicates: Mapping[PredicateId, Predicate],
    rules: Iterable[Rule] = (),
    idioms: Mapping[PredicateId, Idiom] | None = None,
    gists: Mapping[str, str] | None = None,
) -> Topics:
    """Index templates by the roots of their words and of the nouns of their slots.

    `gists` is what each clause says, by the name that rules cite.
    """
    spans: dict[PredicateId, list[list[int]]] = {}
    roots: dict[PredicateId, set[str]] = {}
    words: list[frozenset[str]] = []
    for number, template in enumerate(templates):
        words.append(roots_in(template))
        own = spans.setdefault(template.predicate, [])
        if own and own[-1][1] == number:
            own[-1][1] = number + 1
        else:
            own.append([number, number + 1])
        roots.setdefault(template.predicate, set()).update(words[-1])
    nouns = tuple(frozenset(_nouns(predicates[predicate])) for predicate in spans)
    numbers = {predicate: number for number, predicate in enumerate(spans)}
    places = _inverted(enumerate(map(frozenset.union, nouns, roots.values())))
    light = {root(word) for word in FUNCTION_WORDS}
    weights = {
        one: (log((len(spans) + 1) / len(found)) + 0.1) * (_LIGHT if one in light else 1.0)
        for one, found in places.items()
    }
    listed = tuple(rules)
    meant = _meant(numbers, idioms or {})
    return Topics(
        tuple(spans),
        tuple(tuple((first, end) for first, end in own) for own in spans.values()),
        nouns,
        places,
        _inverted(_cited(listed, meant, gists or {})),
        weights,
        _following(listed, meant),
        tuple(words),
        _inverted((n, [c.sort for c in predicates[p].columns]) for p, n in numbers.items()),
    )


def roots_in(template: Template) -> frozenset[str]:
    """Return the roots of the fixed words of a template."""
    return _roots(template.pieces)


@lru_cache(maxsize=65536)
def _roots(pieces: tuple[Piece, ...]) -> frozenset[str]:
    words = (piece for piece in pieces if isinstance(piece, str))
    return frozenset(root(word) for word in words if word not in SILENT)


def _nouns(predicate: Predicate) -> set[str]:
    return {root(word) for column in predicate.columns for word in column.sort.split("_")}


def _inverted(listed: Iterable[tuple[int, Iterable[str]]]) -> dict[str, tuple[int, ...]]:
    places: dict[str, dict[int, None]] = {}
    for number, words in listed:
        for word in words:
            places.setdefault(word, {})[number] = None
    return {word: tuple(found) for word, found in places.items()}


def _meant(
    numbers: Mapping[PredicateId, int], idioms: Mapping[PredicateId, Idiom]
) -> dict[PredicateId, list[int]]:
    """Map each predicate to the number of its own and to those of the idioms that ask it."""
    found: dict[PredicateId, list[int]] = {}
    for predicate, number in numbers.items():
        idiom = idioms.get(predicate)
        body = () if idiom is None else idiom.inquiry or idiom.body
        for one in {name for name, _ in reads(body)} or {predicate}:
            found.setdefault(one, []).append(number)
    return found


def _cited(
    rules: Iterable[Rule], meant: Mapping[PredicateId, list[int]], gists: Mapping[str, str]
) -> Iterator[tuple[int, set[str]]]:
    words: dict[str, set[str]] = {}
    for rule in rules:
        for clause in rule.clauses:
            if clause not in words:
                keys = {token.key for token in tokenize(gists.get(clause, ""))}
                words[clause] = {root(key) for key in keys - SILENT - FUNCTION_WORDS}
            for number in meant.get(rule.head.predicate, ()):
                yield number, words[clause]


def _following(
    rules: Iterable[Rule], meant: Mapping[PredicateId, list[int]]
) -> dict[PredicateId, frozenset[int]]:
    """Map what rules read to the numbers of what they conclude in one step or two."""
    direct: dict[PredicateId, set[PredicateId]] = {}
    for rule in rules:
        for name, _ in reads(rule.body):
            direct.setdefault(name, set()).add(rule.head.predicate)
    found: dict[PredicateId, frozenset[int]] = {}
    for name, heads in direct.items():
        near = heads.union(*(direct.get(head, ()) for head in heads))
        numbers = frozenset(number for head in near for number in meant.get(head, ()))
        if numbers:
            found[name] = numbers
    return found
