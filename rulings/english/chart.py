"""What the words of one line may stand for, worked out once.

In: a line's context: the words of the rulebook, the names of the table, what was spoken of. Out: a
`Chart` that tells for each place in a row of tokens which words of sentences may stand there, and
which fillers a slot may take. Guarantee: nothing is worked out twice for the same place and type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulings.english.lexical import ALIKE, WordStock, root
from rulings.english.lexicon import Lexicon
from rulings.english.persons import asker_sort
from rulings.english.reading import Group, Lines
from rulings.english.types import Filler, Problem
from rulings.english.words import FUNCTION_WORDS, Token, Tokens
from rulings.language.program import Literal, Value, Variable
from rulings.language.source import Source, Span
from rulings.records import dataclass, field

Edge = tuple[int, tuple[str, ...], float]
"""How many tokens, what keys of a sentence they may be, at which price."""
Found = tuple[int, Filler]
"""The place behind a filler, and the filler."""
Nominal = tuple[int, str, tuple[Literal, ...], float]
"""The place behind a noun phrase, its type, what it says of its head, and its price."""
Complement = tuple[int, tuple[Literal, ...], float]
"""The place behind what stands behind a noun, what it says of the head, and its price."""
Owned = tuple[int, tuple[Literal, ...], str]
"""The place behind a phrase of the word list, what it says of its head, and its type."""
HEAD = "\0head"
"""The key of the token that stands for what a relative clause is about."""
THE_HEAD = Variable("_head")


ANY_OWNER = "her"
"""What a word list writes for every possessive pronoun that can be of whoever does it."""
_OF_OTHERS, _SPEAKERS = frozenset(("her", "his", "their")), frozenset(("i", "we", "you"))


def _is_of_subject(tokens: Tokens, token: Token) -> bool:
    """Whether a possessive pronoun can be of whom the clause begins with: "I … my", "Ana … his"."""
    word = token.text.lower()
    speaker = {"my": "i", "our": "we", "your": "you"}.get(word)
    if speaker is not None:
        return any(t.key == speaker and t is not token for t in tokens)
    return word == "its" or (word in _OF_OTHERS and tokens[0].key not in _SPEAKERS)


def _nothing(*_: object, **__: object) -> Any:
    return iter(())


def head_token(like: Token) -> Token:
    """Return the token that stands for the thing a complement is about."""
    return Token(HEAD, HEAD, like.start, like.start)


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What a line is read against. `asking` forbids new names, `loose` is for offers.

    `find` tells what may fill a slot of a type, `fill` one of a sentence."""

    source: Source
    lexicon: Lexicon
    words: WordStock
    focus: Value | None = None
    lines: Lines = ()
    group: Group | None = None
    asking: bool = False
    loose: bool = False
    modal: bool = False
    wh: bool = False
    find: Callable[..., Iterator[Found]] = field(default=_nothing)
    fill: Callable[..., list[Found]] = field(default=_nothing)

    @property
    def recent(self) -> tuple[Value, ...]:
        """The things named before, last first."""
        return tuple(dict.fromkeys(value for line in self.lines for value in line))

    @property
    def player(self) -> str | None:
        """The type of the players."""
        return asker_sort(self.lexicon)

    def text(self, start: int, end: int) -> str:
        """Return the text between two places."""
        return self.source.text[start:end]

    def span(self, start: int, end: int) -> Span:
        """Return the span between two places."""
        return Span(self.source, start, end)


def one_of_several(
    context: Context, spelt: tuple[int, int], sort: str, values: tuple[Value, ...]
) -> Filler:
    """Return words that may mean any of some values: which, nobody guesses."""
    problem = Problem("ambiguous", *spelt, context.text(*spelt), sort, values)
    return Filler((), sort, 3.0, problem=problem, spelt=spelt)


@dataclass(slots=True, eq=False)
class Chart:
    """The memory of reading one clause."""

    context: Context
    known: dict[tuple[int, int, str], list[Found]] = field(default_factory=dict)
    edged: dict[int, list[list[Edge]]] = field(default_factory=dict)
    held: list[Tokens] = field(default_factory=list)
    head_sort: str = "any"
    depth: int = 0
    introduced: dict[Literal, tuple[Filler, ...]] = field(default_factory=dict)
    nominals: dict[tuple[int, int, str], list[Nominal]] = field(default_factory=dict)
    complements: dict[tuple[int, int, str], list[Complement]] = field(default_factory=dict)
    owned: dict[tuple[int, int], list[Owned]] = field(default_factory=dict)
    busy: set[tuple[int, int, str]] = field(default_factory=set)
    growing: set[tuple[int, int]] = field(default_factory=set)

    def hold(self, tokens: Tokens) -> Tokens:
        """Keep a row of tokens alive, so that its identity tells it."""
        self.held.append(tokens)
        return tokens

    def edges(self, tokens: Tokens) -> list[list[Edge]]:
        """Return for each place which words of sentences its tokens may be."""
        found = self.edged.get(id(tokens))
        if found is None:
            found = [self._edges_at(tokens, place) for place in range(len(tokens))]
            self.edged[id(tokens)] = found
        return found

    def _edges_at(self, tokens: Tokens, place: int) -> list[Edge]:
        token, words = tokens[place], self.context.words
        if token.quoted or (token.text.lower() in _OF_OTHERS and tokens[0].key in _SPEAKERS):
            return []  # "I take her income": whose it is a slot tells, and no fixed word.
        found: dict[tuple[int, tuple[str, ...]], float] = {(1, (token.key,)): 0.0}
        for lemma in words.lemmas(token):
            found.setdefault((1, (lemma,)), 0.2)
        for other in ALIKE.get(token.key, ()):
            found.setdefault((1, (other,)), 0.6)
        firsts = (token.key, *words.lemmas(token))
        if _is_of_subject(tokens, token):
            found.setdefault((1, (ANY_OWNER,)), 0.0)
            firsts = (*firsts, ANY_OWNER)
        for first in firsts:
            for said, meant in words.rewrites.get(first, ()):
                if self._said(tokens, place, said):
                    found.setdefault((len(said), meant), 1.0)
        if self.context.loose and token.key not in FUNCTION_WORDS:
            self._near(token, found)
        return [(length, keys, price) for (length, keys), price in found.items()]

    def _near(self, token: Token, found: dict[tuple[int, tuple[str, ...]], float]) -> None:
        """Add the words of the root of a word, and what it may be a slip for."""
        words = self.context.words
        for key in words.by_root.get(root(token.key), ()):
            found.setdefault((1, (key,)), 1.0)
        if len(token.key) > 3 and token.key not in words.known:
            from rapidfuzz.distance import OSA
            from rapidfuzz.process import extractOne

            # One slip in four letters, of which two that changed places are one.
            likeness = OSA.normalized_similarity
            hit = extractOne(
                token.key, list(words.index.by_word), scorer=likeness, score_cutoff=0.75
            )
            if hit is not None:
                found.setdefault((1, (str(hit[0]),)), 1.0)

    def _said(self, tokens: Tokens, place: int, said: tuple[str, ...]) -> bool:
        if place + len(said) > len(tokens):
            return False
        rest = tokens[place + 1 : place + len(said)]
        same = all(
            not t.quoted and (t.key == key or (key == ANY_OWNER and _is_of_subject(tokens, t)))
            for t, key in zip(rest, said[1:], strict=True)
        )
        return same and not any(t.after.strip(",") for t in tokens[place : place + len(said) - 1])

    def keys(self, tokens: Tokens) -> set[str]:
        """Return every word of a sentence that some token may be."""
        found: set[str] = set()
        for edges in self.edges(tokens):
            for _, keys, _ in edges:
                found.update(keys)
        return found

    def fillers(self, tokens: Tokens, place: int, sort: str) -> list[Found]:
        """Return what may fill a slot of a sort from a place on, the cheapest first."""
        key = (id(tokens), place, sort)
        found = self.known.get(key)
        if found is not None:
            return found
        if key in self.busy or key[:2] in self.growing:
            # A phrase begins here that is being read: what is found without it may begin it.
            return self._plain(tokens, place, sort)
        self.busy.add(key)
        try:
            found = sorted(
                self.context.find(self, tokens, place, sort), key=lambda one: one[1].price
            )
        finally:
            self.busy.discard(key)
        self.known[key] = found
        return found

    def _plain(self, tokens: Tokens, place: int, sort: str) -> list[Found]:
        found = self.context.find(self, tokens, place, sort, plain=True)
        return sorted(found, key=lambda one: one[1].price)
