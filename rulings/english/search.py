"""Sentences about some words, whether or not they are read.

In: tokens and a `Lexicon`. Out: the declared sentences that share words with them, best first.
Guarantee: words are compared by their roots and with the rulebook's own words for them; nothing is
read by this.
"""

from __future__ import annotations

from rulings.english.lexical import root
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import pattern
from rulings.english.template import Template
from rulings.english.words import FUNCTION_WORDS, Tokens


def about(tokens: Tokens, lexicon: Lexicon, most: int) -> list[Template]:
    """Return the sentences about some words."""
    words = lexicon.words
    weights: dict[str, float] = {}

    def add(key: str, weight: float) -> None:
        if weight > weights.get(key, 0.0):
            weights[key] = weight

    for place, token in enumerate(tokens):
        if token.key in FUNCTION_WORDS and not token.quoted:
            continue
        for key in (token.key, *words.lemmas(token), *words.by_root.get(root(token.key), ())):
            add(key, 1.0)
        for said, meant in words.rewrites.get(token.key, ()):
            if said == tuple(t.key for t in tokens[place : place + len(said)]):
                for key in meant:
                    add(key, 0.9)
    kinds = {lexicon.nouns[t.key] for t in tokens if t.key in lexicon.nouns}
    found = [
        (score + 0.1 * len(kinds & set(sentence.sorts)), number, sentence.template)
        for number, (score, sentence) in enumerate(words.index.near(weights))
        if not sentence.passive
    ]
    found.sort(key=lambda one: (-one[0], one[1]))
    return list(dict.fromkeys(template for _, _, template in found))[:most]


def nearest(tokens: Tokens, lexicon: Lexicon, question: bool, limit: int = 3) -> tuple[str, ...]:
    """Return the nearest sentences, as questions when `question`, best first."""
    found = about(tokens, lexicon, limit * 3) or list(lexicon.templates[: limit * 3])
    return tuple(dict.fromkeys(pattern(one, lexicon, question) for one in found))[:limit]
