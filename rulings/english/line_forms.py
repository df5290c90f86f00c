"""The forms in which templates may be said in a line, and where each of them can begin.

In: a `Scope` and templates. Out: `Spoken` forms, affirmed and, where a line has a "not", denied.
Guarantee: they are listed once for all places of a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.scope import Scope, Spoken
from rulings.english.template import Template
from rulings.english.verb import NO_VERB, Piece


def line_forms(scope: Scope, templates: tuple[Template, ...]) -> tuple[Spoken, ...]:
    """Return the forms of templates in a line, affirmed and denied."""
    known, found = scope.tried.forms
    if known is not templates:
        found = tuple(_listed(scope, templates))
        scope.tried.forms = (templates, found)
        scope.tried.tails.clear()
    return found


def _listed(scope: Scope, templates: tuple[Template, ...]) -> Iterator[Spoken]:
    negative = any(token.key == "not" for token in scope.tokens)
    for template in templates:
        # "Ben will build it" does not state that he builds it.
        foretells = template.cost > 0 and template.pieces[template.verb] == "will"
        if template.asks or (foretells and not scope.asking):
            continue
        yield Spoken(template, template.pieces, False, scope.places(template, template.pieces)[0])
        if negative:
            for pieces in denied(template):
                yield Spoken(template, pieces, True, scope.places(template, pieces)[0])


def without_first(
    scope: Scope, templates: tuple[Template, ...], skip: int, verb: str
) -> tuple[Spoken, ...]:
    """Return what is left of the forms that have a verb where they can begin without some pieces.

    Any verb will do where none is given.
    """
    forms = line_forms(scope, templates)
    known = scope.tried.tails
    if (skip, verb) not in known:
        places = scope.places
        left = (
            Spoken(
                one.template, one.pieces, one.negated, places(one.template, one.pieces[skip:])[0]
            )
            for one in forms
            if one.template.subject is not None and (not verb or one.pieces[1:2] == (verb,))
        )
        known[skip, verb] = tuple(one for one in left if one.starts)
    return known[skip, verb]


def denied(template: Template) -> tuple[tuple[Piece, ...], ...]:
    """Return the pieces of the template's negations: "is not active", "does not match".

    What is denied of something is denied of anything: "has some cards", "does not have any".
    """
    found = _negations(template)
    some = template.pieces[template.verb + 1 : template.verb + 2] == ("some",)
    anything = (tuple("any" if p == "some" else p for p in pieces) for pieces in found if some)
    return (*found, *anything)


def _negations(template: Template) -> tuple[tuple[Piece, ...], ...]:
    verb, pieces = template.verb, template.pieces
    if verb == NO_VERB:
        return ()
    if pieces[verb] == "must":
        # "Must not" forbids; what denies a duty is "need not".
        return ((*pieces[:verb], "need", "not", *pieces[verb + 1 :]),)
    behind = (*pieces[: verb + 1], "not", *pieces[verb + 1 :])
    if template.auxiliary:
        return (behind,)
    supported = (*pieces[:verb], "do", "not", *pieces[verb:])
    return (supported, behind) if pieces[verb] == "have" else (supported,)
