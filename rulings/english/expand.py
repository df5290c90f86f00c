"""Idioms to what they stand for.

In: literals as read, some of them of idioms. Out: the conditions they mean. Guarantee: nothing of
an idiom is left in what a reading holds; variables of its meaning that no slot fills are new
ones in every use of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from rulings.english.lexicon import Lexicon
from rulings.language.nodes import rebuilt
from rulings.language.program import Atom, Condition, Literal, Term, Variable


class UnclearDenialError(ValueError):
    """A denial of several things at once, which leaves open which of them is denied."""


def is_idiom(lexicon: Lexicon, literals: Iterable[Literal]) -> bool:
    """Whether some literal stands for others."""
    return any(literal.atom.predicate in lexicon.idioms for literal in literals)


def meaning_of(
    lexicon: Lexicon,
    literals: tuple[Literal, ...],
    *,
    asking: bool = True,
    following: Term | None = None,
) -> tuple[Condition, ...]:
    """Return what literals mean together, in a question or in a statement.

    `following` is named behind what an idiom is said of. Raises UnclearDenialError when an idiom
    that means several things is denied.
    """
    found: list[Condition] = []
    for number, literal in zip(count(1), literals, strict=False):
        idiom = lexicon.idioms.get(literal.atom.predicate)
        if idiom is None:
            found.append(literal)
            continue
        inquiry = idiom.inquiry if asking else ()
        body = inquiry or idiom.body
        if literal.negated:
            body = (not inquiry and idiom.denied) or turned(body)
        columns = lexicon.predicates[literal.atom.predicate].columns
        terms: dict[str, Term] = {
            column.name: term for column, term in zip(columns, literal.atom.terms, strict=True)
        }
        if following is not None:
            terms[idiom.following] = following
        found += (_filled(condition, terms, number, literal.atom) for condition in body)
    return tuple(dict.fromkeys(found))


def turned(body: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Return the denial of a single literal. Raises UnclearDenialError for several conditions."""
    match body:
        case (Literal(atom, negated),):
            return (Literal(atom, not negated),)
    raise UnclearDenialError


def _filled(condition: Condition, terms: dict[str, Term], number: int, place: Atom) -> Condition:
    """Return a condition of a meaning with what fills its slots, where it was said."""

    def filled(node: object) -> object | None:
        match node:
            case Variable(name):
                return terms.get(name, Variable(f"{name}_{number}"))
            case Atom(predicate, inner):
                return Atom(predicate, rebuilt(inner, filled), place.span)
        return None

    return rebuilt(condition, filled)
