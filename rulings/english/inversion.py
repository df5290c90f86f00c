"""Templates in the word order of questions.

In: a template. Out: its pieces with the verb in front, perhaps without the part that a wh-phrase
stands for, and whether they ask for its denial. Guarantee: "isn't it active" asks the positive
question, "is it not active" the negative one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulings.english.template import Template
from rulings.english.verb import NO_VERB, Piece

Order = tuple[tuple[Piece, ...], bool]


@lru_cache(maxsize=65536)
def asked(template: Template, negative: bool) -> tuple[Order, ...]:
    """Return a template as yes/no question; `negative` tells that a "not" occurs."""
    return tuple(_asked(template, negative))


def _asked(template: Template, negative: bool) -> Iterator[Order]:
    if template.verb == NO_VERB:
        return
    end = len(template.pieces)
    for pieces, negated in inverted(template, end, end, False):
        yield pieces, negated
        if negative:
            yield (pieces[0], "not", *pieces[1:]), negated
    if negative and template.pieces[template.verb] != "must":
        for pieces, negated in inverted(template, end, end, True):
            if negated and pieces[1:2] != ("not",):
                yield pieces, True


def inverted(template: Template, first: int, after: int, negative: bool) -> Iterator[Order]:
    """Return the question's pieces without those from `first` to `after`, and its negations."""
    pieces, verb = template.pieces, template.verb
    negative = negative and verb != NO_VERB and pieces[verb] != "must"
    kept = [(i, piece) for i, piece in enumerate(pieces) if not first <= i < after]
    if template.auxiliary or (verb != NO_VERB and pieces[verb] == "have"):
        head: tuple[Piece, ...] = (pieces[verb],)
        before = tuple(piece for i, piece in kept if i < verb)
        behind = tuple(piece for i, piece in kept if i > verb)
        yield (*head, *before, *behind), False
        if negative:
            yield (*head, *before, "not", *behind), True
            yield (*head, "not", *before, *behind), True
    if not template.auxiliary:
        before = tuple(piece for i, piece in kept if i < verb)
        behind = tuple(piece for i, piece in kept if i >= verb)
        yield ("do", *before, *behind), False
        if negative:
            yield ("do", *before, "not", *behind), True
            yield ("do", "not", *before, *behind), True
