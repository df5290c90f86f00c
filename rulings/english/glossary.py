"""The word list of a rulebook as a page of help.

In: a `Lexicon`. Out: lines of text: what people say, and what the rulebook says for it.
Guarantee: everything the word list adds is there, each once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.english.filling import SLOT, noun
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say


def glossary(lexicon: Lexicon) -> tuple[str, ...]:
    """Return the nouns, the synonyms and the idioms of a rulebook, a line each."""
    found = [*sorted(set(_synonyms(lexicon))), *_idioms(lexicon)]
    return tuple(found) or ("This rulebook brings no word list.",)


def _synonyms(lexicon: Lexicon) -> Iterator[str]:
    for pairs in lexicon.rewrites.values():
        for said, meant in pairs:
            yield f"{' '.join(said)} = {' '.join(meant)}"


def _idioms(lexicon: Lexicon) -> Iterator[str]:
    for name, idiom in lexicon.idioms.items():
        predicate = lexicon.predicates[name]
        columns = predicate.columns
        slots: Mapping[str, str] = {one.name: f"<{noun(one.sort)}>" for one in columns}
        parts = []
        for condition in idiom.body:
            atom = getattr(condition, "atom", None)
            if atom is not None:
                parts.append(say(atom, lexicon, getattr(condition, "negated", False)))
        meant = " and ".join(parts)
        for text in predicate.templates:
            yield f"{_shown(text, slots)} = {meant}"


def _shown(text: str, slots: Mapping[str, str]) -> str:
    return SLOT.sub(lambda match: slots[match[1]], text)
