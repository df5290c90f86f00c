"""The grammar of card texts, ready to be used.

In: nothing; these are the types that `compiling` builds and the lexicon keeps. Guarantee: plain
data that pickles; importing it imports neither the parser of the rule language nor a dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Constant, Variable
from rulings.records import dataclass, field

SENTENCE, HEADING = "sentence", "heading"
"""What a text is made of: a heading stands before a colon and counts for all that follows."""
NUMBER, AMOUNT, NAME = "number", "amount", "name"
"""Kinds that are read everywhere: "3", "three"; also "a", without its word; a known name."""
CARD, OWN, EARLIER, BEFORE = "Card", "Sentence", "Earlier", "Before"
"""Variables that stand for the card, the sentence, the one before and the last part of that."""
PART, PLACE = "Part", "Place"
"""Variables that stand for the new thing that a phrase is, or is in, and its number in the text."""
TEXT, WORDS, ORDER = "Text", "Words", "Number"


class Slot(NamedTuple):
    """A place in a pattern where a phrase of a kind stands."""

    variable: str
    kind: str


Piece = str | Slot


@dataclass(frozen=True, slots=True)
class Production:
    """One pattern of a kind of phrase.

    `value` is what it stands for; without one it stands for `words`. What is `new` is a thing of
    the sort `sort`.
    """

    kind: str
    pieces: tuple[Piece, ...]
    facts: tuple[Atom, ...]
    words: str
    value: Variable | Constant | None = None
    new: bool = False
    sort: str = "any"

    @property
    def mentioned(self) -> frozenset[str]:
        """The variables of its facts."""
        return frozenset(
            term.name for atom in self.facts for term in atom.terms if isinstance(term, Variable)
        )


@dataclass(frozen=True, slots=True)
class TextGrammar:
    """How a rulebook reads the texts of cards. `by_kind` has the productions, as declared.

    `sorts` are those of things that have no place in the text: the sentence. `bearers` are nouns
    for what bears a text besides its card: "the rule says". `other` is how a text calls the
    other of two players; `spoken` has, by what players say, the words of the grammar for it.
    """

    told: Atom
    sentence: Atom | None
    unread: Atom | None
    sentence_sort: str = "any"
    by_kind: Mapping[str, tuple[Production, ...]] = field(default_factory=dict)
    bearers: frozenset[str] = frozenset()
    other: str | None = None
    spoken: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    @property
    def telling(self) -> PredicateId:
        """The predicate that says that a card bears a text."""
        return self.told.predicate

    @property
    def words(self) -> frozenset[str]:
        """The words that stand in its patterns."""
        productions = (one for several in self.by_kind.values() for one in several)
        return frozenset(
            piece for one in productions for piece in one.pieces if isinstance(piece, str)
        )

    def column(self, variable: str) -> int:
        """Return where the card, or the text, stands in what is told."""
        return self.told.terms.index(Variable(variable))
