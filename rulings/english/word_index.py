"""Sentence templates found by their fixed words.

In: templates. Out: those whose fixed words are all among some words, in their order, and the other
forms in which they are said. Guarantee: only templates are looked at whose rarest word is there,
and a form is made a template only where all of its words are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rulings.english.packed import PackedTemplates
from rulings.english.template import Template
from rulings.english.tense import Form, Forms, formed, forms_of
from rulings.records import dataclass, field


class Variant:
    """Another form of a template; `needs` are the words of a line that has it."""

    __slots__ = ("_made", "form", "needs", "template")

    def __init__(self, template: Template, form: Form) -> None:
        self.template = template
        self.form = form
        said = frozenset(piece for piece in form[1] if isinstance(piece, str))
        self.needs = (template.words & said) | said.difference(template.pieces)
        self._made: Template | None = None

    def made(self) -> Template:
        """Return the form as a template, the same each time."""
        if self._made is None:
            self._made = formed(self.template, self.form)
        return self._made


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Templates, and for each word the places of those whose rarest word it is.

    `beside` are the second rarest words of these: without it a template is not unpacked.
    `_said` remembers the other forms of the template at a place.
    """

    templates: Sequence[Template] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _said: dict[int, tuple[Variant, ...]] = field(default_factory=dict, repr=False)

    @staticmethod
    def of(templates: tuple[Template, ...]) -> WordIndex:
        """Index templates."""
        counts = Counter(word for template in templates for word in template.words)
        places: dict[str, list[int]] = {}
        beside: dict[str, list[str]] = {}
        for place, template in enumerate(templates):
            rare = sorted(template.words, key=lambda word: (counts[word], word))
            rarest, second, *_ = (*rare, "", "")
            places.setdefault(rarest, []).append(place)
            beside.setdefault(rarest, []).append(second)
        return WordIndex(
            templates,
            {word: tuple(found) for word, found in places.items()},
            {word: tuple(found) for word, found in beside.items()},
        )

    def __reduce__(self) -> tuple[type[WordIndex], tuple[object, ...]]:
        """Pickle without the forms that lines have asked for; no template is unpacked unasked."""
        return WordIndex, (PackedTemplates.of(self.templates), self.places, self.beside)

    def among(self, words: Collection[str]) -> list[Template]:
        """Return the templates that have no fixed word but these."""
        return [self.templates[at] for at in self._among(words)]

    def said_with(
        self,
        words: frozenset[str],
        lemmas: Iterable[str],
        forms: Mapping[str, Forms],
    ) -> Iterator[Template]:
        """Yield the templates, and their other forms, that have no fixed word but these.

        `lemmas` are what templates may have for a form among the words; the forms of a template
        are listed with the first line that has its words in whatever form.
        """
        for at in self._among(words.union(lemmas)):
            template = self.templates[at]
            if template.words <= words:
                yield template
            known = self._said.get(at)
            if known is None:
                known = tuple(Variant(template, form) for form in forms_of(template, forms))
                self._said[at] = known
            for variant in known:
                if variant.needs <= words:
                    yield variant.made()

    def _among(self, words: Collection[str]) -> list[int]:
        known = {*words, ""}
        found = [
            at
            for word in known
            if word in self.places
            for at, second in zip(self.places[word], self.beside[word], strict=True)
            if second in known and self.templates[at].words <= known
        ]
        found.sort()
        return found
