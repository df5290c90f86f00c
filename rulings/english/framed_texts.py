"""What a line states that tells the text of a card in its own words.

In: a line that no sentence fits, and what reads its parts. Out: what it states with all that the
text does, or None. Guarantee: the card is one thing that the line or the table names, and the text
is read whole, unless the rulebook says what is open where words of a text are not read.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.lexicon import Lexicon, supposing
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import Introduction, Reading, Statement, named
from rulings.english.sequence import merged
from rulings.english.text_frames import (
    Persons,
    TextFrame,
    frames,
    in_the_voice_of_a_card,
    speaks_of_persons,
    speaks_of_the_asker,
)
from rulings.english.told_texts import (
    between_card_and_text,
    is_whole_text,
    told_of,
    with_newcomers,
    with_texts,
)
from rulings.english.words import Tokens, tokenize
from rulings.language.program import Constant, Value
from rulings.records import replace

Understood = Callable[[str, Tokens], Reading | None]
"""What reads words of a line."""


def told_in_a_frame(text: str, lexicon: Lexicon, understood: Understood) -> Statement | None:
    """Return what a line states that tells a text in a frame of its own."""
    grammar = lexicon.texts
    if grammar is None or asker_sort(lexicon) is None:
        return None
    sort, noun = _card(lexicon, grammar)
    for frame in frames(text, noun):
        found = _noted(frame, sort, noun, lexicon, understood)
        if found is not None:
            return found
    return None


def of_some_card(text: str, lexicon: Lexicon, understood: Understood) -> Statement | None:
    """Return what a text states of a card of the asker's of which nothing else is told."""
    grammar = lexicon.texts
    if grammar is None or asker_sort(lexicon) is None:
        return None
    if grammar.other is not None:
        mine = Persons(asker=True, owner=frozenset(), others=frozenset())
        text = in_the_voice_of_a_card(text, mine, grammar.other)
    if not is_whole_text(text, lexicon, grammar):
        return None
    sort, noun = _card(lexicon, grammar)
    return _noted(TextFrame(text, thing=f"a {noun}"), sort, noun, lexicon, understood)


def _card(lexicon: Lexicon, grammar: TextGrammar) -> tuple[str, str]:
    """Return the type of what bears texts, and a noun for it."""
    column = lexicon.predicates[grammar.telling].columns[grammar.column("Card")]
    nouns = (key for key, sort in lexicon.nouns.items() if sort == column.sort)
    return column.sort, next(nouns, "card")


def _noted(
    frame: TextFrame, sort: str, noun: str, lexicon: Lexicon, understood: Understood
) -> Statement | None:
    grammar = lexicon.texts
    assert grammar is not None
    if frame.head:
        found = understood(frame.head, tokenize(frame.head, names=True))
        head = found if isinstance(found, Statement) else None
        cards = _cards(head, sort, lexicon) if head is not None else ()
    else:
        head, cards = _bearing(frame.thing or "it", lexicon, grammar, understood)
        if not cards and not frame.thing:
            # Nothing was named before: the text is that of a card told of by it alone.
            head, cards = _bearing(f"a {noun}", lexicon, grammar, understood)
    if head is None or len(cards) != 1:
        return None
    text = frame.text
    if not frame.quoted:
        persons = _persons(cards[0], supposing(lexicon, head))
        names = persons.owner | persons.others if persons is not None else frozenset[str]()
        if speaks_of_persons(text, names):
            if persons is None or grammar.other is None:
                return None
            text = in_the_voice_of_a_card(text, persons, grammar.other)
    text = f"{text[:1].upper()}{text[1:]}."
    telling = told_of(grammar, cards[0], text)
    told = with_texts(merged(head, Statement((telling,))), lexicon)
    own = asker_sort(lexicon)
    if own is not None and not frame.quoted and speaks_of_the_asker(frame.text):
        told = with_newcomers(told, (Introduction(ASKER, ASKER, own),), lexicon)
    unread = any(notice.code == "RUL539" for notice in told.notices)
    return None if unread else told


def _cards(head: Statement, sort: str, lexicon: Lexicon) -> tuple[Value, ...]:
    """Return the cards that a statement speaks of."""
    there = supposing(lexicon, head)
    new = {one.value for one in head.introduces if one.sort == sort}
    return tuple(
        value
        for value in dict.fromkeys(named(head))
        if value in new or (there.names.sorts_of(value) and there.names.fits(value, sort))
    )


def _bearing(
    thing: str, lexicon: Lexicon, grammar: TextGrammar, understood: Understood
) -> tuple[Statement | None, tuple[Value, ...]]:
    """Return what is told of "my Play" by the words alone, and which card that is."""
    words = tokenize(thing, names=True)
    if not words:
        return None, ()
    (said,) = tokenize('"X."')
    found = understood(thing, (*words, *between_card_and_text(lexicon, said), said))
    if not isinstance(found, Statement):
        return None, ()
    telling = [atom for atom in found.facts if atom.predicate == grammar.telling]
    rest = tuple(atom for atom in found.facts if atom.predicate != grammar.telling)
    terms = [atom.terms[grammar.column("Card")] for atom in telling]
    cards = tuple(term.value for term in terms if isinstance(term, Constant))
    return replace(found, facts=rest), cards


def _persons(card: Value, there: Lexicon) -> Persons | None:
    """Return whose a card is, where the table or the line has told it of one player."""
    player = asker_sort(there)
    assert player is not None

    def is_player(value: Value) -> bool:
        return any(
            player in there.names.sorts.above.get(s, ()) for s in there.names.sorts_of(value)
        )

    people = {value for value in there.names.table if is_player(value)}
    owners = {
        value
        for facts in there.table.values()
        for row in facts.rows
        if card in row
        for value in row
        if value in people
    }
    if len(owners) != 1:
        return None
    (owner,) = owners
    names = {value: there.names.display(value).lower() for value in people if value != ASKER}
    others = frozenset(name for value, name in names.items() if value != owner)
    return Persons(owner == ASKER, frozenset({names.get(owner, ASKER)}), others)
