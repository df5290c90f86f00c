"""The declared sentences nearest to one that was not understood.

In: tokens and a `Lexicon`. Out: up to three templates in words. Guarantee: some whenever a word of
the line is a word of a sentence; a misspelt word counts as the word it is nearest to.
"""

from __future__ import annotations

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import pattern
from rulings.english.sought import sought
from rulings.english.topic_search import about
from rulings.english.words import Token


def nearest(
    tokens: tuple[Token, ...], lexicon: Lexicon, question: bool, limit: int = 3
) -> tuple[str, ...]:
    """Return the nearest sentences, as questions when `question`, best first."""
    found = about(sought(tokens, lexicon), lexicon, limit * 3)
    templates = [hit.template for hit in found if question or not hit.template.asks]
    templates = templates or list(lexicon.templates[: limit * 3])
    shown = (
        f"{pattern(one, lexicon, False)}?" if one.asks else pattern(one, lexicon, question)
        for one in templates
    )
    return tuple(dict.fromkeys(shown))[:limit]


def hint(tokens: tuple[Token, ...], lexicon: Lexicon, question: bool) -> str:
    """Return the nearest sentences as the hint of a diagnostic."""
    found = nearest(tokens, lexicon, question)
    if not found:
        return "This rulebook declares no sentences; ask in Datalog: `?- goal.`"
    return "Nearest: " + " · ".join(found)
