"""What names, numbers, texts and pronouns stand for in a slot.

In: a `Scope`, a stretch of its tokens and the type of their slot. Out: a `Filler`, or None.
Guarantee: a stretch that names nothing known yields no filler in the strict pass; in the lenient
pass it yields one with a `Problem`, which can only end in a diagnostic, never in an answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.antecedents import goes_on_behind_name
from rulings.english.asker import asker
from rulings.english.fillers import Filler
from rulings.english.names import symbol_of
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction
from rulings.english.scope import (
    Scope,
    in_apposition,
    items,
    plain_words,
    proper_name,
)
from rulings.english.seen import COPY
from rulings.english.slips import SLIP, is_slip
from rulings.english.spoken import is_noun, noun_at, spoken_of
from rulings.english.words import (
    FUNCTION_WORDS,
    ORDINALS,
    Token,
    indefinite,
    key_of,
    number,
    span_key,
    spelled,
)
from rulings.language.program import Constant, Variable

_MOST = 8
_CALLED = frozenset(("called", "named"))
_PLACES = "ordinal"
"""A type of numbers that are places: "the second space" is space 2."""


def referent(
    scope: Scope, start: int, end: int, sort: str, *, article: bool = False
) -> Filler | None:
    """Return what the tokens stand for in a column of `sort`, or None.

    `article` tells that the template has "a" before the slot: free text then needs one too.
    """
    key = (start, end, sort, article)
    known = scope.tried.referents
    if key not in known:
        known[key] = _filler(scope, start, end, sort, article)
    return known[key]


def _filler(scope: Scope, start: int, end: int, sort: str, article: bool) -> Filler | None:
    sorts = scope.lexicon.names.sorts
    if sorts.is_int(sort):
        first = scope.tokens[start]
        if first.article == "a" and first.text.isdigit() and not article:
            return None  # "a +10 card" is one card, not ten
        return _integer(scope, start, end, sort)
    if sorts.is_text(sort):
        return _phrase(scope, start, end, sort, article)
    if end - start > _MOST:
        return _listed(scope, start, end, sort)
    return (
        spoken_of(scope, start, end, sort)
        or _known(scope, start, end, sort)
        or _listed(scope, start, end, sort)
        or _introduced(scope, start, end, sort)
        or (_unknown(scope, start, end, sort) if scope.lenient else None)
    )


def _integer(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    keys = [token.key for token in scope.tokens[start:end]]
    value = spelled(keys)
    if value is None and sort == _PLACES and len(keys) == 1:
        value = ORDINALS.get(keys[0])
    if value is None:
        return None
    members = scope.lexicon.names.sorts.among(sort)
    if members is None or value in members:
        # A sentence that has the word "no" itself goes before one with a 0 at its place.
        return Filler((Constant(value),), sort, loose=keys == ["no"])
    if not scope.lenient:
        return None
    return Filler((), sort, problem=scope.problem("no_member", start, end, sort, (value,)))


def _phrase(scope: Scope, start: int, end: int, sort: str, article: bool) -> Filler | None:
    tokens = scope.tokens[start:end]
    if len(tokens) == 1 and tokens[0].quoted:
        return Filler((Constant(tokens[0].text, quoted=True),), sort)
    if any(token.quoted for token in tokens) or not _free_text(tokens):
        return None
    if article and not (indefinite(scope.tokens, start) and plain_words(tokens)):
        return None
    known = scope.lexicon.names.find(span_key(scope.tokens, start, end), sort)
    exact = [v for v in known if sort in scope.lexicon.names.sorts_of(v)]
    if len(exact) == 1:
        return Filler((Constant(exact[0], quoted=True),), sort)
    problem = None
    for index in range(start, end):
        near = scope.lexicon.names.misspelt(scope.tokens[index].key)
        if near is not None:
            problem = scope.problem("misspelt", index, index + 1, sort, (near,))
            break
    if problem is not None and not scope.lenient:
        return None
    text = scope.span(start, end).text
    return Filler((Constant(text, quoted=True),), sort, problem=problem, loose=True)


def _free_text(tokens: tuple[Token, ...]) -> bool:
    """Whether unquoted words can be a phrase: no verb, preposition or question word, no pause."""
    barred = frozenset(
        "be was may must will do have not if on at in except unless only until because".split()
    )
    ends = (tokens[0].key, tokens[-1].key)
    if "and" in ends or any(token.joined for token in tokens[:-1]):
        return False  # "a two-star ride and a four-star ride" are two things with their stars
    pause = next((i for i, token in enumerate(tokens[:-1], 1) if "," in token.after), len(tokens))
    listed = zip(tokens[pause - 1 :], tokens[pause:], strict=False)
    if any(b.article and "," not in a.after and a.key not in ("and", "or") for a, b in listed):
        return False  # "has 3 stars, holds a ride" describes no ride; "a sun, a forest" is a list
    return not any(token.key in barred for token in tokens) and not any(
        mark in token.after for token in tokens[:-1] for mark in ".;:"
    )


def _known(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve a name, also with a noun before or behind it: "the card Triceratops".

    "The printed Triceratops" is the thing itself, whatever copies of it lie on the table.
    """
    names, lexicon = scope.lexicon.names, scope.lexicon
    if scope.tokens[start].key == "printed" and end > start + 1:
        values = names.printed(span_key(scope.tokens, start + 1, end))
        values = tuple(value for value in values if names.fits(value, sort))
        if len(values) == 1:
            return Filler((Constant(values[0]),), sort)
    for first, last in _with_and_without_noun(scope, start, end):
        alone = scope.tokens[first]
        is_quote = alone.quoted and last == first + 1
        key = key_of(alone.text) if is_quote else span_key(scope.tokens, first, last)
        values = names.find(key, sort)
        if key == ASKER and not is_quote:
            # Whom "you" means is for the reader of persons; the asker is no name.
            values = tuple(value for value in values if value != ASKER)
        if (first, last) != (start, end):
            noun = span_key(scope.tokens, *((start, first) if first > start else (last, end)))
            told = lexicon.nouns.get(noun, sort)
            fitting = names.sorts.compatible(told, sort)  # "half Red" is no colour
            values = tuple(v for v in values if fitting and lexicon.may_be(v, noun))
        if len(values) == 1:
            return Filler((Constant(values[0]),), sort, loose=(first, last) != (start, end))
        if values:
            if not scope.lenient:
                return None
            return Filler((), sort, problem=scope.problem("ambiguous", start, end, sort, values))
    return None


def _with_and_without_noun(scope: Scope, start: int, end: int) -> Iterator[tuple[int, int]]:
    yield start, end
    for cut in range(1, min(3, end - start)):
        if is_noun(scope, span_key(scope.tokens, start, start + cut)):
            yield start + cut, end
        if is_noun(scope, span_key(scope.tokens, end - cut, end)):
            yield start, end - cut


def _listed(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "A, B and C" item by item."""
    parts = items(scope.tokens, start, end)
    if len(parts) < 2:
        return None
    if len(parts) == 2 and parts[0][1] == parts[1][0] and in_apposition(scope, parts[1][0]):
        return None  # "the Carousel, an attraction" is one thing
    counted = start > 0 and number(scope.tokens[start - 1].key) is not None
    if counted and any(scope.tokens[i].article == "a" for i, j in parts[1:] if i < j):
        return None  # "two Suns and a Water" are not two of each
    fillers = []
    for first, last in parts:
        item = _item(scope, first, last, sort) if first < last else None
        if item is None or (item.problem is None and len(item.terms) != 1):
            return None
        if any(isinstance(term, Variable) for term in item.terms):
            return None
        fillers.append(item)
    problems = [item.problem for item in fillers if item.problem is not None]
    return Filler(
        tuple(term for item in fillers for term in item.terms),
        sort,
        introduces=tuple(new for item in fillers for new in item.introduces),
        problem=problems[0] if problems else None,
    )


def _item(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return what one item of a list stands for; "Ana and I" are Ana and the asker."""
    if end == start + 1 and scope.tokens[start].text.lower() in ("i", "me", "myself"):
        return asker(scope, start, sort)
    return referent(scope, start, end, sort)


def _introduced(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Let a statement name something new: a proper name for a thing, a bare word for a word."""
    if scope.asking:
        return None
    names, tokens = scope.lexicon.names, scope.tokens[start:end]
    thing = names.sorts.is_nameable(sort)
    another = _another(scope, start, end, sort) if thing else None
    if another is not None:
        return another
    called = _called_by_noun(scope, start, end, sort) if thing else None
    if called is not None:
        return called
    quoted = len(tokens) == 1 and tokens[0].quoted
    if thing and not (quoted or proper_name(tokens)):
        return None
    if thing and (_is_owned(scope, tokens) or goes_on_behind_name(scope, start, end, sort)):
        return None
    if thing and not quoted and tokens[0].article and noun_at(scope, start, end):
        return None  # "a Park" is some park: no article begins a name that is a noun's own
    if thing and not quoted and tokens[0].article == "a" and number(tokens[0].key) is not None:
        return None  # "a +10 Play" is some Play, of which the number tells something
    owned = bool(tokens[0].article) or any(token.possessive for token in tokens[:-1])
    if thing and not quoted and owned and sort == asker_sort(scope.lexicon):
        return None  # "the Carousel" is no player, nor is "Ana's Carousel"
    if not thing and not (names.sorts.is_word(sort) and plain_words(tokens) and len(tokens) == 1):
        return None
    text = scope.text(start, end)
    if tokens[-1].possessive:
        text = text.removesuffix("'s").removesuffix("’s").removesuffix("'").removesuffix("’")
    if thing and not quoted and _leads_to_name(scope, start, end, sort):
        return None
    if thing and not quoted and _is_place_before_player(scope, start, end, sort):
        return None
    symbol = symbol_of(text)
    if not symbol or (thing and _is_sibling(scope, start, end, sort)):
        return None
    if not quoted:
        near = names.near(text, sort, 1)
        if near and near[0][1] >= SLIP and is_slip(text, names.display(near[0][0])):
            if not scope.lenient:
                return None
            problem = scope.problem("near", start, end, sort, (near[0][0],))
            return Filler((), sort, problem=problem)
    new = Introduction(symbol, text if thing else symbol, sort, scope.span(start, end))
    return Filler((Constant(symbol),), sort, introduces=(new,))


def _called_by_noun(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Let "the card Old Map" and "a card called Old Map" name something new of that type."""
    names, tokens = scope.lexicon.names, scope.tokens
    for cut in range(start + 1, min(end, start + 4)):
        noun = scope.lexicon.nouns.get(span_key(tokens, start, cut))
        begin = cut + (tokens[cut].key in _CALLED)
        if noun is None or tokens[cut - 1].capital or not tokens[start].article or begin >= end:
            continue
        if not (names.sorts.is_thing(noun) and names.sorts.compatible(noun, sort)):
            continue
        if number(tokens[begin].key) is not None and not tokens[begin].quoted:
            continue
        narrow = noun if sort in names.sorts.above.get(noun, ()) else sort
        return _introduced(scope, begin, end, narrow)
    return None


def _is_owned(scope: Scope, tokens: tuple[Token, ...]) -> bool:
    """Whether a name says whose a thing is, where the word list reads "Ana's Sky Coaster"."""
    owned = any(isinstance(one, int) for t in scope.lexicon.phrases for one in t.pieces[1:])
    return owned and any(token.possessive for token in tokens[:-1])


def _leads_to_name(scope: Scope, start: int, end: int, sort: str) -> bool:
    """Whether a line begins with a word in front of a player's name: "Even Ana has 3 coins"."""
    leads = scope.tokens[start].start == 0 and sort == asker_sort(scope.lexicon)
    return leads and any(
        bool(scope.lexicon.names.find(span_key(scope.tokens, cut, end), sort))
        for cut in range(start + 1, end)
    )


def _is_place_before_player(scope: Scope, start: int, end: int, sort: str) -> bool:
    """Whether words are where, or when, and who: "(in) Spring Ana" is no player's name."""
    names = scope.lexicon.names
    return sort == asker_sort(scope.lexicon) and any(
        names.sorts.members.get(own)
        for cut in range(start + 1, end)
        for value in names.all(span_key(scope.tokens, start, cut))
        for own in names.sorts_of(value)
    )


def _is_sibling(scope: Scope, start: int, end: int, sort: str) -> bool:
    """Whether the tokens name a thing of another sort: what is a card is never a player too."""
    names = scope.lexicon.names
    wanted = names.sorts.above.get(sort, frozenset()) - {"any"}
    for value in names.all(span_key(scope.tokens, start, end)):
        seen = [s for s in names.sorts_of(value) if names.sorts.is_thing(s)]
        related = any(names.sorts.above.get(s, frozenset()) & wanted for s in seen)
        on_table = bool(seen) and value in names.table
        if (related or on_table) and not names.fits(value, sort):
            return True
    return False


def _another(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Let "another Triceratops" introduce `triceratops_2`, a copy of what is known."""
    names = scope.lexicon.names
    if end - start < 2 or COPY not in scope.lexicon.predicates:
        return None
    if scope.tokens[start].key not in ("another", "second", "third"):
        return None
    known = names.all(span_key(scope.tokens, start + 1, end))
    originals = [v for v in known if isinstance(v, str) and names.fits(v, sort)]
    if not originals:
        return None
    original = min(originals, key=len)
    number = next(n for n in range(2, 1000) if not names.sorts_of(f"{original}_{n}"))
    new = Introduction(
        f"{original}_{number}",
        f"{names.display(original)} {number}",
        sort,
        scope.span(start, end),
        original,
    )
    return Filler((Constant(new.value),), sort, introduces=(new,))


def _unknown(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    tokens = scope.tokens[start:end]
    if tokens[0].key in FUNCTION_WORDS or tokens[-1].key in FUNCTION_WORDS:
        return None
    if any(token.key in ("be", "was", "may", "must", "do", "have", "not") for token in tokens):
        return None
    return Filler((), sort, problem=scope.problem("unknown", start, end, sort))
