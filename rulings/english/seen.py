"""Of which sorts values are, by the columns that they were seen in.

In: a checked program, or the facts of a table. Out: the sorts of every value. Guarantee: numbers
are of none, and what only names a thing (`label`, `alias`) is no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.english.sort_sets import Sorts
from rulings.language.nodes import literals_of
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Constant,
    Facts,
    Predicate,
    Program,
    Value,
)

COPY = "copy_of"
NAMING = ("label", "alias", COPY)

Evidence = dict[Value, set[str]]


def seen_in(program: Program, sorts: Sorts) -> Evidence:
    """Return the values of a program: members of sorts, constants of rules, facts."""
    evidence: Evidence = {}
    for sort, members in sorts.members.items():
        for member in members:
            evidence.setdefault(member, set()).add(sort)
    for atom in _rule_atoms(program):
        _note_atom(evidence, program.predicates.get(atom.predicate), atom)
    for facts in (program.facts, program.denials):
        _note_facts(evidence, program.predicates, facts)
    return evidence


def seen_in_facts(
    predicates: Mapping[PredicateId, Predicate], facts: Mapping[PredicateId, Facts]
) -> Evidence:
    """Return the values of the facts of a table."""
    evidence: Evidence = {}
    _note_facts(evidence, predicates, facts)
    return evidence


def _note_facts(
    evidence: Evidence,
    predicates: Mapping[PredicateId, Predicate],
    facts: Mapping[PredicateId, Facts],
) -> None:
    for name, stated in facts.items():
        predicate = predicates.get(name)
        if predicate is None or name in NAMING[:2]:
            continue
        for index, column in enumerate(predicate.columns):
            for value in {row[index] for row in stated.rows}:
                if isinstance(value, str):
                    evidence.setdefault(value, set()).add(column.sort)


def _note_atom(evidence: Evidence, predicate: Predicate | None, atom: Atom) -> None:
    if predicate is None:
        return
    for term, column in zip(atom.terms, predicate.columns, strict=False):
        if isinstance(term, Constant) and isinstance(term.value, str):
            evidence.setdefault(term.value, set()).add(column.sort)


def _rule_atoms(program: Program) -> Iterator[Atom]:
    for rule in program.rules:
        yield rule.head
        yield from (literal.atom for literal in literals_of(rule.body))
