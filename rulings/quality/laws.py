"""Laws of encoding that a whole rulebook keeps, or is told where it does not.

In: a checked program and its words. Out: warnings, each of one law. Guarantee: nothing is refused;
each says what to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from rulings.english.idiom import Vocabulary
from rulings.english.made_sentences import declared_permissions
from rulings.english.morphology import base_of
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.nodes import literals_of, renamed
from rulings.language.program import MADE_ROLES, Literal, Predicate, Program, Role, Rule, Variable
from rulings.language.sorts import SortLattice

Law = Callable[[Program], Iterator[Diagnostic]]

_SAYS_NOTHING = frozenset(
    "a an the also already currently ever just now still then there here again".split()
)
"""Words without which two sentences are one to a reader."""
_PERFECT = re.compile(r"\} (?:has|have) (\w+)(?: \{|$)")


def _permission(program: Program) -> Iterator[Diagnostic]:
    """What may be done is what a deed needs, and no predicate of its own."""
    for happening, predicate, text in declared_permissions(program):
        name = str(predicate.name)
        yield diagnose("RUL651", predicate.span, text=text, name=name, happening=happening.name)


def _constant(program: Program) -> Iterator[Diagnostic]:
    """What no table can change and no rule reads is no conclusion; numbers come with questions."""
    reads: dict[str, set[str]] = {}
    for rule in program.rules:
        found = {str(one.atom.predicate) for one in literals_of(rule.body)}
        reads.setdefault(str(rule.head.predicate), set()).update(found)
    moving = {str(one.name) for one in program.predicates.values() if _is_told(one)}
    while more := {n for n, seen in reads.items() if n not in moving and seen & moving}:
        moving |= more
    read, sorts = set().union(*reads.values()), SortLattice(program.sorts)
    for predicate in program.predicates.values():
        name = str(predicate.name)
        asked = any(sorts.numeric(one.sort) for one in predicate.columns)
        constant = name in reads.keys() - moving - read and not asked
        if constant and predicate.templates and "." not in name:
            yield diagnose("RUL652", predicate.span, name=name, text=predicate.templates[0])


def _is_told(predicate: Predicate) -> bool:
    return predicate.role is not Role.DERIVED or predicate.of_type


def _lonely(program: Program) -> Iterator[Diagnostic]:
    """A type tells apart what there is more than one of."""
    for sort in program.sorts.values():
        if sort.members is not None and len(sort.members) == 1:
            yield diagnose("RUL653", sort.span, name=sort.name, member=sort.members[0])


def _twins(program: Program) -> Iterator[Diagnostic]:
    """Two rules of one clause, of which one denies what the other asks, are one rule without it."""
    seen: set[object] = set()
    for rule in program.rules:
        shape = _numbered(rule)
        for number, condition in enumerate(shape.body):
            if isinstance(condition, Literal):
                rest = (*shape.body[:number], *shape.body[number + 1 :])
                key = (shape.head, rule.denies, rule.clauses, number, rest, condition.atom)
                if (*key, not condition.negated) in seen:
                    yield diagnose("RUL654", rule.span, name=condition.atom.predicate)
                seen.add((*key, condition.negated))


def _numbered(rule: Rule) -> Rule:
    """Return a rule with its variables numbered as they come."""
    numbers: dict[str, Variable] = {}
    return renamed(rule, lambda one: numbers.setdefault(one.name, Variable(f"_{len(numbers)}")))


def _alike(program: Program) -> Iterator[Diagnostic]:
    """Two sentences that a reader takes for the same are of the same predicate, and one."""
    seen: dict[str, tuple[str, str, list[str]]] = {}
    for predicate in program.predicates.values():
        if predicate.role in MADE_ROLES or "." in str(predicate.name):
            continue
        sorts = {one.name: one.sort for one in predicate.columns}
        for text in predicate.templates:
            words = [_sort(one, sorts) for one in re.sub(r"[{}]", " ", text).split()]
            key = " ".join(one for one in words if one not in _SAYS_NOTHING)
            name, other, said = seen.setdefault(key, (str(predicate.name), text, words))
            if said != words:
                yield diagnose("RUL655", predicate.span, text=text, other=other, name=name)


def _sort(word: str, sorts: Mapping[str, str]) -> str:
    return f"{{{sorts[word]}}}" if word in sorts else word


def _past(program: Program) -> Iterator[Diagnostic]:
    """What took place is in the journal, and no state beside it that does not follow from it."""
    deeds: dict[str, str] = {}
    for happening in program.happenings.values():
        for text in program.predicates[happening.name].templates:
            verb = re.search(r"\} (\w+)(?: \{|$)", text)
            if verb is not None:
                deeds.setdefault(base_of(verb[1]), happening.name)
    for predicate in program.predicates.values():
        if predicate.role is not Role.STATE or predicate.concluded:
            continue
        if "." not in str(predicate.name):
            for text in predicate.templates:
                done = _PERFECT.search(text)
                deed = deeds.get(base_of(done[1])) if done is not None else None
                if deed is not None:
                    name = str(predicate.name)
                    yield diagnose("RUL656", predicate.span, text=text, name=name, deed=deed)


def _patterns(vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """A word list has words and constructions, never a sentence."""
    for name in vocabulary.idioms:
        predicate = vocabulary.predicates[name]
        for text in predicate.templates:
            if "{" not in text and ".opposite" not in str(name):
                yield diagnose("RUL657", predicate.span, text=text)


LAWS: tuple[Law, ...] = (_permission, _constant, _lonely, _twins, _alike, _past)
"""The laws of a program; each warns of what breaks it."""


def laws_broken(program: Program, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Yield what breaks a law."""
    for law in LAWS:
        yield from law(program)
    yield from _patterns(vocabulary)
