"""One way to read a sentence, and which of several is the best.

In: templates with their slots filled. Out: `Parse`s and their order. Guarantee: two readings with
the same rank are equally good, and neither is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from rulings.english.fillers import Filler, Problem
from rulings.english.lexicon import Lexicon
from rulings.english.persons import asker_sort
from rulings.english.phrase import Fills
from rulings.english.reading import Introduction
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.words import key_of
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Literal


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to read a sentence: its literals and what filled the slots.

    `fixed` counts the words of templates that were matched; more of them is more specific.
    `cost` tells how far the words are from the declared ones, `claims` is what is said of the
    things that phrases without a name introduce.
    """

    literals: tuple[Literal, ...] = ()
    fillers: tuple[Filler, ...] = ()
    fixed: int = 0
    clauses: int = 0
    cost: int = 0
    claims: tuple[Literal, ...] = ()

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
        sum(len(f.introduces) for f in parse.fillers),
        sum(_unlikely(lexicon, new, player) for f in parse.fillers for new in f.introduces),
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
