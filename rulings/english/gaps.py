"""What of a sentence a wh-phrase stands for.

In: a template and the slot that is asked for. Out: `Gap`s: the pieces that stand nowhere in the
question but in its wh-phrase, and how many of them not even there. Guarantee: a word that is left
out is a unit behind a number, or the type before a slot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.words import key_of

WHAT = ("what", "which")


class Gap(NamedTuple):
    """The pieces of a template that a wh-phrase stands for.

    They are those from `first` to `after`; the phrase ends at token `end` without its unit, and
    `unsaid` words of them stand nowhere in the question.
    """

    first: int
    after: int
    end: int
    unsaid: int = 0


def units(scope: Scope, template: Template, place: int, begin: int, end: int) -> Iterator[Gap]:
    """Tell how far the gap reaches behind its slot.

    The unit of a number moves with it ("how many *stars* does …") or is left out ("how much"),
    what somebody has with the question whose it is ("whose *turn* is it").
    """
    column = template.pieces[place]
    assert isinstance(column, int)
    after = place + 1
    yield Gap(place, after, end)
    numeric = scope.lexicon.names.sorts.is_int(scope.lexicon.sort(template.predicate, column))
    if not numeric and scope.tokens[begin].key != "whose":
        return
    unit = after
    while unit < len(template.pieces) and isinstance(template.pieces[unit], str):
        unit += 1
        words = template.pieces[after:unit]
        start = end - len(words)
        # "Which rolls" asks for rolls, and not for their number.
        counts = scope.tokens[begin].key != "which"
        if counts and start > begin and tuple(t.key for t in scope.tokens[start:end]) == words:
            yield Gap(place, unit, start)
    if numeric and unit > after and place > template.verb:
        yield Gap(place, after + 1, end, unsaid=1)


def kinds(scope: Scope, template: Template, place: int, begin: int, end: int) -> Iterator[Gap]:
    """Tell whether the type before a slot is in its gap: "takes trick {T}", "which *trick* does …".

    "What does Ana take" leaves it out.
    """
    column, noun = template.pieces[place], template.pieces[place - 1]
    assert isinstance(column, int)
    sort = scope.lexicon.sort(template.predicate, column)
    if place - 1 <= template.verb or noun != key_of(sort):
        return
    if scope.tokens[begin].key in WHAT:
        said = tuple(token.key for token in scope.tokens[begin + 1 : end])
        if said in ((), (noun,)):
            yield Gap(place - 1, place + 1, begin + 1, unsaid=not said)
