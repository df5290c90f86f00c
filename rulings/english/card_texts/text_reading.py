"""The text of a card to the facts that it states.

In: a card, its text, a grammar and what names are known. Out: a `TextReading`. Guarantee: a
sentence is read whole and in one way, or not at all: then nothing is stated of what it says but
that it is there, and its words are among `unread`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulings.english.card_texts.grammar import (
    BEFORE,
    CARD,
    EARLIER,
    HEADING,
    ORDER,
    OWN,
    PART,
    PLACE,
    SENTENCE,
    WORDS,
    Production,
    TextGrammar,
)
from rulings.english.card_texts.printed_words import PrintedSentence, PrintedWord, sentences
from rulings.english.card_texts.text_parsing import Named, TextParser, Tree
from rulings.language.program import Atom, Constant, Value, Variable
from rulings.records import dataclass, field, replace

COLON = ":"


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that a text brings with it: its value, name and sort, and what it stands in.

    `number` counts the things of its sort in the whole text, and is stated of what is `numbered`;
    what is `inner` stands in another.
    """

    value: str
    name: str
    sort: str
    within: str
    number: int = 0
    inner: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class TextReading:
    """What a text states. `unread` are the words of sentences that were not read."""

    facts: tuple[Atom, ...] = ()
    things: tuple[Thing, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a sentence stands: what variables stand for, its name, its words and their places."""

    known: Mapping[str, Value]
    name: str
    text: str
    starts: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Stated:
    """What a tree states, gathered from the inside out; things of `before` came before it."""

    before: Sequence[Thing] = ()
    facts: list[Atom] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)


class _NotSaidError(Exception):
    """A phrase speaks of what came before, and nothing did."""


def read_text(
    card: Value,
    name: str,
    text: str,
    grammar: TextGrammar,
    named: Named,
    first: int = 1,
    earlier: Sequence[Thing] = (),
) -> TextReading:
    """Return what a text on a card states.

    `first` is the number of its first sentence, `earlier` are the things of what was told of the
    same card before: what stands in the text is counted on from them.
    """
    found = _Stated()
    unread: list[str] = []
    known: dict[str, Value] = {CARD: card}
    heading: tuple[Tree, PrintedSentence] | None = None
    for number, sentence in enumerate(sentences(text), first):
        own = value_within(card, "sentence", number)
        known = {**known, OWN: own, ORDER: number}
        of = f"sentence {number} of {name}"
        found.things.append(Thing(own, of, grammar.sentence_sort, name))
        if grammar.sentence is not None:
            found.facts.append(_filled(grammar.sentence, known))
        parser = TextParser(grammar, sentence.words, named)
        before = [*earlier, *(thing for thing in found.things if thing.number)]
        read = _in_one_way(parser, sentence, known, of, heading, before)
        said = in_words_of(grammar, sentence) if read is None else sentence
        if said != sentence:
            # What is printed in the words of the grammar is no sentence of a player.
            spoken = TextParser(grammar, said.words, named)
            read = _in_one_way(spoken, said, known, of, heading, before)
        if read is None:
            words = _stopped(parser, sentence)
            unread.append(words)
            if grammar.unread is not None:
                found.facts.append(_filled(grammar.unread, {**known, WORDS: words}))
            known.pop(BEFORE, None)
            heading = None
        else:
            stated, heading = read
            found.facts += stated.facts
            found.things += stated.things
            parts = [thing.value for thing in stated.things if not thing.inner]
            known.pop(BEFORE, None)
            known |= {BEFORE: parts[-1]} if parts else {}
        known[EARLIER] = own
    return TextReading(tuple(dict.fromkeys(found.facts)), tuple(found.things), tuple(unread))


def in_words_of(grammar: TextGrammar, sentence: PrintedSentence) -> PrintedSentence:
    """Return a sentence with the words of the grammar for what players say, the longest first."""
    if not grammar.spoken:
        return sentence
    longest = max(len(keys) for keys in grammar.spoken)
    said, found, at = sentence.words, list[PrintedWord](), 0
    while at < len(said):
        for end in range(min(len(said), at + longest), at, -1):
            meant = grammar.spoken.get(tuple(word.key for word in said[at:end]))
            if meant is not None:
                first, last = said[at], said[end - 1]
                article = first.article
                for key in meant:
                    found.append(PrintedWord(key, article, first.start, last.end))
                    article = ""
                at = end
                break
        else:
            found.append(said[at])
            at += 1
    return PrintedSentence(sentence.text, tuple(found))


_Heading = tuple[Tree, PrintedSentence] | None


def _in_one_way(
    parser: TextParser,
    sentence: PrintedSentence,
    known: Mapping[str, Value],
    name: str,
    heading: _Heading,
    before: Sequence[Thing],
) -> tuple[_Stated, _Heading] | None:
    """Return what a sentence states if all its readings state the same, and its heading."""
    found: list[tuple[_Stated, _Heading]] = []
    for trees, over in _readings(parser, sentence):
        current = (over, sentence) if over is not None else heading
        try:
            stated = _stated(trees, sentence, known, name, before)
            if current is not None:
                above = _stated((current[0],), current[1], known, name)
                stated.facts = above.facts + stated.facts
        except _NotSaidError:
            continue
        found.append((stated, current))
    if not found or any(set(one.facts) != set(found[0][0].facts) for one, _ in found[1:]):
        return None
    return found[0]


def _readings(
    parser: TextParser, sentence: PrintedSentence
) -> Iterator[tuple[tuple[Tree, ...], Tree | None]]:
    """Yield the ways to read a sentence: what it says, and the heading that it has."""
    for tree in parser.whole(SENTENCE):
        yield (tree,), None
    for index, word in enumerate(sentence.words):
        if word.key != COLON:
            continue
        for above in parser.whole(HEADING, 0, index):
            if index + 1 == len(sentence.words):
                yield (), above
            for tree in parser.whole(SENTENCE, index + 1):
                yield (tree,), above
    for above in parser.whole(HEADING):
        yield (), above


def _stopped(parser: TextParser, sentence: PrintedSentence) -> str:
    """Return the words from the one on that stopped the reading."""
    at = min(parser.reached, len(sentence.words) - 1)
    return sentence.text[sentence.words[at].start :] if sentence.words else sentence.text


def _stated(
    trees: Iterable[Tree],
    sentence: PrintedSentence,
    known: Mapping[str, Value],
    name: str,
    before: Sequence[Thing] = (),
) -> _Stated:
    starts = tuple((word.start, word.end) for word in sentence.words)
    place = _Place(known, name, sentence.text, starts)
    found = _Stated(before)
    for tree in trees:
        _value(tree, place, found)
    return found


def _value(tree: Tree, place: _Place, found: _Stated) -> Value:
    """Return what a phrase stands for; what it states is added to what was found."""
    production = tree.production
    if production is None:
        assert tree.value is not None
        return tree.value
    if production.new:
        thing = _new(tree, production, place, found)
        found.things.append(thing)
        place = replace(place, known={**place.known, PART: thing.value, PLACE: thing.number})
    inner = dict(place.known)
    for variable, part in tree.parts:
        inner[variable] = _value(part, place, found)
    found.facts += (_filled(atom, inner) for atom in production.facts)
    match production.value:
        case Variable(name):
            return inner[name]
        case Constant(meant):
            return meant
    return production.words


def _new(tree: Tree, production: Production, place: _Place, found: _Stated) -> Thing:
    """Return the thing that a phrase is, numbered among those of its sort."""
    sort = production.sort
    here = 1 + sum(one.sort == sort for one in found.things)
    number = here + sum(one.sort == sort for one in found.before)
    card, called = place.known[CARD], "part" if sort == "any" else sort
    own = place.known[OWN]
    value = f"{own}_{called}_{here}" if _is_symbol(card) else value_within(card, called, number)
    inner, numbered = PART in place.known, PLACE in production.mentioned
    return Thing(value, _printed(tree, place), sort, place.name, number, inner, numbered)


def _is_symbol(card: Value) -> bool:
    return str(card).isidentifier() and str(card).islower()


def value_within(card: Value, called: str, number: int) -> str:
    """Return what a thing in the text of a card is called; a printed name is kept as it is."""
    return f"{card}_{called}_{number}" if _is_symbol(card) else f"{card} {called} {number}"


def _printed(tree: Tree, place: _Place) -> str:
    """Return the words of a phrase as they stand in the text."""
    start, end = place.starts[tree.start][0], place.starts[tree.end - 1][1]
    return place.text[start:end]


def _filled(atom: Atom, known: Mapping[str, Value]) -> Atom:
    terms = []
    for term in atom.terms:
        if isinstance(term, Variable):
            if term.name not in known:
                raise _NotSaidError
            term = _constant(known[term.name])
        terms.append(term)
    return Atom(atom.predicate, tuple(terms))


def _constant(value: Value) -> Constant:
    return Constant(value, quoted=isinstance(value, str) and not value.isidentifier())
