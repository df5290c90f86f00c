"""Things that a table tells of by their number only.

In: the goal of a question, its hearing. Out: how many more there are than can be named, and how
many in all where the goal describes them no further. Guarantee: what a rule counts where nobody
told a number (`otherwise N = count { … }`) has as many as was told; none of them is denied for
want of a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.language.matching import Substitution, ground, unify, unify_terms, values_in
from rulings.language.program import Aggregate, Atom, Condition, Literal, Rule
from rulings.logic.binders import body_names
from rulings.logic.bounds import instances


class Unnamed(NamedTuple):
    """`number` things have no name; of `in_all` nothing else is asked, which `told` tells."""

    number: int
    in_all: int | None
    told: Literal

    def __str__(self) -> str:
        some = "Perhaps some of " if self.in_all is None else ""
        return f"{some}{self.number} that nobody named"


def unnamed(goal: Goal, hearing: Hearing) -> Unnamed | None:
    """Return what the table tells only the number of among what a goal asks for."""
    positive = [one for one in goal.literals if not one.negated]
    for rule, counted, hands_on, told in _counted(positive, hearing):
        for meant in _ways(list(counted.body), positive, {}):
            bound = values_in(body_names((*counted.body, Literal(rule.head))), meant)
            *group, _ = ground(rule.head, bound)
            known = {
                ground(Atom("", counted.terms), one)
                for one in instances(counted.body, bound, hearing.judge.model, possibly=True)
            }
            as_told = unify(hands_on.head.terms, (*group, None), {})
            if None in group or as_told is None:
                continue
            for row in hearing.evaluation.program.facts[told.predicate].rows:
                *_, number = row
                if not isinstance(number, int) or unify(told.terms, row, as_told) is None:
                    continue
                if number > len(known):
                    in_all = number if len(counted.body) == len(goal.body) else None
                    atom = Atom.of(told.predicate, row)
                    return Unnamed(number - len(known), in_all, Literal(atom))
    return None


def _counted(
    asked: Iterable[Literal], hearing: Hearing
) -> Iterator[tuple[Rule, Aggregate, Rule, Atom]]:
    """Yield the rules that count what is asked for, and what hands on a number that is told."""
    shelf = hearing.judge.rules
    names = {one.atom.predicate for one in asked}
    for name in (name for name, read in shelf.needs.items() if not names.isdisjoint(read)):
        rules = shelf.concluding(name)
        for hands_on, told in _told_numbers(rules, hearing):
            for rule in rules:
                for one in rule.body:
                    match one:
                        case Aggregate(target, "count") if target == rule.head.terms[-1]:
                            yield rule, one, hands_on, told


def _told_numbers(rules: Iterable[Rule], hearing: Hearing) -> Iterator[tuple[Rule, Atom]]:
    """Yield the rules that hand on a number which the table tells."""
    for rule in rules:
        match rule.body:
            case (Literal(atom, False),) if atom.predicate in hearing.evaluation.program.facts:
                declared = hearing.judge.program.predicates[atom.predicate]
                if declared.functional and atom.terms[-1:] == rule.head.terms[-1:]:
                    yield rule, atom


def _ways(
    body: list[Condition], asked: list[Literal], meant: Substitution
) -> Iterator[Substitution]:
    """Yield how what is counted may be what is asked for."""
    if not body:
        yield meant
        return
    first, *rest = body
    if not isinstance(first, Literal) or first.negated:
        return
    for one in asked:
        if one.atom.predicate == first.atom.predicate:
            found = unify_terms(first.atom.terms, one.atom.terms, meant)
            if found is not None:
                yield from _ways(rest, asked, found)
