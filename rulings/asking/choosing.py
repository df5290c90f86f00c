"""What a player must do who may choose how: one of several, all of them as the question says.

In: the conditions of a question whether somebody must do something that is not named. Out: those
of what is meant. Guarantee: it is a duty where nothing but this kind of deed is allowed, and all
that is allowed of the kind is what the question describes.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.goal import Goal
from rulings.language.predicates import only_of
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Program,
    Term,
    Variable,
)
from rulings.logic.binders import condition_names
from rulings.records import replace


def chosen(goal: Goal, program: Program) -> tuple[Condition, ...]:
    """Return what is meant by a question of which one condition is the duty to do something.

    Nothing where none is, or where what describes it speaks of further things.
    """
    kinds = {one.must: one for one in program.happenings.values() if one.must}
    duties = [one for one in goal.literals if one.atom.predicate in kinds]
    if len(duties) != 1 or duties[0].negated:
        return ()
    (duty,) = duties
    doer, *terms = duty.atom.terms
    named = {one.name for one in terms if isinstance(one, Variable)}
    others = [one for one in goal.body if one is not duty]
    described = [c for c in others if isinstance(c, Literal) and condition_names(c) & named]
    if not named or any(condition_names(c) & named and c not in described for c in others):
        return ()
    if any(not condition_names(c) <= named for c in described):
        return ()
    kind = kinds[str(duty.atom.predicate)]
    allowed = replace(duty.atom, predicate=kind.legal)
    only = Atom(only_of(kind.name), (doer,), duty.atom.span)
    return (Literal(allowed), Literal(only), *others, *_all_so(allowed, described))


def asks_for_doer(goal: Goal, choice: tuple[Condition, ...]) -> bool:
    """Whether what is asked for is who must do one of several things."""
    duty = choice[0]
    return isinstance(duty, Literal) and goal.variables == (duty.atom.terms[0],)


def _all_so(allowed: Atom, described: list[Literal]) -> Iterator[ForAll]:
    """Yield that whatever is allowed is as described, and has the values that are named."""
    doer, *terms = allowed.terms
    own = [Variable(f"_any{place}") for place in range(len(terms))]
    any_of_them = Literal(replace(allowed, terms=(doer, *own)))
    renamed: dict[Term, Variable] = {}
    for term, one in zip(terms, own, strict=True):
        first = renamed.setdefault(term, one) if isinstance(term, Variable) else term
        if first is not one:
            differs = (any_of_them, Comparison("!=", one, first))
            yield ForAll(tuple(own), differs, replace(any_of_them, negated=True))
    for claim in described:
        said = tuple(renamed.get(term, term) for term in claim.atom.terms)
        goal = replace(claim, atom=replace(claim.atom, terms=said))
        yield ForAll(tuple(own), (any_of_them,), goal)
