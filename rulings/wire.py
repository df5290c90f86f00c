"""The shapes of what is sent as JSON.

In: nothing. Out: types of dictionaries. Guarantee: these are the return types of the functions that
write them, and `rulings schema` makes the published JSON Schemas of them: one source for both.
"""

from __future__ import annotations

import sys
from typing import Literal

if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:
    from typing import NotRequired

    from typing_extensions import TypedDict

Explain = Literal["none", "short", "full"]
"""How much of an explanation is sent."""


class RulebookJson(TypedDict):
    """The rulebook that answered: `sha256` is the hash of everything its meaning depends on."""

    name: str
    edition: str
    sha256: str


class ProblemJson(TypedDict):
    """One mistake: its code, the law it breaks, the next step, what to say instead.

    `verdicts` are the answers of suggestions that ask, `printed` the clauses about it, a line each.
    """

    code: str
    severity: str
    message: str
    hint: str
    suggestions: list[str]
    verdicts: NotRequired[list[str]]
    printed: NotRequired[list[str]]
    file: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    end_line: NotRequired[int]
    end_column: NotRequired[int]


class ClauseJson(TypedDict):
    """A printed clause."""

    id: str
    document: str
    short: str
    section: str
    page: str
    gist: str


class StepJson(TypedDict):
    """One node of an explanation; `children` are the ids of the steps below it.

    A step of several parents is there once. `more` is how many children were left out.
    """

    id: str
    kind: str
    say: str
    atom: str | None
    note: str
    rule: str
    clauses: list[str]
    children: list[str]
    more: NotRequired[int]


class ExplanationJson(TypedDict):
    """The steps of an explanation, each once, and which of them are its roots."""

    roots: list[str]
    steps: list[StepJson]


class BindingJson(TypedDict):
    """One answer to a which-question."""

    values: dict[str, int | str]
    names: list[str]
    verdict: str
    reason: str
    assumed: bool


class OutcomeJson(TypedDict):
    """Facts of the rule language, the verdict that they would bring, and the facts in English."""

    verdict: str
    facts: list[str]
    say: list[str]


class BecauseJson(TypedDict):
    """Why, in short: sentences, the clause that decides, the one that it goes before, by id.

    `further` is how many more clauses the verdict rests on.
    """

    say: list[str]
    clause: str | None
    although: str | None
    further: int


class AnswerJson(TypedDict):
    """The answer to one question. What explains it is there unless `explain` is `none`."""

    schema: Literal["rulings.answer/2"]
    question: str
    understood_as: str
    read_as: str
    verdict: Literal["yes", "no", "depends", "undecided"]
    reason: Literal[
        "proved", "failed", "denied", "missing", "paradox", "conflict", "silent", "printed"
    ]
    say: str
    number: int | None
    bindings: list[BindingJson]
    notices: list[ProblemJson]
    rulebook: RulebookJson
    engine: str
    milliseconds: float
    explain: Explain
    clauses: NotRequired[list[str]]
    mentioned: NotRequired[list[str]]
    cited: NotRequired[list[ClauseJson]]
    explanation: NotRequired[ExplanationJson]
    assumptions: NotRequired[list[str]]
    unknown: NotRequired[list[str]]
    settle: NotRequired[list[OutcomeJson]]
    limit: NotRequired[str]
    because: NotRequired[BecauseJson]


class TableJson(TypedDict):
    """A table: all that is stated, as facts of the rule language, and what is spoken of.

    Where something happened, `began` is what was stated before, `happened` the lines since.
    """

    schema: Literal["rulings.table/1"]
    rulebook: RulebookJson
    title: str
    facts: list[str]
    focus: int | str | None
    began: NotRequired[list[str]]
    happened: NotRequired[list[str]]


class GameJson(TypedDict):
    """A rulebook that can be asked."""

    name: str
    title: str
    edition: str
    editions: list[str]
    situations: list[str]


class SentenceJson(TypedDict):
    """A sentence of a rulebook: as it is stated and asked, and the predicate it says."""

    statement: str
    question: str
    predicate: str


class TopicJson(TypedDict):
    """What a rulebook has about some words."""

    sentences: list[SentenceJson]
    words: list[str]
    clauses: list[ClauseJson]


class TurningJson(TypedDict):
    """The smallest sets of changes found that would turn a verdict, and how many were tried."""

    ways: list[OutcomeJson]
    tried: int


class ProblemDetails(TypedDict):
    """What is wrong with a request: RFC 9457, and `problems` with codes and suggestions."""

    type: str
    title: str
    status: int
    detail: str
    problems: list[ProblemJson]


class SessionJson(TypedDict):
    """A table that a server keeps, and what was noticed about the lines that came last.

    `lost` are the facts that its rulebook has not any more since it was loaded again.
    """

    id: str
    table: TableJson
    notices: list[str]
    lost: list[str]


class HappenedJson(TypedDict):
    """A step of what happened: `cause` is the step that brought it about, 0 for none."""

    step: int
    fact: str
    say: str
    cause: int
    brought: list[str]


class JournalJson(TypedDict):
    """What happened at a table, in order."""

    happened: list[HappenedJson]


class AllowedJson(TypedDict):
    """A happening that the rules allow; unless `surely`, that depends on what is unknown.

    What `chance` decides is nobody's choice.
    """

    kind: str
    fact: str
    say: str
    surely: bool
    chance: bool


class LegalJson(TypedDict):
    """What may happen at a table, in the order in which the rulebook declares it."""

    happenings: list[AllowedJson]


class DeletedJson(TypedDict):
    """What was deleted."""

    deleted: str


class NamesJson(TypedDict):
    """Things that can be named, each as answers write it."""

    names: list[str]


class LinesJson(TypedDict):
    """How a line may go on."""

    lines: list[str]


class HeardJson(TypedDict):
    """A line that describes a table: what it was read as, or why it was refused."""

    line: str
    read_as: list[str]
    notices: list[str]
    problems: list[ProblemJson]


class AdviceJson(TypedDict):
    """An answer for an assistant; only `problems` where the question was not understood.

    `echoes` is true of an answer that rests on no clause: it repeats what was given. `used` and
    `unused` are the stated facts that the explanation rests on or not; `unstated` is what a NO that
    failed took as not so because nobody said it.
    """

    question: str
    problems: list[ProblemJson]
    read_as: NotRequired[str]
    verdict: NotRequired[str]
    reason: NotRequired[str]
    say: NotRequired[str]
    number: NotRequired[int | None]
    names: NotRequired[list[str]]
    perhaps: NotRequired[list[str]]
    clauses: NotRequired[list[str]]
    echoes: NotRequired[bool]
    assumed: NotRequired[list[str]]
    unstated: NotRequired[list[str]]
    used: NotRequired[list[str]]
    unused: NotRequired[list[str]]
    settle: NotRequired[list[OutcomeJson]]
    text: NotRequired[str]


class UnaskedJson(TypedDict):
    """How a question is read at a table of which a line was refused; it is not answered."""

    question: str
    read_as: str
    problems: list[ProblemJson]


class ConsultationJson(TypedDict):
    """One call of an assistant; there are no `answers` where a line was refused, but `unasked`.

    Where a line or a question was refused, `printed` are the clauses nearest to all that was said.
    """

    game: str
    given: list[HeardJson]
    answers: list[AdviceJson]
    unasked: NotRequired[list[UnaskedJson]]
    printed: NotRequired[list[str]]
