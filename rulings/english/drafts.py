"""Drafts of sentences to say instead of a line: templates filled with what the line mentions.

In: a `Scope`, what is wanted. Out: `Draft`s, best first. Guarantee: none drops a "not", an "only",
a number or a name that the line has, none adds a denial or a number; whether a draft can be read
is for the reader to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import islice, pairwise, product

from rulings.english.drafting import drafted
from rulings.english.kept import LEAST, Filling, Keeping, counts_alike
from rulings.english.lexicon import Lexicon
from rulings.english.mentions import Mention, mentions
from rulings.english.persons import asker_sort
from rulings.english.preamble import LIGHT, Preamble
from rulings.english.scope import Scope
from rulings.english.settled import Conclusion
from rulings.english.settled_search import nearest_conclusions
from rulings.english.sought import Sought
from rulings.english.template import Template
from rulings.english.topic_search import Hit, about
from rulings.english.topics import root
from rulings.english.wanted import Wanted, wanted
from rulings.english.words import FUNCTION_WORDS, ORDINALS, number, spellings
from rulings.language.predicates import PredicateId
from rulings.language.program import Value
from rulings.records import dataclass

_CONSIDERED = 36
_FILLINGS = 60
_PRECISE = 0.2
"""What it counts that the line says every word of a sentence."""
_NEARLY = 0.75
_LEAST_SHARED = 0.15
"""How much of its words a sentence has to keep of a line to be tried."""
_FAITHFUL = 1.0
"""What it counts that a sentence keeps every word of a line and adds none."""
_LIGHT = {
    False: frozenset(root(word) for word in FUNCTION_WORDS),
    True: frozenset(root(word) for word in LIGHT),
}
"""Words that find no sentence by themselves, for a line that tells and for one that asks."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A sentence, how much it keeps, and what it says: predicate, column asked for, things."""

    text: str
    score: float
    says: tuple[str, int | None, tuple[Value, ...]]


def drafts(scope: Scope, asking: bool) -> Iterator[Draft]:
    """Yield the sentences that may say or ask what a line does, best first."""
    preamble = Preamble.of(scope, asking=asking)
    line, said = wanted(scope, asking, preamble), said_in(scope)
    ways = dict.fromkeys((said, _counted(scope, said)))
    ranked = (_ranked(scope, line, way, preamble) for way in ways)
    yield from merge(*ranked, key=lambda draft: -draft.score)


def said_in(scope: Scope) -> tuple[Mention, ...]:
    """Return what a line mentions, "first" as a number and "no" as none of a thing."""
    ordinals = (
        Mention("ordinal", str(ORDINALS[token.key]), frozenset((token.key,)), place)
        for place, token in enumerate(scope.tokens)
        if token.key in ORDINALS and not token.quoted
    )
    zeros = (
        Mention("zero", "0", frozenset(("no",)), place)
        for place, token in enumerate(scope.tokens)
        if token.key == "no"
    )
    return (*mentions(scope), *ordinals, *zeros)


def _counted(scope: Scope, said: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Return what is mentioned with "4 suns" as a number of suns, not as a name."""
    numbers = ((one, number(scope.tokens[one.start].key)) for one in said)
    return tuple(
        Mention("number", str(many), frozenset((str(many),)), one.start)
        if many is not None and one.kind == "name"
        else one
        for one, many in numbers
    )


def _ranked(
    scope: Scope, line: Wanted, said: tuple[Mention, ...], preamble: Preamble
) -> Iterator[Draft]:
    # Names and numbers are kept in any case; a word of them that no sentence has does not count.
    named = {root(key) for one in said if one.is_kept for key in one.keys}
    keeping = Keeping.of(scope, said, preamble)
    words = keeping.words.without(named - scope.lexicon.topics.places.keys())
    kinds = _kinds(scope, said)
    rooms = [_room(scope, one, line) for one in said if one.is_kept and one.start >= preamble.begin]
    hits = about(
        words,
        scope.lexicon,
        _CONSIDERED,
        preferred=line.mood,
        kinds=kinds,
        may=lambda predicate: (
            _may_say(scope.lexicon, predicate, line) and all(predicate in room for room in rooms)
        ),
        follows=line.asking,
    )
    drafts = [
        draft
        for hit in hits
        if hit.shared - _LIGHT[line.asking]
        and hit.score >= _LEAST_SHARED
        and _is_own(scope.lexicon, hit.template, line)
        for draft in _drafts(scope, hit, line, keeping)
    ]
    if line.asking:
        drafts += _on_conclusions(scope, line, keeping, words)
    # Three ways to say the same are one offer.
    seen: set[tuple[str, int | None, tuple[Value, ...]]] = set()
    for draft in sorted(drafts, key=lambda draft: (-draft.score, draft.text)):
        if draft.says not in seen:
            seen.add(draft.says)
            yield draft


def _kinds(scope: Scope, said: tuple[Mention, ...]) -> frozenset[str]:
    """Return the roots of the types of what is named."""
    names = scope.lexicon.names
    sorts = {one.sort for one in said if one.sort}
    for one in said:
        if one.kind in ("name", "word"):
            sorts.update(sort for value in one.values for sort in names.sorts_of(value))
    return frozenset(root(word) for sort in sorts for word in sort.split("_"))


def _room(scope: Scope, one: Mention, line: Wanted) -> frozenset[PredicateId]:
    """Return the predicates that have a slot or words of their own for what is mentioned."""
    topics = scope.lexicon.topics
    found: set[int] = set()
    for sort, numbers in topics.holding.items():
        if _fits(scope, one, sort, line):
            found.update(numbers)
    ways = [(way,) for way in spellings(int(one.text))] if one.kind == "number" else [one.keys]
    for keys in ways:
        found |= set.intersection(*(set(topics.places.get(root(key), ())) for key in keys))
    return frozenset(topics.predicates[number] for number in found)


def _may_say(lexicon: Lexicon, predicate: PredicateId, line: Wanted) -> bool:
    """Whether a predicate can say what a line says: a table states no conclusions."""
    idiom = lexicon.idioms.get(predicate)
    if line.asking:
        return idiom is None or idiom.use != "statement"
    return idiom.use != "question" if idiom is not None else predicate in lexicon.stated


def _is_own(lexicon: Lexicon, template: Template, line: Wanted) -> bool:
    """Whether a template is one that was declared, and tells where the line tells.

    "The campfire of Ana" is not offered where "Ana's campfire" was declared.
    """
    if template.asks and not line.asking:
        return False
    name = template.predicate
    return name in lexicon.idioms or template.text in lexicon.predicates[name].templates


def _drafts(scope: Scope, hit: Hit, line: Wanted, keeping: Keeping) -> Iterator[Draft]:
    template, lexicon = hit.template, scope.lexicon
    slots = tuple(piece for piece in template.pieces if isinstance(piece, int))
    for asked in line.asked(template, lexicon):
        own = tuple(slot for slot in slots if slot != asked)
        best: tuple[float, Filling] | None = None
        for filling in islice(_fillings(scope, template, own, line, keeping.said), _FILLINGS):
            fit = _fitness(filling, keeping.said)
            if best is None or fit > best[0]:
                best = fit, filling
        if best is None:
            continue
        fit, filling = best
        text = drafted(template, lexicon, line, asked, dict(filling))
        kept = 0.0 if text is None else keeping.faithful(text, filling)
        if text is not None and kept >= LEAST:
            score = (
                hit.score
                + _PRECISE * hit.said
                + 0.3 * fit
                + line.likeness(template, lexicon, asked)
                + _FAITHFUL * kept
            )
            yield Draft(text, score, (template.predicate, asked, ()))


def _on_conclusions(
    scope: Scope,
    line: Wanted,
    keeping: Keeping,
    words: Sought,
) -> Iterator[Draft]:
    """Yield questions about what rules settle at every table."""
    lexicon = scope.lexicon
    every = words.every()
    for score, one in nearest_conclusions(words, lexicon.settled, _CONSIDERED):
        if score < _LEAST_SHARED:
            return
        for asked in line.asked(one.template, lexicon):
            text = drafted(one.template, lexicon, line, asked, _named_in(one, lexicon))
            kept = 0.0 if text is None else keeping.faithful(text, ())
            if text is None or kept < LEAST:
                continue
            own = score + _PRECISE * _share(one, asked, every) + _FAITHFUL * kept
            others = tuple(v for i, v in enumerate(one.values) if i != asked)
            yield Draft(text, own, (one.template.predicate, asked, others))


def _named_in(one: Conclusion, lexicon: Lexicon) -> dict[int, Mention]:
    sorts = [column.sort for column in lexicon.predicates[one.template.predicate].columns]
    shown = (
        lexicon.names.display(value, sort) for value, sort in zip(one.values, sorts, strict=True)
    )
    return {
        column: Mention("name", text, frozenset(), -1, (one.values[column],))
        for column, text in enumerate(shown)
    }


def _share(one: Conclusion, asked: int | None, roots: Mapping[str, float]) -> float:
    """Return the part of the names that are not asked for that a line says."""
    named = [words for column, words in enumerate(one.named) if column != asked and words]
    return sum(bool(words & roots.keys()) for words in named) / (len(named) or 1)


def _fillings(
    scope: Scope,
    template: Template,
    slots: tuple[int, ...],
    line: Wanted,
    said: tuple[Mention, ...],
) -> Iterator[Filling]:
    """Yield the ways to fill all slots with different things mentioned."""
    choices: list[list[Mention]] = []
    for slot in slots:
        sort = scope.lexicon.sort(template.predicate, slot)
        fitting = [one for one in said if _fits(scope, one, sort, line)]
        if not fitting and line.asking and sort == asker_sort(scope.lexicon):
            fitting = [Mention("anybody", f"a {sort}", frozenset(), -1, sort=sort)]
        choices.append(fitting)
    for chosen in product(*choices):
        filling = tuple(zip(slots, chosen, strict=True))
        if len({id(one) for one in chosen}) == len(chosen) and counts_alike(
            scope, template, filling
        ):
            yield filling


def _fits(scope: Scope, one: Mention, sort: str, line: Wanted) -> bool:
    names = scope.lexicon.names
    sorts = names.sorts
    if sorts.is_int(sort):
        return one.kind in ("number", "ordinal", "zero")
    match one.kind:
        case "name" | "word":
            return _named(scope, one.values, sort)
        case "quoted":
            nameable = not line.asking and sorts.is_nameable(sort)
            return sorts.is_text(sort) or _named(scope, one.values, sort) or nameable
        case "new":
            return not line.asking and sorts.is_nameable(sort)
        case "person":
            return sorts.is_thing(sort) and sorts.compatible(one.sort, sort)
        case "noun":
            return sorts.is_thing(sort) and sorts.compatible(one.sort, sort)
        case "pronoun":
            return sorts.is_thing(sort)
    return False


def _named(scope: Scope, values: tuple[Value, ...], sort: str) -> bool:
    return any(scope.lexicon.names.fits(value, sort) for value in values)


def _fitness(filling: Filling, said: tuple[Mention, ...]) -> float:
    """Tell how much of what is mentioned is used, and in the order of the line."""
    places = [one.start for _, one in filling if one.start >= 0]
    ordered = sum(first < second for first, second in pairwise(places))
    used = len({one.start for _, one in filling if one.kind != "anybody"})
    kept = sum(one.is_kept for _, one in filling)
    return (used + kept + 0.5 * ordered) / (2 * len(said) or 1)
