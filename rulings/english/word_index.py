"""Sentence templates found by their fixed words.

In: templates. Out: those whose fixed words are all among some words, in their order, and the other
forms in which they are said. Guarantee: only templates are looked at whose rarest word is there,
and a form is made a template only where all of its words are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from rulings.english.packed import PackedTemplates
from rulings.english.template import Template
from rulings.english.tense import Form, Forms, formed, forms_of
from rulings.english.verb import Piece
from rulings.records import dataclass, field

_MOST_REMEMBERED = 1024
"""Of so many sets of words it is remembered which templates have them."""
K = TypeVar("K")
V = TypeVar("V")


class Variant:
    """A template, or another form of it; `needs` are the words of a line that has it."""

    __slots__ = ("_made", "form", "needs", "template")

    def __init__(self, template: Template, form: Form | None = None) -> None:
        self.template = template
        self.form = form
        self.needs = template.words
        self._made = template if form is None else None
        if form is not None:
            said = frozenset(piece for piece in form[1] if isinstance(piece, str))
            self.needs = (template.words & said) | said.difference(template.pieces)

    def made(self) -> Template:
        """Return the form as a template, the same each time."""
        if self._made is None and self.form is not None:
            self._made = formed(self.template, self.form)
        return self._made or self.template


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Templates, and for each word the places of those whose rarest word it is.

    `beside` are the second rarest words of these: without it a template is not unpacked. `words`
    are those of all templates. `_forms` remembers in what forms the template at a place is said,
    `_found` the forms of all templates that have no words but some of these, with all the words
    that these need, `_shown` those of them that need no others, `_among` the templates themselves,
    `_same` which templates some pieces are, `_describing` those that describe.
    """

    templates: Sequence[Template] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    _forms: dict[int, tuple[Variant, ...]] = field(default_factory=dict, repr=False)
    _found: dict[frozenset[str], tuple[tuple[Variant, ...], frozenset[str]]] = field(
        default_factory=dict, repr=False
    )
    _shown: dict[tuple[frozenset[str], frozenset[str]], tuple[Template, ...]] = field(
        default_factory=dict, repr=False
    )
    _among: dict[frozenset[str], tuple[Template, ...]] = field(default_factory=dict, repr=False)
    _same: dict[tuple[Piece, ...], tuple[Template, ...]] = field(default_factory=dict, repr=False)
    _describing: list[tuple[Template, ...]] = field(default_factory=list, repr=False)

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
            frozenset(counts),
        )

    def __reduce__(self) -> tuple[type[WordIndex], tuple[object, ...]]:
        """Pickle without the forms that lines have asked for; no template is unpacked unasked."""
        return WordIndex, (
            PackedTemplates.of(self.templates),
            self.places,
            self.beside,
            self.words,
        )

    def among(self, words: Collection[str]) -> tuple[Template, ...]:
        """Return the templates that have no fixed word but these."""
        known = self.words.intersection(words)
        found = self._among.get(known)
        if found is None:
            listed = tuple(self.templates[at] for at in self._places(known))
            found = _remembered(self._among, known, listed)
        return found

    def same(self, pieces: tuple[Piece, ...]) -> tuple[Template, ...]:
        """Return the templates that are these pieces and no others."""
        found = self._same.get(pieces)
        if found is None:
            words = [piece for piece in pieces if isinstance(piece, str)]
            listed = tuple(one for one in self.among(words) if one.pieces == pieces)
            found = _remembered(self._same, pieces, listed)
        return found

    @property
    def describing(self) -> tuple[Template, ...]:
        """The templates of "{C} is a {W}" by whose last slot things are described."""
        if not self._describing:
            self._describing.append(tuple(one for one in self.among(("be",)) if one.describes))
        return self._describing[0]

    def said_with(
        self,
        words: frozenset[str],
        lemmas: Iterable[str],
        forms: Mapping[str, Forms],
    ) -> tuple[Template, ...]:
        """Return the templates, and their other forms, that have no fixed word but these.

        `lemmas` are what templates may have for a form among the words; the forms of a template
        are listed with the first line that has its words in whatever form.
        """
        known = self.words.intersection((*words, *lemmas))
        found = self._found.get(known)
        if found is None:
            listed = [one for at in self._places(known) for one in self._forms_at(at, forms)]
            needed = frozenset[str]().union(*(one.needs for one in listed))
            found = _remembered(self._found, known, (tuple(listed), needed))
        variants, needed = found
        key = known, needed & words
        shown = self._shown.get(key)
        if shown is None:
            made = tuple(one.made() for one in variants if one.needs <= words)
            shown = _remembered(self._shown, key, made)
        return shown

    def _forms_at(self, place: int, forms: Mapping[str, Forms]) -> tuple[Variant, ...]:
        known = self._forms.get(place)
        if known is None:
            template = self.templates[place]
            others = (Variant(template, form) for form in forms_of(template, forms))
            known = self._forms[place] = (Variant(template), *others)
        return known

    def _places(self, words: Collection[str]) -> list[int]:
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


def _remembered(known: dict[K, V], key: K, found: V) -> V:
    if len(known) >= _MOST_REMEMBERED:
        known.clear()
    known[key] = found
    return found
