"""Who or what a noun phrase without a name means: "a ride", "the second ride", "every upgrade".

In: what a phrase says of its head, its determiner, a `Chart`. Out: a filler. Guarantee: in a
statement an indefinite phrase is a new thing, in a question any thing of the table, or an arbitrary
one where no table was described; a definite one is the only thing that fits, or, where none does,
in a statement a new thing and in a question an arbitrary one.
"""

from __future__ import annotations

from rulings.english.antecedents import named_last
from rulings.english.chart import THE_HEAD, Chart, one_of_several
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.filling import noun
from rulings.english.kinds import of_type
from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER
from rulings.english.reading import Group, Introduction
from rulings.english.solving import solutions
from rulings.english.types import Filler, Problem, substituted, wanted
from rulings.english.words import Tokens, key_of
from rulings.language.program import Constant, Literal, Role, Term, Value, Variable
from rulings.records import replace


def about(claims: tuple[Literal, ...], thing: Term) -> tuple[Literal, ...]:
    """Return what is said of the head, said of a thing."""
    return tuple(substituted(one, {THE_HEAD: thing}) for one in claims)


def resolved(
    chart: Chart,
    tokens: Tokens,
    place: int,
    end: int,
    det: str,
    count: int,
    sort: str,
    claims: tuple[Literal, ...],
) -> Filler | None:
    context = chart.context
    spelt = tokens[place].start, tokens[end - 1].end
    names = context.lexicon.names
    listed = det == "every" and sort in names.sorts.members
    if not names.sorts.is_thing(sort) and det not in ("which", "what", "how", "any") and not listed:
        return None
    match det:
        case "which" | "what" | "how":
            found = wanted(det, sort, spelt[0], count=det == "how")
            return replace(found, claims=about(claims, found.terms[0]))
        case "any":
            variable = Variable(f"?{spelt[0]}")
            return Filler((variable,), sort, 0.1, about(claims, variable), asked="any", spelt=spelt)
        case "a" | "number":
            return _indefinite(chart, sort, claims, spelt, count, word=det)
        case "plural":
            return any_of(chart, sort, claims, spelt)
        case "the" | "this" | "other":
            return _definite(chart, sort, claims, spelt, det, count)
        case "every":
            if context.asking and context.wh:
                variable = Variable(f"?{spelt[0]}")
                kind = of_type(chart, sort, "")
                told = about((*kind, *claims), variable)
                return Filler((variable,), sort, 0.2, told, asked="each", each=True, spelt=spelt)
            return every(chart, sort, claims, spelt, "every")
        case "no":
            if context.asking:
                return None
            return every(chart, sort, claims, spelt, "none")
        case "another":
            return _indefinite(chart, sort, claims, spelt, count, word="another")
    return None


def any_of(chart: Chart, sort: str, claims: tuple[Literal, ...], spelt: tuple[int, int]) -> Filler:
    variable = Variable(f"_a{spelt[0]}")
    return Filler((variable,), sort, 0.3, about(claims, variable), spelt=spelt)


def _indefinite(
    chart: Chart,
    sort: str,
    claims: tuple[Literal, ...],
    spelt: tuple[int, int],
    count: int,
    *,
    word: str,
) -> Filler | None:
    context = chart.context
    arbitrary = context.asking
    if arbitrary and word == "number" and count > 1:
        return None
    if arbitrary and word == "another" and not context.modal:
        return None
    # "Who may take back a card?" asks of those that are there.
    some = not context.modal or (context.wh and any(context.lexicon.names.on_table(sort)))
    if arbitrary and context.lexicon.table and some and word != "the":
        return any_of(chart, sort, claims, spelt)
    if not all(statable(chart, one) for one in claims):
        return any_of(chart, sort, claims, spelt) if arbitrary else None
    span = context.span(*spelt)
    new = tuple(
        Introduction(f"{sort}@{spelt[0]}.{copy}", "", sort, span) for copy in range(max(count, 1))
    )
    terms = tuple(Constant(one.value) for one in new)
    inside = (f for claim in claims for f in chart.introduced.get(claim, ()))
    return Filler(
        terms,
        sort,
        0.6,
        tuple(one for term in terms for one in about(claims, term)),
        (*new, *(one for filler in inside for one in filler.introduces)),
        group=Group(tuple(one.value for one in new)) if len(new) > 1 else None,
        spelt=spelt,
        general=arbitrary,
    )


def statable(chart: Chart, literal: Literal) -> bool:
    lexicon = chart.context.lexicon
    try:
        meant = meaning_of(lexicon, (literal,), asking=False)
    except UnclearDenialError:
        return False
    return all(
        isinstance(one, Literal)
        and one.atom.predicate in lexicon.stated
        and lexicon.predicates[one.atom.predicate].role is Role.STATE
        for one in meant
    )


def _definite(
    chart: Chart,
    sort: str,
    claims: tuple[Literal, ...],
    spelt: tuple[int, int],
    det: str,
    count: int,
) -> Filler | None:
    context = chart.context
    names = context.lexicon.names

    def fits(value: Value) -> bool:
        known = isinstance(value, str) and value != ASKER and bool(names.sorts_of(value))
        known = known and names.fits(value, sort) and names.is_thing(value)
        return known and holds_of(chart, claims, value)

    if count > 1:
        return None
    recent = (context.focus,) if context.focus is not None else ()
    said = named_last((recent, *context.lines), fits)
    here = tuple(filter(fits, names.on_table(sort)))
    if det == "other":
        # Of two the one that was not spoken of last; of one it is another.
        here = tuple(v for v in here if v not in said) if len(said) == 1 else (*here, *said)
        if not here and said:
            return _indefinite(chart, sort, claims, spelt, 1, word="another")
        return Filler((Constant(here[0]),), sort, 0.4, spelt=spelt) if len(here) == 1 else None
    fitting = said or here
    if len(fitting) == 1:
        refers = "" if det == "this" and said else det
        price = 0.4 if said else 0.6
        return Filler((Constant(fitting[0]),), sort, price, pronoun=refers, spelt=spelt)
    if fitting:
        return one_of_several(context, spelt, sort, fitting[:4])
    if det == "this" and context.focus is not None:
        problem = Problem("wrong_focus", *spelt, context.text(*spelt), sort, (context.focus,))
        return Filler((), sort, 3.0, problem=problem, spelt=spelt)
    made = _indefinite(chart, sort, claims, spelt, 1, word="the")
    return replace(made, price=made.price + 0.6) if made is not None else None


def holds_of(chart: Chart, claims: tuple[Literal, ...], value: Value) -> bool:
    """Whether the table states of a value what a description claims."""
    lexicon = chart.context.lexicon
    claims = tuple(one for one in claims if not is_told_of(lexicon, (one,), value))
    if not claims:
        return True
    told = about(claims, Constant(value))
    return bool(solutions(chart.context.lexicon, told, None))


def is_told_of(lexicon: Lexicon, kinds: tuple[Literal, ...], value: Value) -> bool:
    """Whether what is said of a thing has the words by which phrases call it."""
    said = lexicon.names.description(value)
    words = [str(t.value) for one in kinds for t in one.atom.terms if isinstance(t, Constant)]
    described = all(one.atom.predicate in lexicon.describing for one in kinds)
    return described and said.issuperset(words)


def every(
    chart: Chart, sort: str, claims: tuple[Literal, ...], spelt: tuple[int, int], quantifier: str
) -> Filler | None:
    """Return all of a sort that are on the table, of which something is said or denied."""
    names = chart.context.lexicon.names
    typed = any(_tells_type(chart.context.lexicon, one) for one in claims)
    here = (v for v in names.on_table(sort) if isinstance(v, str))
    kind = frozenset(key_of(noun(sort)).split())
    found = [v for v in here if typed or names.is_of(v, sort) or kind <= names.description(v)]
    terms = tuple(Constant(v) for v in sorted(found) if holds_of(chart, claims, v))
    if not terms and quantifier == "every":
        return None
    return Filler(terms, sort, 0.3, quantifier=quantifier, spelt=spelt)


def _tells_type(lexicon: Lexicon, claim: Literal) -> bool:
    """Whether a claim tells a type of the rulebook's own words, which a thing has by no name."""
    if claim.atom.predicate not in lexicon.describing:
        return False
    kinds = (str(t.value).replace(" ", "_") for t in claim.atom.terms if isinstance(t, Constant))
    return not any(kind in lexicon.names.sorts.above for kind in kinds)
