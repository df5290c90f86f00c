"""The verbs of templates in all their forms.

In: templates. Out: the forms of each verb as keys, by its key in the templates. Guarantee: plain
data.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.english.forms import base
from rulings.english.morphology import VerbForms, base_of, verb_forms
from rulings.english.template import Template, words_of
from rulings.english.verb import NO_VERB
from rulings.english.words import stem


def inflected(templates: Iterable[Template]) -> dict[str, VerbForms]:
    """Return the forms of the verbs of templates, as keys."""
    verbs = {key: verb_forms(verb) for template in templates for verb, key in _verbs(template)}
    return {
        key: VerbForms(stem(own), *(tuple(map(stem, some)) for some in forms))
        for key, (own, *forms) in verbs.items()
    }


def _verbs(template: Template) -> list[tuple[str, str]]:
    """Return the verbs of a template in their base form, each with its key in the pieces."""
    place = template.verb
    if place == NO_VERB:
        return []
    piece = template.pieces[place]
    following = template.pieces[place + 1 : place + 2]
    if template.auxiliary and not (following and isinstance(following[0], str)):
        return []
    words = words_of(template.text)
    if piece in ("be", "have") and following and isinstance(following[0], str):
        participle = words[place + 1]
        lemma = base_of(participle)
        return [(lemma, following[0])] if participle in verb_forms(lemma).participle else []
    if piece in ("may", "must", "will") and following and isinstance(following[0], str):
        return [(words[place + 1], following[0])]
    if template.auxiliary or not isinstance(piece, str):
        return []
    return [(base(words[place]), piece)]
