"""Mutation testing of a rulebook: does its FAQ suite notice when a rule is wrong?

In: the folder of a game and its cases. Out: a `Report` with the fate of every mutant. Guarantee:
a mutant of a rule that several editions hold is one mutant, killed by the cases of any of them;
the report depends neither on how many processes made it nor on the order of sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

from rulings.faq.cases import Case
from rulings.faq.runner import Runner
from rulings.faq.spread import cores, spread
from rulings.faq.workers import shared_out
from rulings.language.predicates import PredicateId
from rulings.language.program import Rule
from rulings.quality.bench import Bench
from rulings.quality.laboratory import Fate, Laboratory, Status
from rulings.quality.mutants import Mutant, mutants
from rulings.quality.prepared import Prepared, prepare
from rulings.records import dataclass
from rulings.session import Rulebook

Progress = Callable[[str, int, int], None]
Key = tuple[str, str, str]
FEW = 60
"""So few mutants are run faster by one process than by several."""


@dataclass(frozen=True, slots=True)
class Report:
    """The fates of all mutants of a game, in the order of its rules.

    `failing` are the cases that fail without any change; they kill nothing.
    """

    game: str
    editions: tuple[str, ...]
    cases: int
    failing: tuple[str, ...]
    fates: tuple[Fate, ...]

    def of(self, status: Status) -> tuple[Fate, ...]:
        """Return the fates of one kind."""
        return tuple(fate for fate in self.fates if fate.status is status)

    @property
    def score(self) -> int:
        """The killed ones among those that are not equivalent, in percent, rounded down."""
        killed, alive = len(self.of(Status.KILLED)), len(self.of(Status.SURVIVED))
        return 100 * killed // (killed + alive) if killed + alive else 100


@dataclass(frozen=True, slots=True)
class Sample:
    """Which mutants to try: those of the rules in `files`, or of all rules; how many of them,
    None for all, and the seed that chooses them."""

    size: int | None = None
    seed: int = 0
    files: tuple[str, ...] = ()


def mutate(
    folder: Path,
    cases: Sequence[Case],
    editions: Sequence[str] = (),
    *,
    sample: Sample | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Run the mutants of a rulebook against its cases.

    `progress` is told what is being done, how much of it is done and how much there is.
    Raises RulingsError when the rulebook cannot be loaded.
    """
    told = progress or (lambda _what, _done, _total: None)
    book = Rulebook.load(folder)
    book.remember()
    chosen = tuple(editions) or book.editions
    passing, failing = passing_cases(book, cases, chosen, jobs=jobs, progress=told)
    workers = jobs or cores()
    benches = {
        edition: Bench(Rulebook.load(folder, edition), tuple(prepared))
        for edition, prepared in passing.items()
    }
    laboratory, merged = Laboratory(benches), _merged(benches)
    listed = _sampled(merged, sample or Sample())

    def decide(batch: Iterable[Key]) -> dict[Key, Fate]:
        laboratory.forget()
        return {key: laboratory.fate(merged[key]) for key in batch}

    fates: dict[Key, Fate] = {}
    batches = _batches(listed, merged)
    for decided in shared_out(decide, batches, workers if len(listed) > FEW else 1):
        fates.update(decided)
        told("mutants", len(fates), len(listed))
    return Report(
        book.name,
        chosen,
        sum(map(len, passing.values())),
        tuple(failing),
        tuple(fates[key] for key in listed),
    )


def passing_cases(
    book: Rulebook,
    cases: Sequence[Case],
    editions: Sequence[str],
    *,
    jobs: int | None = None,
    progress: Progress,
) -> tuple[dict[str, list[Prepared]], list[str]]:
    """Run cases; return those that pass by edition, and the ids of those that fail."""
    passing: dict[str, list[Prepared]] = {edition: [] for edition in editions}
    failing: list[str] = []
    told = partial(progress, "cases")
    prepared = spread(_prepared, cases, start=book.folder, jobs=jobs, progress=told)
    for case, one in zip(cases, prepared, strict=True):
        edition = case.edition or book.edition
        if one is None:
            failing.append(case.id)
        elif edition in passing:
            passing[edition].append(one)
    return passing, failing


def _prepared(runner: Runner, case: Case) -> Prepared | None:
    """Run a case and keep what mutants need; None if it fails."""
    outcome = runner.run(case)
    answer, table = outcome.answer, outcome.table
    if not outcome.passed or answer is None or table is None:
        return None
    return prepare(case, table, answer)


def _merged(benches: Mapping[str, Bench]) -> dict[Key, dict[str, Mutant]]:
    """Return every mutant once, as it stands in each edition that has the rule."""
    found: dict[Key, dict[str, Mutant]] = {}
    rules: dict[Key, Rule | None] = {}
    for edition, bench in benches.items():
        for mutant in mutants(bench.book.program):
            operator, name, change = mutant.key
            if rules.setdefault(mutant.key, mutant.rule) == mutant.rule:
                found.setdefault(mutant.key, {})[edition] = mutant
            else:
                found[operator, f"{name} [{edition}]", change] = {edition: mutant}
    return found


def _sampled(found: Mapping[Key, Mapping[str, Mutant]], sample: Sample) -> list[Key]:
    """Return the keys of a random sample in the order of the whole, or of the whole."""
    listed = [
        key
        for key, mutants_of in found.items()
        if not sample.files or _file(next(iter(mutants_of.values())).rule) in sample.files
    ]
    if sample.size is None or sample.size >= len(listed):
        return listed
    chosen = sorted(Random(sample.seed).sample(range(len(listed)), sample.size))
    return [listed[index] for index in chosen]


def _file(rule: Rule | None) -> str:
    """Return the name of the file that a rule stands in."""
    return Path(rule.span.source.name).name if rule is not None else ""


def _batches(
    listed: Iterable[Key], found: Mapping[Key, Mapping[str, Mutant]]
) -> list[tuple[Key, ...]]:
    """Mutants of one predicate go together: one question often tells several of them."""
    batches: dict[PredicateId, list[Key]] = {}
    for key in listed:
        rule = next(iter(found[key].values())).rule
        batches.setdefault(rule.head.predicate if rule is not None else "", []).append(key)
    return [tuple(batch) for batch in batches.values()]
