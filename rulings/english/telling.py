"""The fifth stage, for what is told: readings of clauses to a statement.

In: the parses of the clauses of a sentence. Out: a `Statement`. Guarantee: every atom is ground;
what is new gets a label when its name cannot be told from its symbol, and a fact of the predicate
named like its sort where the rulebook has one that is stated. Raises RulingsError (RUL510) for
what no table can state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count, zip_longest

from rulings.english.chart import Context
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.filling import noun
from rulings.english.lexicon import Lexicon
from rulings.english.reading import Group, Introduction, Statement, named
from rulings.english.solving import solutions
from rulings.english.types import Parse, substituted
from rulings.english.words import Tokens, key_of
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import (
    Atom,
    Completion,
    Constant,
    Literal,
    Role,
    Term,
    Value,
    Variable,
)
from rulings.language.source import Span
from rulings.records import replace

_NOT_DONE = "what nobody told has not happened"


def statement_of(context: Context, parses: Iterable[Parse]) -> Statement:
    """Return what clauses state together."""
    parses = tuple(parses)
    if any(any(c.negated for c in one.literals) and one.is_of_unnamed for one in parses):
        if all(map(_is_story, parses)):
            return changes_nothing(context, _NOT_DONE)
        raise unclear(context)
    introduced = tuple(
        dict.fromkeys(n for parse in parses for f in parse.fillers for n in f.introduces)
    )
    names: dict[Value, Value] = {
        new: old for parse in parses for new, old in _among(context.lexicon, parse)
    }
    introduced = tuple(one for one in introduced if one.value not in names)
    new: list[Introduction] = []
    for one in introduced:
        if not one.name:
            given = unnamed(context.lexicon, one.sort, {n.value for n in new})
            names[one.value] = given.value
            one = replace(given, span=one.span)
        new.append(one)
    told = [
        renamed(literal, names) for parse in parses for literal in (*parse.literals, *parse.claims)
    ]
    literals = _grounded(context, told, new)
    called = {one.value for one in introduced if one.name}
    facts = [one.atom for one in literals if not one.negated]
    denials = [one.atom for one in literals if one.negated]
    kinds = dict(_told_kinds(context.lexicon, facts))
    new = [replace(one, sort=kinds.get(one.value, one.sort)) for one in new]
    for one in new:
        known = context.lexicon.names
        if known.sorts.is_nameable(one.sort) and known.display(one.value, one.sort) != one.name:
            facts.append(label_of(one, one.span))
        facts += belonging(context.lexicon, one, nameless=one.value not in called)
    if not (facts or denials or new):
        if all(map(_is_story, parses)):
            return changes_nothing(context, _NOT_DONE)
        if all(map(partial(_is_closed, context.lexicon), parses)):
            return changes_nothing(context, "what nobody told is not so")
        raise not_stated(context)
    return Statement(
        tuple(dict.fromkeys(facts)),
        tuple(dict.fromkeys(denials)),
        tuple(new),
        notes(context, new, called),
        _group(parses, names),
        generic=tuple(_meant_among_all(parses)),
        refuses=any(map(partial(_refuses, context.lexicon), parses)),
    )


def _among(lexicon: Lexicon, parse: Parse) -> Iterator[tuple[Value, Value]]:
    """Yield of several that a clause counts those that were told already: what it says of each."""
    wanted, names = Variable("_one"), lexicon.names
    for filler in parse.fillers:
        new = [one.value for one in filler.introduces if not one.name]
        if len(new) > 1 and filler.group is not None:
            first = Constant(new[0])
            literals = (*parse.literals, *parse.claims)
            of_one = (one for one in literals if first in one.atom.terms)
            said = tuple(substituted(one, {first: wanted}) for one in of_one)
            kind = frozenset(key_of(noun(filler.sort)).split())
            for value, known in zip(new, solutions(lexicon, said, wanted)):
                if names.is_of(known, filler.sort) or kind <= names.description(known):
                    yield value, known


def _meant_among_all(parses: Iterable[Parse]) -> set[Value]:
    """Return what is meant by "nobody" or "everybody" alone."""
    found: tuple[set[Value], set[Value]] = set(), set()
    for filler in (filler for parse in parses for filler in parse.fillers):
        found[filler.quantifier in ("none", "every")].update(
            term.value for term in filler.terms if isinstance(term, Constant)
        )
    return found[True] - found[False]


def _is_story(parse: Parse) -> bool:
    """Whether a clause tells of deeds of the past."""
    return any(match.sentence.happens and match.past for match in parse.matches)


def _is_closed(lexicon: Lexicon, parse: Parse) -> bool:
    """Whether a clause is about what is not so where nobody tells it."""
    for match in parse.matches:
        idiom = lexicon.idioms.get(match.sentence.predicate)
        parts = (idiom.denied or idiom.body) if idiom is not None else ()
        names = [one.atom.predicate for one in parts if isinstance(one, Literal)]
        for name in names or [match.sentence.predicate]:
            predicate = lexicon.predicates.get(name)
            if predicate is None or predicate.role is not Role.STATE or predicate.concluded:
                return False
            if predicate.completion is not Completion.CLOSED:
                return False
    return True


def changes_nothing(context: Context, why: str, tokens: Tokens = ()) -> Statement:
    """Return what is stated by words, or a whole line, after which nothing is otherwise."""
    begin, end = (tokens[0].start, tokens[-1].end) if tokens else (0, len(context.source.text))
    span = context.span(begin, end)
    return Statement(notices=(diagnose("RUL541", span, said=span.text.strip(), why=why),))


def _refuses(lexicon: Lexicon, parse: Parse) -> bool:
    """Whether somebody does not do something now, which is his choice and no story."""
    deeds = (lexicon.predicates.get(one.atom.predicate) for one in parse.literals if one.negated)
    is_deed = any(one is not None and one.role is Role.HAPPENING for one in deeds)
    return is_deed and not _is_story(parse)


def notes(
    context: Context, new: Iterable[Introduction], called: set[Value] | set[str]
) -> tuple[Diagnostic, ...]:
    """Return the notes about what is named for the first time."""
    nameable = context.lexicon.names.sorts.is_nameable
    return tuple(
        diagnose("RUL520", one.span, name=one.name, sort=noun(one.sort))
        if nameable(one.sort)
        else diagnose("RUL521", one.span, name=one.name)
        for one in new
        if one.value in called
    )


def renamed(literal: Literal, names: Mapping[Value, Value]) -> Literal:
    """Return a literal about things by their new symbols."""
    return substituted(literal, {Constant(old): Constant(new) for old, new in names.items()})


def unnamed(lexicon: Lexicon, sort: str, taken: set[str]) -> Introduction:
    """Return a new thing of a sort, called by its noun and the first free number."""
    names, kind = lexicon.names, noun(sort)

    def is_free(value: Value) -> bool:
        return value not in taken and not names.sorts_of(value) and names.label(value) is None

    number = next(n for n in count(1) if is_free(f"{sort}_{n}"))
    return Introduction(f"{sort}_{number}", f"{kind[:1].upper()}{kind[1:]} {number}", sort)


def _grounded(
    context: Context, told: list[Literal], new: list[Introduction]
) -> tuple[Literal, ...]:
    lexicon = context.lexicon
    found: list[Literal] = []
    for literal, behind in zip_longest(told, told[1:]):
        idiom = lexicon.idioms.get(literal.atom.predicate)
        if idiom is not None and idiom.use == "question":
            raise not_stated(context)
        try:
            if idiom is None or not idiom.following:
                conditions = meaning_of(lexicon, (literal,), asking=False)
            elif behind is None or behind.atom.predicate != literal.atom.predicate:
                continue  # Nobody is named behind the last one.
            else:
                following = behind.atom.terms[0]
                conditions = meaning_of(lexicon, (literal,), asking=False, following=following)
        except UnclearDenialError:
            raise unclear(context) from None
        named: dict[str, Constant] = {}
        for condition in conditions:
            if not isinstance(condition, Literal):
                raise not_stated(context)
            found.append(_ground(context, condition, named, new))
    return tuple(dict.fromkeys(found))


def _ground(
    context: Context, literal: Literal, named: dict[str, Constant], new: list[Introduction]
) -> Literal:
    lexicon = context.lexicon
    columns = lexicon.predicates[literal.atom.predicate].columns
    terms: list[Term] = []
    for term, column in zip(literal.atom.terms, columns, strict=True):
        if isinstance(term, Variable):
            if term.name not in named:
                if literal.negated or not lexicon.names.sorts.is_thing(column.sort):
                    raise not_stated(context)
                one = unnamed(lexicon, column.sort, {n.value for n in new})
                new.append(replace(one, spoken=False))
                named[term.name] = Constant(one.value)
            terms.append(named[term.name])
        else:
            terms.append(term)
    return Literal(Atom(literal.atom.predicate, tuple(terms), literal.atom.span), literal.negated)


def label_of(new: Introduction, span: Span) -> Atom:
    """Return what tells the name of something new."""
    return Atom("label", (Constant(new.value), Constant(new.name, quoted=True)), span)


def belonging(lexicon: Lexicon, new: Introduction, *, nameless: bool = False) -> list[Atom]:
    """State `card(x)` for a new x of sort card or below, where `card` is a stated predicate.

    Where rules conclude `card`, a stated predicate `stated_card` takes its place, and
    `nameless_card` for something that was called by its noun, "a card".
    """
    found = []
    for sort in sorted(lexicon.names.sorts.above.get(new.sort, ())):
        for name in (sort, f"stated_{sort}", *((f"nameless_{sort}",) if nameless else ())):
            predicate = lexicon.predicates.get(name)
            if predicate is None or predicate.arity != 1 or name not in lexicon.stated:
                continue
            if lexicon.names.sorts.compatible(predicate.columns[0].sort, new.sort):
                found.append(Atom(name, (Constant(new.value),), new.span))
    if new.sort not in lexicon.predicates:
        found += _kind_of(lexicon, new)
    return found


def _told_kinds(lexicon: Lexicon, facts: Iterable[Atom]) -> Iterator[tuple[Value, str]]:
    """Yield of what type each thing is whose kind a text tells, whatever is said of it besides."""
    for atom in facts:
        if atom.predicate in lexicon.describing:
            thing, *others = (column.sort for column in lexicon.predicates[atom.predicate].columns)
            if len(others) == 1 and lexicon.names.sorts.is_text(others[0]):
                yield atom.row[0], thing


def _kind_of(lexicon: Lexicon, new: Introduction) -> Iterator[Atom]:
    """Say of what kind something new is that is of a type which only texts tell: "a ride"."""
    sorts = lexicon.names.sorts
    for name in sorted(lexicon.describing & lexicon.stated):
        thing, *others = (column.sort for column in lexicon.predicates[name].columns)
        told = len(others) == 1 and sorts.is_text(others[0])
        if told and thing != new.sort and thing in sorts.above.get(new.sort, ()):
            kind = Constant(noun(new.sort), quoted=True)
            yield Atom(name, (Constant(new.value), kind), new.span)


def _group(parses: tuple[Parse, ...], names: dict[Value, Value]) -> Group | None:
    for parse in reversed(parses):
        for filler in reversed(parse.fillers):
            values = tuple(t.value for t in filler.terms if isinstance(t, Constant))
            found = filler.group or (Group(values) if len(values) > 1 else None)
            if found is not None:
                return Group(tuple(names.get(v, v) for v in found.members))
    return None


def not_stated(context: Context) -> RulingsError:
    """Return the error of what no table can state."""
    text = context.source.text
    return RulingsError((diagnose("RUL510", context.span(0, len(text)), text=text.strip()),))


def unclear(context: Context) -> RulingsError:
    """Return the error of a denial of several things at once."""
    text = context.source.text
    return RulingsError((diagnose("RUL508", context.span(0, len(text)), text=text.strip()),))


def merged(one: Statement, other: Statement) -> Statement:
    """Return what two statements state together."""
    return Statement(
        tuple(dict.fromkeys((*one.facts, *other.facts))),
        tuple(dict.fromkeys((*one.denials, *other.denials))),
        tuple(dict.fromkeys((*one.introduces, *other.introduces))),
        tuple(dict.fromkeys((*one.notices, *other.notices))),
        other.group or one.group,
        other.wish or one.wish,
        (*one.mentions, *other.mentions),
        tuple(value for value in one.generic if value not in named(other)) + other.generic,
        one.refuses or other.refuses,
    )
