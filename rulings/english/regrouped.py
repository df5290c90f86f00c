"""What a line says of several things at once, said of each: "one costs 3 coins, another costs 5".

In: the tokens of a statement, the words of a rulebook. Out: the tokens of lines that say the same
in sentences of their own. Guarantee: every clause keeps its own words, each thing is told apart as
the line tells it, and what a rule finds still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    ORDINALS,
    Token,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

_PLACING = frozenset("in on at under behind beside above below inside outside".split())
_STANDING = frozenset(("be", "lie", "stand", "sit"))
_RELATIVES = frozenset(("who", "which", "that"))
_OTHERS = frozenset(("another", "second", "third", "fourth"))
_LONGEST = 8
_MOST = 6


def _is_verb(token: Token, lexicon: Lexicon) -> bool:
    key = token.key
    if token.article or token.capital or token.quoted or token.possessive:
        return False
    known = key in AUXILIARIES or key in ("have", "do", "did")
    return known or key in lexicon.forms or key in lexicon.lemmas


def _closed(tokens: Tokens) -> Tokens:
    """Return a sentence of its own."""
    return (*tokens[:-1], tokens[-1]._replace(after="."))


def _place_first(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "in my hand is a ride" as "a ride is in my hand"."""
    if tokens[0].key not in _PLACING or tokens[0].quoted or has_question_mark(tokens):
        return
    for verb in range(2, min(_LONGEST, len(tokens) - 1)):
        thing = tokens[verb + 1 :]
        told = thing[0].article == "a" or number(thing[0].key) is not None
        if tokens[verb].key in _STANDING and not tokens[verb].capital and told:
            place = tokens[:verb]
            bare = (*thing[:-1], thing[-1]._replace(after=""))
            yield (*bare, tokens[verb], *place[:-1], place[-1]._replace(after=thing[-1].after))
            return


def _subject_told(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "a ride that costs 3 coins is closed" as "a ride is closed. It costs 3 coins"."""
    if has_question_mark(tokens) or tokens[0].quoted or len(tokens) < 5:
        return
    begin = next((i for i in range(1, min(_LONGEST, len(tokens))) if _relates(tokens, i)), 0)
    if not begin or tokens[0].article != "a" or tokens[begin - 1].after:
        return
    for split in range(begin + 2, len(tokens) - 1):
        if _is_verb(tokens[split], lexicon) and tokens[split - 1].key not in FUNCTION_WORDS:
            told = tokens[begin + 1 : split]
            yield (
                *tokens[:begin],
                *_closed(tokens[split:]),
                word_like("it", tokens[begin]),
                *_closed(told),
            )


def _relates(tokens: Tokens, index: int) -> bool:
    return tokens[index].key in _RELATIVES and not (tokens[index].quoted or tokens[index].article)


def _each_told(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "has a Cook who earns 4 coins and a Guard who earns 2" in four sentences."""
    if has_question_mark(tokens):
        return
    relatives = [i for i in range(3, len(tokens) - 1) if _relates(tokens, i)]
    if not relatives or len(relatives) > _MOST:
        return
    starts = [_noun_begins(tokens, place) for place in relatives]
    if not all(starts) or not all(tokens[p - 1].capital for p in relatives):
        return
    lead = tokens[: starts[0]]
    ends = [_joint(tokens, start) for start in starts[1:]]
    found: list[Token] = []
    unit: Tokens = ()
    for start, place, end in zip(starts, relatives, (*ends, len(tokens)), strict=True):
        if end <= place + 1:
            return
        noun, told = tokens[start:place], tokens[place + 1 : end]
        last, unit = _with_unit(told, unit)
        name = (noun[0]._replace(article=""), *noun[1:])
        found += (*lead, *_closed(noun), *name, *_closed(last))
    yield tuple(found)


def _with_unit(told: Tokens, unit: Tokens) -> tuple[Tokens, Tokens]:
    """Return a clause that ends in a number with what the clause before counts, and that."""
    last = (*told[:-1], told[-1]._replace(after=""))
    counted = [i for i, token in enumerate(last) if number(token.key) is not None]
    if counted and counted[-1] == len(last) - 1:
        return (*last, *unit), unit
    return last, last[counted[-1] + 1 :] if counted else unit


def _noun_begins(tokens: Tokens, place: int) -> int:
    """Return where the name before a relative clause begins, with its article; 0 without one."""
    for start in range(place - 1, max(0, place - 4), -1):
        if not tokens[start].capital or tokens[start].after:
            return 0
        if tokens[start].article == "a":
            return start
    return 0


def _joint(tokens: Tokens, start: int) -> int:
    """Return where the clause before a further noun ends: at its "and" or comma."""
    return start - (tokens[start - 1].key == "and")


def _enumerated(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "a ride costs 3 coins, another costs 5" as "a ride costs 3 coins. Another ride …"."""
    if has_question_mark(tokens) or tokens[0].article != "a" or number(tokens[0].key) is not None:
        return
    verb = next((i for i in range(1, len(tokens)) if _is_verb(tokens[i], lexicon)), 0)
    if not verb or any(token.after for token in tokens[:verb]):
        return
    starts = [i for i in range(verb + 2, len(tokens) - 2) if _goes_on(tokens, i, lexicon)]
    if not starts:
        return
    noun = (tokens[0]._replace(article=""), *tokens[1:verb])
    found: list[Token] = []
    unit: Tokens = ()
    for first, end in zip((0, *starts), (*starts, len(tokens)), strict=True):
        stop = end - (end < len(tokens) and tokens[end - 1].key in ("and", "while"))
        told, unit = _with_unit(tokens[first + 1 if first else 0 : stop], unit)
        if first:
            found += (word_like("another", tokens[first]), *noun)
        found += _closed(told)
    yield tuple(found)


def _goes_on(tokens: Tokens, index: int, lexicon: Lexicon) -> bool:
    """Whether ", another costs …" begins at a token."""
    token, before = tokens[index], tokens[index - 1]
    other = token.key in _OTHERS and (token.key == "another" or token.article == "a")
    paused = "," in before.after or ";" in before.after or before.key in ("and", "while")
    return other and paused and _is_verb(tokens[index + 1], lexicon)


def _in_places(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "has rides in the first and fourth space" as "has a ride in the first space", ….

    And so "in spaces 1, 2 and 4".
    """
    if has_question_mark(tokens):
        return
    for i in range(2, len(tokens) - 2):
        noun, behind = tokens[i], tokens[i + 1]
        if not noun.plural or noun.article or noun.capital or behind.key not in _PLACING:
            continue
        if tokens[i - 1].key in FUNCTION_WORDS - {"have"} or number(tokens[i - 1].key) is not None:
            continue
        places = tuple(_places(tokens[i + 2 :]))
        if len(places) < 2:
            return
        one = word_like(noun.key, noun)._replace(article="a")
        found: list[Token] = []
        for place in places:
            found += (*tokens[:i], one, behind, *_closed(place))
        yield tuple(found)
        return


def _places(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the places of a list: "the first space", "space 1"."""
    counting = tokens[0].plural and number(tokens[1].key) is not None if tokens[1:] else False
    listed = tokens[1:] if counting else tokens
    values: list[Token] = []
    index = 0
    while index < len(listed):
        token = listed[index]
        if token.key == "and" and values:
            index += 1
            continue
        if (number(token.key) is None) if counting else (token.key not in ORDINALS):
            break
        values.append(token._replace(after=""))
        index += 1
    rest = listed[index:]
    if counting and not rest:
        word = word_like(tokens[0].key, tokens[0])
        yield from ((word, value) for value in values)
    elif not counting and len(rest) == 1:
        word = word_like(rest[0].key, rest[0])
        yield from ((value._replace(article="the"), word) for value in values)


def _of_owner(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "two of Ana's cards are closed" as "Ana has two cards. Both are closed".

    Only where the table has no such thing yet: else they are two of those.
    """
    keys = tuple(token.key for token in tokens[:2])
    many = number(keys[0]) if keys else None
    if has_question_mark(tokens) or many is None or many < 2 or keys[1:] != ("of",):
        return
    verb = next((i for i in range(4, len(tokens)) if _is_verb(tokens[i], lexicon)), 0)
    owner = next((i for i in range(2, verb) if tokens[i].possessive or tokens[i].key == "i"), 0)
    if not owner or owner + 2 > verb or not tokens[verb - 1].plural:
        return
    noun = tokens[owner + 1 : verb]
    sort = lexicon.nouns.get(noun[-1].key)
    names = lexicon.names
    if sort is None or any(
        names.sorts.compatible(seen, sort)
        for value in names.table
        for seen in names.sorts_of(value) & names.sorts.above.keys()
    ):
        return
    name, first = tokens[owner].text.removesuffix("s").rstrip("'’"), tokens[owner].start
    bare = tokens[owner]._replace(text=name, end=first + len(name), possessive=False)
    who = (*tokens[2:owner], bare)
    if tokens[owner].key == "i":
        who = (word_like("I", tokens[owner], key="i"),)
    has = word_like("has", tokens[owner], key="have")
    words = ("both",) if many == 2 else ("all", "of", "them")
    they = tuple(word_like(word, tokens[verb]) for word in words)
    yield (*who, has, tokens[0], *_closed(noun), *they, *tokens[verb:])


REGROUPED: tuple[Rule, ...] = (
    _place_first,
    _subject_told,
    _each_told,
    _enumerated,
    _in_places,
    _of_owner,
)
