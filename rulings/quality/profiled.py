"""Where the time of questions goes, rule by rule.

In: a rulebook with a question and its table, or with its FAQ cases. Out: a `Profile`: processor
seconds of each stage from the line to the explanation, and for each rule its time, rounds, rows
and plans. Guarantee: what is timed is what answers questions otherwise, with nothing prepared
before the first; rows are counted in another run, so that counting takes none of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import thread_time

from rulings.asking.evaluation import Evaluators
from rulings.asking.posing import question_of
from rulings.engine.backends.measured import MeasuredBackend, MeasureKind, Measures, RuleMeasure
from rulings.engine.run.evaluate import Evaluator
from rulings.english.reading import notices
from rulings.faq.cases import Case
from rulings.faq.runner import Runner
from rulings.faq.suite import Suite
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Rule
from rulings.records import dataclass, replace
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook, Session

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class RuleProfile:
    """What a rule of a rulebook takes, the slowest of its parts first.

    A part is a rule as the engine runs it, one of those that lowering made of it: in the first
    round, or for new rows of one condition.
    """

    place: str
    concludes: str
    text: str
    parts: tuple[RuleMeasure, ...]

    @property
    def seconds(self) -> float:
        """How long its parts ran."""
        return sum(part.seconds for part in self.parts)

    @property
    def rounds(self) -> int:
        """How often one of its parts ran at most: once in every round."""
        return max(part.runs for part in self.parts)

    @property
    def read(self) -> int:
        """The rows its loops went through."""
        return sum(sum(part.read) for part in self.parts)

    @property
    def made(self) -> int:
        """The rows that it derived."""
        return sum(part.made for part in self.parts)


@dataclass(frozen=True, slots=True)
class Profile:
    """Where time went. `stages` are seconds by name, `rules` the slowest first.

    `asked` are the questions; `refused` of them could not be asked.
    """

    title: str
    asked: tuple[str, ...]
    stages: dict[str, float]
    rules: tuple[RuleProfile, ...]
    refused: int = 0

    @property
    def seconds(self) -> float:
        """All of it."""
        return sum(self.stages.values())


RULES, PREPARING = "rules", "preparing rules"


class _MeasuredEvaluators(Evaluators):
    """Evaluators that measure, and that know nothing of what earlier processes prepared."""

    def __init__(self, shelf: Shelf, measures: Measures) -> None:
        super().__init__(shelf)
        self.measures = measures

    def _with_codes(self, evaluator: Evaluator) -> Evaluator:
        start = thread_time()
        lowered, _ = evaluator.lowered, evaluator.strata
        self.measures.preparing += thread_time() - start
        computed = frozenset(lowered.aggregates)
        evaluator.backend = MeasuredBackend(
            lowered.predicates, computed, evaluator.max_rows, measures=self.measures
        )
        return evaluator


def profile_question(
    book: Rulebook, describe: Callable[[Rulebook], Session], question: str
) -> Profile:
    """Profile one question; `describe` makes its table of a rulebook. Raises RulingsError."""

    def ask(measures: Measures) -> dict[str, float]:
        table = describe(measured(book, measures))
        return dict(_asked(table, question, measures))

    return _profiled(book.title, (question,), ask)


def profile_suite(
    suite: Suite, cases: Sequence[Case], progress: Progress = lambda done, total: None
) -> Profile:
    """Profile the questions of some cases of a suite, one after the other in this process."""
    refused = 0

    def ask(measures: Measures) -> dict[str, float]:
        nonlocal refused
        refused = 0
        runner = Runner(
            start=suite.folder,
            load=lambda where, edition: measured(Rulebook.load(where, edition), measures),
        )
        spent: dict[str, float] = {}
        for number, case in enumerate(cases, 1):
            start, before = thread_time(), _measured(measures)
            try:
                table = runner.table(case)
                _add(spent, "describing tables", thread_time() - start)
                for stage, seconds in _asked(table, case.ask.text, measures, before):
                    _add(spent, stage, seconds)
            except RulingsError:
                refused += 1
            offset = len(cases) if measures.kind is MeasureKind.TIMED else 0
            progress(number + offset, 2 * len(cases))
        return spent

    title = suite.books[0].title
    found = _profiled(title, tuple(case.ask.text for case in cases), ask)
    return replace(found, refused=refused)


def measured(book: Rulebook, measures: Measures) -> Rulebook:
    """Return the rulebook with evaluators that measure."""
    return replace(book, evaluators=_MeasuredEvaluators(book.contents.shelf, measures))


def _asked(
    table: Session, question: str, measures: Measures, before: tuple[float, float] = (0.0, 0.0)
) -> Iterator[tuple[str, float]]:
    """Ask as `Session.ask` does; yield what each stage took."""
    start = thread_time()
    reading = table.read(question)
    asked, meant = question_of(reading, question)
    read = thread_time()
    yield "reading", read - start
    answer = table.respond(asked, meant, question, notices(reading))
    answered = thread_time()
    running, preparing = (now - was for now, was in zip(_measured(measures), before, strict=True))
    yield RULES, running
    yield PREPARING, preparing
    yield "weighing and wording", max(answered - read - running - preparing, 0.0)
    _ = answer.evidence
    yield "explaining", thread_time() - answered


def _measured(measures: Measures) -> tuple[float, float]:
    return sum(one.seconds for one in measures.rules.values()), measures.preparing


def _add(spent: dict[str, float], stage: str, seconds: float) -> None:
    spent[stage] = spent.get(stage, 0.0) + seconds


def _profiled(
    title: str, asked: tuple[str, ...], ask: Callable[[Measures], dict[str, float]]
) -> Profile:
    timed, counted = Measures(MeasureKind.TIMED), Measures(MeasureKind.COUNTED)
    ask(counted)  # first, so that no import takes time of what is timed
    stages = ask(timed)
    return Profile(title, asked, stages, tuple(_by_rule(timed, counted)))


def _by_rule(timed: Measures, counted: Measures) -> list[RuleProfile]:
    """Put the parts of each rule of the rulebook together, the slowest rule first."""
    groups: dict[object, list[RuleMeasure]] = {}
    for key, one in timed.rules.items():
        part = replace(counted.rules.get(key, one), seconds=one.seconds, runs=one.runs)
        groups.setdefault(_written(one.rule), []).append(part)
    profiles = [_of_rule(parts) for parts in groups.values()]
    return sorted(profiles, key=lambda found: (-found.seconds, found.place))


def _of_rule(parts: Iterable[RuleMeasure]) -> RuleProfile:
    slowest = sorted(parts, key=lambda part: (-part.seconds, part.rule.id, part.delta or 0))
    # What lowering adds to a rule is named after it, and longer.
    rule = min((part.rule for part in slowest), key=lambda one: (len(one.id), one.id))
    return RuleProfile(rule.id, str(rule.head.predicate), rule.span.text, tuple(slowest))


def _written(rule: Rule) -> object:
    """Return where a rule is written; what lowering adds by itself is known by its name."""
    span = rule.span
    return (span.source.name, span.start, span.end) if span.text else rule.id
