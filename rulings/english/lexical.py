"""What the reader knows of one rulebook's words, beside its names.

In: the words of a `Lexicon`. Out: `WordStock`: sentences by their words, nouns and adjectives,
words that stand for each other. Guarantee: made once for a rulebook and shared by its tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rulings.english.idiom import Keys
from rulings.english.morphology import base_of, looked_up
from rulings.english.sentences import Index
from rulings.english.template import Template
from rulings.english.words import FUNCTION_WORDS, Token, stem
from rulings.records import dataclass, field

ALIKE: Mapping[str, tuple[str, ...]] = {
    "into": ("in", "to"),
    "inside": ("in",),
    "onto": ("on", "to"),
    "upon": ("on",),
    "within": ("in",),
    "in": ("at", "into"),
    "at": ("in", "on"),
    "on": ("onto", "at"),
    "to": ("into", "onto"),
    "off": ("from",),
}
"""Prepositions that players do not tell apart; which of two sentences is meant is asked back."""


@dataclass(frozen=True, slots=True)
class Noun:
    """What a noun or adjective says of a thing: that it is of a sort, or that a sentence holds."""

    keys: Keys
    sort: str = ""
    template: Template | None = None
    adjective: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class WordStock:
    """Sentences, nouns and synonyms of one rulebook."""

    index: Index
    phrases: Index
    nouns: Mapping[str, tuple[Noun, ...]]
    forms: Mapping[str, tuple[tuple[str, str], ...]]
    rewrites: Mapping[str, tuple[tuple[Keys, Keys], ...]]
    known: frozenset[str]
    bound: frozenset[str]
    describing: tuple[Template, ...] = ()
    by_root: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deeds: frozenset[str] = frozenset()
    cache: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def lemmas(self, token: Token) -> tuple[str, ...]:
        """Return the keys of words of the rulebook of which a word is a form."""
        known = self.cache.get(token.text)
        if known is None:
            found = dict.fromkeys(key for key, _ in self.forms.get(token.key, ()))
            if token.key not in self.known | FUNCTION_WORDS and token.text.islower():
                for lemma in noun_lemmas(token.text.lower()):
                    if lemma != token.key:
                        found[lemma] = None
                verb = stem(base_of(token.text.lower()))
                if verb != token.key:
                    found[verb] = None
            known = self.cache[token.text] = tuple(found)
        return known

    def tenses(self, token: Token, key: str) -> tuple[str, ...]:
        """Return in which forms of a verb a word stands: base, past, done or doing."""
        found = tuple(tense for verb, tense in self.forms.get(token.key, ()) if verb == key)
        if not found and token.key == key:
            return ("base",)
        return found


def by_root(keys: set[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for key in sorted(keys - FUNCTION_WORDS):
        found.setdefault(root(key), []).append(key)
    return {one: tuple(those) for one, those in found.items()}


@lru_cache(maxsize=16384)
def root(key: str) -> str:
    """Return what the forms of a word have in common, for finding it only.

    >>> root("closing"), root("closed"), root("close"), root("stopped"), root("bury")
    ('clos', 'clos', 'clos', 'stop', 'buri')
    """
    word = key
    for ending in ("ing", "ed", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    if word.endswith("y"):
        return f"{word[:-1]}i"
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


@lru_cache(maxsize=8192)
def noun_lemmas(word: str) -> tuple[str, ...]:
    """Return the singular of a noun where it is no plain one: "dice" is "die".

    >>> noun_lemmas("dice")
    ('die', 'dice')
    """
    lemmas = tuple(stem(one) for one in looked_up("getLemma", word, "NOUN", False))
    plurals = (
        stem(one) for lemma in lemmas for one in looked_up("getInflection", lemma, "NNS", False)
    )
    return tuple(dict.fromkeys((*lemmas, *plurals)))
