"""The other forms in which people say a template: tenses, and other words for "may" and "must".

In: a template and the forms of its verb. Out: `Template`s with a cost. Guarantee: a form is only
taken for the template when it says no less: the past of a state ("had 3 coins") is never read as
the present, "was closed" never as "is closed".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulings.english.template import Template
from rulings.english.verb import NO_VERB, PREPOSITIONS, Piece
from rulings.english.words import AUXILIARIES
from rulings.records import replace

_STATES = frozenset(
    "be have own hold cost contain need want know belong lie stand fit match equal weigh exist "
    "include like prefer seem remain stay keep last burn consist deserve depend".split()
)
"""Verbs of being so: that it was so does not tell that it is."""
_PERMITTED = tuple(
    tuple(words.split())
    for words in (
        "be allowed to",
        "be able to",
        "be permitted to",
        "be free to",
        "be entitled to",
        "get to",
        "could",
        "would be allowed to",
        "would be able to",
        "will be allowed to",
        "will be able to",
        "be going to be able to",
    )
)
_REQUIRED = tuple(
    tuple(words.split())
    for words in (
        "have to",
        "need to",
        "be required to",
        "be supposed to",
        "be obliged to",
        "be forced to",
        "should",
        "ought to",
        "would have to",
        "would need to",
        "will have to",
        "be going to have to",
    )
)
FINE = "legal allowed permitted ok okay fine alright possible all-right right".split()
_HELPERS = AUXILIARIES | {"do", "did", "have", "not", "some", "it", "to", "for", "if"}


Form = tuple[int, tuple[Piece, ...], bool, bool, int]
"""The place of the verb, the pieces, whether it is an auxiliary, whether they are a question, and
how far they are from what is declared: the past is nearer to "has bought" than to "buys"."""


class Forms(NamedTuple):
    """Keys of the forms of one verb."""

    base: str
    past: tuple[str, ...]
    participle: tuple[str, ...]
    progressive: tuple[str, ...]


def forms_of(template: Template, forms: Mapping[str, Forms]) -> Iterator[Form]:
    """Yield the other forms of a template, which `formed` makes templates of."""
    place = template.verb
    if place == NO_VERB or template.asks:
        return
    yield from _passive(template, forms)
    verb = template.pieces[place]
    following = template.pieces[place + 1] if place + 1 < len(template.pieces) else None
    if verb == "may":
        for words in _PERMITTED:
            yield _with(template, words, words[0] in AUXILIARIES)
        yield from _impersonal(template)
    elif verb == "must":
        for words in _REQUIRED:
            yield _with(template, words, words[0] in AUXILIARIES)
    elif verb == "have" and isinstance(following, str) and following in forms:
        found = forms[following]
        if following in found.participle:
            for past in found.past:
                yield _with(template, (past,), False, taken=2)
            yield _with(template, ("did", found.base), True, taken=2)
    elif verb == "be" and isinstance(following, str) and following in forms:
        if following in forms[following].participle:
            yield _with(template, ("have", "been", following), True, taken=2)
    elif not template.auxiliary and isinstance(verb, str) and verb in forms:
        yield from _tenses(template, forms[verb])


def _tenses(template: Template, found: Forms) -> Iterator[Form]:
    for form in found.progressive:
        yield _with(template, ("be", form), True)
    if found.base in _STATES:
        return
    yield _with(template, ("will", found.base), True)
    for form in found.past:
        yield _with(template, (form,), False, cost=2)
    yield _with(template, ("did", found.base), True, cost=2)
    for form in found.participle:
        yield _with(template, ("have", form), True, cost=2)


def _passive(template: Template, forms: Mapping[str, Forms]) -> Iterator[Form]:
    """Yield "{C} has been bought by {P}" for "{P} has bought {C}", and so for other verbs."""
    match template.pieces:
        case (int() as subject, "have", str() as verb, int() as thing, *rest):
            before: tuple[Piece, ...] = ("have", "been")
        case (
            int() as subject,
            ("may" | "must" | "will") as mood,
            str() as verb,
            int() as thing,
            *rest,
        ):
            before = (mood, "be")
        case (int() as subject, str() as verb, int() as thing, *rest) if not template.auxiliary:
            before = ("be",)
        case _:
            return
    found = forms.get(verb)
    unit = bool(rest) and rest[0] not in PREPOSITIONS
    if found is None or found.base in _STATES or unit:
        return
    for participle in found.participle:
        for pieces in (
            (thing, *before, participle, *rest, "by", subject),
            (thing, *before, participle, "by", subject, *rest),
        )[: 2 if rest else 1]:
            yield 1, pieces, True, False, 1


def _impersonal(template: Template) -> Iterator[Form]:
    """Yield "is it legal for {P} to …" and "is it okay if {P} …", which are questions."""
    place = template.verb
    before, behind = template.pieces[:place], template.pieces[place + 1 :]
    for word in FINE:
        for pieces in (
            ("be", "it", word, "for", *before, "to", *behind),
            ("be", "it", word, "if", *before, *behind),
        ):
            yield 0, pieces, True, True, 1


def _with(
    template: Template, words: tuple[str, ...], auxiliary: bool, *, taken: int = 1, cost: int = 1
) -> Form:
    """Return the template with other words for its verb and the `taken` - 1 words behind it."""
    place = template.verb
    pieces = (*template.pieces[:place], *words, *template.pieces[place + taken :])
    return place, pieces, auxiliary, False, cost


def formed(template: Template, form: Form) -> Template:
    """Return a template in another form."""
    verb, pieces, auxiliary, asks, cost = form
    old = {piece for piece in template.pieces if isinstance(piece, str)}
    new = {piece for piece in pieces if isinstance(piece, str)}
    words = (template.words - (old - new)) | (new - old - _HELPERS)
    return replace(
        template,
        pieces=pieces,
        verb=verb,
        auxiliary=auxiliary,
        words=frozenset(words),
        asks=asks,
        cost=template.cost + cost,
    )
