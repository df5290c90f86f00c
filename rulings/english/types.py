"""What the stages of the reader hand to each other.

In: nothing. Out: `SentenceForm`, `Filler`, `ClauseOrder`, `Match`, `Parse`. Guarantee: all frozen;
what has a `problem` is good for a diagnostic only and never becomes a reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from rulings.english.reading import Group, Introduction
from rulings.english.template import Template
from rulings.english.words import Token, Tokens
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Predicate,
    Term,
    Value,
    Variable,
)
from rulings.records import dataclass, field


class Verb(Enum):
    """What the verb of a sentence is, and so how it is asked and denied."""

    NONE = "none"
    BE = "be"
    MODAL = "modal"
    HAVE_DONE = "have done"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, eq=False)
class SentenceForm:
    """One way to say a predicate, ready to be matched.

    `pieces` are word keys and columns, `verb` the place of the verb group among them, `taken` how
    many pieces it has. `required` are the keys without which a line cannot be this sentence.
    `owners` are the columns behind which an apostrophe stands, `numbers` those that hold numbers.
    `allows` tells that the sentence is one of a happening, which may be asked with "may".
    """

    template: Template
    pieces: tuple[str | int, ...]
    verb: int
    taken: int
    kind: Verb
    required: frozenset[str]
    sorts: tuple[str, ...]
    owners: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    happens: bool = False
    passive: bool = False
    omits: frozenset[int] = frozenset()

    @property
    def predicate(self) -> str:
        """The name of what it says."""
        return self.template.predicate


@dataclass(frozen=True, slots=True)
class Problem:
    """Why words could not be resolved: unknown, near, ambiguous, misspelt …"""

    kind: str
    start: int
    end: int
    text: str
    sort: str
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Filler:
    """What some words stand for in a slot. Several terms distribute over several atoms.

    `claims` are said of its things besides, `introduces` are new ones, `asked` tells that its
    variable is wanted (`count`: its number), `quantifier` is "every", "none" or "any" of them.
    `bounds` compare a number, `pronoun` is the word that refers, `spelt` is where it stands in the
    text.
    """

    terms: tuple[Term, ...]
    sort: str
    price: float = 0.0
    claims: tuple[Literal, ...] = ()
    introduces: tuple[Introduction, ...] = ()
    asked: str = ""
    count: bool = False
    each: bool = False
    quantifier: str = ""
    bounds: tuple[Comparison, ...] = ()
    pronoun: str = ""
    group: Group | None = None
    among: tuple[Value, ...] = ()
    problem: Problem | None = None
    spelt: tuple[int, int] = (0, 0)
    general: bool = False


@dataclass(frozen=True, slots=True)
class ClauseOrder:
    """The words of a clause in the order of a statement.

    `tokens` go without what was put in front: `front` is the auxiliary of a question, `moved` the
    constituent that stands first in English and elsewhere in the sentence ("which cards", "on
    Log Flume"). `denies` tells of a "not" behind the auxiliary, `price` what it has left out.
    """

    tokens: Tokens
    front: Token | None = None
    moved: Tokens = ()
    denies: bool = False
    price: float = 0.0


@dataclass(frozen=True, slots=True)
class Match:
    """A sentence of the rulebook laid over a clause: what fills its slots, and at which price.

    `unsaid` are fixed words that the clause lacks, `left` tells how many words of the clause an
    offer leaves out. `modal` is "may" or "must" where the sentence
    itself has none.
    """

    sentence: SentenceForm
    fills: tuple[tuple[int, Filler], ...]
    price: float
    negated: bool = False
    modal: str = ""
    past: bool = False
    progressive: bool = False
    reworded: bool = False
    unsaid: tuple[str, ...] = ()
    head: int = 0
    behind_verb: int = 0
    left: int = 0

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What of it could not be resolved."""
        return tuple(f.problem for _, f in self.fills if f.problem is not None)


@dataclass(frozen=True, slots=True)
class Parse:
    """A clause understood: its literals, what filled them, and at which price."""

    literals: tuple[Literal, ...]
    fillers: tuple[Filler, ...]
    price: float
    matches: tuple[Match, ...] = ()
    reworded: bool = False
    claims: tuple[Literal, ...] = field(default=())

    @property
    def is_of_unnamed(self) -> bool:
        """Whether something new is spoken of without a name, of which nothing can be denied."""
        fillers = (one for one in self.fillers if not one.pronoun)
        return any(not new.name for filler in fillers for new in filler.introduces)


def wanted(word: str, sort: str, start: int, *, count: bool = False) -> Filler:
    """Return the filler of a slot that a question word asks for."""
    return Filler((Variable(f"?{start}"),), sort, asked=word, count=count, spelt=(start, start))


def uncounted(sort: str, unit: Token, *, asked: bool) -> Iterator[Filler]:
    """Yield the numbers that a unit without one may have: who has 3 coins has a coin, has coins."""
    article = unit.article == "a"
    if asked and (article or not unit.article):
        many = Variable(f"_N_{unit.start}")
        bounds = (Comparison(">", many, Constant(0)),)
        yield Filler((many,), sort, price=0.3 if article else 0.9, bounds=bounds)
    if article:
        yield Filler((Constant(1),), sort, price=1.3 if asked else 0.35)


def sorts_of_term(
    term: Term, literals: Iterable[Condition], declared: Mapping[PredicateId, Predicate]
) -> tuple[str, ...]:
    """Return the types of the columns in which a term stands."""
    return tuple(
        column.sort
        for one in literals
        if isinstance(one, Literal)
        for other, column in zip(one.atom.terms, declared[one.atom.predicate].columns, strict=True)
        if other == term
    )


def substituted(literal: Literal, terms: Mapping[Term, Term]) -> Literal:
    """Return a literal with other terms in the place of some."""
    atom = literal.atom
    found = tuple(terms.get(term, term) for term in atom.terms)
    return Literal(Atom(atom.predicate, found, atom.span), literal.negated)
