"""Whether sentences keep what a line says, whatever words they say it in.

In: a line, sentences that are to stand for it, their reading. Out: what is lost or made up, an
empty text if nothing is. Guarantee: names, numbers and "not" are compared; which words stand for
which is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, zip_longest

from rulings.english.antecedents import named_in
from rulings.english.lexicon import Lexicon
from rulings.english.reading import Holds, Reading, WhatIf, literals_of
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, number, tokenize
from rulings.language.program import Constant, Value

_DENYING = frozenset(("not", "never", "no", "nobody", "none", "nothing", "neither", "without"))
_ONE = frozenset(("a", "an", "another", "each", "once", "first"))
_TWO = frozenset(("both", "twice", "pair", "couple", "second"))


def denies(tokens: Tokens) -> bool:
    """Whether some word of a line denies."""
    return any(t.key in _DENYING for t in tokens if not t.quoted)


def is_denied(reading: Reading, *, zero: bool = False) -> bool:
    """Whether a reading denies something; where `zero` counts, that there are none."""
    if isinstance(reading, WhatIf) and reading.inner is not None:
        return is_denied(reading.changes, zero=zero) or is_denied(reading.inner, zero=zero)
    if isinstance(reading, Holds) and reading.denied:
        return True
    return any(
        one.negated is not (zero and any(t == Constant(0) for t in one.atom.terms))
        for one in literals_of(reading)
    )


def difference(
    line: str, said: str, reading: Reading, lexicon: Lexicon, spoken: frozenset[Value]
) -> str:
    """Return what sentences lose of a line or make up; `spoken` may be named by any line."""
    asked, told = tokenize(line, names=True), tokenize(said, names=True)
    worths = {number(t.key) for t in told}
    lost = next((t for t in _numbers(asked) if number(t.key) not in worths), None)
    if lost is not None:
        return f"“{lost.text}” is lost"
    allowed = {number(t.key) for t in _numbers(asked)} | _in_names(told, lexicon)
    allowed |= {1} if any(t.key in _ONE or t.article == "a" for t in asked) else set()
    allowed |= {2} if any(t.key in _TWO for t in asked) else set()
    allowed |= {0} if denies(asked) else set()
    new = next((t for t in _numbers(told) if number(t.key) not in allowed), None)
    if new is not None:
        return f"nobody said “{new.text}”"
    moved = next((t for t in _numbers(told) if _is_moved(t, told, asked)), None)
    if moved is not None:
        return f"“{moved.text}” counts something else"
    names, kept = named_in(asked, lexicon), named_in(told, lexicon)
    display = lexicon.names.display
    for value in names:
        if value not in kept:
            return f"“{display(value)}” is lost"
    for value in kept:
        if value not in names and value not in spoken and not _is_worded(display(value), asked):
            return f"nobody said “{display(value)}”"
    held = {t.key for t in told}
    free = not any(value not in names for value in kept)
    word = next((t for t in _kept_words(asked, free=free) if t.key not in held), None)
    if word is not None:
        return f"“{word.text}” is lost"
    turned = next(_turned(names, kept, lexicon), None)
    if turned is not None:
        return f"“{display(turned[0])}” and “{display(turned[1])}” change places"
    if denies(asked) is not is_denied(reading, zero=denies(asked)):
        return "“not” is lost" if denies(asked) else "nobody said “not”"
    return ""


def _kept_words(tokens: Tokens, *, free: bool) -> Iterator[Token]:
    """Yield what may not be left out: a direction, and "it to" where no name stands for it."""
    for token, behind in zip_longest(tokens, tokens[1:]):
        leads = behind is not None and behind.key in ("back", *PREPOSITIONS)
        it = free and token.key in ("it", "them") and token is not tokens[0] and leads
        if not token.quoted and (it or token.key == "back"):
            yield token


def _numbers(tokens: Tokens) -> Iterator[Token]:
    return (t for t in tokens if not t.quoted and number(t.key) is not None)


def _is_moved(said: Token, told: Tokens, asked: Tokens) -> bool:
    """Whether a number that a line writes stands beside none of the words that it has there."""
    same = [t for t in _numbers(asked) if number(t.key) == number(said.key)]
    before = {key for one in same for key in _beside(one, asked)}
    return bool(same) and before.isdisjoint(_beside(said, told))


def _beside(token: Token, tokens: Tokens) -> set[str]:
    at = tokens.index(token)
    return {one.key for one in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])}


def _turned(
    names: tuple[Value, ...], kept: tuple[Value, ...], lexicon: Lexicon
) -> Iterator[tuple[Value, Value]]:
    """Yield two of one type that stand the other way round: who does what to whom."""
    both = [one for one in dict.fromkeys(kept) if one in names]
    for one, other in combinations(both, 2):
        sorts, others = lexicon.names.sorts_of(one), lexicon.names.sorts_of(other)
        alike = (sorts & others) - {"any"} or not (sorts and others)
        if alike and names.index(one) > names.index(other):
            yield one, other


def _in_names(tokens: Tokens, lexicon: Lexicon) -> set[int | None]:
    """Return the numbers inside of the names among tokens: "Pirates 2" has a 2."""
    shown = (lexicon.names.display(value) for value in named_in(tokens, lexicon))
    return {number(word) for name in shown for word in name.lower().split()}


def _is_worded(name: str, tokens: Tokens) -> bool:
    """Whether the words of a line hold those of a name, in any spelling."""
    words = {t.key for t in tokens} | {word for t in tokens for word in t.text.lower().split()}
    return all(t.key in words or t.key in FUNCTION_WORDS for t in tokenize(name))
