"""A FAQ case that was asked once, with what is needed to ask it again of other rules.

In: a case and the table that it describes. Out: a `Listened`: how the question was read, what it
reads of the rules, and what came of it. Guarantee: plain data that goes to another process; what
it keeps of the explanation is enough to tell which changed rules may lead to another one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulings.asking.answer import Answer
from rulings.asking.posing import Posed, question_of
from rulings.engine.limits import OutOfTime, deadline
from rulings.english.reading import Question
from rulings.faq.cases import Case
from rulings.faq.runner import Runner, complaint_about
from rulings.faq.spread import Setting
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.quality.prepared import Prepared, is_open, prepare
from rulings.records import dataclass, replace
from rulings.session import Session

SECONDS = 5.0
"""So long may one case take; a change that needs more runs away."""
_PATIENCE = 3
"""So many cases of a process may run out of time before the others are not asked."""
READING_SECONDS = 20.0
"""So long may it take when all that its answer needs is compiled for it."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of asking a case: `complaint` is empty when it passed, `said` is the answer.

    A complaint is `of_reason` when the verdict is right and rests on the wrong clauses.
    """

    complaint: str
    said: str
    problems: tuple[Diagnostic, ...] = ()
    of_reason: bool = False

    @property
    def passed(self) -> bool:
        """Whether the answer is the one expected."""
        return not self.complaint


_LATE = Came("There was no time for it: a rule derives ever more.", "out of time")


@dataclass(frozen=True, slots=True)
class Listened:
    """A case as it was asked. `known` and `asked` are None for one that cannot be read.

    A `conditional` one supposes something itself, so that its answer is not of its table alone.
    """

    case: Case
    came: Came
    known: Prepared | None = None
    asked: tuple[Posed, Question] | None = None

    @property
    def ran_away(self) -> bool:
        """Whether there was no time for it."""
        return self.came == _LATE

    @property
    def conditional(self) -> bool:
        """Whether the question changes the table that it is put to."""
        return self.asked is not None and self.asked[0].changes is not None

    @property
    def open(self) -> bool:
        """Whether the verdict depends on more than the rows of what is asked."""
        return self.known is not None and (is_open(self.known) or self.conditional)

    def decided(self, session: Session) -> Listened:
        """Return the case with its verdict at a table; what it rests on is as it was before."""
        if self.asked is None or self.known is None:
            return self
        try:
            answer = session.respond(*self.asked, self.case.ask.text)
            complaint = complaint_about(replace(self.case, because=()), answer, session)
        except RulingsError as problem:
            return self.failing(problem.diagnostics)
        came = Came(complaint, str(answer))
        if not complaint and self.came.of_reason:
            came = replace(self.came, said=str(answer))
        return replace(self, came=came, known=replace(self.known, reason=answer.reason))

    def explained(self, session: Session) -> Listened:
        """Return the case with its verdict at a table, and what that rests on."""
        if self.asked is None:
            return self
        try:
            answer = session.respond(*self.asked, self.case.ask.text)
            return _listened(self.case, session, answer, self.asked)
        except RulingsError as problem:
            return self.failing(problem.diagnostics)

    def doubted(self) -> Listened:
        """Return the case as one that is to be read again; until then it came to what it came."""
        return replace(self, known=None, asked=None)

    def failing(self, problems: tuple[Diagnostic, ...]) -> Listened:
        """Return the case as one that these problems keep from being answered."""
        return replace(self, came=Came("The case could not be asked.", "", problems))

    def late(self) -> Listened:
        """Return the case as one that there was no time for."""
        return replace(self, came=_LATE)


def listen(case: Case, describe: Callable[[], Session]) -> Listened:
    """Read the lines and the question of a case, and answer it, within `READING_SECONDS`."""
    try:
        with deadline(READING_SECONDS):
            table = describe()
            asked = question_of(table.read(case.ask.text), case.ask.text)
            return _listened(case, table, table.respond(*asked, case.ask.text), asked)
    except RulingsError as problem:
        return unread(case, problem)
    except OutOfTime:
        return late(case)


def late(case: Case) -> Listened:
    """Return a case that there was no time for."""
    return Listened(case, _LATE)


def unread(case: Case, problem: RulingsError) -> Listened:
    """Return a case that cannot be asked."""
    return Listened(case, Came("The case could not be asked.", "", problem.diagnostics))


def _listened(
    case: Case, table: Session, answer: Answer, asked: tuple[Posed, Question]
) -> Listened:
    wrong = complaint_about(replace(case, because=()), answer, table)
    complaint = wrong or complaint_about(case, answer, table)
    came = Came(complaint, str(answer), of_reason=bool(complaint and not wrong))
    return Listened(case, came, prepare(case, table, answer, asked[0]), asked)


class Listener:
    """Asks the cases of one process, whichever come."""

    def __init__(self, setting: Setting) -> None:
        self.runner = Runner(engine=setting.engine, start=setting.start)
        self.late = 0

    def __call__(self, case: Case) -> Listened:
        """Ask one case. Whatever ran away several times would do so for every case."""
        if self.late == _PATIENCE:
            return late(case)
        try:
            # Loaded apart: that takes as long as it takes.
            self.runner.book(case)
        except RulingsError as problem:
            return unread(case, problem)
        found = listen(case, partial(self.runner.table, case))
        self.late += found.ran_away
        return found
