"""Whose a thing is by what a table states, as far as rules carry it over one to one.

In: the noun phrases of a word list ("{P}'s card {C}"), the rules of a program. Out: for each
predicate what it says of an owner and a thing. Guarantee: a predicate is only here when a rule
concludes, of the same two things, what such a phrase means; other conditions of the rule may fail,
so this tells who may own a thing, never who does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.english.idiom import Idiom
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Condition, Literal, Rule, Variable

Ownership = Mapping[PredicateId, tuple[tuple[PredicateId, tuple[int, int]], ...]]
"""What a predicate says of two of its columns, in the order of the other predicate's."""
_STEPS = 4


def ownership_in(idioms: Mapping[PredicateId, Idiom], rules: Iterable[Rule]) -> Ownership:
    """Return which predicates come to what noun phrases with an owner ask."""
    listed = [rule for rule in rules if not rule.denies]
    meant = {
        atom.predicate
        for idiom in idioms.values()
        if idiom.asked is not None
        for atom in _atoms(idiom.inquiry or idiom.body)
        if len(set(atom.terms)) == len(atom.terms) == 2
    }
    found: dict[PredicateId, set[tuple[PredicateId, tuple[int, int]]]] = {}
    for name in meant:
        found.setdefault(name, set()).add((name, (0, 1)))
    for _ in range(_STEPS):
        for rule in listed:
            for target, (first, second) in tuple(found.get(rule.head.predicate, ())):
                pair = rule.head.terms[first], rule.head.terms[second]
                if not all(isinstance(term, Variable) for term in pair):
                    continue
                for atom in _atoms(rule.body):
                    if set(pair) <= set(atom.terms):
                        places = atom.terms.index(pair[0]), atom.terms.index(pair[1])
                        found.setdefault(atom.predicate, set()).add((target, places))
    return {name: tuple(sorted(said)) for name, said in found.items()}


def _atoms(conditions: Iterable[Condition]) -> Iterable[Atom]:
    return (c.atom for c in conditions if isinstance(c, Literal) and not c.negated)


def owned(ownership: Ownership, atom: Atom) -> Iterable[Atom]:
    """Return what an atom says itself, and of an owner and a thing."""
    yield atom
    for target, (first, second) in ownership.get(atom.predicate, ()):
        yield Atom(target, (atom.terms[first], atom.terms[second]), atom.span)
