"""What a rulebook alone says about FAQ entries.

In: entries, as cases. Out: a `SortedEntry` for each: the rules *entail* the entry and by which
clauses, *contradict* it and by which, or are *silent*, so that it extends them. Guarantee: an
entry is entailed or contradicted only by a decided answer that rests on a clause, or by one
that the entry expects to depend; of entries that ask the same and rest on the same clauses
those are told whose every mutant another one notices too.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from rulings.asking.answer import Answer
from rulings.asking.reason import Verdict
from rulings.faq.cases import Case, ExpectVerdict
from rulings.faq.runner import Runner
from rulings.faq.spread import Progress, spread
from rulings.faq.suite import Suite
from rulings.quality.observe import asked_predicates
from rulings.quality.prepared import Prepared, prepare
from rulings.quality.redundancy import Alike, redundant
from rulings.records import dataclass, replace


class Standing(Enum):
    """How an entry stands to the rules."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    SILENT = "silent"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class SortedEntry:
    """What the rules say about one entry.

    `answer` is the verdict with its reason, `clauses` the minimal ones that it rests on,
    `repeats` the entry that notices every mutant of the rules that this one notices.
    """

    case: Case
    standing: Standing
    answer: str
    say: str
    clauses: tuple[str, ...]
    repeats: str = ""


def triage(
    suite: Suite,
    *,
    compare: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[SortedEntry]:
    """Sort entries by what the rules say about them.

    `compare` tells the redundant ones too, which takes as long as mutation testing.
    """
    asked = spread(_sorted, suite.cases, start=suite.folder, jobs=jobs, progress=progress)
    alike: dict[tuple[object, ...], list[tuple[int, Prepared]]] = {}
    for number, (finding, entry) in enumerate(asked):
        if finding.standing is Standing.ENTAILED and finding.clauses and entry is not None:
            edition = finding.case.edition or suite.books[0].edition
            predicates = frozenset(asked_predicates(entry.goal.body))
            key = (edition, finding.answer, predicates, frozenset(finding.clauses))
            alike.setdefault(key, []).append((number, entry))
    found = [finding for finding, _ in asked]
    if not compare:
        return found
    groups = [Alike(str(key[0]), tuple(entries)) for key, entries in alike.items()]
    for number, other in redundant(suite.folder, groups, jobs=jobs).items():
        found[number] = replace(found[number], repeats=found[other].case.name)
    return found


def _sorted(runner: Runner, case: Case) -> tuple[SortedEntry, Prepared | None]:
    """Return what the rules say about one entry, and what mutants need of one that passes."""
    outcome = runner.run(replace(case, because=()))
    answer, table = outcome.answer, outcome.table
    if answer is None or table is None:
        said = " ".join(d.message for d in outcome.diagnostics) or outcome.complaint
        return SortedEntry(case, Standing.UNREAD, "", said, ()), None
    clauses = answer.clauses
    standing = _standing(case, answer, clauses, agreed=outcome.passed)
    if standing is Standing.SILENT and answer.verdict is Verdict.NO:
        clauses = ()
    said = f"{answer.verdict.value}: {answer.reason.value}"
    finding = SortedEntry(case, standing, said, answer.say, clauses)
    if not outcome.passed:
        return finding, None
    # A reason that fails already cannot be what notices a mutant.
    held = {line.text for line in case.because} <= set(answer.clauses)
    entry = case if held else replace(case, because=())
    return finding, prepare(entry, table, answer)


def _standing(case: Case, answer: Answer, clauses: Sequence[str], *, agreed: bool) -> Standing:
    if answer.verdict is Verdict.UNDECIDED:
        return Standing.SILENT
    if answer.verdict is Verdict.DEPENDS:
        expected = case.expect
        same = isinstance(expected, ExpectVerdict) and expected.verdict is Verdict.DEPENDS
        return Standing.ENTAILED if same else Standing.SILENT
    if not clauses and not agreed:
        return Standing.SILENT
    return Standing.ENTAILED if agreed else Standing.CONTRADICTED
