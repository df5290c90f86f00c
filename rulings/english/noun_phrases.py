"""Noun phrases that describe: "a face-down ride with 3 stars", "which upgrades on Log Flume".

In: a row of tokens, a place, the type of a slot, a `Chart`. Out: fillers with the place behind
them. Guarantee: every word of a phrase is a noun, adjective or complement of the rulebook; what it
says of the thing stands in the filler's claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulings.english.chart import THE_HEAD, Chart, Complement, Found, Nominal, head_token
from rulings.english.clausal import best_matches, literals_of_match
from rulings.english.idiom import Keys
from rulings.english.kinds import described, is_listed, of_type, phrased
from rulings.english.referents import resolved, statable
from rulings.english.types import ClauseOrder, Filler, wanted
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import Tokens, more, number, span_key, word_like
from rulings.language.program import Atom, Literal, Variable
from rulings.records import replace

DEEP = 2
_WORDS = 3
"""How many words the name of a kind may have."""
_ANY = frozenset(("any", "some"))
_EVERY = frozenset(("each", "every", "all", "both"))
_THIS = frozenset(("this", "that"))
_SAME = frozenset(("same", "new"))
"""What tells behind an article that the thing is meant that was spoken of last."""
_ENDING = frozenset(
    "be was have do did may must will would can and but or not then if when".split()
)
_RELATIVE = frozenset(("that", "which", "who", "whose"))


def noun_phrases(
    chart: Chart, tokens: Tokens, place: int, limit: int, sort: str
) -> Iterator[Found]:
    """Yield noun phrases without a name that may fill a slot of a sort."""
    first = tokens[place]
    if first.quoted:
        return
    begin, det, count = determiner(chart, tokens, place)
    if not det or (det == "plural" and not chart.context.asking):
        return
    if det in ("which", "what") and begin < len(tokens) and tokens[begin].key == "one":
        begin += 1
    if det in ("which", "what", "how"):
        yield begin, wanted(det, sort, first.start, count=det == "how")
    if det == "other" and begin < len(tokens) and tokens[begin].key == "one":
        other = resolved(chart, tokens, place, begin + 1, det, count, sort, ())
        yield from ((begin + 1, other),) if other is not None else ()
    for end, noun, claims, price in nominals(chart, tokens, begin, sort):
        narrow = noun or sort
        made = resolved(chart, tokens, place, end, det, count, narrow, claims)
        if made is None:
            continue
        if narrow != sort and not claims and any(isinstance(t, Variable) for t in made.terms):
            if not made.asked:
                continue  # What is narrower than the slot would be anything that fits it.
            # Nothing but its type tells what is asked for.
            names = chart.context.lexicon.names
            made = replace(made, among=names.values(narrow), price=made.price + 0.3)
        yield end, replace(made, price=made.price + price)


def determiner(chart: Chart, tokens: Tokens, place: int) -> tuple[int, str, int]:
    """Return where the nouns begin, what stands before them, and how many are meant."""
    first = tokens[place]
    key, article = first.key, first.article
    if key in ("which", "what"):
        return place + 1, key, 1
    if key == "how" and place + 1 < len(tokens) and tokens[place + 1].key == "many":
        return place + 2, "how", 1
    if key in _EVERY:
        skip = 2 if tokens[place + 1 : place + 2] and tokens[place + 1].key == "of" else 1
        return place + skip, "every", 1
    if key == "no" and not article:
        return place + 1, "no", 1
    if key in _ANY:
        return place + 1, "any" if chart.context.asking else "a", 1
    if key in _THIS and first.text.lower() in ("this", "that", "these", "those"):
        return place + 1, "this", 1
    if article == "the" and key in _SAME and key not in chart.context.words.nouns:
        return place + 1, "this", 1
    further, width = more(tokens, place)
    if further and key not in chart.context.words.nouns:
        return place + width, "another", further
    if article == "a":
        value = number(key)
        return (place + 1, "a", 1) if value == 1 else (place, "a", 1)
    if article == "the":
        value = number(key)
        if value is not None and value > 1:
            return place + 1, "the", value
        return (place + 1, "other", 1) if key == "other" else (place, "the", 1)
    value = number(key)
    if value is not None and 0 < value <= 12:
        return place + 1, "number", value
    if first.plural:
        return place, "plural", 0
    return place, "", 0


def nominals(chart: Chart, tokens: Tokens, start: int, sort: str) -> list[Nominal]:
    """Return noun phrases without determiner: their end, type, claims on the head and price."""
    key = (id(tokens), start, sort)
    if key not in chart.nominals:
        chart.nominals[key] = list(_nominals(chart, tokens, start, sort))
    return chart.nominals[key]


def bare_nominals(chart: Chart, tokens: Tokens, start: int, sort: str) -> Iterator[Nominal]:
    """Yield noun phrases without determiner, and without what may stand behind them."""
    yield from _heads(chart, tokens, start, sort, "", (), 0.0, False)


def _nominals(chart: Chart, tokens: Tokens, start: int, sort: str) -> Iterator[Nominal]:
    for end, noun, claims, price in bare_nominals(chart, tokens, start, sort):
        price += 0.04 * len(claims)
        yield end, noun, claims, price
        if chart.depth >= DEEP or end >= len(tokens):
            continue
        for last, further, dearer in complements(chart, tokens, end, noun or sort):
            yield last, noun, (*claims, *further), price + dearer


def _heads(
    chart: Chart,
    tokens: Tokens,
    place: int,
    sort: str,
    noun: str,
    claims: tuple[Literal, ...],
    price: float,
    headed: bool,
) -> Iterator[Nominal]:
    """Read adjectives and nouns one behind the other."""
    if headed:
        yield place, noun, claims, price
    if place >= len(tokens) or tokens[place].quoted:
        return
    if headed and tokens[place - 1].after.strip():
        return
    token, context = tokens[place], chart.context
    names = context.lexicon.names
    firsts = (token.key, *context.words.lemmas(token))
    any_found = False
    typed = {
        one.keys
        for first in firsts
        for one in context.words.nouns.get(first, ())
        if one.template is None and one.sort in names.sorts.above.get(sort, ())
    }
    for first in firsts:
        for one in context.words.nouns.get(first, ()):
            end = place + len(one.keys)
            if not _is_noun(chart, tokens[place:end], one.keys):
                continue
            if one.template is not None:
                column = context.lexicon.predicates[one.template.predicate].columns[0].sort
                if one.keys in typed or not names.sorts.compatible(column, sort):
                    continue
                if column != sort and is_listed(chart, token):
                    continue
                literal = Literal(Atom(one.template.predicate, (THE_HEAD,)))
                narrow = noun or (column if sort in names.sorts.above.get(column, ()) else "")
                told: tuple[Literal, ...] = (literal,)
                # What rules conclude can be told of a thing in other words only.
                any_found |= context.asking or statable(chart, literal)
            elif names.sorts.compatible(one.sort, sort):
                above = one.sort in names.sorts.above.get(sort, ())
                narrow = sort if above else one.sort
                told = () if above else of_type(chart, one.sort, first)
                any_found = True
            else:
                continue
            is_head = headed or not one.adjective
            # A sentence of its own for the kind goes before a text that tells it.
            by_text = any(getattr(t, "quoted", False) for c in told for t in c.atom.terms)
            cost, more = price + 0.3 * by_text, (*claims, *told)
            yield from _heads(chart, tokens, end, sort, narrow, more, cost, is_head)
    if all(one.atom.predicate not in context.lexicon.describing for one in claims):
        for end, literal in phrased(chart, tokens, place, sort):
            yield end, noun, (*claims, literal), price + 0.2
    if any_found:
        return
    for width in range(1, min(_WORDS, len(tokens) - place) + 1):
        if width > 1 and tokens[place + width - 2].after.strip():
            break
        for literal in described(chart, span_key(tokens, place, place + width), sort):
            if literal not in claims:
                end, more = place + width, (*claims, literal)
                yield from _heads(chart, tokens, end, sort, noun, more, price + 0.1, True)


def _is_noun(chart: Chart, words: Tokens, keys: Keys) -> bool:
    """Whether words are those of a noun, of which the last may stand in the plural."""
    *before, last = (token.key for token in words)
    forms = (last, *chart.context.words.lemmas(words[-1])) if before else keys[-1:]
    return len(words) == len(keys) and tuple(before[1:]) == keys[1:-1] and keys[-1] in forms


def complements(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Complement]:
    """Yield what stands behind a noun: "on Log Flume", "with 3 stars", "that is closed"."""
    key = (id(tokens), place, sort)
    if key not in chart.complements:
        chart.complements[key] = list(_complements(chart, tokens, place, sort))
    yield from chart.complements[key]


def _complements(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Complement]:
    first = tokens[place]
    if first.quoted or tokens[place - 1].possessive:
        return
    head, be = head_token(first), word_like("is", first, key="be")
    known = bool(chart.context.words.lemmas(first)) or first.key in chart.context.words.known
    named = first.capital or first.text.lower() in ("i", "you", "she", "he", "they")
    rows: list[tuple[Tokens, int, bool]] = []
    if first.key in _RELATIVE and place + 1 < len(tokens):
        rows = [((head,), place + 1, False), ((), place + 1, True)]
    elif first.key == "with":
        rows = [((head, word_like("has", first, key="have")), place + 1, False)]
    elif first.key in PREPOSITIONS:
        rows = [((head, be), place, False)]
    elif not (known and (first.key in _ENDING or first.article or first.plural)):
        rows = [((head, be), place, False)] * known + [((), place, True)] * named
    for lead, begin, gap in rows:
        for end in _stops(chart, tokens, begin):
            inner = (*lead, *tokens[begin:end])
            places = range(len(inner) if end - begin > 1 else 0, 1, -1)
            filled = ((*inner[:at], head, *inner[at:]) for at in places) if gap else (inner,)
            told = filter(None, (_clause_about(chart, row, sort) for row in filled))
            for literals, price in islice(told, 1):
                yield end, literals, price + 0.2


def _stops(chart: Chart, tokens: Tokens, begin: int) -> Iterator[int]:
    """Yield where a complement may end, the longest first."""
    last = len(tokens)
    for end in range(begin + 1, len(tokens) + 1):
        if any(mark in tokens[end - 1].after for mark in ".;?!"):
            last = end
            break
    for end in range(last, begin, -1):
        if end == len(tokens) or tokens[end - 1].after.strip():
            yield end
            continue
        following = tokens[end]
        verb = bool(chart.context.words.forms.get(following.key))
        if verb or following.key in _ENDING | _RELATIVE | set(PREPOSITIONS):
            yield end


def _clause_about(chart: Chart, row: Tokens, sort: str) -> tuple[tuple[Literal, ...], float] | None:
    """Return what a clause says of the head; None where nothing, or two things, are said."""
    inner = Chart(replace(chart.context, loose=False))
    inner.head_sort, inner.depth = sort, chart.depth + 1
    # A question is not asked by what describes its thing.
    row = inner.hold(row)
    chart.held.append(row)
    for match in best_matches(inner, ClauseOrder(row)):
        if match.problems or any(f.asked or _names_thing(chart, f) for _, f in match.fills):
            continue
        literals = literals_of_match(inner, match)
        if literals is not None:
            new = tuple(f for _, f in match.fills if f.introduces)
            chart.introduced |= dict.fromkeys(literals, new)
            return literals, match.price
    return None


def _names_thing(chart: Chart, filler: Filler) -> bool:
    """Whether words name something new that is no player: "in Gus's park" may name Gus."""
    player = chart.context.player
    return any(new.sort != player or chart.context.asking for new in filler.introduces)
