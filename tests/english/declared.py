"""Atoms of all predicates of a rulebook, and whether a sentence means one."""

from __future__ import annotations

from dataclasses import replace

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Statement
from rulings.english.template import fixed_words
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    MADE_ROLES,
    Atom,
    Constant,
    Facts,
    Predicate,
    Program,
    Value,
)


def is_said(predicate: Predicate) -> bool:
    """Whether people say its sentences: what the checker makes of happenings is only shown."""
    naming = predicate.name in ("label", "alias")
    return bool(predicate.templates) and not naming and predicate.role not in MADE_ROLES


def populated(lexicon: Lexicon, program: Program) -> tuple[Lexicon, dict[str, tuple[str, str]]]:
    """Give every sort of things two members with names of their own."""
    things: dict[str, tuple[str, str]] = {}
    facts: dict[str, list[tuple[Value, ...]]] = {}
    for predicate in program.predicates.values():
        for index, column in enumerate(predicate.columns):
            if column.sort in things or not lexicon.names.sorts.is_thing(column.sort):
                continue
            plain = column.sort.replace("_", "")
            things[column.sort] = (f"zed{plain}one", f"zed{plain}two")
            for name in things[column.sort]:
                row = ["zed"] * predicate.arity
                row[index] = name
                facts.setdefault(predicate.name, []).append(tuple(row))
    names = lexicon.names.extended(
        program.predicates,
        {name: Facts(tuple(rows)) for name, rows in facts.items()},
        lexicon.describing,
    )
    return replace(lexicon, names=names), things


def sample(predicate: Predicate, lexicon: Lexicon, things: dict[str, tuple[str, str]]) -> Atom:
    """Return an atom of a predicate about such things."""
    terms: list[Constant] = []
    for index, column in enumerate(predicate.columns):
        sorts = lexicon.names.sorts
        if column.sort in sorts.members:
            members = sorts.members[column.sort]
            terms.append(Constant(members[index % len(members)]))
        elif sorts.is_int(column.sort):
            terms.append(Constant(3 + index))
        elif sorts.is_text(column.sort):
            terms.append(Constant("zork blap", quoted=True))
        elif column.sort in things:
            terms.append(Constant(things[column.sort][index % 2]))
        else:
            known = [v for v in lexicon.names.values(column.sort) if isinstance(v, str)] or ["zork"]
            terms.append(Constant(known[index % len(known)]))
    return Atom(predicate.name, tuple(terms))


def misread(text: str, atom: Atom, negated: bool, lexicon: Lexicon) -> str:
    """Return how a sentence is misread; empty when it means what it was said for."""
    try:
        reading = read(text, lexicon)
    except RulingsError as problem:
        return f"{text}: {problem}"
    found: tuple[tuple[Atom, bool], ...]
    match reading:
        case Statement(facts, denials):
            found = (*((one, False) for one in facts), *((one, True) for one in denials))
        case Ask(literals):
            found = tuple((literal.atom, literal.negated) for literal in literals)
        case _:
            found = ()
    same = any(
        (one.predicate, one.terms, sign) == (atom.predicate, atom.terms, negated)
        or _twin(one, atom, lexicon)
        for one, sign in found
    )
    return "" if same else f"{text}: {found}"


def _twin(one: Atom, other: Atom, lexicon: Lexicon) -> bool:
    """Whether two predicates share a sentence: what is stated and what is concluded from it."""
    if set(one.terms) != set(other.terms):
        return False
    return share_a_sentence(one.predicate, other.predicate, lexicon)


def share_a_sentence(one: str, other: str, lexicon: Lexicon) -> bool:
    """Whether a template of one predicate has the words of a template of another."""
    return bool(_words(one, lexicon) & _words(other, lexicon))


def _words(predicate: str, lexicon: Lexicon) -> set[tuple[str, ...]]:
    return {
        tuple(token.key for token in fixed_words(text) if token.key != "not")
        for text in lexicon.predicates[predicate].templates
    }
