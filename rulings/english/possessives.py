"""What somebody has, and the phrases of the word list: "Ana's hiker", "my second ride".

In: a row of tokens, a place, the type of a slot, a `Chart`. Out: fillers with the place behind
them. Guarantee: a thing of the table is meant where one fits; a new one is somebody's only where a
statement can tell so.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import THE_HEAD, Chart, Found, Owned, one_of_several
from rulings.english.kinds import LONGEST_PHRASE, plain_word, type_of_noun
from rulings.english.matching import lay_prefix
from rulings.english.names import called, symbol_of
from rulings.english.narration import PEOPLE
from rulings.english.noun_phrases import DEEP, determiner, nominals
from rulings.english.reading import Introduction
from rulings.english.referents import about, every, is_told_of, resolved, statable
from rulings.english.solving import solutions
from rulings.english.types import Filler, Match, SentenceForm
from rulings.english.words import Token, Tokens, is_possessive
from rulings.language.program import Atom, Constant, Literal, Term, Variable
from rulings.records import replace


def owned_phrases(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield what a noun phrase of the word list stands for: "Ana's hiker"."""
    for end, claims, narrow in owned(chart, tokens, place, sort):
        spelt = tokens[place].start, tokens[end - 1].end
        phrase = claims[0].atom
        kind: tuple[Literal, ...] = ()
        if THE_HEAD in phrase.terms:
            at = phrase.terms.index(THE_HEAD)
            kind = type_of_noun(chart, tokens[end - 1], phrase.predicate, at)
        for filler in _meant(chart, claims, narrow, spelt, kind):
            yield end, filler


def several_owned(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Found]:
    """Yield what is meant of all that somebody has: "each of Ben's rides", "Ben's rides"."""
    begin, word, count = determiner(chart, tokens, place)
    if tokens[place].key == "none":
        begin, word = place + 1, "no"
    elif is_possessive(tokens[place]):
        begin, word = place, ""
    if word and begin < len(tokens) and tokens[begin].key == "of":
        begin += 1
    for end, claims, narrow in owned(chart, tokens, begin, sort) if begin < len(tokens) else ():
        if THE_HEAD not in claims[0].atom.terms or not (word or tokens[end - 1].plural):
            continue
        spelt = tokens[place].start, tokens[end - 1].end
        counted = not chart.context.asking and word in ("a", "number")
        known = every(chart, narrow, claims, spelt, "every") if counted else None
        if known is not None and len(known.terms) != count:
            # Of more than are spoken of nobody knows which.
            values = tuple(t.value for t in known.terms if isinstance(t, Constant))
            known = one_of_several(chart.context, spelt, narrow, values[:4])
        meant = known or resolved(chart, tokens, place, end, word or "every", count, narrow, claims)
        if meant is not None:
            yield end, meant


def owned(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[Owned]:
    key = (id(tokens), place)
    if key not in chart.owned:
        if chart.depth > DEEP + 1:
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
    if any(is_possessive(token) for token in tokens[place : place + LONGEST_PHRASE]):
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
        and not (known or token.key in PEOPLE or lexicon.names.all(token.key))
        and not (token.plural or token.possessive)
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
    chart: Chart,
    claims: tuple[Literal, ...],
    sort: str,
    spelt: tuple[int, int],
    kind: tuple[Literal, ...],
) -> Iterator[Filler]:
    context = chart.context
    lexicon, names = context.lexicon, context.lexicon.names
    phrase = claims[0]
    idiom = lexicon.idioms[phrase.atom.predicate]
    inner = chart.introduced.get(phrase, ())
    introduced = tuple(n for f in inner for n in f.introduces)
    general = any(f.general for f in inner)
    variable = Variable(f"_w{spelt[0]}")
    unknown = Filler((variable,), sort, 0.9, about((*claims, *kind), variable), spelt=spelt)
    if THE_HEAD not in phrase.atom.terms:
        columns = lexicon.predicates[phrase.atom.predicate].columns
        place = [c.name for c in columns].index(idiom.thing.name if idiom.thing else "")
        term = phrase.atom.terms[place]
        # "Ben's rides" are all of them where there are some, and any that there may be.
        several = isinstance(term, Variable) and not any(f.asked for f in inner)
        price = 0.1 + 0.4 * sum(one.price for one in inner) + 0.5 * several
        yield Filler((term,), sort, price, claims, introduced, spelt=spelt, general=general)
        return
    if any(f.asked for f in inner):
        yield replace(unknown, price=0.5, introduces=introduced, asked="")
        return
    found = () if idiom.new else solutions(lexicon, claims, THE_HEAD)
    found = tuple(v for v in found if is_told_of(lexicon, kind, v)) or found
    if len(found) == 1:
        yield Filler((Constant(found[0]),), sort, 0.4, introduces=introduced, spelt=spelt)
        return
    if len(found) > 1:
        yield one_of_several(context, spelt, sort, tuple(found))
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
