"""One way to read a sentence, and which of several is the best.

In: templates with their slots filled. Out: `Parse`s and their order. Guarantee: two readings with
the same rank are equally good, and neither is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TypeVar

from rulings.english.fillers import Filler, Problem
from rulings.english.lexicon import Lexicon
from rulings.english.persons import asker_sort
from rulings.english.phrase import Fills
from rulings.english.reading import Introduction
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.words import key_of
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Literal, Variable
from rulings.records import dataclass, replace

T = TypeVar("T")
_PLACING = frozenset("in on at from by to for".split())


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to read a sentence: its literals and what filled the slots.

    `fixed` counts the words of templates that were matched; more of them is more specific.
    `cost` tells how far the words are from the declared ones, `claims` is what is said of the
    things that phrases without a name introduce. `several` tells that a clause has several
    subjects, "Ana and Ben", `unsaid` how many words of the template the sentence leaves out.
    """

    literals: tuple[Literal, ...] = ()
    fillers: tuple[Filler, ...] = ()
    fixed: int = 0
    clauses: int = 0
    cost: int = 0
    claims: tuple[Literal, ...] = ()
    several: bool = False
    unsaid: int = 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be resolved."""
        return tuple(f.problem for f in self.fillers if f.problem is not None)

    @property
    def is_reworded(self) -> bool:
        """Whether something was not read word for word: a synonym, a pronoun."""
        return self.cost > 0 or any(f.refers for f in self.fillers)


def _unlikely(lexicon: Lexicon, new: Introduction, player: str | None) -> int:
    """How unlikely a new name is one of its type: "Hiker B" tells it, "Ana" is a player."""
    words = key_of(new.name).split(" ")
    told = {lexicon.nouns.get(words[0]), lexicon.nouns.get(words[-1])} - {None}
    if told:
        return 0 if new.sort in told else 2
    if new.sort == player:
        return 2 if len(words) > 1 else 0  # "Log Flume has 3 stars": players go by one word
    return 1


def negation(parse: Parse) -> Parse:
    """Return a reading with its only literal turned round."""
    turned = tuple(Literal(one.atom, not one.negated) for one in parse.literals)
    return replace(parse, literals=turned)


def rank(scope: Scope, parse: Parse) -> tuple[int, ...]:
    """Order readings: complete before faulty, known before new, specific before general.

    A new name is a player's rather than a thing's. A statement is about stated predicates rather
    than concluded ones, and about declared words rather than descriptions and free text; among
    equals a question is about concluded ones.
    """
    lexicon = scope.lexicon
    player = asker_sort(lexicon)
    names = [one.atom.predicate for one in parse.literals]
    stated = sum(name in lexicon.stated for name in names)
    loose = sum(f.loose for f in parse.fillers)
    # Words of a closed type are declared, not described: "is a Blueprint" beside "is a ride".
    open_words = {n for n in names if n in lexicon.describing} - _closed(lexicon, names)
    vague = loose + bool(open_words)
    return (
        len(parse.problems),
        sum(1 + 2 * _partings(lexicon, new) for f in parse.fillers for new in f.introduces),
        sum(_unlikely(lexicon, new, player) for f in parse.fillers for new in f.introduces),
        # "Ana has no cards", where there are none, says nothing in a reading that denies each.
        sum(f.quantifier == "none" and not f.terms for f in parse.fillers),
        parse.cost,
        # "First Ben ran it" is about Ben where a sentence begins with "first".
        sum(len(new.name.split()) for f in parse.fillers for new in f.introduces),
        0 if scope.asking else len(names) - stated + vague,
        -parse.fixed,
        loose,
        sum(f.sort == "any" for f in parse.fillers),
        parse.clauses,
        stated if scope.asking else sum(not _is_stated(lexicon, name) for name in names),
    )


def _partings(lexicon: Lexicon, new: Introduction) -> int:
    """How many words of a new name may part it: prepositions of place, a number behind its end.

    "Old Mill 7" behind "New Tent has 3 stars" is two things; "Hiker 7" is called by its noun.
    """
    words = new.name.lower().split()
    counted = len(words) > 1 and words[-1].isdigit() and words[0] not in lexicon.nouns
    return sum(word in _PLACING for word in words[1:-1]) + counted


def _is_stated(lexicon: Lexicon, name: PredicateId) -> bool:
    """Whether tables state what a sentence says, an idiom all that it means."""
    idiom = lexicon.idioms.get(name)
    if idiom is None:
        return name in lexicon.stated
    return all(isinstance(c, Literal) and c.atom.predicate in lexicon.stated for c in idiom.body)


def _closed(lexicon: Lexicon, names: list[PredicateId]) -> set[PredicateId]:
    members = lexicon.names.sorts.members
    described = [name for name in names if name in lexicon.describing]
    return {name for name in described if lexicon.sort(base_of(name), 1) in members}


def extended(scope: Scope, parse: Parse, template: Template, fills: Fills, negated: bool) -> Parse:
    """Return a reading with one template more, its words not yet counted.

    Everybody who has "a card" or "at least 2 coins" has one, or that many, of his own.
    """
    ways = _apart(fills)
    said = dict.fromkeys(filler for way in ways for _, filler in way)
    if len(ways) > 1:
        said = dict.fromkeys((*(f for _, f in fills if not _is_any(f)), *filter(_is_any, said)))
    subject = dict(fills).get(template.subject) if template.subject is not None else None
    several = subject is not None and len(subject.terms) > 1 and not subject.quantifier
    return replace(
        parse,
        literals=parse.literals
        + tuple(one for way in ways for one in literals(scope, template, way, negated)),
        fillers=parse.fillers + tuple(filler for filler in said if filler not in parse.fillers),
        clauses=parse.clauses + 1,
        several=parse.several or several,
    )


def _apart(fills: Fills) -> tuple[Fills, ...]:
    """Return filled slots for each of several things, with variables of its own."""
    listed = [f for _, f in fills if len(f.terms) > 1 and f.quantifier != "none"]
    if len(listed) != 1 or not any(_is_any(filler) for _, filler in fills):
        return (fills,)
    return tuple(
        tuple((column, _own(filler, listed[0], place)) for column, filler in fills)
        for place in range(len(listed[0].terms))
    )


def _is_any(filler: Filler) -> bool:
    """Whether a slot is filled by any thing, or any number within bounds."""
    return not filler.each and any(
        isinstance(term, Variable) and term.name.startswith("_") for term in filler.terms
    )


def _own(filler: Filler, listed: Filler, place: int) -> Filler:
    """Return what fills a slot for the thing at a place of a list."""
    if filler is listed:
        return replace(filler, terms=(filler.terms[place],))
    if not _is_any(filler):
        return filler

    own = {t: Variable(f"{t.name}_{place}") for t in filler.terms if isinstance(t, Variable)}
    return replace(
        filler,
        terms=_renamed(filler.terms, own),
        bounds=tuple(replace(b, left=_renamed((b.left,), own)[0]) for b in filler.bounds),
        claims=tuple(
            replace(claim, atom=replace(claim.atom, terms=_renamed(claim.atom.terms, own)))
            for claim in filler.claims
        ),
    )


def _renamed(terms: tuple[T, ...], own: Mapping[Variable, Variable]) -> tuple[T | Variable, ...]:
    return tuple(own.get(one, one) if isinstance(one, Variable) else one for one in terms)


def literals(scope: Scope, template: Template, fills: Fills, negated: bool) -> tuple[Literal, ...]:
    """Build the atoms of a filled template; several terms in a slot make several atoms."""
    places = dict(fills)
    span = scope.span(0, len(scope.tokens))
    arity = len(scope.lexicon.predicates[template.predicate].columns)
    # "Nobody has it" denies it of everybody.
    negated = negated is not any(filled.quantifier == "none" for _, filled in fills)
    paired = [column for column in range(arity) if places[column].paired]
    rows = list(product(*(places[column].terms for column in range(arity))))
    if paired:
        together = set(zip(*(places[column].terms for column in paired), strict=True))
        rows = [row for row in rows if tuple(row[column] for column in paired) in together]
    subject = places[template.subject].terms if template.subject is not None else ()
    adjectives = (name for _, filled in fills for name in filled.adjectives)
    return (
        *(Literal(Atom(template.predicate, row, span), negated) for row in rows),
        *(Literal(Atom(name, (one,), span), negated) for name in adjectives for one in subject),
    )
