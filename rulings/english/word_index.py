"""Sentence templates found by their fixed words.

In: templates. Out: those whose fixed words are all among some words, in their order. Guarantee:
only templates are looked at whose rarest word is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from rulings.english.template import Template
from rulings.english.tense import Form


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Templates, and for each word the places of those whose rarest word it is.

    `_said` remembers the other forms of the template at a place.
    """

    templates: tuple[Template, ...] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    _said: dict[int, tuple[Form, ...]] = field(default_factory=dict, repr=False)

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
        return [self.templates[at] for at in self._among(words)]

    def with_forms(
        self, words: Collection[str], forms: Callable[[Template], Iterator[Form]]
    ) -> Iterator[tuple[Template, tuple[Form, ...]]]:
        """Yield the templates that have no fixed word but these, each with its other forms.

        These are listed with the first line that has the template's words.
        """
        for at in self._among(words):
            if at not in self._said:
                self._said[at] = tuple(forms(self.templates[at]))
            yield self.templates[at], self._said[at]

    def _among(self, words: Collection[str]) -> list[int]:
        known = {*words, ""}
        found = (at for word in known for at in self.places.get(word, ()))
        return sorted(at for at in found if self.templates[at].words <= known)
