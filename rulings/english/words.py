"""Text to tokens whose keys ignore what English varies.

In: a line of text, a name or a template. Out: `Token`s; two spellings with equal keys are the
same word to every later step. Guarantee: case, articles, dashes, plural and third-person s,
contractions and possessive marks never distinguish two sentences; a quoted text is one token.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rulings.expressions import expression
from rulings.language.program import MAX_DIGITS

_PIECE = expression(
    r"""["“”](?P<quoted>[^"“”]*)["“”]"""
    r"""|(?<!\w)['‘](?P<single>[^\W_](?:[^'’]|['’](?=\w)){2,})['’](?!\w)"""
    r"""|(?P<word>[^\W_]+(?:['’][^\W_]+)*)(?P<bare>['’](?!\w))?"""
    r"""|(?P<mark>[,;:.?!()])"""
)
_DIGITS = expression(rf"-?[0-9]{{1,{MAX_DIGITS}}}")
_COMPOUND = expression(r"\d+-\w")
_TIE = expression(r"[-‐‑][^\W\d_]")
_MINUS = expression(r"(?:^|\s)[-−]$")
_ARTICLES = {"a": "a", "an": "a", "the": "the"}
_SPLIT = {
    "cannot": ("can", "not"),
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "ain't": ("is", "not"),
    "gotta": ("must",),
}
_CONTRACTED = {"s": "is", "m": "am", "ve": "have", "re": "are", "ll": "will", "d": "would"}
_CONTRACTING = frozenset(
    "i we you they he she it there here who that this what these those how when where why".split()
)
_SAME = {
    form: key
    for key, forms in {
        "be": "is are am",
        "was": "were",
        "have": "has",
        "do": "does",
        "go": "goes",
        "may": "can",
        "this": "these",
        "that": "those",
        "we": "us our",
        "i": "me my myself",
        "you": "your yours",
        # An s or an e that belongs to the word itself.
        "always": "always",
        "she": "she",
    }.items()
    for form in forms.split()
}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}

OWNERS = frozenset("my your our his her its their whose".split())
"""Words before what somebody owns."""
AUXILIARIES = frozenset(
    ("be", "was", "may", "must", "will", "would", "shall", "should", "could", "might")
)
"""Keys that come first in a question and take `not` directly behind them."""

FUNCTION_WORDS = AUXILIARIES | frozenset(
    "do did have not and or but if then that which who whom whose what where when why how many "
    "much "
    "with without in on at of to from under over by for into onto beside behind between during "
    "after before as than it its this he she they them their him his her i you we there "
    "because unless no".split()
)
"""Keys that cannot be part of a description or begin an unquoted new name."""


def function_words() -> frozenset[str]:
    """Return the function words in all their forms, articles included."""
    forms = (word for word, key in _SAME.items() if key in FUNCTION_WORDS)
    return FUNCTION_WORDS.union(forms, _ARTICLES)


class Token(NamedTuple):
    """One word, number or quoted text.

    `key` is what matching compares, `article` the article dropped before the word ("a", "the"
    or ""), `after` the punctuation behind it. `quoted` tokens hold their text without quotes.
    A number is `joined` when a hyphen ties it to the next word: "five-star".
    """

    text: str
    key: str
    start: int
    end: int
    article: str = ""
    after: str = ""
    quoted: bool = False
    possessive: bool = False
    joined: bool = False

    @property
    def plural(self) -> bool:
        """Whether the word is a noun in the plural, as far as its s tells."""
        return self.text.endswith("s") and not self.key.endswith("s") and not self.quoted

    @property
    def capital(self) -> bool:
        """Whether the word is written like part of a proper name."""
        return self.text[:1].isupper() or self.text[:1].isdigit()


Tokens = tuple[Token, ...]


def word_like(text: str, like: Token, *, key: str | None = None) -> Token:
    """Return a word that was not typed, at the place of another."""
    return Token(text, text if key is None else key, like.start, like.end)


def is_possessive(token: Token) -> bool:
    """Whether a word tells whose something is that stands behind it: "Ana's", "my"."""
    return token.possessive or token.text.lower() in OWNERS


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the key of a lower-case word: plural and third-person s are gone.

    >>> stem("matches"), stem("match"), stem("cities"), stem("bus"), stem("is")
    ('match', 'match', 'city', 'bus', 'be')
    """
    same = _SAME.get(word)
    if same is not None:
        return same
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return _without_e(word)
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return _without_e(word[:-1])


def _without_e(word: str) -> str:
    """Drop an e that only carries the s ("matches", "boxes")."""
    return word[:-1] if word.endswith(("sse", "she", "che", "xe", "ze")) else word


ORDINALS = {
    word: position
    for position, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1
    )
} | {
    f"{n}{'th' if n // 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}": n
    for n in range(1, 100)
}


@lru_cache(maxsize=16384)
def number(text: str) -> int | None:
    """Return the integer that digits or a number word spell, else None."""
    return int(text) if _DIGITS.fullmatch(text) else _NUMBERS.get(text.lower())


def spellings(value: int) -> Iterator[str]:
    """Yield the single words that say a number, its digits first."""
    yield str(value)
    yield from (word for word, meant in _NUMBERS.items() if meant == value)


def more(tokens: Tokens, place: int) -> tuple[int, int]:
    """Return how many more there are, and how many words say so: "another", "two more", "a new".

    >>> more(tokenize("Ana gains a second coin"), 2), more(tokenize("two more coins"), 0)
    ((1, 1), (2, 2))
    """
    keys = (*(t.key for t in tokens[place : place + 2] if not t.quoted), "", "")[:2]
    count = number(keys[0])
    if keys[1] == "more" and count is not None:
        return count, 2
    new = keys[0] == "new" or ORDINALS.get(keys[0], 0) > 1
    one = keys[0] == "another" or (new and tokens[place].article == "a")
    return int(one), int(one)


def spelled(words: list[str]) -> int | None:
    """Return the number that several words say: "twenty one", "two hundred"."""
    if words == ["no"]:
        return 0
    match [number(word) for word in words]:
        case [int(value)]:
            return value
        case [int(tens), int(ones)] if tens in range(20, 100, 10) and 0 < ones < 10:
            return tens + ones
        case [int(hundreds), 100] if 0 < hundreds < 10:
            return hundreds * 100
    return None


@lru_cache(maxsize=16384)
def tokenize(text: str, *, names: bool = False) -> tuple[Token, ...]:
    """Split text into tokens. With `names` an article that stands last is kept as a word."""
    found: list[Token] = []
    article = ""
    held: tuple[str, int, int] | None = None
    for match in _PIECE.finditer(text):
        start, end = match.span()
        if match["mark"] is not None:
            if found:
                found[-1] = found[-1]._replace(after=found[-1].after + match["mark"])
            continue
        quoted = match["quoted"] if match["quoted"] is not None else match["single"]
        if quoted is not None:
            found.append(Token(quoted, quoted, start, end, article, quoted=True))
            article, held = "", None
            continue
        word = match["word"].lower().replace("’", "'")
        if word in _ARTICLES and not _is_letter_name(text, start, end):
            article, held = _ARTICLES[word], (match["word"], start, end)
            continue
        for token in _tokens(match["word"], word, start, end, match["bare"] is not None):
            negative = token.text.isdigit() and _MINUS.search(text, 0, start) is not None
            if negative:
                token = Token("-" + token.text, "-" + token.key, start - 1, end)
            if number(token.key) is not None and _TIE.match(text, end) is not None:
                token = token._replace(joined=True)
            found.append(token._replace(article=article) if article else token)
            article = ""
        held = None
    found = _without_got(found)
    if names and held is not None:
        found.append(Token(held[0], held[0].lower(), held[1], held[2]))
    return tuple(found)


_GETS = frozenset("from for by to rid out back with through".split())


def _without_got(tokens: list[Token]) -> list[Token]:
    """Read "has got", "she's got" and "Ana's got" as "has", "has not got" as "does not have".

    "Has Ana got 3 coins" is "does Ana have", "what has she got from it" what she was given.
    """
    found: list[Token] = []
    for token, behind in zip_longest(tokens, tokens[1:]):
        if token.key != "got" or token.quoted or not found:
            found.append(token)
            continue
        before = found[-1]
        if before.possessive and not before.after:
            found.append(token._replace(text="has", key="have"))
        elif before.key == "be" and before.text == "is":
            found[-1] = before._replace(text="has", key="have")
        elif (at := _helper(found, behind)) is not None:
            found[at] = found[at]._replace(text="does", key="do")
            found.append(token._replace(text="have", key="have"))
        elif before.key != "have":
            found.append(token)
    return found


def _helper(found: list[Token], behind: Token | None) -> int | None:
    """Return the place of the "has" of "has not got", and of "has Ana got" where it asks."""
    if found[-1].key == "not" and len(found) > 1 and found[-2].key == "have":
        return len(found) - 2
    asks = found[0].key in ("have", "how", "what", "which", "who")
    if not asks or (behind is not None and behind.key in _GETS):
        return None
    return next((i for i, t in enumerate(found) if t.key == "have"), None)


@lru_cache(maxsize=65536)
def key_of(text: str) -> str:
    """Return the key of a whole name: the keys of its tokens, joined."""
    return " ".join(token.key.lower() for token in tokenize(text, names=True))


def span_key(tokens: tuple[Token, ...], start: int, end: int) -> str:
    """Return the name key of the tokens from `start` to `end`."""
    if end - start == 1 and tokens[start].quoted:
        return key_of(tokens[start].text)
    return " ".join(token.key for token in tokens[start:end])


def _tokens(text: str, word: str, start: int, end: int, bare: bool) -> tuple[Token, ...]:
    parts = _SPLIT.get(word)
    if parts is None and word.endswith("n't"):
        parts = (word[:-3], "not")
    lead, mark, rest = word.partition("'")
    if parts is None and mark and lead in _CONTRACTING and rest in _CONTRACTED:
        parts = (lead, _CONTRACTED[rest])
    if parts is not None:
        return tuple(Token(part, stem(part), start, end) for part in parts)
    if word.endswith("'s"):
        return (Token(text[:-2], stem(word[:-2]), start, end, possessive=True),)
    if "'" in word:
        word = word.replace("'", "")
    return (Token(text, stem(word), start, end, possessive=bare),)


def _is_letter_name(text: str, start: int, end: int) -> bool:
    """Tell "player A owns it" from "A Triceratops", "Vote For A Park" and "A 2-for-1 Deal"."""
    if text[start:end] != "A" or start == 0:
        return False
    behind = text[end:].lstrip(" \t")
    named = behind[:1].isupper() or _COMPOUND.match(behind) is not None
    return not named and not text[:start].rstrip().endswith((".", ":"))
