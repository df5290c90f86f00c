"""What a word list adds to the templates of a rulebook.

In: nothing; these are the types that `vocabulary.compile_words` builds and the lexicon keeps.
Guarantee: plain data that pickles; importing it imports neither the parser nor a dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.template import Template
from rulings.language.predicates import PredicateId
from rulings.language.program import Condition, Predicate, Variable
from rulings.records import dataclass, field

Keys = tuple[str, ...]
Rewrites = Mapping[str, tuple[tuple[Keys, Keys], ...]]
"""By the first key of what people say: the whole of it, and what templates have for it."""


@dataclass(frozen=True, slots=True)
class Idiom:
    """What a sentence pattern stands for; the variables of its slots are its columns.

    `thing` is the variable of what a noun phrase stands for: one of its slots, or else the last
    column. `following` is the variable that stands for what is named next in a row, `denied` what
    the denial states, `inquiry` what a question with it asks instead of `body`. What a `new` noun
    phrase stands for is never a thing spoken of before.
    """

    body: tuple[Condition, ...]
    thing: Variable | None = None
    use: str = "both"
    following: str = ""
    denied: tuple[Condition, ...] = ()
    new: bool = False
    inquiry: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a word list adds to the templates of a rulebook.

    `rewrites` maps the first key of what people say to the whole of it and to what templates
    say instead. `nouns` maps a noun to a sort, `names` a spelling to the value it names, `texts`
    reads the texts of cards.
    """

    templates: tuple[Template, ...] = ()
    phrases: tuple[Template, ...] = ()
    predicates: Mapping[PredicateId, Predicate] = field(default_factory=dict)
    idioms: Mapping[PredicateId, Idiom] = field(default_factory=dict)
    rewrites: Rewrites = field(default_factory=dict)
    nouns: Mapping[str, str] = field(default_factory=dict)
    names: tuple[tuple[str, str], ...] = ()
    texts: TextGrammar | None = None
