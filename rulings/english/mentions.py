"""What a line mentions: names, numbers, persons, nouns and quoted texts, with what must be kept.

In: a `Scope`. Out: `Mention`s in the order of the words, and the words that change a meaning.
Guarantee: nothing is resolved and nothing is introduced; this only finds what a sentence offered
instead has to keep.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.antecedents import begins_with_name
from rulings.english.forms import base
from rulings.english.lattice import IDLE
from rulings.english.persons import FIRST, asker_sort
from rulings.english.scope import PRONOUNS, Scope, proper_name
from rulings.english.words import (
    FUNCTION_WORDS,
    Token,
    has_question_mark,
    key_of,
    number,
    span_key,
    stem,
)
from rulings.language.program import Value
from rulings.records import dataclass

_LONGEST = 6
_TURNS = frozenset(
    "not no never nobody none nothing neither nor without only except unless least most first "
    "second third fourth fifth sixth seventh eighth last next other another more less fewer "
    "twice than".split()
) | frozenset(
    map(
        stem,
        "whenever whether sometimes often rarely seldom hardly barely nearly almost".split(),
    )
)
"""Words without which a sentence says something else."""
_HEDGES = frozenset(map(stem, "perhaps maybe possibly probably".split()))
"""Words without which a statement says more; who asks is only polite with them."""
_BEHIND_ONE = frozenset(("this", "that", "which", "other", "another", "no", "each", "every"))
_COUNTING = frozenset(("have", "had", "and", "or", "than", "only", "least", "most", "be", "just"))
"""Words behind which "one" counts something that was named before: "has one"."""
_LOOSE = frozenset(("least", "most", "last", "next", "other", "another", "more", "less", "fewer"))
_NOMINATIVES = {
    "him": "he",
    "his": "he",
    "her": "she",
    "them": "they",
    "their": "they",
    "its": "it",
}


@dataclass(frozen=True, slots=True)
class Mention:
    """Something mentioned: `text` is how an offer writes it, `keys` what has to be kept of it.

    `kind` is name, new, number, quoted, person, pronoun, noun or word; `values` are what a name
    may mean, `sort` is that of a noun or of the asker. A `term` is a word of the rulebook that is
    not written as a proper name: "City card", "Events step".
    """

    kind: str
    text: str
    keys: frozenset[str]
    start: int
    values: tuple[Value, ...] = ()
    sort: str = ""
    term: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether every offer has to have it."""
        return self.kind in ("name", "new", "number", "quoted") and not self.term


def mentions(scope: Scope) -> tuple[Mention, ...]:
    """Return what the words of a line mention, each word once."""
    return tuple(_found(scope))


def turning_words(tokens: tuple[Token, ...]) -> frozenset[str]:
    """Return the words of a line that turn its meaning, "not" for every denial."""
    keys = {token.key for token in tokens if not token.quoted}
    found = (keys & _TURNS) - _LOOSE
    if not has_question_mark(tokens):
        found |= keys & _HEDGES
    if "most" in keys or "least" in keys:
        found |= keys & {"most", "least"}
    return frozenset(found)


def _found(scope: Scope) -> Iterator[Mention]:
    tokens, position = scope.tokens, 0
    while position < len(tokens):
        mention, end = _at(scope, position)
        if mention is not None:
            yield mention
            if mention.kind == "word":
                yield from _inside(scope, position, end)
        position = end


def _inside(scope: Scope, start: int, end: int) -> Iterator[Mention]:
    """Yield the nouns in a word of the rulebook: "visit a park" names an action and a park."""
    place = start + 1
    while place < end:
        found = _noun(scope, place)
        if found is not None and found[1] <= end:
            yield found[0]
            place = found[1]
        else:
            place += 1


def _at(scope: Scope, start: int) -> tuple[Mention | None, int]:
    token = scope.tokens[start]
    if token.quoted:
        values = scope.lexicon.names.all(key_of(token.text))
        keys = frozenset((token.key,))
        return Mention("quoted", f'"{token.text}"', keys, start, values), start + 1
    named = _named(scope, start)
    if named is not None:
        # "Money Tree" is a name of its own, although "money" is a word.
        longer = _new(scope, start) if named[0].kind == "word" else None
        return longer if longer is not None and longer[1] > named[1] else named
    value = number(token.key)
    if value is not None and not _is_pronoun(scope, start):
        return Mention("number", str(value), frozenset((str(value),)), start), start + 1
    if token.key in FIRST and token.key != "one":
        sort = asker_sort(scope.lexicon) or "any"
        text = "you" if token.key == "you" else "I"
        return Mention("person", text, frozenset((token.key,)), start, sort=sort), start + 1
    if token.key in PRONOUNS:
        return Mention("pronoun", _nominative(token), frozenset((token.key,)), start), start + 1
    noun = _noun(scope, start)
    if noun is not None:
        return noun
    new = _new(scope, start)
    return new if new is not None else (None, start + 1)


def _named(scope: Scope, start: int) -> tuple[Mention, int] | None:
    tokens, names = scope.tokens, scope.lexicon.names
    if tokens[start].key in FUNCTION_WORDS and not tokens[start].capital:
        return None
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        if any(token.quoted for token in tokens[start:end]):
            continue
        key = span_key(tokens, start, end)
        values = names.all(key)
        if not values or number(key) is not None:
            continue
        capital = tokens[start].capital and (start > 0 or end > start + 1 or _is_label(scope, key))
        if key in scope.lexicon.nouns and not (capital and end > start + 1):
            continue
        if not capital and tokens[start].key in FUNCTION_WORDS:
            continue
        things = any(names.is_thing(value) for value in values)
        kind = "name" if capital and things else "word"
        if any(t.possessive for t in tokens[start : end - 1]) and scope.lexicon.nouns.get(key):
            continue
        text = _text(scope, start, end)
        term = not all(t.capital or t.key in FUNCTION_WORDS for t in tokens[start:end])
        return Mention(kind, text, _keys(tokens[start:end]), start, values, term=term), end
    return None


def _is_label(scope: Scope, key: str) -> bool:
    return key not in FUNCTION_WORDS and key not in scope.lexicon.vocabulary


def _noun(scope: Scope, start: int) -> tuple[Mention, int] | None:
    tokens, lexicon = scope.tokens, scope.lexicon
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        sort = lexicon.nouns.get(span_key(tokens, start, end))
        if sort is None:
            continue
        owned = _owned(scope, start, end)
        text = owned or _with_article(tokens[start].article, _text(scope, start, end))
        return Mention("noun", text, _keys(tokens[start:end]), start, sort=sort), end
    return None


def _owned(scope: Scope, start: int, end: int) -> str:
    """Return "my hiker" or "Gil's hiker" where the word list can read such a phrase."""
    before = scope.tokens[start - 1] if start else None
    if before is None or not scope.lexicon.phrases:
        return ""
    owns = before.possessive or before.text.lower() in ("my", "your", "his", "her", "their")
    return scope.text(start - 1, end) if owns else ""


def _with_article(article: str, text: str) -> str:
    if article == "the":
        return f"the {text}"
    words, _, last = text.rpartition(" ")
    one = f"{words} {base(last)}".strip()
    return f"{'an' if one[:1].lower() in 'aeiou' else 'a'} {one}"


def _new(scope: Scope, start: int) -> tuple[Mention, int] | None:
    """Return an unknown proper name; the first word of a line has its capital in any case."""
    tokens = scope.tokens
    if not tokens[start].capital or tokens[start].key in FUNCTION_WORDS | IDLE:
        return None
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        if not proper_name(tokens[start:end]) or _is_counting(tokens[start:end]):
            continue
        if any(token.possessive for token in tokens[start : end - 1]):
            # "Cho's Hero" is two things: whose it is, and what.
            continue
        owner = tokens[0].possessive and tokens[0].key not in scope.lexicon.vocabulary
        if start == 0 and end == 1 and not (owner or begins_with_name(tokens, scope.lexicon)):
            return None
        return Mention("new", _text(scope, start, end), _keys(tokens[start:end]), start), end
    return None


def _is_counting(tokens: tuple[Token, ...]) -> bool:
    """Whether a number behind a preposition ends a stretch: "Magician with 3" is no name."""
    return (
        len(tokens) > 2 and number(tokens[-1].key) is not None and tokens[-2].key in FUNCTION_WORDS
    )


def _text(scope: Scope, start: int, end: int) -> str:
    text = scope.text(start, end)
    if scope.tokens[end - 1].possessive:
        for mark in ("'s", "’s", "'", "’"):
            text = text.removesuffix(mark)
    return text


def _keys(tokens: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(token.key for token in tokens)


def _is_pronoun(scope: Scope, start: int) -> bool:
    """Whether "one" stands for a thing: "this one", "one of them"."""
    tokens = scope.tokens
    one = tokens[start]
    if one.key != "one":
        return False
    before = tokens[start - 1].key if start else ""
    behind = tokens[start + 1].key if start + 1 < len(tokens) and not one.after else ""
    ends = not behind or (behind in FUNCTION_WORDS and behind != "or")
    return before in _BEHIND_ONE or one.article == "the" or (ends and before not in _COUNTING)


def _nominative(token: Token) -> str:
    word = token.text.lower()
    return _NOMINATIVES.get(word, word)
