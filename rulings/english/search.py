"""Sentences about some words, whether or not they are read.

In: tokens and a `Lexicon`. Out: the declared sentences that share words with them, best first.
Guarantee: words are compared by their roots and with the rulebook's own words for them; nothing is
read by this.
"""

from __future__ import annotations

from rulings.english.chart import Chart, Context
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import pattern
from rulings.english.template import Template
from rulings.english.words import FUNCTION_WORDS, Tokens
from rulings.language.source import Source


def about(tokens: Tokens, lexicon: Lexicon, most: int) -> list[Template]:
    """Return the sentences about some words."""
    words, weights = lexicon.words, dict[str, float]()
    chart = Chart(Context(Source("<words>", ""), lexicon, words, loose=True))
    for token, edges in zip(tokens, chart.edges(tokens), strict=True):
        for _, keys, price in edges if token.key not in FUNCTION_WORDS else ():
            for key in keys:
                weights[key] = max(weights.get(key, 0.0), 1.0 - 0.1 * price)
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
