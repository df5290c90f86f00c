"""Shorter sentences of happenings: "{P} places {D}" beside "{P} places {D} on {S}".

In: declared happenings. Out: a happening for each set of columns that a sentence names, and the
rules for its past and its permission. Guarantee: it took place, or is allowed, where one that it
may stand for did, or is; it takes place as the one of them that is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulings.language.predicates import PredicateId, legal_of, past_of, was_of
from rulings.language.program import (
    Atom,
    Column,
    Happening,
    Literal,
    Predicate,
    Role,
    Rule,
    Variable,
)
from rulings.language.syntax import PredicateStatement, SourceUnit
from rulings.records import replace

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def is_shorter(text: str, statement: PredicateStatement) -> bool:
    """Whether a sentence leaves out columns that another sentence of a happening names."""
    if statement.role is not Role.HAPPENING:
        return False
    names = {column.name.text for column in statement.columns}
    whole = any(names <= {*PLACEHOLDER.findall(t.text)} for t in statement.templates)
    return whole and not names <= {*PLACEHOLDER.findall(text)}


def past_predicate(happening: Predicate) -> Predicate:
    """Return the predicate of the steps in which a happening took place, or a state was so."""
    names = {column.name for column in happening.columns}
    step = next(name for name in ("Step", "Step_", "Step__") if name not in names)
    said = tuple(f"{text} in step {{{step}}}" for text in happening.templates)
    columns = (*happening.columns, Column(step, "int"))
    name = past_of(happening.name) if happening.role is Role.HAPPENING else was_of(happening.name)
    return Predicate(name, columns, said, Role.PAST, span=happening.span)


def shorter_happenings(
    units: Sequence[SourceUnit],
    happenings: Mapping[str, Happening],
    predicates: dict[PredicateId, Predicate],
) -> dict[str, Happening]:
    """Declare and return the happenings that are said in short."""
    found: dict[str, Happening] = {}
    for statement in (one for unit in units for one in unit.statements):
        if not isinstance(statement, PredicateStatement) or statement.name.text not in happenings:
            continue
        own = predicates[statement.name.text]
        texts: dict[tuple[int, ...], list[str]] = {}
        for text in (template.text for template in statement.templates):
            if is_shorter(text, statement):
                named = {*PLACEHOLDER.findall(text)}
                places = tuple(i for i, one in enumerate(own.columns) if one.name in named)
                texts.setdefault(places, []).append(text)
        for number, (places, said) in enumerate(texts.items(), 1):
            name = f"{own.name}.short" + (f".{number}" if number > 1 else "")
            columns = tuple(own.columns[place] for place in places)
            short = Predicate(name, columns, tuple(said), Role.HAPPENING, span=own.span)
            short = replace(short, chance=own.chance)
            past = replace(past_predicate(short), role=Role.EFFECT)
            predicates[name], predicates[past.name] = short, past
            found[name] = Happening(name, past.name, "", short_of=own.name, places=places)
    return {
        name: allowed(one, predicates) if happenings[one.short_of].legal else one
        for name, one in found.items()
    }


def allowed(happening: Happening, predicates: dict[PredicateId, Predicate]) -> Happening:
    """Declare what is allowed of a happening that has needs, and what its player must do."""
    own = predicates[happening.name]
    legal, must = legal_of(own.name), f"{own.name}.must"
    for made in (legal,) if own.chance else (legal, must):
        predicates[made] = Predicate(made, own.columns, role=Role.EFFECT, span=own.span)
    return replace(happening, legal=legal, must=must if own.columns and not own.chance else "")


def shorter_rules(
    happenings: Mapping[str, Happening], predicates: Mapping[PredicateId, Predicate]
) -> Iterator[Rule]:
    """Yield the rules by which what is said in short took place, and is allowed."""
    for short in happenings.values():
        if not short.short_of:
            continue
        whole = happenings[short.short_of]
        own = predicates[whole.name]
        terms = tuple(Variable(f"C{place}") for place in range(own.arity))
        kept, step = tuple(terms[place] for place in short.places), Variable("Step")
        pairs = [(short.past, (*kept, step), whole.past, (*terms, step))]
        pairs += [(short.legal, kept, whole.legal, terms)] if short.legal else []
        for name, head, read, body in pairs:
            span = own.span
            yield Rule(name, Atom(name, head, span), (Literal(Atom(read, body, span)),), span=span)
