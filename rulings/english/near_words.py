"""What a general thesaurus lets people say for the words of one rulebook's templates.

In: the templates of a rulebook and of its word list. Out: rewritings, by the first key of what is
said. Guarantee: a verb is read for another only where that other is the verb of a template, and
never where the rulebook declares sentences of the same shape with both: there the two differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from rulings.english.idiom import Keys, Rewrites
from rulings.english.morphology import verb_forms
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template
from rulings.english.thesaurus import (
    LOCATED,
    LOCATED_AS,
    NEAR_PLACES,
    PHRASES,
    PLACED,
    SAYING_NOTHING,
    VERBS,
)
from rulings.english.verb import NO_VERB
from rulings.english.words import tokenize
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate

_Shape = tuple[str, ...]


def near_words(
    declared: Iterable[Template],
    said: Iterable[Template],
    predicates: Mapping[PredicateId, Predicate],
    sorts: Sorts,
) -> Rewrites:
    """Return what may be said for the words of templates, `declared` ones and all that are `said`.

    Only words that some template has are ever the target.
    """
    known = frozenset(p for t in said for p in t.pieces if isinstance(p, str))
    shapes = _shapes(declared, predicates)
    found: dict[str, dict[tuple[Keys, Keys], None]] = {}
    for spoken, meant in (*_verbs(shapes, known, sorts), *_of_every_rulebook()):
        if spoken and spoken != meant and known.issuperset(meant):
            found.setdefault(spoken[0], {})[spoken, meant] = None
    return {first: tuple(pairs) for first, pairs in found.items()}


def _shapes(
    declared: Iterable[Template], predicates: Mapping[PredicateId, Predicate]
) -> dict[str, set[_Shape]]:
    """Return the shapes of the sentences with each word: other words, and types of the slots."""
    found: dict[str, set[_Shape]] = {}
    for template in declared:
        if template.verb == NO_VERB:
            continue
        columns = predicates[template.predicate].columns
        pieces = tuple(
            piece if isinstance(piece, str) else f"{{{columns[piece].sort}}}"
            for piece in template.pieces
        )
        for place, piece in enumerate(pieces):
            if not piece.startswith("{"):
                shape = (*pieces[:place], "*", *pieces[place + 1 :])
                found.setdefault(piece, set()).add(shape)
    return found


def _differ(one: set[_Shape], other: set[_Shape], sorts: Sorts) -> bool:
    """Whether two words make sentences that are otherwise alike."""
    return any(
        len(first) == len(second)
        and all(_alike(a, b, sorts) for a, b in zip(first, second, strict=True))
        for first in one
        for second in other
    )


def _alike(one: str, other: str, sorts: Sorts) -> bool:
    if one.startswith("{") and other.startswith("{"):
        return sorts.compatible(one[1:-1], other[1:-1])
    return one == other


def _verbs(
    shapes: Mapping[str, set[_Shape]], known: frozenset[str], sorts: Sorts
) -> Iterator[tuple[Keys, Keys]]:
    for group in VERBS:
        members = group.split("|")
        for target in members:
            if not any(known.issuperset(form) for form in _all_forms(target)):
                continue
            own = set().union(*(shapes.get(form[0], set()) for form in _all_forms(target)))
            for said in members:
                theirs = set().union(*(shapes.get(form[0], set()) for form in _all_forms(said)))
                if said != target and not _differ(own, theirs, sorts):
                    yield from _pairs(said, target)


@lru_cache(maxsize=4096)
def _all_forms(verb: str) -> tuple[Keys, ...]:
    first, _, rest = verb.partition(" ")
    forms = verb_forms(first)
    words = (first, *forms.third, *forms.past, *forms.participle, *forms.progressive)
    return tuple(dict.fromkeys(_keys(f"{word} {rest}") for word in words))


@lru_cache(maxsize=4096)
def _pairs(said: str, meant: str) -> tuple[tuple[Keys, Keys], ...]:
    """Return what is said with what is meant, each form with the same form."""
    return tuple(_forms_of_both(said, meant))


def _forms_of_both(said: str, meant: str) -> Iterator[tuple[Keys, Keys]]:
    first, _, rest = said.partition(" ")
    own, _, behind = meant.partition(" ")
    mine, theirs = verb_forms(first), verb_forms(own)
    yield _keys(said), _keys(meant)
    for forms, targets in zip(mine[2:], theirs[2:], strict=True):
        for form in forms:
            for target in targets:
                yield _keys(f"{form} {rest}"), _keys(f"{target} {behind}")


@cache
def _of_every_rulebook() -> tuple[tuple[Keys, Keys], ...]:
    """Return the pairs that are the same whatever the words of a rulebook are."""
    return (*_located(), *_phrases())


def _located() -> Iterator[tuple[Keys, Keys]]:
    """Return "lies in" for "is at" and "at" for "on"."""
    groups = tuple(tuple(map(_keys, group)) for group in NEAR_PLACES)
    places = {place: group for group in groups for place in group}
    places |= {(place,): ((place,),) for place in PLACED if (place,) not in places}
    for verb in LOCATED.split("|"):
        for place, group in places.items():
            for target in LOCATED_AS:
                yield from (
                    ((*_keys(verb), *place), (target, *near))
                    for near in group
                    if target != verb or near != place
                )
    for group in groups:
        yield from ((said, meant) for said in group for meant in group)


def _phrases() -> Iterator[tuple[Keys, Keys]]:
    for said, meant in PHRASES.items():
        yield _keys(said), _keys(meant)
    for said in SAYING_NOTHING:
        yield _keys(said), ()


def _keys(text: str) -> Keys:
    return tuple(token.key for token in tokenize(text))
