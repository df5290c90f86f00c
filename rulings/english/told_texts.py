"""Lines that tell the text of a card.

In: the tokens of a line, or what it states, and the words of the table. Out: the tokens with the
text as one of them; the statement with all that the texts in it state. Guarantee: a line without a
text stays as it is; words of a text that nothing reads are a notice, and are stated to be unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import count
from typing import TYPE_CHECKING

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.lexicon import Lexicon
from rulings.english.morphology import base_of
from rulings.english.name_shapes import ends_sentence
from rulings.english.names import symbol_of
from rulings.english.patterns import SLOT
from rulings.english.reading import Introduction, Reading, Statement, WhatIf
from rulings.english.sentences import STATES
from rulings.english.telling import belonging, label_of, merged
from rulings.english.text_names import introduced, names_within
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import AUXILIARIES, Token, key_of, tokenize, word_like
from rulings.expressions import expression
from rulings.language.catalogue import diagnose
from rulings.language.program import Atom, Constant, Value
from rulings.records import replace

if TYPE_CHECKING:
    from rulings.english.card_texts.text_parsing import Named
    from rulings.english.card_texts.text_reading import TextReading, Thing

_TELLING = frozenset("say said read state that only just simply merely".split())
_VERBS = frozenset("say said read state".split())

_BEARING = frozenset(("with", "have", "bear", "carry", "show"))
"""What stands before "the text" of a card that is told."""
_OWN = frozenset("my his her their our".split())
_LONGEST = 8
_ITS = frozenset(("its", "his", "her"))

_LETTING = expression(r"^(?:Let|Allow) (?:her|him|me)(?: to)?\b")
_MAKING = expression(
    r"^(?:(?:Make|Force|Tell|Require) (?:her|him|me)(?: to)?\b|Give (?:her|him|me)(?= \d| an?\b))"
)
_HIM = expression(r"\b(?:he|she|him|me|I|her(?= [+-]?\d| an?\b))\b")
_HIS = expression(r"\b(?:her|his|my)\b")
"""Who plays a card, which calls him "you"; "they" may be others."""
_ENDED = expression(r"[.!:](\s|$)")
"""What tells a text from words that a rule has among others."""


def with_texts_supposed(found: Reading, lexicon: Lexicon) -> Reading:
    """Return a reading whose statement, or what it supposes, states what the texts in it do."""
    match found:
        case Statement():
            return with_texts(found, lexicon)
        case WhatIf(changes):
            return replace(found, changes=with_texts(changes, lexicon))
    return found


def with_texts(told: Statement, lexicon: Lexicon) -> Statement:
    """Return a statement with what the texts state that it tells of cards."""
    grammar = lexicon.texts
    if grammar is None:
        return told
    if told.parts:
        parts = tuple(_each_with_texts(told.parts, lexicon))
        return replace(reduce(merged, parts), parts=parts)
    found = told
    for atom in told.facts:
        if atom.predicate == grammar.telling:
            found = _with_text(found, atom, lexicon, grammar)
    return found


def _each_with_texts(parts: Iterable[Statement], lexicon: Lexicon) -> Iterator[Statement]:
    """Yield what each sentence states, which may tell of what those before it introduce."""
    before: tuple[Introduction, ...] = ()
    for part in parts:
        read = with_texts(replace(part, introduces=(*before, *part.introduces)), lexicon)
        yield replace(read, introduces=tuple(one for one in read.introduces if one not in before))
        before = (*before, *part.introduces)


def _with_text(told: Statement, atom: Atom, lexicon: Lexicon, grammar: TextGrammar) -> Statement:
    terms = [term.value for term in atom.terms if isinstance(term, Constant)]
    card, text = terms[grammar.column("Card")], str(terms[grammar.column("Text")])
    # Here as below: few lines tell a text, and only they need what reads it.
    from rulings.english.card_texts.printed_words import sentences
    from rulings.english.card_texts.text_reading import read_text

    new = {one.value: one.name for one in told.introduces}
    name = new.get(str(card)) or lexicon.names.display(card)
    texts = _texts_before(card, text, lexicon, grammar)
    first = 1 + sum(len(sentences(one)) for one in texts)
    known, fresh = named_in(lexicon), names_within(text, grammar)
    named = _named(known, fresh)
    earlier = tuple(
        thing
        for one in texts
        for thing in read_text(card, name, one, grammar, named).things
        if thing.number
    )
    earlier = (*_printed_on(card, lexicon), *earlier)
    read = read_text(card, name, text, grammar, named, first, earlier)
    fresh = {keys: one for keys, one in fresh.items() if known(keys) is None}
    people = introduced(fresh, read.facts, lexicon)
    if people is not None:
        told = with_newcomers(told, people, lexicon)
    if people is None or not all(_fits(one, lexicon, read, told) for one in read.facts):
        read = read_text(card, name, text, grammar, lambda _: None, first, earlier)
    things = tuple(_introduced(one, lexicon, read) for one in read.things)
    facts = (*told.facts, *read.facts, *(label_of(one, atom.span) for one in things))
    unread = (diagnose("RUL539", None, words=words, name=name) for words in read.unread)
    return replace(
        told,
        facts=tuple(dict.fromkeys(replace(one, span=atom.span) for one in facts)),
        introduces=(*told.introduces, *things),
        notices=(*told.notices, *unread),
    )


def _printed_on(card: Value, lexicon: Lexicon) -> Iterator[Thing]:
    """Yield what the rulebook prints on a card: what is told of it is something else."""
    from rulings.english.card_texts.text_reading import Thing, value_within

    for number in count(1):
        value = value_within(card, "part", number)
        sorts = lexicon.names.sorts_of(value)
        if not sorts or lexicon.names.label(value) is not None:
            return
        yield Thing(value, value, next(iter(sorts)), str(card), number)


def _named(known: Named, fresh: Mapping[tuple[str, ...], str]) -> Named:
    """Return what finds the thing that words name, be it known or new."""

    def named(keys: tuple[str, ...]) -> Value | None:
        value = known(keys)
        return value if value is not None or keys not in fresh else symbol_of(fresh[keys])

    return named


def with_newcomers(
    told: Statement, newcomers: tuple[Introduction, ...], lexicon: Lexicon
) -> Statement:
    """Return what is told with those whom only the text names."""
    there = {one.value for one in told.introduces}
    new = tuple(one for one in newcomers if one.value not in there)
    facts = (atom for one in new for atom in belonging(lexicon, one))
    labels = (label_of(one, one.span) for one in new)
    return replace(told, facts=(*told.facts, *facts, *labels), introduces=(*told.introduces, *new))


def _texts_before(
    card: Value, text: str, lexicon: Lexicon, grammar: TextGrammar
) -> tuple[str, ...]:
    """Return what was told of the text of a card before this was."""
    rows = lexicon.table[grammar.telling].rows if grammar.telling in lexicon.table else ()
    place = grammar.column("Text")
    told = [str(row[place]) for row in rows if row[grammar.column("Card")] == card]
    return tuple(told[: told.index(text)] if text in told else told)


def named_in(lexicon: Lexicon) -> Named:
    """Return what finds the one thing that words name."""

    def named(keys: tuple[str, ...]) -> Value | None:
        found = [*filter(lexicon.names.is_thing, lexicon.names.all(" ".join(keys)))]
        return found[0] if len(found) == 1 else None

    return named


def _introduced(thing: Thing, lexicon: Lexicon, read: TextReading) -> Introduction:
    """Return what is new; two parts that read alike are told apart by their sentence."""
    alike = [one for one in read.things if one.name == thing.name]
    known = lexicon.names.find(key_of(thing.name), thing.sort)
    if len(alike) < 2 and all(value == thing.value for value in known):
        return Introduction(thing.value, thing.name, thing.sort, spoken=False)
    return Introduction(thing.value, f"{thing.name} of {thing.within}", thing.sort, spoken=False)


def _fits(atom: Atom, lexicon: Lexicon, read: TextReading, told: Statement) -> bool:
    """Whether what a text names is of the kind that the fact is about."""
    new = {one.value for one in read.things} | {one.value for one in told.introduces}
    columns = lexicon.predicates[atom.predicate].columns
    sorts = lexicon.names.sorts
    for term, column in zip(atom.terms, columns, strict=True):
        value = term.value if isinstance(term, Constant) else None
        if value is None or value in new or sorts.is_text(column.sort):
            continue
        if lexicon.names.sorts_of(value) and not lexicon.names.fits(value, column.sort):
            return False
    return True


def telling_texts(tokens: tuple[Token, ...], text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """Return the tokens of a line with its card text as one of them, told as the rulebook does.

    "Storm says: Close a ride." becomes the words of `told` around “Close a ride.” A line whose
    quoted words are no text that is read, even in part, stays as it is, unless "says" stands behind
    a card of somebody's, or one without a name.
    """
    grammar = lexicon.texts
    if grammar is None:
        return tokens
    begin = _first_telling(tokens)
    if begin:
        return (*tokens[:begin], *telling_texts(tokens[begin:], text, lexicon))
    for index, token in enumerate(tokens):
        reported = _reported(tokens, index, text, lexicon, grammar)
        reported = reported or _described(tokens, index, text, lexicon, grammar)
        if reported is not None:
            return reported
        colon = ":" in token.after and not token.quoted and index + 1 < len(tokens)
        said = tokens[index + 1] if colon else token
        if not (colon or token.quoted):
            continue
        begin = index + 1 if colon else index
        end = begin + 1 if said.quoted else len(tokens)
        if colon and not said.quoted:
            start = text.index(":", token.end) + 1
            printed = text[start:].strip()
            said = Token(printed, printed, start, len(text), quoted=True)
        told = colon or _ENDED.search(said.text)
        asks = colon and text.rstrip().endswith("?")
        tells = begin > 1 and tokens[begin - 1].key in _VERBS and not asks
        owned = tells and (
            _is_of_somebody(tokens[:begin]) or _is_of_card(tokens[: begin - 1], lexicon)
        )
        shown = colon and tokens[begin].quoted and _does(tokens[:begin], lexicon)
        if begin and (owned or shown or (told and _is_text(said.text, lexicon, grammar))):
            rest = telling_texts(tokens[end:], text, lexicon)
            return (*_telling(tokens[:begin], said, lexicon, grammar), said, *rest)
        if colon:
            return tokens
    return tokens


def _first_telling(tokens: tuple[Token, ...]) -> int:
    """Return where the sentence begins that tells a text: "Ana runs a Play. It says: …"."""
    begin = 0
    for index, token in enumerate(tokens[:-1]):
        if token.quoted or ":" in token.after or token.key in _VERBS:
            return begin
        if ends_sentence(token):
            begin = index + 1
    return 0


def _reported(
    tokens: tuple[Token, ...], index: int, text: str, lexicon: Lexicon, grammar: TextGrammar
) -> tuple[Token, ...] | None:
    """Return the tokens of "my card says that this cannot be closed", all of which is read."""
    verb = tokens[index]
    begin = index + 1 + (index + 1 < len(tokens) and tokens[index + 1].key == "that")
    if verb.quoted or verb.key not in _VERBS or verb.after or begin + 1 >= len(tokens):
        return None
    if tokens[begin].quoted or text.rstrip().endswith("?"):
        return None
    before = tokens[:index]
    if not before or not (_is_of_card(before, lexicon) or _is_of_somebody(tokens[: index + 1])):
        return None
    start = tokens[begin].start
    printed = text[start:].strip()
    printed = printed[:1].upper() + printed[1:]
    if _unread(printed, lexicon, grammar):
        return None
    said = Token(printed, printed, start, len(text), quoted=True)
    return (*_telling(tokens[: index + 1], said, lexicon, grammar), said)


def _described(
    tokens: tuple[Token, ...], index: int, text: str, lexicon: Lexicon, grammar: TextGrammar
) -> tuple[Token, ...] | None:
    """Return the tokens of "a Play that gives her 3 Power", which tells what the Play says.

    So does "she runs Zap, which gives her 3 Power", and "Zap gives her 3 Power" of a known Zap.
    """
    if index < 1 or index + 2 >= len(tokens):
        return None
    noun, relative = tokens[index - 1], tokens[index].key in ("that", "which")
    before = tokens[:index]
    if relative and noun.article == "a" and _is_of_card(tokens[: index + 1], lexicon):
        at, lead = index + 1, (*before, tokens[index])
    elif relative and "," in noun.after and (noun.capital or noun.quoted):
        at, lead = index + 1, (*before[:-1], noun._replace(after="."), word_like("it", noun))
    elif not relative and _is_bearer(tokens, index, lexicon):
        at, lead = index, before
    else:
        return None
    verb = tokens[at]
    base = base_of(verb.text.lower())
    if verb.quoted or verb.capital or base in STATES | _VERBS | AUXILIARIES:
        return None
    ends = (i for i in range(at, len(tokens)) if ends_sentence(tokens[i]))
    end = next(ends, len(tokens) - 1) + 1
    if "?" in tokens[end - 1].after or any(one.quoted for one in tokens[at:end]):
        return None
    printed = f"{base.capitalize()}{text[verb.end : tokens[end - 1].end]}."
    printed = _MAKING.sub(_made, _LETTING.sub("You may", printed))
    printed = _HIS.sub("your", _HIM.sub("you", printed))
    if len("".join(_unread(printed, lexicon, grammar))) + len(base) >= len(printed) - 2:
        return None
    said = Token(printed, printed, verb.start, tokens[end - 1].end, quoted=True)
    told = _telling((*lead, word_like("says", verb, key="say")), said, lexicon, grammar)
    return (*told, said, *telling_texts(tokens[end:], text, lexicon))


def _is_bearer(tokens: tuple[Token, ...], index: int, lexicon: Lexicon) -> bool:
    """Whether a verb has a card before it: "Zap closes all rides", "Ben's event lets him draw"."""
    if _bears(tokens[:index], lexicon) or [one.key for one in tokens[:index]] == ["it"]:
        return not _is_of_rules(tokens[index], lexicon)
    whom = tokens[index + 1].text.lower() in ("her", "him", "me")
    return whom and index > 1 and _is_of_somebody(tokens[: index + 1])


def _made(found: re.Match[str]) -> str:
    return "You gain" if found[0].startswith("Give") else "You"


def _is_of_rules(verb: Token, lexicon: Lexicon) -> bool:
    """Whether a sentence of the rulebook has a verb behind what bears texts: "{C} closes {D}"."""
    bearer = _bearer_sort(lexicon)
    keys = {verb.key, base_of(verb.text.lower())}
    begun = (one for one in lexicon.templates if not keys.isdisjoint(one.pieces[1:3]))
    first = ((one.pieces[0], lexicon.predicates[one.predicate].columns) for one in begun)
    fits = lexicon.names.sorts.compatible
    return any(isinstance(at, int) and fits(columns[at].sort, bearer) for at, columns in first)


def _bears(words: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Whether words name something that bears a text."""
    bearer = _bearer_sort(lexicon)
    return bool(lexicon.names.find(" ".join(one.key for one in words), bearer))


def _bearer_sort(lexicon: Lexicon) -> str:
    assert lexicon.texts is not None
    return lexicon.predicates[lexicon.texts.telling].columns[lexicon.texts.column("Card")].sort


def _is_of_card(words: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Whether a card, and no person, says what follows: "a card that …", "it", a name."""
    first, last = words[0], words[-1]
    if lexicon.texts is not None and _bears(words, lexicon):
        return True
    noun = last.key in lexicon.nouns or (
        lexicon.texts is not None and last.key in lexicon.texts.bearers
    )
    person = lexicon.nouns.get(last.key) == lexicon.nouns.get("player")
    which = last.key in ("that", "which") and len(words) > 1
    return not last.quoted and not person and (which or noun or first.key == "it" == last.key)


def _is_of_somebody(words: tuple[Token, ...]) -> bool:
    """Whether "my Cook says" or "a card says": a text stands behind, whatever of it is read."""
    first = words[0]
    own = first.possessive or first.text.lower() in _OWN or words[1].possessive
    return not first.quoted and len(words) < _LONGEST and (own or first.article == "a")


def _is_text(text: str, lexicon: Lexicon, grammar: TextGrammar) -> bool:
    from rulings.english.card_texts.printed_words import sentences

    return len(_unread(text, lexicon, grammar)) < len(sentences(text))


def _unread(text: str, lexicon: Lexicon, grammar: TextGrammar) -> tuple[str, ...]:
    from rulings.english.card_texts.text_reading import read_text

    named = _named(named_in(lexicon), names_within(text, grammar))
    return read_text("card", "card", text, grammar, named).unread


def _telling(
    before: tuple[Token, ...], said: Token, lexicon: Lexicon, grammar: TextGrammar
) -> tuple[Token, ...]:
    """Return what stands before a text, the verb of telling in the words of the rulebook."""
    between = between_card_and_text(lexicon, said)
    told = tuple(word.key for word in between)
    if tuple(word.key for word in before[-len(told) :]) == told:
        return before
    last = next((i for i in range(len(before) - 1, 0, -1) if before[i].article), 0)
    if last and before[last].article == "a" and not _TELLING & {t.key for t in before[last:]}:
        # "Ana plays an event: …" tells the text of what stands before it.
        return (*before, word_like("that", said), *between)
    if _does(before, lexicon):
        # "In Battle 2 Ana runs Zap: …" tells the text of what it ends with.
        *deed, card = before
        return (*deed, card._replace(after="."), word_like("it", said), *between)
    kept, with_it = before, False
    if before[-1].key in ("text", "word", "rule") and before[-2:-1] and before[-2].key in _BEARING:
        kept, with_it = before[:-2], before[-2].key == "with"
    while kept and kept[-1].key in _TELLING - _VERBS:
        kept = kept[:-1]
    while kept and kept[-1].key in _TELLING - {"that"}:
        kept = kept[:-1]
    if not kept:
        return before
    if with_it:
        kept = (*kept, word_like("that", said))
    return (*_bearer(kept, grammar), *between)


def _does(words: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Whether words tell of a deed with one thing: "Ana runs Zap", not "Ana uses Zap on Zip"."""
    verbs = (i for i, one in enumerate(words) if i and one.key in lexicon.forms and not one.capital)
    verb = next(verbs, 0)
    does = verb and words[verb].key not in _VERBS | {"be", "have"}
    last = words[-1].capital or words[-1].text.isdigit()
    return bool(does and last) and not any(one.key in PREPOSITIONS for one in words[verb:])


def between_card_and_text(lexicon: Lexicon, said: Token) -> tuple[Token, ...]:
    """Return the words with which the rulebook tells a text, before the text that was said."""
    assert lexicon.texts is not None
    between = _between(lexicon.predicates[lexicon.texts.telling].templates[0])
    return tuple(word_like(word.text, said, key=word.key) for word in between)


def _bearer(words: tuple[Token, ...], grammar: TextGrammar) -> tuple[Token, ...]:
    """Return who bears a text: "Storm" for "Storm's rule", "it" for "the rule"."""
    last = words[-1]
    if last.key not in grammar.bearers or last.quoted:
        return words
    owner = words[-2] if len(words) > 1 else None
    if owner is not None and owner.possessive:
        return (*words[:-2], owner._replace(possessive=False, after=last.after))
    alone = last.article == "the" or (owner is not None and owner.text.lower() in _ITS)
    if not alone:
        return words
    begin = len(words) - (1 if last.article == "the" else 2)
    return (*words[:begin], word_like("it", last))


def _between(template: str) -> tuple[Token, ...]:
    """Return the words between the card and its text."""
    first, second = (match.span() for match in SLOT.finditer(template))
    return tokenize(template[first[1] : second[0]])
