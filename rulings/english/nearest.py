"""The declared sentences nearest to one that was not understood.

In: tokens and a `Lexicon`. Out: up to three templates in words. Guarantee: always some as long
as the rulebook declares any; a misspelt word counts as the word it is nearest to.
"""

from __future__ import annotations

from collections import Counter
from math import log

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import pattern
from rulings.english.template import Template
from rulings.english.words import AUXILIARIES, Token


def nearest(
    tokens: tuple[Token, ...], lexicon: Lexicon, question: bool, limit: int = 3
) -> tuple[str, ...]:
    """Return the nearest sentences, as questions when `question`, best first."""
    from rapidfuzz import fuzz

    keys = _meant(tokens, lexicon)
    weights = _weights(lexicon)
    text = " ".join(token.key for token in tokens)

    def score(template: Template) -> tuple[float, float]:
        words = {p for p in template.pieces if isinstance(p, str)} - AUXILIARIES
        shared = sum(weights[word] for word in words & keys)
        either = sum(weights.get(word, 0.0) for word in words | keys)
        fixed = " ".join(str(p) for p in template.pieces if isinstance(p, str))
        return (shared / either if either else 0.0, fuzz.ratio(text, fixed))

    ranked = sorted(lexicon.templates, key=score, reverse=True)
    shown = (pattern(template, lexicon, question) for template in ranked[: limit * 3])
    return tuple(dict.fromkeys(shown))[:limit]


def hint(tokens: tuple[Token, ...], lexicon: Lexicon, question: bool) -> str:
    """Return the nearest sentences as the hint of a diagnostic."""
    found = nearest(tokens, lexicon, question)
    if not found:
        return "This rulebook declares no sentences; ask in Datalog: `?- goal.`"
    return "Nearest: " + " · ".join(found)


def _meant(tokens: tuple[Token, ...], lexicon: Lexicon) -> set[str]:
    """Return the keys of the sentence with misspelt words of templates put right."""
    from rapidfuzz import fuzz, process

    keys: set[str] = set()
    for token in tokens:
        keys.add(token.key)
        if token.key not in lexicon.vocabulary and len(token.key) > 3:
            hit = process.extractOne(
                token.key, lexicon.vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=70
            )
            if hit is not None:
                keys.add(hit[0])
    return (keys & lexicon.vocabulary.keys()) - AUXILIARIES


def _weights(lexicon: Lexicon) -> dict[str, float]:
    """Weigh a word by how few templates use it."""
    uses = Counter(
        piece for t in lexicon.templates for piece in set(t.pieces) if isinstance(piece, str)
    )
    total = len(lexicon.templates) + 1
    return {word: log(total / count) + 0.1 for word, count in uses.items()}
