"""The third stage: what stretches of words stand for.

In: a row of tokens, a place in it, the type of a slot, a `Chart`. Out: fillers and the place behind
them. Guarantee: a name is known, or looks like one and is new to a statement; a number is written;
a pronoun means what was spoken of; who asks is the player "you".
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import HEAD, THE_HEAD, Chart, Found
from rulings.english.kinds import descriptions, of_one, type_of_noun
from rulings.english.lexical import noun_lemmas
from rulings.english.name_shapes import ends_sentence, plain_words
from rulings.english.noun_phrases import noun_phrases
from rulings.english.possessives import owned_phrases, several_owned
from rulings.english.pronouns import one_of_two, persons
from rulings.english.proper_names import (
    LONGEST,
    called_so,
    known_names,
    new_names,
    priced,
    printed,
    unknown,
    values_of,
)
from rulings.english.reading import Group
from rulings.english.referents import about
from rulings.english.seen import COPY
from rulings.english.types import Filler, Problem, SentenceForm, substituted, wanted
from rulings.english.words import ORDINALS, Token, Tokens, number, spelled
from rulings.language.program import Comparison, Constant, Variable
from rulings.records import replace

_BOUNDS = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("more", "than"): ">",
    ("fewer", "than"): "<",
    ("less", "than"): "<",
    ("no", "more", "than"): "<=",
    ("no", "less", "than"): ">=",
    ("no", "fewer", "than"): ">=",
    ("not", "more", "than"): "<=",
    ("up", "to"): "<=",
    ("exactly",): "=",
}


_BEHIND = {("or", "more"): ">=", ("or", "fewer"): "<=", ("or", "less"): "<="}


def mentions(
    chart: Chart, tokens: Tokens, place: int, sort: str, *, plain: bool = False
) -> Iterator[Found]:
    """Yield what may fill a slot from a place on; `plain` leaves phrases and lists out."""
    if place >= len(tokens):
        return
    if tokens[place].key == HEAD:
        if chart.context.lexicon.names.sorts.compatible(chart.head_sort, sort):
            yield place + 1, Filler((THE_HEAD,), sort)
        return
    singles = list(_singles(chart, tokens, place, sort, plain=plain))
    yield from singles
    if not plain:
        yield from _lists(chart, tokens, place, sort, singles)


def slot_fillers(
    chart: Chart, tokens: Tokens, place: int, sentence: SentenceForm, column: int
) -> list[Found]:
    """Return what may fill a slot of a sentence from a place on."""
    sort = sentence.sorts[column]
    if sentence.template.describes and column == sentence.pieces[-1]:
        return list(descriptions(chart, tokens, place, sentence))
    at = sentence.pieces.index(column)
    counted = at > 0 and sentence.pieces[at - 1] in sentence.numbers
    if counted and place < len(tokens) and tokens[place].article == "a":
        # "A card" is one card here: the article has been counted.
        bare = tokens[place]._replace(article="")
        tokens = chart.hold((*tokens[:place], bare, *tokens[place + 1 :]))
    found = chart.fillers(tokens, place, sort)
    if sentence.predicate == COPY and column == 1:
        # A copy is one of the printed thing, and not of another copy.
        found = list(printed(chart, tokens, place, sort)) or found
    if counted:
        # "2 Mountains and a Sun" has a number for each: none is handed on to what is joined.
        found = [one for one in found if one[1].group is None]
        if chart.context.lexicon.names.sorts.is_text(sort):
            found = [of_one(tokens, one) for one in found]
    return [_of_its_type(chart, tokens, one, sentence, column) for one in found]


def _of_its_type(
    chart: Chart, tokens: Tokens, found: Found, sentence: SentenceForm, column: int
) -> Found:
    """Say of what a noun asks for that it is of the type that the noun names: "which rides"."""
    end, filler = found
    term = next(iter(filler.terms), None)
    if not isinstance(term, Variable) or end == 0:
        return found
    claims = about(type_of_noun(chart, tokens[end - 1], sentence.predicate, column), term)
    return (end, replace(filler, claims=(*filler.claims, *claims))) if claims else found


def _singles(
    chart: Chart, tokens: Tokens, place: int, sort: str, *, plain: bool
) -> Iterator[Found]:
    sorts = chart.context.lexicon.names.sorts
    limit = _limit(tokens, place)
    if sorts.is_int(sort):
        yield from _numbers(chart, tokens, place, sort)
        if not plain:
            yield from owned_phrases(chart, tokens, place, sort)
        return
    known = list(known_names(chart, tokens, place, limit, sort))
    yield from known
    if sorts.is_text(sort):
        yield from _texts(chart, tokens, place, limit, sort)
        return
    yield from persons(chart, tokens, place, sort)
    yield from one_of_two(chart, tokens, place, sort)
    yield from noun_phrases(chart, tokens, place, limit, sort)
    yield from called_so(chart, tokens, place, limit, sort)
    if not plain:
        yield from owned_phrases(chart, tokens, place, sort)
        yield from several_owned(chart, tokens, place, sort)
    if not chart.context.asking:
        yield from new_names(chart, tokens, place, limit, sort, known)
    elif not known:
        yield from unknown(chart, tokens, place, limit, sort)


def _limit(tokens: Tokens, place: int) -> int:
    """Return where a name that begins at a place must end: at a pause, or after some words."""
    end = place
    while end < len(tokens) and end - place < LONGEST:
        end += 1
        token = tokens[end - 1]
        if token.after.strip() and (
            any(mark in token.after for mark in ",()") or ends_sentence(token) or ":" in token.after
        ):
            break
    return end


def _texts(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    first = tokens[place]
    if first.quoted:
        spelt = first.start, first.end
        yield place + 1, Filler((Constant(first.text, quoted=True),), sort, spelt=spelt)
        return
    if first.key in ("what", "which"):
        yield place + 1, wanted("what", sort, first.start)
        return
    if chart.context.loose:
        return
    for end in range(limit, place, -1):
        words = tokens[place:end]
        if not plain_words(words) or any(t.joined for t in words):
            continue
        spelt = words[0].start, words[-1].end
        text = chart.context.text(*spelt)
        problem = None
        for token in words:
            near = chart.context.lexicon.names.misspelt(token.key)
            if near is not None:
                problem = Problem("misspelt", token.start, token.end, token.text, sort, (near,))
        if problem is None and not all(_stands_in_text(chart, token, sort) for token in words):
            continue
        price = 1.2 if problem is None else 3.0
        said = (Constant(text, quoted=True),)
        yield end, Filler(said, sort, price, problem=problem, spelt=spelt)


def _stands_in_text(chart: Chart, token: Token, sort: str) -> bool:
    """Whether a word is one of those that texts of a sort are made of: no "other", no player.

    What a sentence of its own tells of a thing is none either: "a pinned event".
    """
    lexicon = chart.context.lexicon
    if any(one.adjective for one in chart.context.words.nouns.get(token.key, ())):
        return False
    if any(lexicon.names.describes(k, sort) for k in (token.key, *noun_lemmas(token.text.lower()))):
        return True
    kind = lexicon.nouns.get(token.key, "")
    return lexicon.names.sorts.is_thing(kind) and kind != chart.context.player


def _numbers(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    context = chart.context
    keys = [t.key for t in tokens[place : place + 4]]
    first = tokens[place]
    if first.quoted:
        return
    if keys[0] == "how" and len(keys) > 1 and keys[1] in ("many", "much"):
        word = "much" if keys[1] == "much" else "how"
        yield place + 2, wanted(word, sort, first.start)
        return
    if keys[0] in ("what", "which"):
        noun = context.lexicon.nouns.get(keys[1] if len(keys) > 1 else "", "int")
        is_thing = keys[0] == "which" and any(t.plural for t in tokens[place + 1 : place + 2])
        if keys[0] == "what" or (context.lexicon.names.sorts.is_int(noun) and not is_thing):
            yield place + 1, wanted("what", sort, first.start)
        return
    for length in (3, 2, 1):
        marks = tuple(keys[:length])
        bound = _BOUNDS.get(marks) if len(marks) == length else None
        if bound is not None:
            for end, value in _spelled(tokens, place + length):
                if bound == "=":
                    yield end, _number(value, sort, tokens, place, end, 0.3)
                elif context.asking:
                    yield end, _compared(value, bound, sort, first)
    for end, value in _spelled(tokens, place):
        behind = tuple(t.key for t in tokens[end : end + 2])
        if context.asking and behind in _BEHIND:
            yield end + 2, _compared(value, _BEHIND[behind], sort, first)
        if not _counts_members(chart, tokens, end, sort):
            yield end, _member(chart, value, sort, tokens, place, end)
    if keys[0] in ("only", "just"):
        for end, value in _spelled(tokens, place + 1):
            yield end, _number(value, sort, tokens, place, end, 0.6)
    if first.key in ORDINALS and sort != "int" and context.lexicon.names.sorts.is_int(sort):
        yield place + 1, _number(ORDINALS[first.key], sort, tokens, place, place + 1, 0.0)
    members = context.lexicon.names.sorts.members.get(sort)
    if members and any(isinstance(one, str) for one in members):
        for member in values_of(chart, tokens, place, place + 1, sort):
            yield place + 1, Filler((Constant(member),), sort)
    if keys[0] in ("any", "some") and context.asking:
        many = Variable(f"_N_{first.start}")
        bounds = (Comparison(">", many, Constant(0)),)
        yield place + 1, Filler((many,), sort, price=0.6, bounds=bounds)


def _spelled(tokens: Tokens, place: int) -> Iterator[tuple[int, int]]:
    for length in (2, 1):
        words = tokens[place : place + length]
        if len(words) == length and not any(t.quoted for t in words):
            if length > 1 and any(t.after for t in words[:-1]):
                continue
            value = spelled([t.key for t in words])
            if value is not None:
                yield place + length, value
                return


def _counts_members(chart: Chart, tokens: Tokens, end: int, sort: str) -> bool:
    """Whether a number tells how many of a numbered thing there are: "2 battles"."""
    nouns = chart.context.lexicon.nouns
    return any(t.plural and nouns.get(t.key) == sort for t in tokens[end : end + 1])


def _member(chart: Chart, value: int, sort: str, tokens: Tokens, start: int, end: int) -> Filler:
    """Return a number that was written, with a problem where a closed type has no such member."""
    members = chart.context.lexicon.names.sorts.among(sort)
    if members is None or value in members:
        return _number(value, sort, tokens, start, end, 0.0)
    spelt = tokens[start].start, tokens[end - 1].end
    problem = Problem("no_member", *spelt, chart.context.text(*spelt), sort, (value,))
    return Filler((), sort, 2.0, problem=problem, spelt=spelt)


def _number(value: int, sort: str, tokens: Tokens, start: int, end: int, price: float) -> Filler:
    spelt = tokens[start].start, tokens[end - 1].end
    return Filler((Constant(value),), sort, price, spelt=spelt)


def _compared(value: int, bound: str, sort: str, first: Token) -> Filler:
    many = Variable(f"_N_{first.start}")
    return Filler((many,), sort, price=0.3, bounds=(Comparison(bound, many, Constant(value)),))


def _lists(
    chart: Chart, tokens: Tokens, place: int, sort: str, singles: list[Found]
) -> Iterator[Found]:
    """Yield "A, B and C"."""
    sorts = chart.context.lexicon.names.sorts
    if sorts.is_int(sort) or sorts.is_text(sort):
        return
    if place and number(tokens[place - 1].key) is not None and tokens[place - 1].key != "one":
        return  # "2 Suns and a Water" are not 2 of each.
    both = tokens[place].key == "both"
    start = singles
    if both and place + 1 < len(tokens):
        start = chart.fillers(tokens, place + 1, sort)
    for end, first in start:
        if _listable(first):
            # "The rides Tent and Zoo" are both rides.
            several = any(t.plural and not t.capital for t in tokens[place : end - 1])
            of_all = first if several else None
            yield from _going_on(chart, tokens, end, sort, (first,), of_all)


def _listable(filler: Filler) -> bool:
    plain = not filler.asked and not filler.quantifier and not filler.bounds
    return plain and filler.problem is None and len(filler.terms) == 1


def _going_on(
    chart: Chart,
    tokens: Tokens,
    place: int,
    sort: str,
    items: tuple[Filler, ...],
    of_all: Filler | None,
) -> Iterator[Found]:
    if place >= len(tokens) or len(items) > 12:
        return
    before = tokens[place - 1]
    comma, joined = "," in before.after, tokens[place].key == "and"
    if not joined and (before.possessive or not comma):
        return
    start = place + 1 if joined else place
    for end, item in chart.fillers(tokens, start, sort):
        if not _listable(item):
            continue
        both = (*items, item if of_all is None else _of_its_kind(item, of_all))
        yield end, priced(_together(both, sort), 0.0 if joined else 0.4)
        yield from _going_on(chart, tokens, end, sort, both, of_all)


def _of_its_kind(item: Filler, first: Filler) -> Filler:
    """Return a member of a list with what the noun in front says of all."""
    (term,), (its,) = first.terms, item.terms
    claims = (substituted(one, {term: its}) for one in first.claims)
    new = tuple(replace(one, sort=first.sort) for one in item.introduces)
    return replace(item, claims=(*item.claims, *claims), introduces=new)


def _together(items: tuple[Filler, ...], sort: str) -> Filler:
    terms = tuple(dict.fromkeys(term for item in items for term in item.terms))
    values = tuple(t.value for t in terms if isinstance(t, Constant))
    return Filler(
        terms,
        sort,
        sum(item.price for item in items) + 0.1,
        claims=tuple(c for item in items for c in item.claims),
        introduces=tuple(n for item in items for n in item.introduces),
        group=Group(values),
        spelt=(items[0].spelt[0], items[-1].spelt[1]),
        general=any(item.general for item in items),
    )
