"""Words that are misspelt beyond doubt: "recieved", "diferent", "interupted".

In: the tokens of a line that nobody could read, the words of a rulebook. Out: the line with these
words as they are spelt. Guarantee: only for a word that neither English nor the rulebook has, and
of which a single word of the rulebook differs by two letters exchanged, one left out or doubled,
or one vowel for another, never the first or the last; a name is never touched, and the
line still has to be read completely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from rulings.doors.incoming import read_bytes
from rulings.english.antecedents import begins_with_name
from rulings.english.leads import LEADS
from rulings.english.lexicon import Lexicon
from rulings.english.topics import root
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, stem

_ENGLISH = Path(__file__).with_name("wordnet") / "near.txt"
_SHORTEST = 6
_VOWELS = frozenset("aeiouy")
_BEGINNING = 3


def well_spelt(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "she recieved 3 coins" as "she received 3 coins"."""
    found = tuple(
        _corrected(token, lexicon) if _may_be_misspelt(tokens, index, lexicon) else token
        for index, token in enumerate(tokens)
    )
    if found != tokens:
        yield found


def _may_be_misspelt(tokens: Tokens, index: int, lexicon: Lexicon) -> bool:
    token = tokens[index]
    if len(token.text) < _SHORTEST or token.quoted or token.possessive or not token.text.isalpha():
        return False
    if token.key in FUNCTION_WORDS | LEADS or _is_known(token.key, lexicon):
        return False
    if not token.capital:
        return True
    if index == 0:
        return not begins_with_name(tokens, lexicon)
    beside = tokens[index - 1 : index] + tokens[index + 1 : index + 2]
    owned = tokens[index - 1].text.lower() in ("my", "your", "his", "her", "their", "our")
    return owned and not any(one.capital for one in beside)


def _is_known(key: str, lexicon: Lexicon) -> bool:
    own = key in lexicon.vocabulary or key in lexicon.forms or key in lexicon.nouns
    return own or key in lexicon.lemmas or bool(lexicon.names.all(key))


def _corrected(token: Token, lexicon: Lexicon) -> Token:
    word = stem(token.text.lower())
    meant = [known for known in lexicon.vocabulary if _is_slip_of(word, known)]
    if len(meant) != 1 or _is_english(word):
        return token
    return token._replace(text=meant[0], key=meant[0])


def _is_slip_of(word: str, known: str) -> bool:
    """Whether a word is another with a slip inside.

    >>> _is_slip_of("diferent", "different"), _is_slip_of("recieved", "received")
    (True, True)
    >>> _is_slip_of("either", "neither"), _is_slip_of("reward", "regard")
    (False, False)
    """
    if len(known) < _SHORTEST - 1 or abs(len(word) - len(known)) > 1:
        return False
    if word[0] != known[0] or word[-1] != known[-1] or word == known:
        return False
    first = next(
        (i for i, pair in enumerate(zip(word, known, strict=False)) if pair[0] != pair[1]),
        min(len(word), len(known)),
    )
    mine, theirs = word[first:], known[first:]
    if len(word) < len(known):
        return mine == theirs[1:]
    if len(word) > len(known):
        return mine[1:] == theirs and word[first] in (word[first - 1], *mine[1:2])
    vowels = mine[0] in _VOWELS and theirs[0] in _VOWELS
    exchanged = mine[:2] == theirs[:2][::-1]
    return (vowels and mine[1:] == theirs[1:]) or (exchanged and mine[2:] == theirs[2:])


@lru_cache(maxsize=1024)
def _is_english(word: str) -> bool:
    """Whether a word of general English has the root of this one."""
    own = root(word)
    beginning = re.escape(word[:_BEGINNING])
    return any(root(known) == own for known in re.findall(rf"\b{beginning}[a-z]*", _words()))


@cache
def _words() -> str:
    return re.sub(r"[\d_]", " ", read_bytes(_ENGLISH).decode("ascii"))
