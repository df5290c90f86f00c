"""A parsed sentence to the facts it states.

In: a `Parse` without problems. Out: a `Statement`. Guarantee: what is introduced gets a `label`
when its name cannot be told from its symbol, and a fact of the predicate that is named like its
sort, when the rulebook declares one that is stated and not concluded (`card(C: card)`), or else
of the one that it declares for this (`stated_card(C: card)`); `nameless_card` is only stated of
what was called by its noun.
"""

from __future__ import annotations

from rulings.english.lexicon import Lexicon
from rulings.english.parses import (
    Parse,
)
from rulings.english.persons import asker_sort
from rulings.english.reading import Group, Introduction, Statement
from rulings.english.scope import Scope
from rulings.english.seen import COPY
from rulings.english.unnamed import named_apart, stated, with_names
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Constant, Literal, Value


def statement_of(scope: Scope, parse: Parse, notices: tuple[Diagnostic, ...]) -> Statement:
    """Collect facts, falsehoods and introductions of a sentence.

    Raises RulingsError (RUL510) when an idiom says what no table can state.
    """
    lexicon = scope.lexicon
    introduced = tuple(dict.fromkeys(n for filler in parse.fillers for n in filler.introduces))
    renamed, named = named_apart(scope, introduced)
    told = with_names((*parse.literals, *parse.claims), renamed)
    literals, new = stated(scope, told, named)
    facts = [literal.atom for literal in literals if not literal.negated]
    denials = [literal.atom for literal in literals if literal.negated]
    called = {one.value for one in introduced if one.name}
    for introduction in new:
        facts += _naming(lexicon, introduction)
        facts += belonging(lexicon, introduction, nameless=introduction.value not in called)
        facts += _copying(introduction)
    group = _group(parse, renamed) or _parallel(scope, with_names(parse.literals, renamed))
    return Statement(
        tuple(dict.fromkeys(facts)), tuple(dict.fromkeys(denials)), new, notices, group
    )


def _group(parse: Parse, renamed: dict[Value, str]) -> Group | None:
    """Return what a sentence speaks of together, the last if there are several such."""
    for filler in reversed(parse.fillers):
        values = tuple(term.value for term in filler.terms if isinstance(term, Constant))
        found = filler.group or (Group(values) if len(values) > 1 else None)
        if found is not None:
            return Group(
                tuple(renamed.get(value, value) for value in found.members),
                tuple(renamed.get(value, value) for value in found.picked),
            )
    return None


def _parallel(scope: Scope, told: tuple[Literal, ...]) -> Group | None:
    """Return of what a sentence says the same, one by one: "A costs 3 coins and B costs 5".

    What several players are said to have, "they" would leave open whether together.
    """
    sorts, player = scope.lexicon.names.sorts, asker_sort(scope.lexicon)
    predicates = {one.atom.predicate for one in told}
    if len(told) < 2 or len(predicates) > 1:
        return None
    columns = scope.lexicon.predicates[told[0].atom.predicate].columns
    for place, column in enumerate(columns):
        terms = [one.atom.terms[place] for one in told]
        values = tuple(dict.fromkeys(t.value for t in terms if isinstance(t, Constant)))
        if len(values) == len(told) and sorts.is_thing(column.sort):
            people = player is not None and sorts.compatible(column.sort, player)
            return None if people else Group(values)
    return None


def _naming(lexicon: Lexicon, new: Introduction) -> tuple[Atom, ...]:
    names = lexicon.names
    if not names.sorts.is_nameable(new.sort) or names.display(new.value, new.sort) == new.name:
        return ()
    terms = (Constant(new.value), Constant(new.name, quoted=True))
    return (Atom("label", terms, new.span),)


def _copying(new: Introduction) -> tuple[Atom, ...]:
    if new.original is None:
        return ()
    return (Atom(COPY, (Constant(new.value), Constant(new.original)), new.span),)


def belonging(lexicon: Lexicon, new: Introduction, *, nameless: bool = False) -> tuple[Atom, ...]:
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
    return tuple(found)
