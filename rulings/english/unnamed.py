"""Things that a statement speaks of without naming them.

In: the literals of a statement, some of them of idioms. Out: ground literals, and the things that
they introduce. Guarantee: every unnamed thing is a new one with a name that tells what it is
("Hiker 2"); what a table cannot state, a number left open or a condition, is refused.
"""

from __future__ import annotations

from itertools import count

from rulings.english.expand import meaning_of
from rulings.english.filling import noun
from rulings.english.reading import Introduction
from rulings.english.scope import PRONOUNS, Scope
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant, Literal, Term, Value, Variable
from rulings.records import replace


def named_apart(
    scope: Scope, introduced: tuple[Introduction, ...]
) -> tuple[dict[Value, str], tuple[Introduction, ...]]:
    """Give the things that phrases introduce without a name a symbol and a name of their own.

    Returns the new symbols by the old ones, and the introductions.
    """
    renamed: dict[Value, str] = {}
    found: list[Introduction] = []
    for one in introduced:
        if not one.name:
            given = unnamed(scope, one.sort, set(renamed.values()))
            renamed[one.value] = given.value
            one = replace(given, span=one.span)
        found.append(one)
    return renamed, tuple(dict.fromkeys(found))


def with_names(literals: tuple[Literal, ...], renamed: dict[Value, str]) -> tuple[Literal, ...]:
    """Return literals about the things by their new symbols."""
    return tuple(
        Literal(
            replace(
                one.atom,
                terms=tuple(
                    Constant(renamed[term.value])
                    if isinstance(term, Constant) and term.value in renamed
                    else term
                    for term in one.atom.terms
                ),
            ),
            one.negated,
        )
        for one in literals
    )


def stated(
    scope: Scope, literals: tuple[Literal, ...], taken: tuple[Introduction, ...] = ()
) -> tuple[tuple[Literal, ...], tuple[Introduction, ...]]:
    """Return what a statement says in ground literals, with the things that it leaves unnamed.

    `taken` are things introduced already. Raises RulingsError (RUL510) when an idiom says what
    no table can state.
    """
    found: list[Literal] = []
    new: list[Introduction] = list(taken)
    for literal in literals:
        idiom = scope.lexicon.idioms.get(literal.atom.predicate)
        if idiom is not None and idiom.use == "question":
            raise _not_stated(scope)
        copies = _copies(scope, literal)
        conditions = meaning_of(scope.lexicon, (literal,), asking=False)
        for _ in range(1 if copies is None else copies):
            named: dict[str, Constant] = {}
            for condition in conditions:
                if not isinstance(condition, Literal):
                    raise _not_stated(scope)
                found.append(_ground(scope, condition, named, new))
    return tuple(dict.fromkeys(found)), tuple(new)


def _copies(scope: Scope, literal: Literal) -> int | None:
    """How many things an idiom such as "there are {N} of us" speaks of."""
    idiom = scope.lexicon.idioms.get(literal.atom.predicate)
    if idiom is None or not idiom.many:
        return None
    columns = scope.lexicon.predicates[literal.atom.predicate].columns
    numbers = {number for _, number in idiom.many}
    if fixed := [int(number) for number in numbers if number.isdigit()]:
        return fixed[0]
    for column, term in zip(columns, literal.atom.terms, strict=True):
        if column.name in numbers and isinstance(term, Constant) and isinstance(term.value, int):
            return term.value
    return None


def _ground(
    scope: Scope, literal: Literal, named: dict[str, Constant], new: list[Introduction]
) -> Literal:
    atom = literal.atom
    columns = scope.lexicon.predicates[atom.predicate].columns
    terms: list[Term] = []
    for term, column in zip(atom.terms, columns, strict=True):
        if isinstance(term, Variable):
            if term.name not in named:
                if literal.negated or not scope.lexicon.names.sorts.is_thing(column.sort):
                    raise _not_stated(scope)
                introduced = unnamed(scope, column.sort, {one.value for one in new})
                if not _spoken_of(scope, column.sort):
                    introduced = replace(introduced, spoken=False)
                new.append(introduced)
                named[term.name] = Constant(introduced.value)
            terms.append(named[term.name])
        else:
            terms.append(term)
    return Literal(Atom(atom.predicate, tuple(terms), atom.span), literal.negated)


def _spoken_of(scope: Scope, sort: str) -> bool:
    """Whether some word of a line is a noun for things of a sort, or it names none but those."""
    lexicon = scope.lexicon
    sorts = lexicon.names.sorts
    own = sorts.above.get(sort, frozenset()) - {"any"}
    kinds = (lexicon.nouns.get(token.key) for token in scope.tokens)
    if any(kind is not None and sorts.compatible(kind, sort) for kind in kinds):
        return True
    pronouns = any(token.key in PRONOUNS for token in scope.tokens)
    return len(own) < 2 or not pronouns


def unnamed(scope: Scope, sort: str, taken: set[str]) -> Introduction:
    """Return a new thing of a sort, called by its noun and the first free number."""
    names = scope.lexicon.names
    kind = noun(sort)

    def is_free(value: Value) -> bool:
        return value not in taken and not names.sorts_of(value) and names.label(value) is None

    number = next(n for n in count(1) if is_free(f"{sort}_{n}"))
    title = kind[:1].upper() + kind[1:]
    return Introduction(
        f"{sort}_{number}", f"{title} {number}", sort, scope.span(0, len(scope.tokens))
    )


def _not_stated(scope: Scope) -> RulingsError:
    span = scope.span(0, len(scope.tokens))
    return RulingsError((diagnose("RUL510", span, text=span.text.strip()),))
