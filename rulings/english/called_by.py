"""What a name is called by in a line: "my friend Ben", "the Sky Hammer ride", "Sky Hammer, a ride".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines with the bare name, and
what was said of it as a sentence of its own. Guarantee: nothing but the kinship of players is left
out, and what a rule finds still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, span_key, word_like

_LONGEST_NOUN = 3
_CALLED = frozenset(("called", "named"))
_OWNERS = frozenset(("i", "you", "his", "her", "their"))
KIN = frozenset(
    "friend brother sister mother father mum mom dad son daughter wife husband cousin partner "
    "girlfriend boyfriend neighbour neighbor buddy mate colleague uncle aunt nephew niece kid "
    "grandpa grandma granddad grandson granddaughter flatmate roommate pal".split()
)


def _introduced_by_noun(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the wild ride Sky Hammer" as "Sky Hammer", and that this is a wild ride."""
    for start, token in enumerate(tokens):
        if not (token.article or token.key in _OWNERS):
            continue
        begin = start + (token.key in _OWNERS)
        end = begin
        while end < len(tokens) and _is_plain(tokens[end]) and not tokens[end].after:
            end += 1
        if not begin < end < len(tokens):
            continue
        called = tokens[end].key in _CALLED
        name = end + called
        last = _end_of_name(tokens, name)
        noun = " ".join(t.key for t in tokens[begin:end])
        if last == name or not (noun in lexicon.nouns or tokens[end - 1].key in lexicon.nouns):
            continue
        if token.key in _OWNERS and tokens[end - 1].key not in KIN:
            continue
        if noun not in lexicon.nouns:
            yield _with_aside(tokens, start, last, tokens[name:last], tokens[begin:end], "a")


def _followed_by_noun(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the Sky Hammer ride costs 3" as "Sky Hammer costs 3", and that this is a ride."""
    start = 0
    while start < len(tokens):
        end = max(_end_of_name(tokens, start), start)
        last = (
            _end_of_noun(tokens, end, lexicon) if end > start and not tokens[end - 1].after else 0
        )
        if last and _may_be_called(tokens, start, end, tokens[last - 1].key, lexicon):
            name, noun = tokens[start:end], tokens[end:last]
            own = tokens[start].article == "a" or start == 0 or not tokens[start - 1].possessive
            plain = (name[0]._replace(article=""), *name[1:]) if own else name
            sort = lexicon.nouns[span_key(tokens, end, last)]
            if sort in lexicon.stated or sort not in lexicon.predicates:
                yield _with_aside(tokens, start, last, plain, noun, "a")
            if sort not in lexicon.stated and span_key(tokens, end, last) == sort:
                # "The Sky Hammer card": what a thing of the slot is anyway, no table states.
                told = plain[-1]._replace(after=noun[-1].after)
                known = lexicon.names.all(span_key(tokens, start, end))
                # A new name must be of that type: it is read as "the card Sky Hammer".
                kind = () if known else _in_front(noun)
                yield (*tokens[:start], *kind, *plain[:-1], told, *tokens[last:])
        start = max(end, start) + 1


def _in_front(noun: Tokens) -> Tokens:
    plain = (*noun[:-1], noun[-1]._replace(after=""))
    return (plain[0]._replace(article="the"), *plain[1:])


def _end_of_noun(tokens: Tokens, start: int, lexicon: Lexicon) -> int:
    """Return where a noun of the rulebook ends that begins at a token, 0 where none does."""
    for end in range(min(len(tokens), start + _LONGEST_NOUN), start, -1):
        plain = all(map(_is_plain, tokens[start:end])) and not any(
            t.after or t.article for t in tokens[start : end - 1]
        )
        if plain and span_key(tokens, start, end) in lexicon.nouns:
            closing = end == len(tokens) or bool(tokens[end - 1].after)
            return end if closing or not is_name(tokens[end]) else 0
    return 0


def _may_be_called(tokens: Tokens, start: int, end: int, noun: str, lexicon: Lexicon) -> bool:
    """Whether a name may be that of one thing called by the noun behind it: no "Ana's card"."""
    names = lexicon.names
    sort = lexicon.nouns.get(noun)
    known = names.all(span_key(tokens, start, end))
    if known:
        sorts = [one for value in known for one in names.sorts_of(value)]
        return sort is not None and any(names.sorts.compatible(sort, one) for one in sorts)
    return end - start > 1 or tokens[start].article == "the"


def _kin(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my friend Ben" as "Ben": it is no matter for the rules who is whose friend."""
    for start in range(len(tokens) - 2):
        mine, kin, name = tokens[start : start + 3]
        if mine.key in _OWNERS and kin.key in KIN and is_name(name):
            yield (*tokens[:start], *tokens[start + 2 :])


def _kin_alone(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my sister" as the name of somebody who takes part."""
    for start in range(len(tokens) - 1):
        mine, kin = tokens[start : start + 2]
        named = any(map(is_name, tokens[start + 2 : start + 3]))
        if mine.text.lower() == "my" and kin.key in KIN and not (mine.after or named):
            name = f"My {kin.key}"
            called = kin._replace(text=name, key=name, start=mine.start, quoted=True)
            yield (*tokens[:start], called, *tokens[start + 2 :])


def _neighbour(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "the player on my left" as the name of somebody who takes part."""
    for i in range(len(tokens) - 3):
        who, where, my, side = tokens[i : i + 4]
        beside = where.key in ("on", "to") and my.text.lower() in ("my", "his", "her", "their")
        if who.key != "player" or who.plural or not beside or side.key not in ("left", "right"):
            continue
        if not any(one.after or one.quoted for one in (who, where, my)):
            name = f"Player on {my.text.lower()} {side.key}"
            called = side._replace(text=name, key=name, start=who.start, quoted=True)
            yield (*tokens[:i], called, *tokens[i + 4 :])


def _aside(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Sky Hammer, a ride, is closed" and "…, which costs 3 coins, …" in two sentences."""
    for start in range(1, len(tokens)):
        if "," not in tokens[start - 1].after or not is_name(tokens[start - 1]):
            continue
        end = next(
            (i + 1 for i in range(start, len(tokens) - 1) if "," in tokens[i].after), len(tokens)
        )
        first = start - 1
        while first > 0 and is_name(tokens[first - 1]) and not tokens[first - 1].after:
            first -= 1
        name = tokens[first:start]
        inner = tokens[start:end]
        if inner[0].article == "a" and " ".join(t.key for t in inner) in lexicon.nouns:
            plain = name[-1]._replace(after=inner[-1].after.replace(",", ""))
            kind = (inner[0]._replace(article="the"), *inner[1:])
            called = (*kind[:-1], kind[-1]._replace(after=""))
            yield _with_aside(tokens, first, end, name, inner, "a")
            yield (*tokens[:first], *called, *name[:-1], plain, *tokens[end:])
        elif inner[0].article == "a":
            yield _with_aside(tokens, first, end, name, inner, "a")
        elif inner[0].article == "the" and end < len(tokens):
            yield _with_aside(tokens, first, end, name, inner, "the")
        elif inner[0].key in ("which", "who") and len(inner) > 1:
            yield _with_aside(tokens, first, end, name, inner[1:], "")


def _with_aside(
    tokens: Tokens, start: int, end: int, name: Tokens, said: Tokens, article: str
) -> Tokens:
    """Return the line with a name for the tokens from `start`, and what is said of it behind."""
    mark = tokens[end - 1].after if end == len(tokens) else ""
    plain = name[-1]._replace(after=mark.replace(",", "") or "")
    line = [*tokens[:start], *name[:-1], plain, *tokens[end:]]
    closing = line[-1].after
    asked = "?" in closing
    if asked and article == "a":
        return tuple(line)
    verb = (word_like("is", said[0], key="be"),) if article else ()
    noun = (said[0]._replace(article=article), *said[1:]) if article else said
    told = (*name[:-1], name[-1]._replace(after=""), *verb, *noun)
    told = (*told[:-1], told[-1]._replace(after="."))
    if asked:
        return (*told, *line)
    line[-1] = line[-1]._replace(after=".")
    return (*line, *told)


def _is_plain(token: Token) -> bool:
    ordinary = not token.capital and not token.quoted and not token.possessive
    return ordinary and token.key not in FUNCTION_WORDS and token.key not in _CALLED


def is_name(token: Token) -> bool:
    named = token.capital and not token.text.isdigit() and token.key not in FUNCTION_WORDS
    return (named or token.quoted) and not token.possessive


def _end_of_name(tokens: Tokens, start: int) -> int:
    end = start
    while end < len(tokens) and is_name(tokens[end]):
        end += 1
        if tokens[end - 1].after:
            break
    return end


CALLED_BY: tuple[Rule, ...] = (
    _kin,
    _kin_alone,
    _neighbour,
    _introduced_by_noun,
    _followed_by_noun,
    _aside,
)
