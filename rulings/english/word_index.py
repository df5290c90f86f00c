"""Sentence templates found by their fixed words.

In: templates. Out: those whose fixed words are all among some words, in their order. Guarantee:
only templates are looked at whose rarest word is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from rulings.english.template import Template


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Templates, and for each word the places of those whose rarest word it is."""

    templates: tuple[Template, ...] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @staticmethod
    def of(templates: tuple[Template, ...]) -> WordIndex:
        """Index templates."""
        counts = Counter(word for template in templates for word in template.words)
        places: dict[str, list[int]] = {}
        for place, template in enumerate(templates):
            rarest = min(template.words, key=lambda word: (counts[word], word), default="")
            places.setdefault(rarest, []).append(place)
        return WordIndex(templates, {word: tuple(found) for word, found in places.items()})

    def among(self, words: Collection[str]) -> list[Template]:
        """Return the templates that have no fixed word but these."""
        known = {*words, ""}
        found = (at for word in known for at in self.places.get(word, ()))
        return [t for t in map(self.templates.__getitem__, sorted(found)) if t.words <= known]
