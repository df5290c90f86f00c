"""Noun phrases that describe: "a face-down ride with 3 stars", "which upgrades on Log Flume".

In: a row of tokens, a place, the type of a slot, a `Chart`. Out: fillers with the place behind
them. Guarantee: every word of a phrase is a noun, adjective or complement of the rulebook; what it
says of the thing stands in the filler's claims. In a statement an indefinite phrase is a new
thing, in a question any thing of the table, or an arbitrary one where no table was described.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulings.english.antecedents import named_last
from rulings.english.chart import THE_HEAD, Chart, Complement, Found, Nominal, Owned, head_token
from rulings.english.clausal import best_matches, literals_of_match
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.idiom import Keys
from rulings.english.lexicon import Lexicon
from rulings.english.matching import lay_prefix
from rulings.english.morphology import one_of
from rulings.english.names import called, symbol_of
from rulings.english.persons import ASKER
from rulings.english.reading import Group, Introduction
from rulings.english.solving import solutions
from rulings.english.template import Template
from rulings.english.types import (
    ClauseOrder,
    Filler,
    Match,
    Problem,
    SentenceForm,
    substituted,
    wanted,
)
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import (
    FUNCTION_WORDS,
    Token,
    Tokens,
    is_possessive,
    number,
    span_key,
    word_like,
)
from rulings.language.program import Atom, Constant, Literal, Role, Term, Value, Variable
from rulings.records import replace

_DEEP = 2
_PHRASE = 5
"""How many words a phrase that describes may have."""
_WORDS = 3
"""How many words the name of a kind may have."""
_ANY = frozenset(("any", "some"))
_EVERY = frozenset(("each", "every", "all", "both"))
_THIS = frozenset(("this", "that"))
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
    begin, det, count = _determiner(chart, tokens, place)
    if not det or (det == "plural" and not chart.context.asking):
        return
    if det in ("which", "what") and begin < len(tokens) and tokens[begin].key == "one":
        yield begin + 1, wanted(det, sort, first.start, count=det == "how")
        begin += 1
    if det in ("which", "what") and place + 1 == begin:
        yield begin, wanted(det, sort, first.start, count=det == "how")
    if det == "how" and begin == place + 2:
        yield begin, wanted(det, sort, first.start, count=det == "how")
    for end, noun, claims, price in nominals(chart, tokens, begin, sort):
        narrow = noun or sort
        made = _resolved(chart, tokens, place, end, det, count, narrow, claims)
        if made is None:
            continue
        if made.asked and narrow != sort and not claims:
            # Nothing but its type tells what is asked for.
            names = chart.context.lexicon.names
            made = replace(made, among=names.values(narrow), price=made.price + 0.3)
        yield end, replace(made, price=made.price + price)


def _determiner(chart: Chart, tokens: Tokens, place: int) -> tuple[int, str, int]:
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
    if key == "another":
        return place + 1, "another", 1
    if article == "a":
        value = number(key)
        return (place + 1, "a", 1) if value == 1 else (place, "a", 1)
    if article == "the":
        value = number(key)
        if value is not None and value > 1:
            return place + 1, "the", value
        return place, "the", 1
    value = number(key)
    if value is not None and 0 < value <= 12:
        return place + 1, "number", value
    if first.plural:
        return place, "plural", 0
    return place, "", 0


# The nouns


def nominals(chart: Chart, tokens: Tokens, start: int, sort: str) -> list[Nominal]:
    """Return noun phrases without determiner: their end, type, claims on the head and price."""
    key = (id(tokens), start, sort)
    if key not in chart.nominals:
        chart.nominals[key] = list(_nominals(chart, tokens, start, sort))
    return chart.nominals[key]


def _nominals(chart: Chart, tokens: Tokens, start: int, sort: str) -> Iterator[Nominal]:
    for end, noun, claims, price in _heads(chart, tokens, start, sort, "", (), 0.0, False):
        price += 0.04 * len(claims)
        yield end, noun, claims, price
        if chart.depth >= _DEEP or end >= len(tokens):
            continue
        for last, more, dearer in complements(chart, tokens, end, noun or sort):
            yield last, noun, (*claims, *more), price + dearer


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
                if column != sort and _is_listed(chart, token):
                    continue
                literal = Literal(Atom(one.template.predicate, (THE_HEAD,)))
                narrow = noun or (column if sort in names.sorts.above.get(column, ()) else "")
                told: tuple[Literal, ...] = (literal,)
                # What rules conclude can be told of a thing in other words only.
                any_found |= context.asking or statable(chart, literal)
            elif names.sorts.compatible(one.sort, sort):
                above = one.sort in names.sorts.above.get(sort, ())
                narrow = sort if above else one.sort
                told = () if above else _of_sort(chart, one.sort, first)
                any_found = True
            else:
                continue
            is_head = headed or not one.adjective
            yield from _heads(chart, tokens, end, sort, narrow, (*claims, *told), price, is_head)
    if all(one.atom.predicate not in context.lexicon.describing for one in claims):
        for end, literal in _phrased(chart, tokens, place, sort):
            yield end, noun, (*claims, literal), price + 0.2
    if any_found:
        return
    for width in range(1, min(_WORDS, len(tokens) - place) + 1):
        if width > 1 and tokens[place + width - 2].after.strip():
            break
        for literal in _described(chart, span_key(tokens, place, place + width), sort):
            if literal not in claims:
                end, more = place + width, (*claims, literal)
                yield from _heads(chart, tokens, end, sort, noun, more, price + 0.1, True)


def _is_noun(chart: Chart, words: Tokens, keys: Keys) -> bool:
    """Whether words are those of a noun, of which the last may stand in the plural."""
    *before, last = (token.key for token in words)
    forms = (last, *chart.context.words.lemmas(words[-1])) if before else keys[-1:]
    return len(words) == len(keys) and tuple(before[1:]) == keys[1:-1] and keys[-1] in forms


def _of_sort(chart: Chart, sort: str, noun: str) -> tuple[Literal, ...]:
    """Return what tells that something is of a narrower type, as far as a sentence can."""
    for template in chart.context.words.describing:
        value = _word_of(chart, template, noun)
        if value is not None:
            return (_says(template, Constant(value)),)
    own = chart.context.lexicon.predicates.get(sort)
    if own is not None and own.arity == 1 and chart.context.asking:
        return (Literal(Atom(sort, (THE_HEAD,))),)
    return ()


def _described(chart: Chart, key: str, sort: str) -> Iterator[Literal]:
    """Yield what a describing word says of the head: "{C} is a {W}"."""
    sorts = chart.context.lexicon.names.sorts
    for template in chart.context.words.describing:
        thing, _ = _sorts_of(chart, template)
        value = _word_of(chart, template, key) if sorts.compatible(thing, sort) else None
        # "An event" is no attraction, though both are cards.
        if value is not None and (chart.context.asking or sort in sorts.above[thing]):
            yield _says(template, Constant(value))


def _sorts_of(chart: Chart, template: Template) -> tuple[str, str]:
    """Return the sorts of what a sentence describes, and of the words with which it does."""
    columns = chart.context.lexicon.predicates[template.predicate].columns
    thing, word = (columns[piece].sort for piece in template.pieces if isinstance(piece, int))
    return thing, word


def _says(template: Template, word: Constant) -> Literal:
    """Return a sentence that says that the head is a word."""
    terms = (THE_HEAD, word) if template.subject == 0 else (word, THE_HEAD)
    return Literal(Atom(template.predicate, terms))


def _word_of(chart: Chart, template: Template, key: str) -> Value | None:
    """Return the word with which a sentence describes, no thing and no text, if it is one."""
    names, (_, sort) = chart.context.lexicon.names, _sorts_of(chart, template)
    if names.sorts.is_text(sort) or names.sorts.is_thing(sort):
        return None
    return next((v for v in names.find(key, sort) if sort in names.sorts_of(v)), None)


def _phrased(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[tuple[int, Literal]]:
    """Yield what a run of words says of the head where a whole phrase describes: "{C} is a {P}"."""
    lexicon = chart.context.lexicon
    names = lexicon.names
    asking = chart.context.asking
    own = [t for t in chart.context.words.describing if (t.predicate in lexicon.stated) != asking]
    # Of two that say the same a question is about what rules conclude.
    for template in own or chart.context.words.describing:
        thing, word = _sorts_of(chart, template)
        if not names.sorts.is_text(word) or not names.sorts.compatible(thing, sort):
            continue
        end = place
        while end < len(tokens) and end - place < _PHRASE and plain_word(tokens[end]):
            kind = lexicon.nouns.get(tokens[end].key, "")
            known = names.sorts.compatible(kind, thing)
            if not known and not names.describes(tokens[end].key, word):
                break
            end += 1
            if tokens[end - 1].after.strip():
                break
        narrow = thing != sort and not asking
        if narrow and any(_is_listed(chart, token) for token in tokens[place:end]):
            continue
        last = lexicon.nouns.get(tokens[end - 1].key, sort)
        if end > place and names.sorts.compatible(last, sort):
            said = " ".join(t.key for t in tokens[place:end])
            yield end, _says(template, Constant(said, quoted=True))


def _is_listed(chart: Chart, token: Token) -> bool:
    """Whether a word of a statement is one of a closed list of kinds: "an event"."""
    describing = chart.context.words.describing if not chart.context.asking else ()
    return any(_word_of(chart, one, token.key) is not None for one in describing)


def _indefinite_place(tokens: Tokens, place: int) -> bool:
    """Whether a description may begin here: behind "a", or behind "are" in the plural."""
    return (
        tokens[place].article == "a"
        or (place > 0 and tokens[place - 1].text.lower() == "are")
        or tokens[0].text.lower() == "are"
        or tokens[place].quoted
    )


def _describes(tokens: Tokens, place: int, found: Found) -> bool:
    """Whether a text says of what kind something is: "a dinosaur upgrade", "are upgrades"."""
    end, filler = found
    if tokens[place].quoted or filler.asked:
        return True
    several = tokens[place].article != "a"
    owned = any(token.possessive for token in tokens[place:end])
    return _indefinite_place(tokens, place) and not owned and tokens[end - 1].plural >= several


def plain_word(token: Token) -> bool:
    """Whether a word can describe something."""
    function = token.key in FUNCTION_WORDS or number(token.key) is not None
    return not (token.quoted or function)


def of_one(tokens: Tokens, found: Found) -> Found:
    """Return a text about several as it is one about each: "4 dinosaur upgrades"."""
    end, filler = found
    match filler.terms:
        case (Constant(str() as text) as said,) if tokens[end - 1].plural:
            last = tokens[end - 1].text
            if text.endswith(last):
                of_one = replace(said, value=text.removesuffix(last) + one_of(last))
                return end, replace(filler, terms=(of_one,))
    return found


def descriptions(
    chart: Chart, tokens: Tokens, place: int, sentence: SentenceForm
) -> Iterator[Found]:
    """Yield what fills the last slot of "{C} is a {W}": a word, or a phrase behind "a"."""
    word = sentence.pieces[-1]
    assert isinstance(word, int)
    sort = sentence.sorts[word]
    fills = chart.fillers(tokens, place, sort)
    if not chart.context.lexicon.names.sorts.is_text(sort):
        yield from fills
        return
    asked = tokens[place : place + 1] and tokens[place].key in ("which", "what")
    if asked or place == len(tokens) or _indefinite_place(tokens, place):
        yield from (of_one(tokens, one) for one in fills if _describes(tokens, place, one))


# Complements


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


# Who or what is meant


def about(claims: tuple[Literal, ...], thing: Term) -> tuple[Literal, ...]:
    """Return what is said of the head, said of a thing."""
    return tuple(substituted(one, {THE_HEAD: thing}) for one in claims)


def _resolved(
    chart: Chart,
    tokens: Tokens,
    place: int,
    end: int,
    det: str,
    count: int,
    sort: str,
    claims: tuple[Literal, ...],
) -> Filler | None:
    context = chart.context
    spelt = tokens[place].start, tokens[end - 1].end
    names = context.lexicon.names
    listed = det == "every" and sort in names.sorts.members
    if not names.sorts.is_thing(sort) and det not in ("which", "what", "how", "any") and not listed:
        return None
    match det:
        case "which" | "what" | "how":
            found = wanted(det, sort, spelt[0], count=det == "how")
            return replace(found, claims=about(claims, found.terms[0]))
        case "any":
            variable = Variable(f"?{spelt[0]}")
            return Filler((variable,), sort, 0.1, about(claims, variable), asked="any", spelt=spelt)
        case "a" | "number":
            return _indefinite(chart, sort, claims, spelt, count, word=det)
        case "plural":
            return _any(chart, sort, claims, spelt)
        case "the" | "this":
            return _definite(chart, sort, claims, spelt, det, count)
        case "every":
            if context.asking and context.wh:
                variable = Variable(f"?{spelt[0]}")
                kind = _of_sort(chart, sort, "")
                told = about((*kind, *claims), variable)
                return Filler((variable,), sort, 0.2, told, asked="each", each=True, spelt=spelt)
            return every(chart, sort, claims, spelt, "every")
        case "no":
            if context.asking:
                return None
            return every(chart, sort, claims, spelt, "none")
        case "another":
            return _indefinite(chart, sort, claims, spelt, 1, word="another")
    return None


def _any(chart: Chart, sort: str, claims: tuple[Literal, ...], spelt: tuple[int, int]) -> Filler:
    variable = Variable(f"_a{spelt[0]}")
    return Filler((variable,), sort, 0.3, about(claims, variable), spelt=spelt)


def _indefinite(
    chart: Chart,
    sort: str,
    claims: tuple[Literal, ...],
    spelt: tuple[int, int],
    count: int,
    *,
    word: str,
) -> Filler | None:
    context = chart.context
    arbitrary = context.asking
    if arbitrary and word == "number" and count > 1:
        return None
    if arbitrary and word == "another" and not context.modal:
        return None
    if arbitrary and context.lexicon.table and not context.modal:
        return _any(chart, sort, claims, spelt)
    if not all(statable(chart, one) for one in claims):
        return _any(chart, sort, claims, spelt) if arbitrary else None
    span = context.span(*spelt)
    new = tuple(
        Introduction(f"{sort}@{spelt[0]}.{copy}", "", sort, span) for copy in range(max(count, 1))
    )
    terms = tuple(Constant(one.value) for one in new)
    inside = (f for claim in claims for f in chart.introduced.get(claim, ()))
    return Filler(
        terms,
        sort,
        0.6,
        tuple(one for term in terms for one in about(claims, term)),
        (*new, *(one for filler in inside for one in filler.introduces)),
        group=Group(tuple(one.value for one in new)) if len(new) > 1 else None,
        spelt=spelt,
        general=arbitrary,
    )


def statable(chart: Chart, literal: Literal) -> bool:
    lexicon = chart.context.lexicon
    try:
        meant = meaning_of(lexicon, (literal,), asking=False)
    except UnclearDenialError:
        return False
    return all(
        isinstance(one, Literal)
        and one.atom.predicate in lexicon.stated
        and lexicon.predicates[one.atom.predicate].role is Role.STATE
        for one in meant
    )


def _definite(
    chart: Chart,
    sort: str,
    claims: tuple[Literal, ...],
    spelt: tuple[int, int],
    det: str,
    count: int,
) -> Filler | None:
    context = chart.context
    names = context.lexicon.names

    def fits(value: Value) -> bool:
        known = isinstance(value, str) and value != ASKER and bool(names.sorts_of(value))
        known = known and names.fits(value, sort) and names.is_thing(value)
        return known and holds_of(chart, claims, value)

    if count > 1:
        return None
    recent = (context.focus,) if context.focus is not None else ()
    said = named_last((recent, *context.lines), fits)
    fitting = said or tuple(filter(fits, names.on_table(sort)))
    if len(fitting) == 1:
        refers = "" if det == "this" and said else det
        price = 0.4 if said else 0.6
        return Filler((Constant(fitting[0]),), sort, price, pronoun=refers, spelt=spelt)
    if fitting:
        problem = Problem("ambiguous", *spelt, context.text(*spelt), sort, fitting[:4])
        return Filler((), sort, 3.0, problem=problem, spelt=spelt)
    if det == "this" and context.focus is not None:
        problem = Problem("wrong_focus", *spelt, context.text(*spelt), sort, (context.focus,))
        return Filler((), sort, 3.0, problem=problem, spelt=spelt)
    made = _indefinite(chart, sort, claims, spelt, 1, word="the")
    return replace(made, price=made.price + 0.6) if made is not None else None


def holds_of(chart: Chart, claims: tuple[Literal, ...], value: Value) -> bool:
    """Whether the table states of a value what a description claims."""
    lexicon = chart.context.lexicon
    said = lexicon.names.description(value)
    claims = tuple(one for one in claims if not _is_described(one, lexicon.describing, said))
    if not claims:
        return True
    told = about(claims, Constant(value))
    return bool(solutions(chart.context.lexicon, told, None))


def _is_described(literal: Literal, describing: frozenset[str], said: frozenset[str]) -> bool:
    """Whether what is said of a thing has the word by which a phrase calls it."""
    words = [str(t.value) for t in literal.atom.terms if isinstance(t, Constant)]
    return literal.atom.predicate in describing and all(one in said for one in words)


def every(
    chart: Chart, sort: str, claims: tuple[Literal, ...], spelt: tuple[int, int], quantifier: str
) -> Filler | None:
    """Return all of a sort that are on the table, of which something is said or denied."""
    names = chart.context.lexicon.names
    typed = any(_tells_type(chart.context.lexicon, one) for one in claims)
    here = (v for v in names.on_table(sort) if isinstance(v, str))
    found = [v for v in here if typed or names.is_of(v, sort)]
    terms = tuple(Constant(v) for v in sorted(found) if holds_of(chart, claims, v))
    if not terms and quantifier == "every":
        return None
    return Filler(terms, sort, 0.3, quantifier=quantifier, spelt=spelt)


def _tells_type(lexicon: Lexicon, claim: Literal) -> bool:
    """Whether a claim tells a type of the rulebook's own words, which a thing has by no name."""
    if claim.atom.predicate not in lexicon.describing:
        return False
    kinds = (str(t.value).replace(" ", "_") for t in claim.atom.terms if isinstance(t, Constant))
    return not any(kind in lexicon.names.sorts.above for kind in kinds)


# Phrases of the word list


def owned_phrases(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield what a noun phrase of the word list stands for: "Ana's hiker"."""
    for end, claims, narrow in owned(chart, tokens, place, sort):
        spelt = tokens[place].start, tokens[end - 1].end
        for filler in _meant(chart, claims, narrow, spelt):
            yield end, filler


def owned(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Owned]:
    key = (id(tokens), place)
    if key not in chart.owned:
        if chart.depth > _DEEP + 1:
            return
        # What begins with a phrase is not looked for in this one.
        chart.owned[key] = []
        chart.depth += 1
        chart.growing.add(key)
        chart.owned[key] = list(_all_owned(chart, tokens, place))
        chart.growing.discard(key)
        chart.depth -= 1
    sorts = chart.context.lexicon.names.sorts
    for end, claims, own in chart.owned[key]:
        if sorts.compatible(own, sort):
            yield end, claims, own if sort in sorts.above.get(own, ()) else sort


def _all_owned(chart: Chart, tokens: Tokens, place: int) -> Iterator[Owned]:
    words = chart.context.words
    sentences = list(words.phrases.fitting(chart.keys(tokens)))
    if any(is_possessive(token) for token in tokens[place : place + _PHRASE]):
        sentences += words.phrases.wordless()
    taken: set[int] = set()
    for sentence in sentences:
        first = sentence.pieces[0]
        if not sentence.required:
            # What a phrase with words of its own says is not said again by one without.
            yield from (n for n in _of_owner(chart, sentence, tokens, place) if n[0] not in taken)
        here = chart.edges(tokens)[place]
        if isinstance(first, str) and all(keys[0] != first for _, keys, _ in here):
            continue
        for end, match in lay_prefix(chart, sentence, tokens, place):
            made = _phrase(chart, sentence, match)
            if made is not None and end > place and end not in taken:
                if sentence.required:
                    taken.add(end)
                yield end, made[0], made[1]


def _of_owner(chart: Chart, sentence: SentenceForm, tokens: Tokens, place: int) -> Iterator[Owned]:
    """Yield what has no name of its own: "my second ride", where "Ana's Log Flume" is read."""
    arity = chart.context.lexicon.predicates[sentence.template.predicate].arity
    match sentence.pieces:
        # Of three things, "Ana's stall" is neither Ana nor what "stall" stands for.
        case (int() as whose, int() as what) if whose in sentence.owners and arity == 2:
            pass
        case _:
            return
    for begin, owner in chart.fillers(tokens, place, sentence.sorts[whose]):
        if len(owner.terms) != 1 or owner.problem or not is_possessive(tokens[begin - 1]):
            continue
        terms: list[Term] = [THE_HEAD, THE_HEAD]
        terms[whose] = owner.terms[0]
        literal = Literal(Atom(sentence.template.predicate, tuple(terms)))
        chart.introduced[literal] = (owner,)
        found = sorted(nominals(chart, tokens, begin, sentence.sorts[what]), key=lambda n: n[3])
        for end, noun, claims, _ in {one[0]: one for one in reversed(found)}.values():
            yield end, (literal, *claims, *owner.claims), noun or sentence.sorts[what]
        if not chart.context.asking and not found:
            yield from _unheard(chart, sentence, tokens, begin, (owner, what))


def _unheard(
    chart: Chart, sentence: SentenceForm, tokens: Tokens, begin: int, known: tuple[Filler, int]
) -> Iterator[Owned]:
    """Yield what somebody has whose noun no rulebook has: "Ana's water slide"."""
    context, (owner, what) = chart.context, known
    end = begin
    while end < len(tokens) and end - begin < 3 and _is_unheard(chart, tokens[end]):
        end += 1
        if tokens[end - 1].after.strip():
            break
    if end == begin:
        return
    text = context.text(tokens[begin].start, tokens[end - 1].end)
    sort = sentence.sorts[what]
    new = Introduction(
        symbol_of(text), text, sort, context.span(tokens[begin].start, tokens[end - 1].end)
    )
    terms: list[Term] = [Constant(new.value), Constant(new.value)]
    terms[1 - what] = owner.terms[0]
    literal = Literal(Atom(sentence.template.predicate, tuple(terms)))
    filler = Filler((terms[what],), sort, 2.0, introduces=(new,))
    chart.introduced[literal] = (owner, filler)
    yield end, (literal, *owner.claims), sort


def _is_unheard(chart: Chart, token: Token) -> bool:
    words, lexicon = chart.context.words, chart.context.lexicon
    known = token.key in words.known or words.lemmas(token) or token.key in lexicon.nouns
    return (
        plain_word(token)
        and token.text.isalpha()
        and token.text.islower()
        and not (known or lexicon.names.all(token.key) or token.plural or token.possessive)
    )


def _phrase(
    chart: Chart, sentence: SentenceForm, match: Match
) -> tuple[tuple[Literal, ...], str] | None:
    """Return what a phrase says of the head, and of what type that is."""
    lexicon = chart.context.lexicon
    idiom = lexicon.idioms[sentence.template.predicate]
    predicate = lexicon.predicates[sentence.template.predicate]
    if idiom.thing is None or match.problems:
        return None
    fills = dict(match.fills)
    terms: list[Term] = []
    claims: list[Literal] = []
    head = next(
        (i for i, column in enumerate(predicate.columns) if column.name == idiom.thing.name), None
    )
    if head is None:
        return None
    for index in range(predicate.arity):
        filler = fills.get(index)
        if index == head and filler is None:
            terms.append(THE_HEAD)
        elif filler is None or len(filler.terms) != 1:
            return None
        else:
            terms.append(filler.terms[0])
            claims += () if filler.introduces and chart.context.asking else filler.claims
    literal = Literal(Atom(predicate.name, tuple(terms)))
    chart.introduced[literal] = tuple(
        f for f in fills.values() if f.introduces or f.asked or f.pronoun or f.quantifier
    )
    return (literal, *claims), predicate.columns[head].sort


def _meant(
    chart: Chart, claims: tuple[Literal, ...], sort: str, spelt: tuple[int, int]
) -> Iterator[Filler]:
    context = chart.context
    lexicon, names = context.lexicon, context.lexicon.names
    phrase = claims[0]
    idiom = lexicon.idioms[phrase.atom.predicate]
    inner = chart.introduced.get(phrase, ())
    introduced = tuple(n for f in inner for n in f.introduces)
    general = any(f.general for f in inner)
    variable = Variable(f"_w{spelt[0]}")
    unknown = Filler((variable,), sort, 0.9, about(claims, variable), spelt=spelt)
    if THE_HEAD not in phrase.atom.terms:
        columns = lexicon.predicates[phrase.atom.predicate].columns
        place = [c.name for c in columns].index(idiom.thing.name if idiom.thing else "")
        term = phrase.atom.terms[place]
        price = 0.1 + 0.4 * sum(one.price for one in inner)
        yield Filler((term,), sort, price, claims, introduced, spelt=spelt, general=general)
        return
    if any(f.asked for f in inner):
        yield replace(unknown, price=0.5, introduces=introduced, asked="")
        return
    found = () if idiom.new else solutions(lexicon, claims, THE_HEAD)
    if len(found) == 1:
        yield Filler((Constant(found[0]),), sort, 0.4, introduces=introduced, spelt=spelt)
        return
    if len(found) > 1:
        problem = Problem("ambiguous", *spelt, context.text(*spelt), sort, tuple(found))
        yield Filler((), sort, 3.0, problem=problem, spelt=spelt)
        if context.asking:
            yield replace(unknown, price=3.4)
        return
    if statable(chart, phrase) and names.sorts.is_thing(sort):
        text = called(context.text(*spelt))
        text = text if text.startswith("your ") else text[:1].upper() + text[1:]
        owner = next((f.terms[0] for f in inner if f.pronoun and f.spelt[0] == spelt[0]), None)
        if isinstance(owner, Constant):
            # The next one who is spoken of as "she" has another.
            text = f"{names.display(owner.value)}'s {text.partition(' ')[2]}"
        text = "" if idiom.new else text
        symbol = symbol_of(text) if text else f"{sort}@{spelt[0]}.0"
        new, thing = Introduction(symbol, text, sort, context.span(*spelt)), Constant(symbol)
        known = Filler((thing,), sort, 0.9, about(claims, thing), (*introduced, new), spelt=spelt)
        yield replace(known, general=context.asking)
    elif context.asking:
        yield replace(unknown, introduces=introduced, general=general)
