"""What kind of thing words describe: "a dinosaur upgrade", "Rex is an animal".

In: words behind or before a noun, the type of a thing, a `Chart`. Out: what they say of the head of
a phrase, or what fills the last slot of "{C} is a {W}". Guarantee: every word that describes is one
of the rulebook, or of a text about kinds that it lets players tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import THE_HEAD, Chart, Found
from rulings.english.filling import noun as noun_of
from rulings.english.morphology import one_of
from rulings.english.template import Template
from rulings.english.types import SentenceForm, sorts_of_term
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, number
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Constant, Literal, Value, Variable
from rulings.records import replace

LONGEST_PHRASE = 5
"""How many words a phrase that describes may have."""


def plain_word(token: Token) -> bool:
    """Whether a word can describe something."""
    function = token.key in FUNCTION_WORDS or number(token.key) is not None
    return not (token.quoted or function)


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


def of_type(chart: Chart, sort: str, noun: str = "") -> tuple[Literal, ...]:
    """Return what tells that something is of a narrower type, as far as a sentence can."""
    for template in chart.context.words.describing:
        value = _word_of(chart, template, noun)
        if value is not None:
            return (_says(template, Constant(value)),)
    lexicon, asking = chart.context.lexicon, chart.context.asking
    own = lexicon.predicates.get(sort)
    if own is not None and own.arity == 1 and asking:
        return (Literal(Atom(sort, (THE_HEAD,))),)
    for template in chart.context.words.describing if asking else ():
        thing, word = _sorts_of(chart, template)
        above = thing != sort and thing in lexicon.names.sorts.above.get(sort, ())
        if above and lexicon.names.sorts.is_text(word) and template.predicate not in lexicon.stated:
            return (_says(template, Constant(noun_of(sort), quoted=True)),)
    return ()


def type_of_noun(
    chart: Chart, noun: Token, predicate: PredicateId, column: int
) -> tuple[Literal, ...]:
    """Return what tells the type that a noun names, where what an idiom means does not tell it."""
    lexicon = chart.context.lexicon
    idiom = lexicon.idioms.get(predicate) if chart.context.asking else None
    slot = lexicon.predicates[predicate].columns[column]
    if idiom is None or noun.quoted or lexicon.nouns.get(noun.key) != slot.sort:
        return ()
    body = idiom.inquiry or idiom.body
    meant = sorts_of_term(Variable(slot.name), body, lexicon.predicates)
    return of_type(chart, slot.sort) if meant and slot.sort not in meant else ()


def described(chart: Chart, key: str, sort: str) -> Iterator[Literal]:
    """Yield what a describing word says of the head: "{C} is a {W}"."""
    sorts = chart.context.lexicon.names.sorts
    for template in chart.context.words.describing:
        thing, _ = _sorts_of(chart, template)
        value = _word_of(chart, template, key) if sorts.compatible(thing, sort) else None
        # "An event" is no attraction, though both are cards.
        if value is not None and (chart.context.asking or sort in sorts.above[thing]):
            yield _says(template, Constant(value))


def phrased(chart: Chart, tokens: Tokens, place: int, sort: str) -> Iterator[tuple[int, Literal]]:
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
        while end < len(tokens) and end - place < LONGEST_PHRASE and plain_word(tokens[end]):
            kind = lexicon.nouns.get(tokens[end].key, "")
            known = names.sorts.compatible(kind, thing)
            if not known and not names.describes(tokens[end].key, word):
                break
            end += 1
            if tokens[end - 1].after.strip():
                break
        narrow = thing != sort and not asking
        if narrow and any(is_listed(chart, token) for token in tokens[place:end]):
            continue
        last = lexicon.nouns.get(tokens[end - 1].key, sort)
        bare = end == place + 1 and tokens[place].key == thing  # "A card" says nothing of it.
        if end > place and not bare and names.sorts.compatible(last, sort):
            said = " ".join(t.key for t in tokens[place:end])
            yield end, _says(template, Constant(said, quoted=True))


def is_listed(chart: Chart, token: Token) -> bool:
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
