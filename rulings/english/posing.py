"""The fifth stage, for what is asked: readings of clauses to a question.

In: the parses of the clauses of a question. Out: `Ask`, `Which`, `Holds`, or a `WhatIf` about an
arbitrary thing. Guarantee: every word that narrows what is asked stands in its conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from rulings.english.chart import Chart, Context
from rulings.english.clausal import bounds_of
from rulings.english.expand import UnclearDenialError, is_idiom, meaning_of
from rulings.english.kinds import of_type
from rulings.english.reading import Ask, Holds, Introduction, Question, Statement, WhatIf, Which
from rulings.english.referents import about
from rulings.english.sentence import ask as asked_sentence
from rulings.english.telling import belonging, renamed, statement_of, unclear
from rulings.english.types import Filler, Parse
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Condition, Constant, Literal, Value, Variable
from rulings.records import replace

_KINDS = ("which", "what", "how")
_WORDS = {"whom": "who", "whose": "who", "much": "how"}


def question_of(context: Context, parses: Iterable[Parse]) -> Question | WhatIf:
    """Return what clauses ask together."""
    parses = tuple(parses)
    new = tuple(dict.fromkeys(n for p in parses for f in p.fillers for n in f.introduces))
    if not new:
        question = _question(context, parses)
        kinds = _kinds_supposed(context, parses)
        return WhatIf(Statement(facts=kinds), question) if kinds else question
    claims = tuple(
        dict.fromkeys(
            claim
            for parse in parses
            for filler in parse.fillers
            if filler.introduces
            for claim in filler.claims
            if not any(isinstance(t, Variable) for t in claim.atom.terms)
        )
    )
    about = Parse((), (Filler((), "any", introduces=new),), 0.0, claims=claims)
    changes = replace(statement_of(context, (about,)), notices=(), group=None)
    names: Mapping[Value, Value] = {
        one.value: given.value
        for one, given in zip(new, changes.introduces, strict=False)
        if not one.name
    }
    inner = tuple(
        replace(
            p,
            literals=tuple(renamed(one, names) for one in p.literals),
            fillers=tuple(replace(f, claims=(), introduces=()) for f in p.fillers),
            claims=tuple(renamed(c, names) for c in p.claims if c not in claims),
        )
        for p in parses
    )
    return WhatIf(changes, _question(context, inner), general=True)


def _kinds_supposed(context: Context, parses: tuple[Parse, ...]) -> tuple[Atom, ...]:
    """Return of what kind things have to be, of which a table told a wider one only."""
    names, found = context.lexicon.names, list[Atom]()
    for atom in (one.atom for parse in parses for one in parse.literals):
        columns = context.lexicon.predicates[atom.predicate].columns
        for term, sort in zip(atom.terms, (one.sort for one in columns), strict=True):
            value = term.value if isinstance(term, Constant) else None
            seen = names.sorts_of(value) - {"any"} if value in names.table else None
            if seen and names.sorts.is_thing(sort) and seen <= names.sorts.above[sort] - {sort}:
                new = Introduction(str(value), "", sort, atom.span)
                kinds = {one.predicate: one for one in belonging(context.lexicon, new)}
                found += [kinds[sort]] if sort in kinds and atom.predicate not in kinds else []
    return tuple(dict.fromkeys(found))


def _question(context: Context, parses: tuple[Parse, ...]) -> Question:
    said = (*(p.literals for p in parses), *(p.claims for p in parses))
    literals = tuple(dict.fromkeys(chain.from_iterable(said)))
    _check_inputs(context, literals)
    fillers = tuple(f for p in parses for f in p.fillers)
    reworded = any(p.reworded for p in parses)
    terms = (
        *(t for f in fillers if f.asked for t in f.terms),
        # "Whose card is closed?" asks within the phrase that fills the slot.
        *(t for one in literals for t in one.atom.terms if getattr(t, "name", "")[:1] == "?"),
    )
    asked = tuple(dict.fromkeys(t for t in terms if isinstance(t, Variable)))
    bounds = tuple(b for p in parses for b in bounds_of(p))
    if asked:
        return _which(context, literals, fillers, asked, bounds, reworded=reworded)
    lexicon = context.lexicon
    free = any(isinstance(t, Variable) for one in literals for t in one.atom.terms)
    if not free and not bounds and not is_idiom(lexicon, literals):
        return Ask(literals, (), reworded)
    denied = free and len(literals) == 1 and literals[0].negated
    try:
        conditions = meaning_of(lexicon, literals)
    except UnclearDenialError:
        if len(literals) > 1:
            raise unclear(context) from None
        denied = True
    if denied:
        conditions = meaning_of(lexicon, (Literal(literals[0].atom),))
    conditions = (*conditions, *bounds)
    plain = tuple(c for c in conditions if isinstance(c, Literal))
    ground = not any(isinstance(t, Variable) for one in plain for t in one.atom.terms)
    if ground and len(plain) == len(conditions) and not denied:
        return Ask(plain, (), True)
    return Holds(conditions, denied)


def _which(
    context: Context,
    literals: tuple[Literal, ...],
    fillers: tuple[Filler, ...],
    asked: tuple[Variable, ...],
    bounds: tuple[Condition, ...],
    *,
    reworded: bool,
) -> Which:
    lexicon = context.lexicon
    try:
        meant = meaning_of(lexicon, literals)
    except UnclearDenialError:
        raise unclear(context) from None
    word = next((f.asked for f in fillers if f.asked and not f.each), "")
    plain = tuple(c for c in meant if isinstance(c, Literal))
    # Of what is not so anything may be, but of a kind is only what the table or the rules tell so.
    for one in (t for f in fillers if f.asked in _KINDS and not f.among for t in f.terms):
        if all(c.negated for c in plain if one in c.atom.terms):
            sort = next(f.sort for f in fillers if one in f.terms)
            plain = (*plain, *about(of_type(Chart(context), sort), one))
    others = (*(c for c in meant if not isinstance(c, Literal)), *bounds)
    among = next((f.among for f in fillers if f.asked and f.among), ())
    each = tuple(t for f in fillers if f.each for t in f.terms if isinstance(t, Variable))
    return Which(
        plain,
        asked,
        any(f.count for f in fillers),
        (),
        others,
        reworded or is_idiom(lexicon, literals),
        each,
        _WORDS.get(word, word),
        among,
    )


def _check_inputs(context: Context, literals: tuple[Literal, ...]) -> None:
    """Refuse a question for what only a question can give. Raises RulingsError (RUL507)."""
    lexicon = context.lexicon
    for literal in literals:
        atom = literal.atom
        predicate = lexicon.predicates[atom.predicate]
        for index, term in enumerate(atom.terms):
            column = predicate.columns[index]
            if isinstance(term, Variable) and column.is_input:
                terms = tuple(Constant("…") if i == index else t for i, t in enumerate(atom.terms))
                shown = asked_sentence(Atom(atom.predicate, terms), lexicon)
                raise RulingsError(
                    (
                        diagnose(
                            "RUL507",
                            atom.span,
                            column=column.name,
                            sentence=next(iter(predicate.templates), atom.predicate),
                            question=shown,
                        ),
                    )
                )
