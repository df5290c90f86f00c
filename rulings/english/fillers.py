"""What fills the slots of a template.

In: nothing; these are the types that reading a stretch of words gives. Guarantee: a filler with a
problem can only end in a diagnostic, never in an answer.
"""

from __future__ import annotations

from rulings.english.reading import Group, Introduction
from rulings.language.program import Comparison, Literal, Term, Value
from rulings.language.source import Span
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a stretch of tokens could not be resolved: `kind` is one of
    unknown, near, ambiguous, nothing_named, wrong_focus, new_word, misspelt, counted,
    other_kind or no_member."""

    kind: str
    span: Span
    text: str
    sort: str
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Filler:
    """What fills a slot. Several terms distribute over several atoms ("A and B are …").

    `asked` is where the nouns of a wh-phrase stand, or those of a phrase that introduces things
    without a name; `count` asks for a number, `each` for every thing apart. `claims` is what a
    noun phrase of the word list says of the thing, `presumed` what it says that the table has
    said before, `group` what "two of them" means from now on,
    `paired` fillers of two slots go together, one by one ("2 suns and 3 waters"), `adjectives`
    are predicates that a phrase says of the subject, `among` is what "A or B" asks for; what
    `refers` is the pronoun by which it was said. A `quantifier` is "every" or "none" of the
    terms, `bounds` compare a number that is asked about, `inner` are what a noun phrase names whose
    own nouns are still to be read. A filler with a `problem` is good for a
    diagnostic only; a `loose` one is free text or has a noun too many.
    """

    terms: tuple[Term, ...]
    sort: str
    asked: tuple[int, int] | None = None
    introduces: tuple[Introduction, ...] = ()
    problem: Problem | None = None
    count: bool = False
    loose: bool = False
    each: bool = False
    claims: tuple[Literal, ...] = ()
    presumed: tuple[Literal, ...] = ()
    group: Group | None = None
    paired: bool = False
    adjectives: tuple[str, ...] = ()
    among: tuple[Value, ...] = ()
    refers: str = ""
    quantifier: str = ""
    bounds: tuple[Comparison, ...] = ()
    inner: tuple[Filler, ...] = ()
