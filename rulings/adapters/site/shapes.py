"""The shapes of what the page and the engine in it tell each other.

In: nothing. Out: types of dictionaries. Guarantee: these are what `desk` and `browsing` return; the
page's scripts read nothing else.
"""

from __future__ import annotations

import sys
from typing import TypeAlias

if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:
    from typing import NotRequired

    from typing_extensions import TypedDict

from rulings.language.program import Value
from rulings.wire import (
    AnswerJson,
    ClauseJson,
    LinesJson,
    ProblemJson,
    SentenceJson,
    TableJson,
    TurningJson,
)


class ColumnView(TypedDict):
    """One thing of a fact that can be exchanged: what is there, and what it could be."""

    number: int
    noun: str
    value: Value
    text: str
    sort: str


class FactView(TypedDict):
    """A stated fact: as the rule language writes it, as it is said, what can be exchanged."""

    fact: str
    say: str
    denied: bool
    columns: list[ColumnView]


class CardView(TypedDict):
    """One thing and what is stated about it; `place` is where it is, `inside` the thing there."""

    thing: Value | None
    name: str
    kinds: list[str]
    facts: list[FactView]
    place: str
    inside: Value | None


class ChoiceView(TypedDict):
    """A value that may stand in a column, and how it is written."""

    value: Value
    text: str


class TableView(TypedDict):
    """A table as the page shows it. `choices` are the values by sort."""

    title: str
    cards: list[CardView]
    choices: dict[str, list[ChoiceView]]
    focus: Value | None
    undo: bool
    table: TableJson


class SquareView(TypedDict):
    """A square of a board: its place, its name in the facts, what is drawn on it, or ""."""

    x: int
    y: int
    square: Value
    glyph: str


class BoardView(TypedDict):
    """A board as it is drawn by a layer: the names of its columns, its squares row by row."""

    layer: int
    columns: list[str]
    rows: list[list[SquareView]]


class OfferView(TypedDict):
    """What may lie on a square: the glyph, and what it says."""

    glyph: str
    say: str


class TurnView(TypedDict):
    """What came of a line."""

    kind: str
    say: str
    taken: str
    notices: list[ProblemJson]
    problems: list[ProblemJson]
    offers: list[str]
    answer: AnswerJson | None
    view: TableView | None


class ChangedView(TypedDict):
    """The table after a change."""

    view: TableView


class DrawnView(TypedDict):
    """The boards of a table, and the facts that they show."""

    boards: list[BoardView]
    shows: list[str]


class SquareOffers(TypedDict):
    """What may lie on a square."""

    offers: list[OfferView]


DeskAnswer: TypeAlias = TurnView | ChangedView | LinesJson | TurningJson | DrawnView | SquareOffers
"""What any request of the page is answered with."""


class SituationView(TypedDict):
    """A table that ships with the rulebook."""

    name: str
    title: str
    table: TableJson


class CaseView(TypedDict):
    """A question of the suite with the answer that the rulebook must give."""

    id: str
    topic: str
    ask: str
    expect: str
    because: list[str]
    source: str
    situation: str | None
    given: list[str]


class PassageView(TypedDict):
    """A clause as printed. On a `page` it takes the lines from `first` to `last`, from 0."""

    text: str
    page: NotRequired[int]
    first: NotRequired[int]
    last: NotRequired[int]


class PrintedClause(ClauseJson):
    """A printed clause; why it is not encoded, where it is not."""

    unmodelled: str
    passage: NotRequired[PassageView]


class DocumentView(TypedDict):
    """A printed document; the lines of the pages that passages stand on, by their numbers."""

    id: str
    title: str
    pages: dict[str, list[str]]


class BookPartView(TypedDict):
    """A part of a literate rulebook: `heading`, `prose`, `clause`, `rules` or `cases`."""

    kind: str
    text: str
    level: int


class BookView(TypedDict):
    """A literate rulebook in the order of its parts; its cases are those of its `topic`."""

    topic: str
    parts: list[BookPartView]


class SentenceView(SentenceJson):
    """A sentence of a rulebook; whether a table can state it, or only rules conclude it."""

    stated: bool


class RulebookView(TypedDict):
    """All that the page shows of a rulebook without asking the engine.

    `drawn` tells whether its tables can be drawn.
    """

    game: str
    title: str
    edition: str
    about: str
    sha256: str
    program: str
    documents: list[DocumentView]
    clauses: list[PrintedClause]
    cases: list[CaseView]
    books: list[BookView]
    glossary: list[str]
    sentences: list[SentenceView]
    drawn: bool
    situations: list[SituationView]
