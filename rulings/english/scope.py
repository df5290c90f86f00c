"""What reading one sentence needs to know, and the shapes of the words in it.

In: the tokens of a sentence, a lexicon, the focus and the things named last. Out: a `Scope`, from
which every step of reading makes its own. Guarantee: a scope never changes but for what it
remembers of stretches tried before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulings.english.fillers import Filler, Problem
from rulings.english.lattice import IDLE, Lattice, lattice
from rulings.english.leads import LEADS
from rulings.english.lexicon import Lexicon
from rulings.english.reading import Group, Lines
from rulings.english.template import Template
from rulings.english.verb import Piece
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, Token, number
from rulings.language.program import Value
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, replace

PRONOUNS = frozenset("it its he she they them their him her his".split())
JOINTS = frozenset(("and", "but", "while", "whereas", "so"))
"""Words that begin a further clause."""
_PARTING = frozenset(",()")
"""Marks that stand inside no name."""
_LONGEST_ABBREVIATION = 2
_NAME_LINKS = frozenset("of the in on for to de la at by from".split())
_QUANTIFIERS = frozenset(
    "another other every each all some any both nobody none nothing only most many few several "
    "neither either never almost somebody someone anybody anyone everybody everyone same "
    "something anything everything".split()
)


class Spoken(NamedTuple):
    """A form in which a template may be said in a line, and the places where it can begin."""

    template: Template
    pieces: tuple[Piece, ...]
    negated: bool
    starts: int


@dataclass(slots=True, eq=False)
class Tried:
    """What reading a sentence has found out so far.

    `referents` and `things` are what stretches of words stand for, by their type, `fillers` what
    they are in a column; from `dead` places the sentence cannot be completed; `forms` are those of
    some templates, `tails` what is left of these without their first pieces; `asked` are its
    readings as a wh-question.
    """

    referents: dict[tuple[int, int, str, bool], Filler | None] = field(default_factory=dict)
    things: dict[tuple[int, int, str], Filler | None] = field(default_factory=dict)
    fillers: dict[tuple[str, int, bool, int, int], Filler | None] = field(default_factory=dict)
    dead: set[tuple[int, Filler | None, tuple[object, ...]]] = field(default_factory=set)
    forms: tuple[tuple[Template, ...], tuple[Spoken, ...]] = ((), ())
    tails: dict[tuple[int, str], tuple[Spoken, ...]] = field(default_factory=dict)
    asked: list[Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """One sentence being read. `asking` forbids new names, `lenient` admits problems.

    `lines` are the things that each line before named, the last line first.
    `spoken` is what clauses before this one of the same sentence are about, each with its type.
    `ways` are the ways through its words, `tried` remembers what was tried, `fitting` holds the
    noun phrases that can occur.
    `barred` is what no pronoun may mean, since the same sentence names it in another place.
    `brief` tells that nobody wants to know what is wrong with the line.
    """

    source: Source
    tokens: tuple[Token, ...]
    lexicon: Lexicon
    ways: Lattice
    focus: Value | None = None
    lines: Lines = ()
    asking: bool = False
    lenient: bool = False
    group: Group | None = None
    brief: bool = False
    spoken: tuple[tuple[Value, str], ...] = ()
    barred: Value | None = None
    tried: Tried = field(default_factory=Tried)
    fitting: list[tuple[Template, ...]] = field(default_factory=list)

    @property
    def recent(self) -> tuple[Value, ...]:
        """The things named before, last first."""
        return tuple(dict.fromkeys(value for line in self.lines for value in line))

    @staticmethod
    def of(
        source: Source,
        tokens: tuple[Token, ...],
        lexicon: Lexicon,
        focus: Value | None = None,
        lines: Lines = (),
        group: Group | None = None,
    ) -> Scope:
        """Return the scope of a line."""
        ways = lattice(tokens, lexicon.rewrites)
        return Scope(source, tokens, lexicon, ways, focus, lines, group=group)

    def with_tokens(self, tokens: tuple[Token, ...]) -> Scope:
        """Return the scope of the same sentence with its words in another order."""
        ways = lattice(tokens, self.lexicon.rewrites)
        return replace(self, tokens=tokens, ways=ways, tried=Tried(), fitting=[])

    def anew(
        self,
        *,
        asking: bool | None = None,
        lenient: bool | None = None,
        lines: Lines | None = None,
    ) -> Scope:
        """Return the scope of the same words, read in another way."""
        return replace(
            self,
            asking=self.asking if asking is None else asking,
            lenient=self.lenient if lenient is None else lenient,
            lines=self.lines if lines is None else lines,
            tried=Tried(),
        )

    def barring(self, value: Value) -> Scope:
        """Return the scope of the same words, in which no pronoun means `value`."""
        return replace(self, barred=value, tried=Tried())

    def span(self, start: int, end: int) -> Span:
        """Return the place of the tokens from `start` to `end`."""
        if start >= len(self.tokens) or start >= end:
            return Span(self.source, 0, len(self.source.text))
        places = self.tokens[start:end]
        return Span(self.source, min(t.start for t in places), max(t.end for t in places))

    def text(self, start: int, end: int) -> str:
        """Return the words from `start` to `end` as written."""
        if end - start == 1 and self.tokens[start].quoted:
            return self.tokens[start].text
        return self.span(start, end).text

    def problem(
        self, kind: str, start: int, end: int, sort: str, values: tuple[Value, ...] = ()
    ) -> Problem:
        """Return a problem with the tokens from `start` to `end`."""
        return Problem(kind, self.span(start, end), self.text(start, end), sort, values)

    def phrases(self) -> tuple[Template, ...]:
        """Return the noun phrases of the word list that can stand somewhere in the sentence."""
        if not self.fitting:
            keys = self.ways.keys
            said = (one for one in self.lexicon.phrases if one.words <= keys)
            self.fitting.append(tuple(one for one in said if self.places(one, one.pieces)[0]))
        return self.fitting[0]

    def places(self, template: Template, pieces: tuple[Piece, ...]) -> tuple[int, ...]:
        """Return where the pieces of a form of a template can stand, as `Reach.of` does."""
        describes = template.describes and pieces[-1:] == template.pieces[-1:]
        owns = bool(pieces) and isinstance(pieces[-1], int) and template.owns
        return self.ways.reach.of(pieces, describes=describes, owns=owns)


def ends_sentence(token: Token) -> bool:
    """Whether a sentence ends behind a word; "St. Louis" goes on."""
    marks = token.after.replace(",", "")
    return any(mark in marks for mark in ";!?") or (
        "." in marks and (len(token.text) > _LONGEST_ABBREVIATION or token.text.islower())
    )


def items(
    tokens: tuple[Token, ...], start: int, end: int, joint: str = "and"
) -> tuple[tuple[int, int], ...]:
    """Return where the items of a list stand: at commas and "and", behind a leading "both"."""
    parts: list[tuple[int, int]] = []
    begin = start + (tokens[start].key == {"and": "both", "or": "either"}[joint])
    for index in range(begin, end):
        if tokens[index].key == joint and not tokens[index].quoted:
            if index > begin:
                parts.append((begin, index))
            begin = index + 1
        elif "," in tokens[index].after and index + 1 < end:
            parts.append((begin, index + 1))
            begin = index + 1
    return (*parts, (begin, end))


def in_apposition(scope: Scope, begin: int) -> bool:
    """Whether a noun says what the name before it is: "Ana claims Old Mill, an attraction"."""
    name, noun = scope.tokens[begin - 1], scope.tokens[begin]
    if not name.capital or "," not in name.after or noun.article != "a":
        return False
    if noun.capital and noun.key not in scope.lexicon.nouns:
        return False
    going_on = ("and", "have", "had", "did", *AUXILIARIES)
    return not any(
        token.key in going_on or token.plural or token.text.endswith("ed")
        for token in scope.tokens[begin:]
    )


def proper_name(tokens: tuple[Token, ...]) -> bool:
    """Whether unquoted words can be the name of something new: capitals, small links inside."""
    if not tokens[0].capital or not (tokens[-1].capital or tokens[-1].key.isdigit()):
        return False
    # "In Spring Kim …" begins a sentence, and not a name.
    links = frozenset() if tokens[0].start == 0 else _NAME_LINKS
    first = tokens[0].key
    if first in _QUANTIFIERS or (first in FUNCTION_WORDS and first not in links):
        return False
    if any(t.quoted or (t.after and _parts(t)) for t in tokens[:-1]):
        return False
    if len(tokens) > 1 and tokens[0].start == 0 and (tokens[0].key in IDLE or _is_asker(tokens[1])):
        # "Now I run it" and "Today I run it" are about the asker.
        return False
    if number(tokens[0].key) is not None and (
        tokens[1].key in _NAME_LINKS if len(tokens) > 1 else tokens[0].start == 0
    ):
        return False  # "One is closed" is about one of them
    if len(tokens) > 1 and tokens[0].key in LEADS:
        return False
    return all(token.capital or token.key in _NAME_LINKS for token in tokens) and (
        not all(token.text.isdigit() for token in tokens)
    )


def _parts(token: Token) -> bool:
    """Whether the marks behind a word end a name."""
    return not _PARTING.isdisjoint(token.after) or ends_sentence(token)


def _is_asker(token: Token) -> bool:
    return token.text == "I"


def plain_words(tokens: tuple[Token, ...]) -> bool:
    """Whether words can describe something: no function word, number or quotation among them."""
    return not any(
        token.quoted or token.key in FUNCTION_WORDS or number(token.key) is not None
        for token in tokens
    )
