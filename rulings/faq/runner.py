"""Runs FAQ cases.

In: cases and the session of their rulebook. Out: a `CaseOutcome` for each. Guarantee: a case
passes only when the verdict (and the reason, the number or the names) is the one expected and
the explanation rests on every clause that `because` names; a question that is not understood
is a failure with its diagnostics, never a pass.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from rulings.asking.answer import Answer
from rulings.asking.reason import Verdict
from rulings.engine.limits import OutOfTime, deadline
from rulings.english.names import Names
from rulings.english.words import key_of
from rulings.faq.cases import Case, ExpectNames, ExpectNumber, ExpectVerdict
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass, field
from rulings.rulebook.document import error, suggestion
from rulings.rulebook.library import find_named
from rulings.rulebook.situation import Line
from rulings.session import Rulebook, Session

_Key = TypeVar("_Key", bound=Hashable)
_Made = TypeVar("_Made")
_KEPT = 8
"""So many tables that cases describe are kept for the next cases, which describe more of the same.

Each holds its models; eight times as many save no time that can be measured.
"""


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What became of one case: `complaint` is empty when it passed.

    `table` is the table that was asked.
    """

    case: Case
    complaint: str
    answer: Answer | None
    diagnostics: tuple[Diagnostic, ...] = ()
    table: Session | None = field(default=None, compare=False, repr=False)

    @property
    def passed(self) -> bool:
        """Whether the answer is the one expected."""
        return not self.complaint


class Runner:
    """Keeps the rulebooks and ready-made situations that many cases share."""

    def __init__(
        self,
        *,
        engine: str = "native",
        each: float | None = None,
        start: Path | None = None,
        shelf: Path | None = None,
        load: Callable[[str | Path, str | None], Rulebook] = Rulebook.load,
    ) -> None:
        """`start` is where the search for rulebooks begins, `shelf` a folder that holds some.

        Each case may take `each` seconds, apart from what it takes to load its rulebook.
        `load` loads the edition of a rulebook that is asked.
        """
        self.engine = engine
        self.each = each
        self.load = load
        self.start = start
        self.shelf = shelf
        self._books: dict[tuple[str | Path, str | None], Rulebook] = {}
        self._refused: dict[object, RulingsError] = {}
        self._tables: dict[tuple[str | Path, str | None, str | None], Session] = {}
        self._beginnings: dict[tuple[object, ...], int] = {}
        self._described: OrderedDict[int, Session] = OrderedDict()

    def run(self, case: Case) -> CaseOutcome:
        """Ask the question of a case and compare."""
        start = perf_counter()
        try:
            self.book(case)
            with deadline(self.each):
                table = self.table(case)
                answer = table.ask(case.ask.text)
                complaint = complaint_about(case, answer, table)
        except OutOfTime as late:
            if self.each is None or perf_counter() - start < self.each:
                raise  # the time of whoever runs the cases is over
            said = f"Out of time: {late}."
            return CaseOutcome(case, said, None)
        except RulingsError as problem:
            said = "The case could not be asked."
            return CaseOutcome(case, said, None, problem.diagnostics)
        return CaseOutcome(case, complaint, answer, table=table)

    def book(self, case: Case) -> Rulebook:
        """Return the rulebook that a case asks."""

        def loaded() -> Rulebook:
            where = case.game
            if isinstance(where, str):
                where = find_named(where, self.start, first=self.shelf)
            return self.load(where, case.edition)

        return self._once(self._books, (case.game, case.edition), loaded)

    def _once(self, known: dict[_Key, _Made], key: _Key, make: Callable[[], _Made]) -> _Made:
        """Make what many cases share once, or find once what is wrong with it."""
        if key in self._refused:
            raise RulingsError(self._refused[key].diagnostics)
        if key not in known:
            try:
                known[key] = make()
            except RulingsError as problem:
                self._refused[key] = problem
                raise
        return known[key]

    def table(self, case: Case) -> Session:
        """Return the table that a case describes."""
        key = (case.game, case.edition, case.situation)
        table = self._once(
            self._tables, key, lambda: self.book(case).situation(case.situation, engine=self.engine)
        )
        return self._after(table, key, case.given)

    def _after(self, table: Session, key: tuple[object, ...], given: Sequence[Line]) -> Session:
        """Return the table after some lines of one text; how several cases begin is read once."""
        keys = list[int]()
        begun: object = key
        for line in given:
            # A number for what was told so far: a line is looked up without all before it.
            longer_by_one = (begun, line.text, line.span.source)
            begun = self._beginnings.setdefault(longer_by_one, len(self._beginnings))
            keys.append(begun)
        met = (end for end in range(len(keys), 0, -1) if keys[end - 1] in self._described)
        known = next(met, 0)
        if known:
            table = self._described[keys[known - 1]]
            self._described.move_to_end(keys[known - 1])
        for end in range(known, len(given)):
            try:
                longer = table.with_lines(given[end : end + 1])
            except RulingsError:
                # What is wrong with the lines behind it is told with it.
                table.with_lines(given[end:])
                raise
            table = self._described[keys[end]] = longer
            if len(self._described) > _KEPT:
                self._described.popitem(last=False)
        return table


def complaint_about(case: Case, answer: Answer, table: Session) -> str:
    """Return why the answer is not the one expected, empty when it is."""
    match case.expect:
        case ExpectVerdict(verdict, reason):
            if answer.verdict is not verdict or (reason and answer.reason is not reason):
                got = f"{answer.verdict.value}: {answer.reason.value}"
                return f"Expected {case.expect}, got {got}."
        case ExpectNumber(number):
            if answer.number != number:
                got = "no number" if answer.number is None else str(answer.number)
                return f"Expected {number}, got {got}."
        case ExpectNames(names):
            got_names = [
                name for b in answer.bindings if b.verdict is Verdict.YES for name in b.names
            ]
            expected = [_display(name, table.lexicon.names) for name in names]
            if sorted(map(str.casefold, got_names)) != sorted(map(str.casefold, expected)):
                listed = ", ".join(sorted(got_names)) or "nothing"
                return f"Expected {case.expect}, got {listed}."
    return _unsupported(case, answer, table)


def _display(name: str, names: Names) -> str:
    """Return the display name of a thing by any of its spellings; other text as it is."""
    shown = [names.display(value) for value in names.all(key_of(name))]
    # A spelling of several things is the name of the one that is shown so.
    as_written = [one for one in shown if one.casefold() == name.casefold()]
    return (as_written or shown or [name])[0]


def _unsupported(case: Case, answer: Answer, table: Session) -> str:
    if not case.because:
        return ""
    unknown = unknown_clauses(case, table)
    if unknown:
        raise RulingsError(unknown)
    cited = table.rulebook.in_force.cited
    named = [line.text for line in case.because]
    missing = [one for one in named if not {one, *cited((one,))} & {*answer.clauses}]
    if not missing:
        return ""
    used = ", ".join(answer.clauses) or "no clause"
    return f"The verdict is right, but not because of {', '.join(missing)}: it rests on {used}."


def unknown_clauses(case: Case, table: Session) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the clauses that a case names (RUL705)."""
    known = table.rulebook.clauses
    return tuple(
        error(
            "RUL705",
            f'"{line.text}" is not a registered clause.',
            line.span,
            suggestion(line.text, known, "clause"),
        )
        for line in case.because
        if line.text not in known
    )
