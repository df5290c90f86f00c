"""Readings in one line of text, to compare them with."""

from __future__ import annotations

from rulings.english.reading import (
    Ask,
    DatalogChange,
    DatalogQuery,
    Focus,
    Forget,
    Holds,
    Reading,
    Statement,
    Suppose,
    WhatIf,
    When,
    Which,
    Why,
    WhyNot,
)
from rulings.english.sentence import datalog
from rulings.language.program import Literal


def shown(reading: Reading | None) -> str:
    """Write a reading, `which C: active(C), card_type(C, animal)`."""
    match reading:
        case None:
            return "-"
        case Statement():
            return f"state {_changes(reading)}"
        case Ask(literals):
            return f"ask {_literals(literals)}"
        case Which(literals, variables, count):
            names = ", ".join(variable.name for variable in variables)
            return f"{'count' if count else 'which'} {names}: {_literals(literals)}"
        case Holds(conditions):
            told = tuple(one for one in conditions if isinstance(one, Literal))
            return f"holds {_literals(told)}"
        case Why(inner):
            return f"why {shown(inner)}"
        case WhyNot(inner):
            return f"why not {shown(inner)}"
        case When(inner):
            return f"when {shown(inner)}"
        case WhatIf(changes, inner):
            return f"what if {_changes(changes)} : {shown(inner)}"
        case Suppose(changes):
            return f"suppose {_changes(changes)}"
        case Forget(changes, entities):
            return f"forget {_changes(changes)}{', '.join(map(str, entities))}"
        case Focus(value):
            return f"focus {value}"
        case DatalogQuery(text):
            return f"query {text}"
        case DatalogChange(text, add):
            return f"{'add' if add else 'withdraw'} {text}"


def _literals(literals: tuple[Literal, ...]) -> str:
    return ", ".join(datalog(literal.atom, literal.negated) for literal in literals)


def _changes(changes: Statement) -> str:
    facts = [datalog(atom) for atom in changes.facts]
    denials = [datalog(atom, True) for atom in changes.denials]
    new = [f"new {one.value}: {one.sort}" for one in changes.introduces]
    return ", ".join((*facts, *denials, *new))
