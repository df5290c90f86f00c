"""Sentences, words and clauses of a rulebook about a topic.

In: the words and clauses of a rulebook, and some words. Out: what is about them,
best first, by the ranking by which sentences are offered for a line that was not
understood. Guarantee: nothing is read or answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nsmallest
from math import log
from typing import TYPE_CHECKING

from rulings.asking.quotation import topic_line
from rulings.doors.picking import picked
from rulings.english.clause_index import ClauseIndex
from rulings.english.glossary import glossary
from rulings.english.lexical import root
from rulings.english.lexicon import Lexicon
from rulings.english.search import about
from rulings.english.sentence import pattern
from rulings.english.template import Template
from rulings.english.words import FUNCTION_WORDS, tokenize
from rulings.records import dataclass
from rulings.rulebook.registry import Clause

if TYPE_CHECKING:
    from rulings.wire import TopicJson

_SENTENCES, _WORDS, _CLAUSES = 12, 6, 6
_ALIKE = 2
"""How many ways to say the same are listed."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a rulebook: as it is stated and asked, and the predicate it says.

    `statement` is empty for a pattern that only asks, `predicate` for one of the word list.
    """

    statement: str
    question: str
    predicate: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What a rulebook has about a topic."""

    sentences: tuple[Sentence, ...]
    words: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Findable:
    """The lines of a rulebook's word list, by the roots of their words, and its clauses."""

    lines: tuple[str, ...]
    by_line: Mapping[str, tuple[int, ...]]
    index: ClauseIndex

    @staticmethod
    def of(lexicon: Lexicon, index: ClauseIndex) -> Findable:
        """Index what a rulebook has: once for all searches, since there are many lines."""
        lines = glossary(lexicon)
        return Findable(lines, _inverted(lines), index)

    def sharing(self, roots: frozenset[str]) -> tuple[str, ...]:
        """Return the lines that share roots, those that share rare ones first."""
        scores: dict[int, float] = {}
        for one in sorted(roots):
            uses = self.by_line.get(one, ())
            worth = log((len(self.lines) + 1) / len(uses)) if uses else 0.0
            for place in uses:
                scores[place] = scores.get(place, 0.0) + worth
        best = nsmallest(_WORDS, scores, key=lambda place: (-scores[place], place))
        return tuple(self.lines[place] for place in best)


def find_about(
    words: str, lexicon: Lexicon, findable: Findable, *, most: int = _SENTENCES
) -> Findings:
    """Return what a rulebook has about some words, at most `most` sentences."""
    tokens = tokenize(words)
    roots = frozenset(root(one.key) for one in tokens if one.key not in FUNCTION_WORDS)
    sentences: dict[str, Sentence] = {}
    told: Counter[str] = Counter()
    for template in about(tokens, lexicon, most * 3):
        told[template.predicate] += 1
        if told[template.predicate] <= _ALIKE:
            found = sentence_of(template, lexicon)
            sentences.setdefault(found.statement or found.question, found)
    cited = findable.index.about(words, most=_CLAUSES)
    return Findings(tuple(sentences.values())[:most], findable.sharing(roots), cited)


def all_sentences(lexicon: Lexicon) -> tuple[Sentence, ...]:
    """Return every sentence of a rulebook once, in the order of their words."""
    own = (one for one in lexicon.templates if one.predicate not in lexicon.idioms)
    listed = {sentence_of(one, lexicon) for one in own}
    return tuple(sorted(listed, key=lambda one: (one.statement or one.question, one.predicate)))


def sentence_of(template: Template, lexicon: Lexicon) -> Sentence:
    """Return a sentence as it is stated and asked."""
    own = "" if template.predicate in lexicon.idioms else str(template.predicate)
    statement, question = (pattern(template, lexicon, asked) for asked in (False, True))
    return Sentence(statement, question, own)


def topic_text(found: Findings) -> str:
    """Return findings as lines of text."""
    lines = [one.statement or one.question for one in found.sentences]
    if found.words:
        lines += ["Words:", *(f"  {line}" for line in found.words)]
    if found.clauses:
        lines.append("Clauses:")
        lines += (f"  {topic_line(one)}" for one in found.clauses)
    return "".join(f"{line}\n" for line in lines) or "Nothing is about that.\n"


def topic_json(found: Findings) -> TopicJson:
    """Return findings as JSON values."""
    return {
        "sentences": [picked(one, "statement", "question", "predicate") for one in found.sentences],
        "words": list(found.words),
        "clauses": [one.to_json() for one in found.clauses],
    }


def _inverted(texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the texts that have each root."""
    places: dict[str, list[int]] = {}
    for number, text in enumerate(texts):
        for one in {one for word in text.split() for one in _roots(word)}:
            places.setdefault(one, []).append(number)
    return {one: tuple(numbers) for one, numbers in places.items()}


@lru_cache(maxsize=32768)
def _roots(word: str) -> frozenset[str]:
    return frozenset(root(token.key) for token in tokenize(word))
