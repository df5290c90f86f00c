"""The third stage: what stretches of words stand for.

In: a row of tokens, a place in it, the type of a slot, a `Chart`. Out: fillers and the place behind
them. Guarantee: a name is known, or looks like one and is new to a statement; a number is written;
a pronoun means what was spoken of; who asks is the player "you".
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import HEAD, THE_HEAD, Chart, Found
from rulings.english.described import (
    about,
    descriptions,
    every,
    holds_of,
    nominals,
    noun_phrases,
    of_one,
    owned,
    owned_phrases,
    statable,
)
from rulings.english.filling import noun
from rulings.english.lexical import noun_lemmas
from rulings.english.line import WH
from rulings.english.name_shapes import ends_sentence, plain_words, proper_name
from rulings.english.names import called, symbol_of
from rulings.english.persons import ASKER, may_mean
from rulings.english.reading import Group, Introduction
from rulings.english.seen import COPY
from rulings.english.types import Filler, Problem, SentenceForm, wanted
from rulings.english.words import (
    FUNCTION_WORDS,
    ORDINALS,
    Token,
    Tokens,
    is_possessive,
    key_of,
    number,
    span_key,
    spelled,
)
from rulings.language.program import Comparison, Constant, Value, Variable
from rulings.records import replace

_LONGEST = 9
THIRD = frozenset("it its he she they them their him her his hers this that these those".split())
_ANYONE = frozenset("anyone anybody someone somebody anything something".split())
_NOBODY = frozenset(("nobody", "none", "nothing"))
_EVERYONE = frozenset(("everyone", "everybody", "everything"))
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
_SLIP = 84.0


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
    return found


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
    known = list(_known(chart, tokens, place, limit, sort))
    yield from known
    if sorts.is_text(sort):
        yield from _texts(chart, tokens, place, limit, sort)
        return
    yield from _persons(chart, tokens, place, sort)
    yield from _one_of_two(chart, tokens, place, sort)
    yield from noun_phrases(chart, tokens, place, limit, sort)
    yield from _called(chart, tokens, place, limit, sort)
    if not plain:
        yield from owned_phrases(chart, tokens, place, sort)
    if not chart.context.asking:
        yield from _new(chart, tokens, place, limit, sort, known)
    elif not known:
        yield from _unknown(chart, tokens, place, limit, sort)


def _limit(tokens: Tokens, place: int) -> int:
    """Return where a name that begins at a place must end: at a pause, or after some words."""
    end = place
    while end < len(tokens) and end - place < _LONGEST:
        end += 1
        token = tokens[end - 1]
        if token.after.strip() and (
            any(mark in token.after for mark in ",()") or ends_sentence(token) or ":" in token.after
        ):
            break
    return end


# Names


def _known(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    names, nouns = chart.context.lexicon.names, chart.context.lexicon.nouns
    # Marks may stand inside a known name: "Journal (Sun)".
    for end in range(min(len(tokens), place + _LONGEST), place, -1):
        found = _values(chart, tokens, place, end, sort)
        if found and _is_kind_of_thing(chart, tokens[place], sort, found):
            continue
        if found:
            found = _shown(chart, found, sort)
            if sort == "any" and len(found) > 1:
                found = tuple(v for v in found if names.is_thing(v)) or found
            yield end, _of_values(chart, tokens, place, end, sort, found)
    for end in range(place + 1, limit):
        for behind in range(end + 1, min(end + 3, limit) + 1):
            noun = span_key(tokens, end, behind)
            told = nouns.get(noun)
            if told is None or not names.sorts.compatible(told, sort) or tokens[end - 1].possessive:
                continue
            found = tuple(
                v
                for v in _values(chart, tokens, place, end, sort)
                if chart.context.lexicon.may_be(v, noun)
            )
            if found:
                yield behind, _priced(_of_values(chart, tokens, place, end, sort, found), 0.3)


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
    for end in range(min(len(tokens), place + _LONGEST), place, -1):
        quoted = end == place + 1 and tokens[place].quoted
        key = key_of(tokens[place].text) if quoted else span_key(tokens, place, end)
        values = tuple(
            v
            for v in names.printed(key)
            if names.fits(v, sort) and (names.is_thing(v) or v in names.originals)
        )
        if len(values) == 1:
            yield end, _of_values(chart, tokens, place, end, sort, values)


def _priced(filler: Filler, price: float) -> Filler:
    return replace(filler, price=filler.price + price)


def _values(chart: Chart, tokens: Tokens, start: int, end: int, sort: str) -> tuple[Value, ...]:
    token = tokens[start]
    names = chart.context.lexicon.names
    if end == start + 1 and token.key in FUNCTION_WORDS and not token.quoted:
        return ()
    quote = token.quoted and end == start + 1
    key = key_of(token.text) if quote else span_key(tokens, start, end)
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


def _of_values(
    chart: Chart, tokens: Tokens, start: int, end: int, sort: str, found: tuple[Value, ...]
) -> Filler:
    spelt = tokens[start].start, tokens[end - 1].end
    if len(found) == 1:
        return Filler((Constant(found[0]),), sort, spelt=spelt)
    problem = Problem("ambiguous", *spelt, chart.context.text(*spelt), sort, found)
    return Filler((), sort, price=3.0, problem=problem, spelt=spelt)


def _new(
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
            found = _introduced(chart, tokens, place, end, sort, quoted=quoted)
            yield end, found
            behind = end < len(tokens) and not tokens[end - 1].possessive and tokens[end]
            if behind and context.lexicon.nouns.get(behind.key) in sorts.above.get(sort, ()):
                yield end + 1, _priced(found, -0.1)  # "the Stuntman card"
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
    if first.key in WH or first.key in _ANYONE | _NOBODY | _EVERYONE:
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
    listed = set().union(*names.sorts.members.values()) if first.article == "a" else ()
    taken = (v for v in names.all(key) if v in listed or (v in names.table and names.is_thing(v)))
    return all(names.fits(v, sort) for v in taken)


def _called(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    """Yield what "the event Storm", "a card called Old Map" and "Ana's ride Comet" name.

    What stands before the name is said of it: to a statement it may be new.
    """
    context = chart.context
    asking = context.asking
    led = bool(tokens[place].article) or (place > 0 and is_possessive(tokens[place - 1]))
    said = [(*one, led) for one in nominals(chart, tokens, place, sort)]
    if any(token.possessive for token in tokens[place:limit]):
        of_owner = owned(chart, tokens, place, sort)
        nameless = (one for one in of_owner if THE_HEAD in one[1][0].atom.terms)
        said += [(cut, kind, claims, 0.0, True) for cut, claims, kind in nameless]
    for cut, kind, claims, price, may_be_new in said:
        begin = cut + (cut < limit and tokens[cut].key in ("called", "named"))
        if begin >= limit or tokens[begin].article:
            continue
        if not (asking or all(statable(chart, one) for one in claims)):
            continue
        narrow = kind or sort
        inner = chart.introduced.get(claims[0], ()) if claims else ()
        introduced = tuple(new for filler in inner for new in filler.introduces)
        for end in range(limit, begin, -1):
            words = tokens[begin:end]
            if not (len(words) == 1 and words[0].quoted) and not proper_name(words):
                continue
            found = _values(chart, tokens, begin, end, narrow)
            if not claims:
                spoken = span_key(tokens, place, cut)
                found = tuple(v for v in found if context.lexicon.may_be(v, spoken))
            if found:
                filler = _of_values(chart, tokens, begin, end, narrow, found)
                price += 0.3
            elif asking or not (may_be_new or begin > cut or words[0].quoted):
                continue
            else:
                quoted = words[0].quoted
                filler = _introduced(chart, tokens, begin, end, narrow, quoted=quoted)
                price -= 0.5
            thing = filler.terms[0] if filler.terms else None
            known = asking and isinstance(thing, Constant) and holds_of(chart, claims, thing.value)
            told = about(claims, thing) if thing is not None and not known else ()
            new = (*introduced, *filler.introduces)
            yield end, replace(filler, price=filler.price + price, claims=told, introduces=new)
            break


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


def _unknown(chart: Chart, tokens: Tokens, place: int, limit: int, sort: str) -> Iterator[Found]:
    """Tell of a name that a question has and nobody knows, for the diagnostic alone."""
    names = chart.context.lexicon.names
    if not names.sorts.is_nameable(sort) and sort not in names.sorts.members:
        return
    for end in range(limit, place, -1):
        words = tokens[place:end]
        named = (len(words) == 1 and words[0].quoted) or proper_name(words)
        if named and not _values(chart, tokens, place, end, sort):
            spelt = words[0].start, words[-1].end
            problem = Problem("unknown", *spelt, chart.context.text(*spelt), sort)
            yield end, Filler((), sort, price=2.5, problem=problem, spelt=spelt)


# Texts


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


# Numbers


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
        of_things = context.lexicon.nouns.get(keys[1] if len(keys) > 1 else "", "")
        if keys[0] == "what" or not (of_things and context.lexicon.names.sorts.is_thing(of_things)):
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
        yield end, _member(chart, value, sort, tokens, place, end)
    if keys[0] in ("only", "just"):
        for end, value in _spelled(tokens, place + 1):
            yield end, _number(value, sort, tokens, place, end, 0.6)
    if first.key in ORDINALS and sort != "int" and context.lexicon.names.sorts.is_int(sort):
        yield place + 1, _number(ORDINALS[first.key], sort, tokens, place, place + 1, 0.0)
    members = context.lexicon.names.sorts.members.get(sort)
    if members and any(isinstance(one, str) for one in members):
        for member in _values(chart, tokens, place, place + 1, sort):
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


# Persons and pronouns


def _persons(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    token, context = tokens[place], chart.context
    names = context.lexicon.names
    if token.quoted or token.article:
        return
    key, word = token.key, token.text.lower()
    spelt = token.start, token.end
    player = context.player
    people = player is not None and names.sorts.compatible(player, sort)
    if key == "you" and any(other.key == "i" and not other.quoted for other in tokens):
        return  # Beside "I" it is somebody else, and nobody knows who.
    if key in ("i", "you", "we", "one") and player is not None and sort != "any":
        # Who types is none of those whom a closed type lists.
        known = player in names.sorts.members and not names.sorts_of(ASKER)
        if people and not known and (key not in ("one", "we") or context.asking):
            yield place + 1, asker(chart, player, spelt)
        return
    if key in _ANYONE and context.asking:
        somebody = player is None and names.sorts.is_thing(sort)
        if people or somebody or key.endswith("thing"):
            yield (
                place + 1,
                Filler((Variable(f"?{token.start}"),), sort, 0.2, asked="anyone", spelt=spelt),
            )
        return
    if key in ("who", "whom", "whose"):
        if people or sort == "any":
            yield place + 1, wanted("whose" if key == "whose" else "who", sort, token.start)
        elif names.sorts.is_thing(sort) and key == "who":
            yield place + 1, _priced(wanted("who", sort, token.start), 1.2)
        return
    of_all = "none" if key in _NOBODY else "every" if key in _EVERYONE else ""
    told = people or key in ("none", "nothing", "everything")
    if of_all and told and not (of_all == "none" and context.asking):
        found = every(chart, sort, (), spelt, of_all)
        if found is not None and found.terms:
            yield place + 1, found
    if word in THIRD:
        yield from _pronoun(chart, tokens, place, sort)


def asker(chart: Chart, player: str, spelt: tuple[int, int]) -> Filler:
    """Return the player who speaks."""
    context = chart.context
    names = context.lexicon.names
    known = bool(names.sorts_of(ASKER)) or names.label(ASKER) is not None
    if known:
        return Filler((Constant(ASKER),), player, spelt=spelt)
    new = Introduction(ASKER, ASKER, player, context.span(*spelt))
    return Filler((Constant(ASKER),), player, introduces=(new,), spelt=spelt)


def _pronoun(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    context, token = chart.context, tokens[place]
    word, spelt = token.text.lower(), (token.start, token.end)
    several = word in ("they", "them", "their", "these", "those")
    own = word in ("its", "his", "her", "their", "hers")
    if several and context.group is not None:
        members = _members(chart, context.group, sort)
        if len(members) > 1:
            terms, group = tuple(map(Constant, members)), context.group
            yield place + 1, Filler(terms, sort, 0.3, pronoun=word, group=group, spelt=spelt)
            return
    first = context.lines[0] if context.lines else ()
    owners = {v for t in tokens[:place] if t.possessive for v in context.lexicon.names.all(t.key)}
    for rank, found in enumerate(referents_of(chart, word, sort)):
        # A subject goes on, and whose thing it is; of two that fit elsewhere neither is guessed.
        price = 0.3 + (0.2 * rank if place == 0 or found not in first else 0.0)
        price += 0.2 * bool(owners and found not in owners)
        yield place + 1, Filler((Constant(found),), sort, price, pronoun=word, spelt=spelt)
    player, names = context.player, context.lexicon.names
    begins = place == 0 and not (context.asking or context.lines)
    if (
        player is not None
        and begins
        and word in ("he", "she", "his", "her")
        and names.sorts.compatible(player, sort)
        and not any(names.on_table(player))
    ):
        # A story may begin with somebody whom nobody named: it is some player.
        new = Introduction(f"{player}@{token.start}.0", "", player, context.span(*spelt))
        yield 1, Filler((Constant(new.value),), player, 1.0, introduces=(new,), spelt=spelt)
    # Whose it is the same clause may tell, which is known when all its slots are filled.
    if own or chart.depth:
        yield place + 1, Filler((Variable("_it"),), sort, 0.8, pronoun=word, spelt=spelt)


def _one_of_two(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield "that hiker" and "her other hiker" of a type of two: which was spoken of last."""
    context = chart.context
    members = context.lexicon.names.sorts.among(sort) or ()
    noun = place + 1 < len(tokens) and context.lexicon.nouns.get(tokens[place + 1].key) == sort
    if len(members) != 2 or tokens[place].key not in ("other", "that") or not noun:
        return
    owner = chart.fillers(tokens, 0, context.player) if context.player and place else []
    whose = {
        t.value for end, f in owner[:1] for t in f.terms if end <= place and isinstance(t, Constant)
    }
    of_owner = (line for line in context.lines if whose <= set(line))
    said = next((v for line in of_owner for v in line if v in members), None)
    spelt = tokens[place].start, tokens[place + 1].end
    if tokens[place].key == "other":
        said = members[said in (members[0], None)]
    if said is not None:
        yield place + 2, Filler((Constant(said),), sort, 0.1, spelt=spelt)


def _members(chart: Chart, group: Group, sort: str) -> tuple[Value, ...]:
    names = chart.context.lexicon.names
    return tuple(v for v in group.members if names.fits(v, sort))


def referents_of(chart: Chart, word: str, sort: str) -> tuple[Value, ...]:
    """Return what a pronoun may mean: what fits of the last line that named such a thing."""
    context = chart.context
    names, lexicon = context.lexicon.names, context.lexicon
    person = word in ("he", "she", "him", "her", "his", "hers")
    player = context.player

    def fits(value: Value) -> bool:
        if isinstance(value, int) or not names.fits(value, sort):
            return False
        if not may_mean(lexicon, "it" if word in ("it", "its", "this", "that") else word, value):
            return False
        if person and player is not None:
            return names.is_of(value, player)
        return names.is_thing(value)

    demonstrative = word in ("this", "that")
    if context.focus is not None and demonstrative and fits(context.focus):
        return (context.focus,)
    for line in context.lines:
        fitting = [v for v in dict.fromkeys(line) if fits(v)]
        if fitting:
            further = [v for later in context.lines for v in later if fits(v) and v not in fitting]
            # Where the clause names it itself, what was spoken of before is meant.
            return (*fitting, *(further[:1] if len(fitting) == 1 else ()))
        if any(isinstance(v, str) and not names.sorts_of(v) for v in line):
            return ()  # Somebody was named whom nobody knows: it may be that one.
    if context.focus is not None and fits(context.focus):
        return (context.focus,)
    return ()


# Lists


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
            yield from _going_on(chart, tokens, end, sort, (first,))


def _listable(filler: Filler) -> bool:
    plain = not filler.asked and not filler.quantifier and not filler.bounds
    return plain and filler.problem is None and len(filler.terms) == 1


def _going_on(
    chart: Chart, tokens: Tokens, place: int, sort: str, items: tuple[Filler, ...]
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
        both = (*items, item)
        yield end, _priced(_together(both, sort), 0.0 if joined else 0.4)
        yield from _going_on(chart, tokens, end, sort, both)


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
