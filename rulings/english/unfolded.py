"""What a line folds together: "Ben too", "a five-star ride", "the first and third space".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines that say it at length.
Guarantee: each thing is said of each that the line names, nothing is left out and nothing added;
a line that says something of several together is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulings.english.lattice import says_the_same
from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import (
    FUNCTION_WORDS,
    ORDINALS,
    Token,
    Tokens,
    has_question_mark,
    number,
    span_key,
    tokenize,
    word_like,
)

_OWN = frozenset("his her their its my your our own himself herself itself themselves".split())
_VERBS = frozenset(("have", "do", "did", "be", "was", "may", "must"))
_STAYING = frozenset(("stay", "stayed", "remain", "remained"))
_TOGETHER = frozenset(
    "each other together total altogether all both between same different only than".split()
)
_LONGEST = 3
_MANY = 9
"""The first so many things are told one by one."""
_READING = frozenset(
    "say says read reads marked mark with begin begins start starts worded".split()
)


def _too(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana has 3 coins, Ben too" and "…, and so has Ben" as two sentences."""
    subject = _name_end(tokens, 0)
    if not subject or has_question_mark(tokens):
        return
    last = next((i for i in range(len(tokens) - 3, len(tokens)) if i > 2 and _also(tokens, i)), 0)
    if last:
        begin, end = _name_begin(tokens, last - 1), last
    else:
        begin = _name_begin(tokens, len(tokens) - 1)
        end = len(tokens)
        if begin < 3 or tokens[begin - 2].key != "so" or tokens[begin - 1].key not in _VERBS:
            return
    other = tokens[begin:end]
    if len(other) > 1 and not lexicon.names.all(span_key(tokens, begin, end)):
        # Of whom nobody spoke, two words do not tell whether they name a player.
        return
    stop = begin if last else begin - 2
    stop -= tokens[stop - 1].key in ("and", "but")
    told = tokens[subject:stop]
    if len(told) < 2 or any(token.text.lower() in _OWN for token in told):
        # "Ana has used her turn, Ben too" is said of two turns.
        return
    once = (*tokens[: stop - 1], tokens[stop - 1]._replace(after="."))
    again = (*told[:-1], told[-1]._replace(after="."))
    yield (*once, *other[:-1], other[-1]._replace(after=""), *again)


def _also(tokens: Tokens, index: int) -> bool:
    """Whether a line ends in "too" or "as well", said of another name."""
    tail = tuple(token.key for token in tokens[index:])
    return tail in (("too",), ("as", "well"), ("also",)) and says_the_same(tokens, index)


def _name_end(tokens: Tokens, start: int) -> int:
    end = start
    while end < len(tokens) and tokens[end].capital and not tokens[end].quoted:
        end += 1
        if tokens[end - 1].after or tokens[end - 1].possessive:
            return 0
    return end


def _name_begin(tokens: Tokens, last: int) -> int:
    begin = last + 1
    while begin > 0 and tokens[begin - 1].capital and (begin > last or not tokens[begin - 1].after):
        begin -= 1
    return begin if begin <= last else 0


def _compound(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana built a five-star ride" as "Ana built a ride. That ride has 5 stars"."""
    if has_question_mark(tokens):
        return
    for i in range(1, len(tokens) - 2):
        many, unit = tokens[i], tokens[i + 1]
        end = _noun_end(tokens, i + 2, lexicon) if many.joined and many.article == "a" else 0
        if not end or unit.after:
            continue
        noun = (tokens[i + 2]._replace(article="a"), *tokens[i + 3 : end])
        line = (*tokens[:i], *noun, *tokens[end:])
        that = (word_like("that", many), tokens[i + 2]._replace(article=""), *tokens[i + 3 : end])
        that = (*that[:-1], that[-1]._replace(after=""))
        has = word_like("has", many, key="have")
        amount = (many._replace(article="", joined=False), unit._replace(after="."))
        yield (*line[:-1], line[-1]._replace(after="."), *that, has, *amount)


def _noun_end(tokens: Tokens, start: int, lexicon: Lexicon) -> int:
    """Return where the noun phrase ends that begins at a token, 0 where none does."""
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        words = tokens[start:end]
        plain = all(not t.capital and not t.quoted and t.key not in FUNCTION_WORDS for t in words)
        inside = any(t.after for t in words[:-1])
        if plain and not inside and tokens[end - 1].key in lexicon.nouns:
            return end
        if plain and not inside and span_key(tokens, start, end) in lexicon.nouns:
            return end
    return 0


def _stays(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "stays open" as "is open", "does it stay open?" as "is it open?"."""
    place = len(tokens) - 2
    if place < 1 or tokens[place].key not in _STAYING:
        return
    how = tokens[-1]
    if how.article or how.capital or how.quoted or how.key in FUNCTION_WORDS:
        return
    before = tokens[:place]
    if "?" not in how.after:
        if before[-1].key not in FUNCTION_WORDS or before[-1].key in ("it", "she", "he", "they"):
            yield (*before, word_like("is", tokens[place], key="be"), how)
    elif before[0].key in ("do", "did") and len(before) > 1:
        yield (word_like("is", before[0], key="be"), *before[1:], how)


def _ordinals(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my second and third space are empty" as a sentence of each."""
    start = next((i for i, token in enumerate(tokens) if token.key in ORDINALS), len(tokens))
    if start > 2 or has_question_mark(tokens):
        return
    places: list[Token] = []
    end = start
    while end < len(tokens) and tokens[end].key in ORDINALS and not tokens[end].quoted:
        places.append(tokens[end])
        end += 1
        if end < len(tokens) and tokens[end].key == "and" and len(places) > 0:
            end += 1
        elif "," not in tokens[end - 1].after:
            break
    rest = tokens[end:]
    if len(places) < 2 or len(rest) < 2 or _is_joint(rest):
        return
    lead, article = tokens[:start], tokens[start].article
    closed = (*rest[:-1], rest[-1]._replace(after="."))
    found: list[Token] = []
    for place in places:
        found += (*lead, place._replace(after="", article=article), *closed)
    yield tuple(found)


def _cited(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "is marked 'Once per round'" as "is marked once per round": the words are the same."""
    for i, token in enumerate(tokens):
        if not token.quoted or not i or tokens[i - 1].key not in _READING:
            continue
        said = tokenize(token.text)
        if len(said) > 1 and not any(one.quoted or one.possessive for one in said):
            words = [one._replace(start=token.start, end=token.end) for one in said]
            words[-1] = words[-1]._replace(after=token.after)
            yield (*tokens[:i], *words, *tokens[i + 1 :])


def _is_joint(tokens: Tokens) -> bool:
    """Whether what is said of several may be said of them together, or of each apart."""
    return any(
        token.key in _TOGETHER
        or token.key in ORDINALS
        or number(token.key) is not None
        or bool(token.after)
        for token in tokens[:-1]
    )


def _attributive(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my closed Old Mill has 3 stars" as "my Old Mill has 3 stars. Old Mill is closed"."""
    if has_question_mark(tokens):
        return
    for i in range(1, min(_LONGEST, len(tokens) - 2)):
        owner, how = tokens[i - 1], tokens[i]
        owned = owner.possessive or owner.text.lower() in _OWN
        if not owned or not _is_adjective(how):
            continue
        end = i + 1
        while end < len(tokens) and tokens[end].capital and not tokens[end].possessive:
            end += 1
        name = tokens[i + 1 : end]
        if not name or any(token.after for token in name):
            continue
        line = (*tokens[:i], *tokens[i + 1 :])
        is_ = word_like("is", how, key="be")
        yield (*line[:-1], line[-1]._replace(after="."), *name, is_, how._replace(after="."))


def _is_adjective(token: Token) -> bool:
    """Whether a word between an owner and a name may tell how the named thing is."""
    named = token.capital or token.quoted or token.possessive or token.joined or token.after
    counted = token.key in ORDINALS or number(token.key) is not None
    return not (named or counted or token.key in FUNCTION_WORDS)


def _numbered(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the second round" as "round 2", where the rulebook says "round {N}"."""
    for i, token in enumerate(tokens[:-1]):
        noun = tokens[i + 1]
        placed = token.key in ORDINALS and token.article == "the" and not token.quoted
        if placed and not token.after and _is_numbered(noun, tokens, lexicon):
            place = word_like(str(ORDINALS[token.key]), noun, after=noun.after)
            yield (*tokens[:i], noun._replace(after="", article=""), place, *tokens[i + 2 :])
            return


def _numbers(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "rounds 1 and 2 are over" and "the first two rounds are over" as a sentence of each."""
    if has_question_mark(tokens):
        return
    for i in range(len(tokens) - 2):
        first, second, third = tokens[i : i + 3]
        many = number(second.key)
        if first.key == "first" and first.article == "the" and many and 1 < many <= _MANY:
            noun, end, places = third, i + 3, tuple(range(1, many + 1))
        elif second.key.isdigit() and [t.key for t in tokens[i + 2 : i + 3]] == ["and"]:
            last = tokens[i + 3 : i + 4]
            if not last or not last[0].key.isdigit():
                continue
            noun, end, places = first, i + 4, (int(second.key), int(last[0].key))
        else:
            continue
        lead, rest, after = tokens[:i], tokens[end:], tokens[end - 1].after
        if not _is_numbered(noun, tokens, lexicon) or _is_joint((*lead, *rest, noun)):
            continue
        found: list[Token] = []
        for place in places:
            named = (noun._replace(after="", article=""), word_like(str(place), noun, after=after))
            told = (*lead, *named, *rest)
            found += (*told[:-1], told[-1]._replace(after="."))
        yield tuple(found)
        return


def _is_numbered(noun: Token, tokens: Tokens, lexicon: Lexicon) -> bool:
    """Whether the words of a line have a sentence with the noun in front of a number."""
    if noun.quoted or noun.capital or noun.possessive or noun.article:
        return False
    keys = {token.key for token in tokens}
    words = keys.union(*(lexicon.lemmas.get(key, ()) for key in keys))
    return any(
        word == noun.key
        and isinstance(slot, int)
        and lexicon.names.sorts.is_int(lexicon.sort(template.predicate, slot))
        for template in lexicon.by_words.among(words)
        for word, slot in pairwise(template.pieces)
    )


UNFOLDED: tuple[Rule, ...] = (
    _too,
    _compound,
    _stays,
    _ordinals,
    _cited,
    _attributive,
    _numbered,
    _numbers,
)
