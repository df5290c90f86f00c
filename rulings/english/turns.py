"""Turns of phrase that a plainer one says as well: "is no longer closed" for "is not closed".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines that say the same.
Guarantee: each rule exchanges or moves words whose meaning it keeps; a "not", an "only", a number
or a name is never left out, and what a rule finds still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.tense import FINE
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    Token,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

Rule = Callable[[Tokens, Lexicon], Iterator[Tokens]]

_PLACING = frozenset(
    "in on at under beside behind near next inside outside adjacent above below between among "
    "from of with without for left".split()
)
_COUNTS = {"couple": 2, "pair": 2, "dozen": 12}
_FORBIDDEN = frozenset(("forbidden", "illegal", "prohibited", "disallowed", "banned"))
_NOT_SO = (("is", "be"), ("it", "it"), ("not", "not"), ("true", "true"), ("that", "that"))
_WAYS = frozenset(("way", "chance", "possibility"))
_PERSONS = {"mine": "my", "yours": "your", "his": "his", "hers": "her", "theirs": "their"}


def _keys(tokens: Tokens) -> tuple[str, ...]:
    return tuple(token.key for token in tokens)


def _no_longer(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "is no longer closed" as "is not closed", "no longer has" as "does not have"."""
    keys = _keys(tokens)
    for i in range(1, len(tokens) - 2):
        if keys[i : i + 2] == ("no", "longer"):
            denied = word_like("not", tokens[i])
            if keys[i - 1] in AUXILIARIES | {"have"}:
                yield (*tokens[:i], denied, *tokens[i + 2 :])
            else:
                yield (*tokens[:i], word_like("do", tokens[i]), denied, *tokens[i + 2 :])
    for tail in (("anymore",), ("any", "more"), ("any", "longer")):
        if "not" in keys and keys[-len(tail) :] == tail and len(keys) > len(tail) + 2:
            kept = tokens[: -len(tail)]
            yield (*kept[:-1], kept[-1]._replace(after=tokens[-1].after))
    for i in range(1, len(tokens) - 2):
        if keys[i : i + 3] == ("have", "no", "more") and "than" not in keys:
            yield (*tokens[: i + 2], *tokens[i + 3 :])


_FREE = frozenset(("allowed", "permitted", "able", "free", "entitled"))
_BOUND = frozenset(("obliged", "forced", "required", "compelled", "bound"))
_LONGEST_SUBJECT = 6


def _got(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "got closed" as "is closed" or "has been closed": a change, not how it was before."""
    for i in range(1, len(tokens) - 1):
        if tokens[i].text.lower() not in ("got", "gotten") or has_question_mark(tokens):
            continue
        done, behind = tokens[i + 1], tokens[i + 2 : i + 3]
        ended = not behind or bool(done.after) or behind[0].key in FUNCTION_WORDS
        if done.article or done.capital or not (ended and _is_participle(done, lexicon)):
            continue
        again = tokens[i - 1].key == "have"
        before = tokens[: i - again]
        yield (*before, word_like("is", tokens[i], key="be"), *tokens[i + 1 :])
        have = word_like("has", tokens[i], key="have")
        yield (*before, have, word_like("been", tokens[i]), *tokens[i + 1 :])


def _had_done(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "had bought it" as "has bought it": what was done earlier is done."""
    for i in range(len(tokens) - 1):
        near = tokens[i + 1 : i + 4] if i == 0 else tokens[i + 1 : i + 2]
        done = any(_is_participle(token, lexicon) and not token.article for token in near)
        if tokens[i].key == "had" and done and "if" not in _keys(tokens):
            yield (*tokens[:i], word_like("has", tokens[i], key="have"), *tokens[i + 1 :])


def _of_them(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "both of the rides" as "both rides", "none of them is" as "they are not"."""
    keys = _keys(tokens)
    if keys[0] == "each" and not tokens[0].article and not has_question_mark(tokens):
        # "Each of them has 3 stars", "Each of these …", "Each has 3 stars": all of them do.
        of_them = tuple(word_like(word, tokens[0]) for word in ("all", "of", "them"))
        if keys[1:3] in (("of", "them"), ("of", "these"), ("of", "those")):
            yield (*of_them, *tokens[3:])
        elif keys[1:2] == ("have",):
            yield (*of_them, *tokens[1:])
    for i in range(len(tokens) - 2):
        if keys[i] in ("both", "all") and keys[i + 1] == "of":
            whole, rest = tokens[i], tokens[i + 2 :]
            if keys[i + 2] in ("them", "us"):
                rest = rest[1:] if keys[i] == "both" else (rest[0]._replace(key="they"), *rest[1:])
                yield (*tokens[:i], *((whole,) if keys[i] == "both" else ()), *rest)
            else:
                yield (*tokens[:i], whole, rest[0]._replace(article=""), *rest[1:])
    if keys[:2] == ("none", "of") and len(tokens) > 4:
        if keys[2] == "them" and keys[3] in AUXILIARIES | {"have"} and "not" not in keys:
            they = word_like("they", tokens[2])
            yield (they, tokens[3], word_like("not", tokens[3]), *tokens[4:])
        elif tokens[2].article == "the" and "not" not in keys:
            yield (word_like("no", tokens[0]), tokens[2]._replace(article=""), *tokens[3:])


def _there(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "there is a hiker at the site" as "a hiker is at the site", and such questions."""
    keys = _keys(tokens)
    for i in range(len(tokens) - 2):
        match keys[i : i + 2]:
            case ("there", "be"):
                verb, begin = tokens[i + 1], i + 2
            case ("be", "there"):
                verb, begin = tokens[i], i + 2
            case _:
                continue
        if i and keys[i - 1] not in _PLACING and keys[i : i + 2] == ("there", "be"):
            # "In the Market there is a ride", with the place in front.
            place = tokens[:i]
            if keys[0] in _PLACING and not has_question_mark(tokens):
                closed = (*tokens[begin:-1], tokens[-1]._replace(after=""))
                told = place[-1]._replace(after=tokens[-1].after)
                yield (*closed, verb, *place[:-1], told)
            continue
        for cut in range(begin + 1, len(tokens)):
            thing, rest = tokens[begin:cut], tokens[cut:]
            if tokens[cut].key not in _PLACING and not _is_participle(tokens[cut], lexicon):
                continue
            if keys[i] == "there" and i == 0:
                yield (*thing, verb, *rest)
            elif i == 0 and thing[0].article == "a":
                bare = (word_like("any", thing[0]), thing[0]._replace(article=""), *thing[1:])
                yield (verb, *bare, *rest)
            elif i == 0:
                yield (verb, *thing, *rest)
            break
        if i and keys[i] == "be" and keys[0] in ("how", "which", "what"):
            # "How many rides are there in the Market?"
            yield (*tokens[:i], verb, *tokens[begin:])


def _way(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "is there a way for Ana to buy it" as "may Ana buy it", "to buy it" as "may I"."""
    keys = _keys(tokens)
    if keys[:2] != ("be", "there") or "to" not in keys[3:]:
        return
    noun = next((i for i in (2, 3) if i < len(keys) and keys[i] in _WAYS), 0)
    to = keys.index("to", 3)
    if not noun or keys[2:noun] not in ((), ("any",)) or len(tokens) < to + 2:
        return
    may = word_like("may", tokens[0])
    if to == noun + 1:
        yield (may, word_like("I", tokens[1], key="i"), *tokens[to + 1 :])
    elif keys[noun + 1] == "for" and to > noun + 2:
        yield (may, *tokens[noun + 2 : to], *tokens[to + 1 :])


def _forbidden(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "is it forbidden for Ana to buy it" as whether it is not so that she may buy it."""
    keys = _keys(tokens)
    frame = tuple(word_like(text, tokens[0], key=key) for text, key in _NOT_SO)
    may = word_like("may", tokens[0])
    if keys[:2] == ("be", "it") and keys[2:3] and keys[2] in _FORBIDDEN:
        if keys[3:4] == ("for",) and "to" in keys[5:]:
            to = keys.index("to", 5)
            yield (*frame, *tokens[4:to], may, *tokens[to + 1 :])
        elif keys[3:4] == ("to",):
            yield (*frame, word_like("I", tokens[1], key="i"), may, *tokens[4:])
    elif keys[:1] == ("be",) and "to" in keys[3:]:
        to = keys.index("to", 3)
        if keys[to - 1] in _FORBIDDEN and to > 2:
            yield (*frame, *tokens[1 : to - 1], may, *tokens[to + 1 :])


def _cleft(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "is it Ana who has it" as "does Ana have it", "it is Ana who has it" as "Ana has it"."""
    keys = _keys(tokens)
    if keys[:2] not in (("be", "it"), ("it", "be")):
        return
    who = next((i for i in range(3, min(len(keys), 8)) if keys[i] in ("who", "that")), 0)
    if not who or who + 2 >= len(keys) or not all(t.capital or t.quoted for t in tokens[2:who]):
        return
    name, verb, rest = tokens[2:who], tokens[who + 1], tokens[who + 2 :]
    if keys[0] == "it":
        yield (*name, verb, *rest)
    elif verb.key in AUXILIARIES:
        yield (verb, *name, *rest)
    else:
        if verb.key == "have":
            yield (verb, *name, *rest)
        yield (word_like("does", verb, key="do"), *name, verb, *rest)


def _of_mine(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "a hiker of mine" as "my hiker"."""
    for i in range(1, len(tokens) - 1):
        owner = _PERSONS.get(tokens[i + 1].text.lower())
        if tokens[i].key != "of" or owner is None or tokens[i + 1].capital:
            continue
        first = i - 1
        while first and not tokens[first].article and not tokens[first].capital:
            first -= 1
        if tokens[first].article != "a":
            continue
        mine = word_like(owner, tokens[first], key="i" if owner == "my" else owner)
        thing = [tokens[first]._replace(article=""), *tokens[first + 1 : i]]
        thing[-1] = thing[-1]._replace(after=tokens[i + 1].after)
        yield (*tokens[:first], mine, *thing, *tokens[i + 2 :])


def _counted(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "a couple of coins" as "2 coins", "a single coin" as "1 coin"."""
    for i in range(len(tokens) - 1):
        token = tokens[i]
        many = _COUNTS.get(token.key)
        if token.article != "a" or token.quoted or token.capital:
            continue
        if many is not None and tokens[i + 1].key == "of" and i + 2 < len(tokens):
            yield (*tokens[:i], word_like(str(many), token), *tokens[i + 2 :])
        elif many is not None and token.key == "dozen":
            yield (*tokens[:i], word_like(str(many), token), *tokens[i + 1 :])
        elif token.key == "single":
            yield (*tokens[:i], word_like("1", token), *tokens[i + 1 :])


def _how_many_us(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "it is just the two of us" as "there are 2 of us": how many play is one number."""
    keys = _keys(tokens)
    only = keys[2:3] in (("only",), ("just",))
    rest = tokens[2 + only :]
    counted = len(rest) == 3 and number(rest[0].key) is not None
    if keys[:2] == ("it", "be") and counted and _keys(rest)[1:] == ("of", "we"):
        there = word_like("there", tokens[0])
        yield (there, tokens[1], rest[0]._replace(article=""), *rest[1:])


def _is_participle(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word says what was done with something: "closed", "built"."""
    if token.quoted or number(token.key) is not None:
        return False
    known = any(
        token.key in lexicon.forms[verb].participle
        for verb in lexicon.lemmas.get(token.key, ())
        if verb in lexicon.forms
    )
    return known or (len(token.text) > 4 and token.text.lower().endswith("ed"))


def _as_fine(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "would it be legal to …" as "is it legal to …", "against the rules" as "forbidden".

    "Is it okay if I use it" and "am I allowed to use it" are "may I use it", "is she obliged to"
    is "must she".
    """
    keys = _keys(tokens)
    if keys[:2] == ("be", "it") and keys[3:4] == ("if",) and keys[2] in FINE and len(keys) > 5:
        yield (word_like("may", tokens[0]), *tokens[4:])
    if keys[:1] == ("be",) and has_question_mark(tokens):
        for i in range(2, min(len(tokens) - 2, _LONGEST_SUBJECT)):
            modal = "may" if keys[i] in _FREE else "must" if keys[i] in _BOUND else ""
            if modal and keys[i + 1] == "to" and not tokens[i].article:
                yield (word_like(modal, tokens[0]), *tokens[1:i], *tokens[i + 2 :])
    will = keys[:3] in (("would", "it", "be"), ("will", "it", "be")) and len(keys) > 5
    if will and (keys[3] in FINE or keys[3] in _FORBIDDEN):
        yield (tokens[2], tokens[1], *tokens[3:])
    if keys[:4] == ("be", "it", "against", "rule") and len(keys) > 6:
        yield (*tokens[:2], word_like("forbidden", tokens[2]), *tokens[4:])


TURNS: tuple[Rule, ...] = (
    _no_longer,
    _got,
    _had_done,
    _of_them,
    _there,
    _way,
    _as_fine,
    _forbidden,
    _cleft,
    _of_mine,
    _counted,
    _how_many_us,
)
