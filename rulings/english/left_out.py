"""What a line leaves out because it has just said it: "from the third site to the sixth".

In: the tokens of a line, the words of a rulebook. Out: the tokens of lines that say it again.
Guarantee: only words of the line itself are repeated, each where the line speaks of the same kind
of thing; nothing is left out, and what a rule finds still has to be read completely.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.turns import Rule
from rulings.english.words import (
    FUNCTION_WORDS,
    ORDINALS,
    Token,
    Tokens,
    has_question_mark,
    number,
    word_like,
)

_PLACING = frozenset("in on at under beside behind inside near".split())
_COMING = frozenset(
    "stop stopped stand stood land landed arrive arrived come came reach reached enter entered "
    "start started begin began end ended".split()
)
_SUBJECTS = frozenset("i he she they it we".split())
_LONGEST_NAME = 3


def _is_noun(token: Token) -> bool:
    named = token.quoted or token.possessive or bool(token.article)
    return not named and token.key not in FUNCTION_WORDS and number(token.key) is None


def _closes(tokens: Tokens, index: int) -> bool:
    """Whether nothing follows a word in its phrase: the line, a pause or another phrase does."""
    last = index == len(tokens) - 1
    return last or bool(tokens[index].after) or tokens[index + 1].key in FUNCTION_WORDS


def _with_noun(tokens: Tokens, index: int, noun: Token) -> Tokens:
    bare, said = tokens[index]._replace(after=""), noun._replace(after=tokens[index].after)
    return (*tokens[:index], bare, said, *tokens[index + 1 :])


def _ordinal(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "from the third site to the sixth" as "from the third site to the sixth site"."""
    noun: Token | None = None
    line, added = tokens, 0
    for i, token in enumerate(tokens):
        if token.key not in ORDINALS or token.quoted or token.article != "the":
            continue
        if not _closes(tokens, i):
            noun = tokens[i + 1] if _is_noun(tokens[i + 1]) else None
        elif noun is not None:
            line, added = _with_noun(line, i + added, noun), added + 1
    if added:
        yield line


def _counted(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "my row has two cards, yours has one" as "my row has two cards, yours has one card"."""
    noun: Token | None = None
    line, added = tokens, 0
    for i, token in enumerate(tokens):
        if number(token.key) is None or token.quoted or token.article or i == 0:
            continue
        if not _closes(tokens, i):
            noun = tokens[i + 1] if _is_noun(tokens[i + 1]) else None
        elif noun is not None and tokens[i - 1].key in ("have", "had"):
            line, added = _with_noun(line, i + added, noun), added + 1
    if added:
        yield line


def _where(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "she is at the site, where a card lies" as "she is at the site. A card lies at …"."""
    if has_question_mark(tokens):
        return
    for i in range(3, len(tokens) - 2):
        if tokens[i].key != "where" or "," not in tokens[i - 1].after:
            continue
        begin = next((j for j in range(i - 2, 0, -1) if tokens[j].key in _PLACING), 0)
        if begin and not any("," in token.after for token in tokens[begin : i - 1]):
            place = (*tokens[begin : i - 1], tokens[i - 1]._replace(after=tokens[-1].after))
            first = (*tokens[: i - 1], tokens[i - 1]._replace(after="."))
            yield (*first, *tokens[i + 1 : -1], tokens[-1]._replace(after=""), *place)


def _bringing(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "Ana stopped at the site with 2 coins" as "Ana has 2 coins. Ana stopped at the site"."""
    verb = next((i for i, token in enumerate(tokens) if token.key in _COMING), 0)
    own = 0 < verb <= _LONGEST_NAME and all(not token.after for token in tokens[:verb])
    if not own or has_question_mark(tokens):
        return
    person = tokens[0].key in _SUBJECTS or all(token.capital for token in tokens[:verb])
    places = [i for i, token in enumerate(tokens) if token.key == "with" and not token.quoted]
    if person and len(places) == 1 and verb + 1 < places[0] < len(tokens) - 2:
        place = places[0]
        if number(tokens[place + 1].key) is not None or tokens[place + 1].key in ("no", "only"):
            has = word_like("has", tokens[verb], key="have")
            held = (*tokens[place + 1 : -1], tokens[-1]._replace(after="."))
            came = (*tokens[: place - 1], tokens[place - 1]._replace(after="."))
            yield (*tokens[:verb], has, *held, *came)


def _spread_pair(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "buy the pair" and "buy the two of them" as "buy both"."""
    for i in range(1, len(tokens)):
        token = tokens[i]
        behind = [one.key for one in tokens[i + 1 : i + 3]]
        if token.key not in ("pair", "two") or token.article != "the" or not _closes(tokens, i):
            continue
        end = i + 3 if behind == ["of", "them"] else i + 1
        if end > i + 1 or behind[:1] != ["of"]:
            both = word_like("both", token, after=tokens[end - 1].after)
            yield (*tokens[:i], both, *tokens[end:])


LEFT_OUT: tuple[Rule, ...] = (_ordinal, _counted, _where, _bringing, _spread_pair)
