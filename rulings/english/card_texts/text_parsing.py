"""A sentence of a card text by the grammar.

In: the words of a sentence, a grammar, what names are known. Out: the trees that cover all of
them. Guarantee: ends for every text and grammar: each phrase is looked for once at each place, and
of those that read the same words the same way no more than three are kept: who compares
them sees that a text can be read in several ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.english.card_texts.grammar import (
    AMOUNT,
    NAME,
    NUMBER,
    Piece,
    Production,
    TextGrammar,
)
from rulings.english.card_texts.printed_words import PrintedWord
from rulings.english.words import number
from rulings.language.program import Value
from rulings.records import dataclass, field

_KEPT = 3
LONGEST_SENTENCE = 60
"""How many words a sentence may have that is read."""
_MOST_STEPS = 30_000
"""How often a piece of a pattern is looked for in one sentence."""
_LONGEST_NAME = 6

Named = Callable[[tuple[str, ...]], Value | None]
"""The thing that words name, if they name one."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A phrase that was read: from `start` to `end`, with the phrases in its slots by variable.

    One of a kind that is read everywhere has no production, and its `value`.
    """

    start: int
    end: int
    production: Production | None = None
    parts: tuple[tuple[str, Tree], ...] = ()
    value: Value | None = None


@dataclass(slots=True)
class TextParser:
    """Reads one sentence; what was found at a place is kept.

    No phrase has the word at `reached`, in the place where it would have to stand.
    """

    grammar: TextGrammar
    words: tuple[PrintedWord, ...]
    named: Named
    found: dict[tuple[str, int], tuple[Tree, ...]] = field(default_factory=dict)
    steps: int = 0
    reached: int = 0

    def whole(self, kind: str, start: int = 0, end: int | None = None) -> tuple[Tree, ...]:
        """Return the phrases of a kind from one place to another, the end of the sentence."""
        stop = len(self.words) if end is None else end
        if stop - start > LONGEST_SENTENCE:
            return ()
        found = tuple(tree for tree in self.phrases(kind, start) if tree.end == stop)
        return () if self.steps > _MOST_STEPS else found

    def phrases(self, kind: str, start: int) -> tuple[Tree, ...]:
        """Return the phrases of a kind that begin at a place, the declared order first."""
        key = (kind, start)
        known = self.found.get(key)
        if known is None:
            self.found[key] = ()
            known = self.found[key] = tuple(self._kept(self._read(kind, start)))
        return known

    def _kept(self, trees: Iterator[Tree]) -> Iterator[Tree]:
        seen: dict[int, int] = {}
        for tree in trees:
            seen[tree.end] = seen.get(tree.end, 0) + 1
            if seen[tree.end] <= _KEPT:
                yield tree

    def _read(self, kind: str, start: int) -> Iterator[Tree]:
        if kind in (NUMBER, AMOUNT, NAME):
            yield from self._everywhere(kind, start)
            return
        for production in self.grammar.by_kind.get(kind, ()):
            for end, parts in self._matched(production.pieces, start):
                yield Tree(start, end, production, parts)

    def _matched(
        self, pieces: tuple[Piece, ...], start: int
    ) -> Iterator[tuple[int, tuple[tuple[str, Tree], ...]]]:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return
        if not pieces:
            yield start, ()
            return
        first, rest = pieces[0], pieces[1:]
        if isinstance(first, str):
            if start < len(self.words) and self.words[start].key == first:
                self.reached = max(self.reached, start + 1)
                yield from self._matched(rest, start + 1)
            return
        for tree in self.phrases(first.kind, start):
            for end, parts in self._matched(rest, tree.end):
                yield end, ((first.variable, tree), *parts)

    def _everywhere(self, kind: str, start: int) -> Iterator[Tree]:
        if start >= len(self.words):
            return
        word = self.words[start]
        if kind == NAME:
            if word.article == "a":
                return  # "a Park card" is some card, whatever is called so
            for end in range(min(len(self.words), start + _LONGEST_NAME), start, -1):
                thing = self.named(tuple(one.key for one in self.words[start:end]))
                if thing is not None:
                    self.reached = max(self.reached, end)
                    yield Tree(start, end, value=thing)
            return
        if kind == AMOUNT and word.article == "a":
            yield Tree(start, start, value=1)
        count = number(word.key)
        if count is not None:
            self.reached = max(self.reached, start + 1)
            yield Tree(start, start + 1, value=count)
