"""Names, known and new: "the Log Flume", "Kayaking", "the event Storm", "a card called Old Map".

In: a row of tokens, a place in it, the type of a slot, a `Chart`. Out: fillers and the place behind
each. Guarantee: a name of several things is a problem that names them; only a statement introduces
a name, and what looks like a slip for a known one is a problem.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import THE_HEAD, Chart, Found, one_of_several
from rulings.english.filling import noun
from rulings.english.lexical import noun_lemmas
from rulings.english.line import WH
from rulings.english.name_shapes import plain_words, proper_name
from rulings.english.names import called, symbol_of
from rulings.english.noun_phrases import bare_nominals, nominals
from rulings.english.persons import ANYONE, ASKER, EVERYONE, NOBODY
from rulings.english.possessives import owned
from rulings.english.reading import Introduction
from rulings.english.referents import about, holds_of, statable
from rulings.english.types import Filler, Problem
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, is_possessive, key_of, span_key
from rulings.language.program import Constant, Literal, Value
from rulings.records import replace

LONGEST = 9
_WIDEST = 5
_SLIP = 84.0


def known_names(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    # Marks may stand inside a known name: "Journal (Sun)".
    for end in range(min(len(tokens), place + LONGEST), place, -1):
        found = values_of(chart, tokens, place, end, sort)
        if found and _is_kind_of_thing(chart, tokens[place], sort, found):
            continue
        if found:
            found = _shown(chart, found, sort)
            yield end, filler_of(chart, tokens, place, end, sort, found)


def _shown(chart: Chart, found: tuple[Value, ...], sort: str) -> tuple[Value, ...]:
    """Return what the table says to be of a kind where its name may mean either.

    Once a square is a Food Stall, "the Food Stall" is that square.
    """
    lexicon = chart.context.lexicon
    told = (lexicon.table.get(name) for name in lexicon.describing)
    things = {
        row[0]
        for facts in told
        for row in (facts.rows if facts is not None else ())
        if len(row) == 2 and row[1] in found and lexicon.names.fits(row[0], sort)
    }
    return tuple(sorted(things, key=str)) or found


def _is_kind_of_thing(chart: Chart, first: Token, sort: str, found: tuple[Value, ...]) -> bool:
    """Whether "the stall" means one of the things that are stalls, and not the kind itself."""
    sorts = chart.context.lexicon.names.sorts
    if not first.article or first.quoted or sorts.above.get(sort, frozenset()) - {sort, "any"}:
        return False
    said = [one for _, _, claims, _ in nominals(chart, (first,), 0, sort) for one in claims]
    return any(Constant(value) in one.atom.terms for value in found for one in said)


def printed(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield the printed things that words name, whatever copies of them there are."""
    names = chart.context.lexicon.names
    for end in range(min(len(tokens), place + LONGEST), place, -1):
        values = tuple(
            v
            for v in names.printed(span_key(tokens, place, end))
            if names.fits(v, sort) and (names.is_thing(v) or v in names.originals)
        )
        if len(values) == 1:
            yield end, filler_of(chart, tokens, place, end, sort, values)


def priced(filler: Filler, price: float) -> Filler:
    return replace(filler, price=filler.price + price)


def values_of(chart: Chart, tokens: Tokens, start: int, end: int, sort: str) -> tuple[Value, ...]:
    token = tokens[start]
    names = chart.context.lexicon.names
    members = names.sorts.members.get(sort, ())
    if end == start + 1 and token.key in FUNCTION_WORDS and not token.quoted:
        return (token.key,) if token.key in members else ()  # "Beside" of above, below, beside.
    quote = token.quoted and end == start + 1
    key = span_key(tokens, start, end)
    found = names.find(key, sort)
    if not found and end == start + 1 and not quote and token.text.isalpha():
        for lemma in chart.context.words.lemmas(token):
            found = found or names.find(lemma, sort)
    is_other = token.article and names.all(key)
    if not found and token.text[:1].isupper() and names.sorts.is_thing(sort) and not is_other:
        # "Kayaking", the Kayaking Passion; but "the Wildlife" is no Wildlife Canteen.
        found = names.find(f"{key} {key_of(noun(sort))}", sort)
    if names.sorts.is_thing(sort) and not quote:
        # A word of some text is no thing: "the Play now".
        found = tuple(v for v in found if names.sorts_of(v) != {"any"})
    return tuple(v for v in found if v != ASKER or quote)


def filler_of(
    chart: Chart, tokens: Tokens, start: int, end: int, sort: str, found: tuple[Value, ...]
) -> Filler:
    spelt = tokens[start].start, tokens[end - 1].end
    if len(found) == 1:
        return Filler((Constant(found[0]),), sort, spelt=spelt)
    return one_of_several(chart.context, spelt, sort, found)


def new_names(
    chart: Chart, tokens: Tokens, place: int, limit: int, sort: str, known: list[Found]
) -> Iterator[Found]:
    """Let a statement name something new."""
    context = chart.context
    names = context.lexicon.names
    sorts = names.sorts
    first = tokens[place]
    if sorts.is_nameable(sort) and sorts.among(sort) is None:
        longest = max((end for end, f in known if f.problem is None), default=place)
        for end in range(limit, place, -1):
            words = tokens[place:end]
            quoted = len(words) == 1 and first.quoted
            if end <= longest and not quoted:
                break
            acts = end < len(tokens) and _is_verb(chart, tokens[end])
            if not quoted and not _looks_like_a_name(chart, words, sort, acts=acts):
                continue
            lies = end > longest > place and tokens[longest].key in ("on", "in", "at", "from")
            if lies and names.all(span_key(tokens, longest + 1, end)):
                continue  # "the Carousel on K10" is the Carousel.
            yield end, _introduced(chart, tokens, place, end, sort, quoted=quoted)
    elif sorts.is_word(sort) and sort not in sorts.members and not sorts.is_thing(sort):
        words = tokens[place : place + 1]
        if sorts.among(sort) is None and plain_words(words) and not known:
            symbol = symbol_of(first.text)
            if symbol:
                span = context.span(first.start, first.end)
                new = Introduction(symbol, symbol, sort, span)
                yield place + 1, Filler((Constant(symbol),), sort, price=3.0, introduces=(new,))


def _is_verb(chart: Chart, token: Token) -> bool:
    """Whether a verb follows, so that what stands before it is somebody or something."""
    helps = token.key in ("be", "was", "have", "do", "did", "may", "must", "will", "not")
    return helps or bool(chart.context.words.forms.get(token.key))


def _looks_like_a_name(chart: Chart, words: Tokens, sort: str, *, acts: bool) -> bool:
    if not proper_name(words) or any(t.possessive for t in words[:-1]):
        owned = len(words) > 1 and words[0].possessive and words[0].capital
        if not (owned and proper_name(tuple(t._replace(possessive=False) for t in words))):
            return False
        if sort == chart.context.player or chart.context.lexicon.phrases:
            return False
    first = words[0]
    lexicon = chart.context.lexicon
    if first.key in WH or first.key in ANYONE | NOBODY | EVERYONE:
        return False
    if (first.article or len(words) == 1) and first.key in lexicon.nouns:
        return False
    if first.article == "the" and len(words) == 1 and first.key in chart.context.words.rewrites:
        return False  # "The Badge" is what the rulebook calls so.
    if first.article and sort == chart.context.player:
        return False
    player = chart.context.player
    begins = first.start == 0
    if len(words) == 1 and (begins or first.text.islower()) and not first.text.isdigit():
        known = first.key in FUNCTION_WORDS or first.key in lexicon.nouns
        if known or (first.key in lexicon.vocabulary and sort != player and not acts):
            return False
    led = len(words) > 1 and sort == player and begins and first.key in lexicon.vocabulary
    if led and first.key not in lexicon.nouns:
        return False
    if len(words) == 1 and any(
        lexicon.names.all(one) and one != first.text.lower()
        for one in noun_lemmas(first.text.lower())
    ):
        return False  # "Suns" are more than one of what has a name already.
    key = " ".join(t.key for t in words)
    names = lexicon.names
    last = words[-1].text
    numbered = len(words) > 1 and (last.isdigit() or len(last) == 1)
    kind = lexicon.nouns.get(words[-2 if numbered else -1].key)
    if kind is not None and len(words) > 1 and not names.sorts.compatible(kind, sort):
        return False  # "A Sun Canteen" is a Canteen, and "Domino 1" a domino.
    # A thing of the table has its name, and "a Sun" is one of what the rulebook calls so.
    listed = set().union(*names.sorts.members.values()) if first.article else ()
    taken = (v for v in names.all(key) if v in listed or (v in names.table and names.is_thing(v)))
    return all(names.fits(v, sort) for v in taken)


def called_so(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    """Yield what "the event Storm", "a card called Old Map" and "the Comet ride" name.

    What stands beside the name is said of it: to a statement it may be new.
    """
    led = bool(tokens[place].article) or (place > 0 and is_possessive(tokens[place - 1]))
    said = [(*one, led) for one in nominals(chart, tokens, place, sort)]
    if any(token.possessive for token in tokens[place:limit]):
        of_owner = owned(chart, tokens, place, sort)
        nameless = (one for one in of_owner if THE_HEAD in one[1][0].atom.terms)
        said += [(cut, kind, claims, 0.0, True) for cut, claims, kind in nameless]
    for cut, kind, claims, price, may_be_new in said:
        called_by = cut < limit and tokens[cut].key in ("called", "named")
        begin = cut + called_by
        if begin >= limit or tokens[begin].article:
            continue
        for end in range(limit, begin, -1):
            noun = span_key(tokens, place, cut), kind, claims, price
            found = _called(chart, tokens, begin, end, sort, noun, new=may_be_new or called_by)
            if found is not None:
                yield end, found
                break
    nouns = {cut for cut, *_ in said}
    for end in range(place + 1, min(limit, place + _WIDEST)):
        behind = tokens[end]
        keys = (behind.key, *chart.context.words.lemmas(behind))
        if behind.article or not any(key in chart.context.words.nouns for key in keys):
            continue
        led_name = led and proper_name(tokens[place:end])
        if tokens[end - 1].possessive or not (
            led_name or values_of(chart, tokens, place, end, sort)
        ):
            continue
        new = led and not tokens[end].capital  # "The Red Tile" is called so.
        for cut, kind, claims, price in bare_nominals(chart, tokens, end, sort):
            noun = span_key(tokens, end, cut), kind, claims, price
            found = _called(chart, tokens, place, end, sort, noun, new=new)
            if found is not None and cut not in nouns:
                yield cut, found


def _called(
    chart: Chart,
    tokens: Tokens,
    begin: int,
    end: int,
    sort: str,
    noun: tuple[str, str, tuple[Literal, ...], float],
    *,
    new: bool,
) -> Filler | None:
    """Return what a name beside its noun stands for; `new` where a statement may bring it."""
    context, words = chart.context, tokens[begin:end]
    spoken, kind, claims, price = noun
    asking, narrow, quoted = context.asking, kind or sort, len(words) == 1 and words[0].quoted
    if any(token.possessive for token in words[:-1]):
        return None
    if not (asking or all(statable(chart, one) for one in claims)):
        return None
    found = values_of(chart, tokens, begin, end, narrow)
    if not claims:
        found = tuple(v for v in found if context.lexicon.may_be(v, spoken))
    if found:
        filler = filler_of(chart, tokens, begin, end, narrow, found)
        price += 0.3
    elif asking or not (quoted or (new and proper_name(words))):
        return None
    else:
        filler = _introduced(chart, tokens, begin, end, narrow, quoted=quoted)
        price -= 0.5
    thing = filler.terms[0] if filler.terms else None
    known = asking and isinstance(thing, Constant) and holds_of(chart, claims, thing.value)
    told = about(claims, thing) if thing is not None and not known else ()
    inner = chart.introduced.get(claims[0], ()) if claims else ()
    introduced = tuple(new for filler in inner for new in filler.introduces)
    introduced = (*introduced, *filler.introduces)
    return replace(filler, price=filler.price + price, claims=told, introduces=introduced)


def _introduced(
    chart: Chart, tokens: Tokens, start: int, end: int, sort: str, *, quoted: bool
) -> Filler:
    context = chart.context
    names = context.lexicon.names
    spelt = tokens[start].start, tokens[end - 1].end
    text = tokens[start].text if quoted else called(context.text(*spelt))
    if tokens[end - 1].possessive:
        text = text.removesuffix("'").removesuffix("’")
    if not quoted:
        near = names.near(text, sort, 1)
        if near and _is_slip(text, names.display(near[0][0]), near[0][1]):
            problem = Problem("near", *spelt, text, sort, (near[0][0],))
            return Filler((), sort, price=3.0, problem=problem, spelt=spelt)
    new = Introduction(symbol_of(text), text, sort, context.span(*spelt))
    # Of a bare new name a player is the likeliest, and of several words a thing.
    price = 1.0 if (sort == context.player) == (end == start + 1) else 1.4
    return Filler((Constant(new.value),), sort, price=price, introduces=(new,), spelt=spelt)


def _is_slip(text: str, known: str, likeness: float) -> bool:
    """Whether a new name looks like a slip for a known one: no whole word of its own."""
    from rapidfuzz.distance import OSA

    is_letter_apart = OSA.distance(text.lower(), known.lower()) == 1
    if likeness < _SLIP:  # Two letters that changed places are a slip also in a short name.
        return is_letter_apart and sorted(text.lower()) == sorted(known.lower())
    mine, theirs = key_of(text).split(), key_of(known).split()
    if len(mine) != len(theirs):
        return is_letter_apart and len(text) > 4
    other = [(a, b) for a, b in zip(mine, theirs, strict=True) if a != b]
    return bool(other) and all(
        len(a) > 3 and not a.isdigit() and not b.isdigit() and OSA.distance(a, b) <= 1 + len(a) // 8
        for a, b in other
    )


def unknown(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    """Tell of a name that a question has and nobody knows, for the diagnostic alone."""
    names = chart.context.lexicon.names
    if not names.sorts.is_nameable(sort) and sort not in names.sorts.members:
        return
    for end in range(limit, place, -1):
        words = tokens[place:end]
        named = (len(words) == 1 and words[0].quoted) or proper_name(words)
        if named and not values_of(chart, tokens, place, end, sort):
            spelt = words[0].start, words[-1].end
            problem = Problem("unknown", *spelt, chart.context.text(*spelt), sort)
            yield end, Filler((), sort, price=2.5, problem=problem, spelt=spelt)
