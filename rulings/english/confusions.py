"""Sentences that one short question may mean.

In: a checked program. Out: a note with both places for each pair of predicates whose sentences
differ only in what a question may leave out: the type of the thing that is asked for, the noun
before it or the unit behind it ("{P} takes {C}", "{P} takes trick {T}" and "{P} takes {N} tricks"
are all asked for by "what does Ana take"), or of which one tells how many the other is about ("how
many tricks does Ana take" asks for "{P} takes {N} tricks", and counts "{P} takes trick {T}").
Guarantee: what has the same words and types is a collision, and not reported here, nor that a
number is counted from which rules conclude it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.collisions import declared_below, follows, said_by_two
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template, templates_of
from rulings.english.words import FUNCTION_WORDS, key_of
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Program, Role

_ASKED = "?"
_COUNTED = "how many "
_NO_NOUNS = FUNCTION_WORDS | {"every", "each", "all", "least", "most", "other", "another"}
_Said = tuple[Predicate, Template, int]


def confusions(program: Program) -> Iterator[Diagnostic]:
    """Note each pair of predicates that a short question may mean, at the later declaration."""
    sorts = Sorts.of(program.sorts)
    known: dict[tuple[str, ...], list[_Said]] = {}
    reported: set[frozenset[str]] = set()
    below: dict[PredicateId, set[PredicateId]] | None = None
    for predicate in program.predicates.values():
        if predicate.span.source.name == "system" or predicate.role is Role.EFFECT:
            continue
        for template in templates_of(predicate, sorts.is_int):
            for question, column in _questions(predicate, template, sorts):
                said = predicate, template, column
                for earlier in known.get(question, ()):
                    pair = frozenset((predicate.name, earlier[0].name))
                    if pair not in reported and _either(said, earlier, sorts):
                        below = declared_below(program) if below is None else below
                        if _counts(question) and follows(predicate, earlier[0], below):
                            continue
                        reported.add(pair)
                        yield said_by_two(
                            "RUL640",
                            predicate,
                            template,
                            *earlier[:2],
                            column=predicate.columns[column].name,
                        )
                known.setdefault(question, []).append(said)


def _questions(
    predicate: Predicate, template: Template, sorts: Sorts
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the words of a template with one column asked for, with and without its noun."""
    pieces, shape = template.pieces, template.shape
    helped = template.auxiliary or (template.verb >= 0 and pieces[template.verb] == "have")
    words = (place for place, piece in enumerate(pieces) if isinstance(piece, str))
    verb = max(template.verb + helped, next(words, 0))
    for place, piece in enumerate(pieces):
        if not isinstance(piece, int):
            continue
        sort = predicate.columns[piece].sort
        before, behind = shape[:place], shape[place + 1 :]
        yield (*before, _ASKED, *behind), piece
        # What stands between the verb and the slot is its noun: "takes trick {T}".
        noun = pieces[place - 1] if place - 1 > verb else piece
        if isinstance(noun, str) and noun not in _NO_NOUNS:
            before = shape[: place - 1]
            yield (*before, _ASKED, *behind), piece
        if sort == "int" and behind and behind[0] and behind[0] not in _NO_NOUNS:
            # What stands behind a number is its unit: "takes {N} tricks".
            yield (*shape[:place], _ASKED, *behind[1:]), piece
            yield (*before, _COUNTED + behind[0], *behind[1:]), piece
        elif sort != "int":
            yield (*before, _COUNTED + key_of(sort), *behind), piece


def _counts(question: tuple[str, ...]) -> bool:
    return any(word.startswith(_COUNTED) for word in question)


def _either(one: _Said, other: _Said, sorts: Sorts) -> bool:
    """Whether a question may mean either: what it names fits both, the sentences are not one."""
    if one[0] is other[0] or not all(map(sorts.compatible, _named(one), _named(other))):
        return False
    mine, theirs = (said[0].columns[said[2]].sort for said in (one, other))
    if one[1].shape == other[1].shape:
        return not sorts.compatible(mine, theirs)
    units = {_unit(said, sorts) for said in (one, other)}
    # "What does Ana have" is no question for one of two numbers.
    return len(units) == 1 or "" in units


def _unit(said: _Said, sorts: Sorts) -> str:
    """Return the word behind the number that is asked for, if one is."""
    predicate, template, asked = said
    behind = template.shape[template.pieces.index(asked) + 1 :]
    return behind[0] if behind and sorts.is_int(predicate.columns[asked].sort) else ""


def _named(said: _Said) -> list[str]:
    predicate, template, asked = said
    slots = (piece for piece in template.pieces if isinstance(piece, int) and piece != asked)
    return [predicate.columns[slot].sort for slot in slots]
