"""What becomes of mutants: killed, survived or equivalent.

In: the benches of a game's editions. Out: the `Fate` of a mutant. Guarantee: a mutant is killed
only when `rulings test` would fail on it; one that no case kills is put to a search for a
table that tells it from its rule, and is equivalent when that finds none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import Enum

from rulings.language.predicates import PredicateId, side_of
from rulings.quality.bench import Bench, Changed
from rulings.quality.mutants import Mutant
from rulings.quality.stories import Stories
from rulings.quality.synthesise import Synthesised, still_tells, synthesise
from rulings.quality.telling import tell
from rulings.records import dataclass, replace

EXPLANATIONS = 6
"""So many explanations are made again for a mutant that no answer betrays, the likeliest ones."""


class Status(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one mutant: the case that killed it, or a question that would."""

    mutant: Mutant
    editions: tuple[str, ...]
    status: Status
    case: str = ""
    question: Synthesised | None = None


class Laboratory:
    """The benches of a game's editions, and what to do to a mutant there."""

    def __init__(self, benches: Mapping[str, Bench]) -> None:
        self.benches = benches
        self._stories = {edition: Stories(bench) for edition, bench in benches.items()}
        self._questions: dict[str, list[Synthesised]] = defaultdict(list)
        self._killers: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._by_stratum: dict[str, dict[int, list[int]]] = {}
        for edition, bench in benches.items():
            listed: dict[int, list[int]] = defaultdict(list)
            for index, slice_ in enumerate(bench.slices):
                for stratum in slice_ | self._stories[edition].strata(index):
                    listed[stratum].append(index)
            self._by_stratum[edition] = listed

    def fate(self, found: Mapping[str, Mutant]) -> Fate:
        """Decide one mutant, given as it stands in each edition that has it."""
        mutant = next(iter(found.values()))
        editions = tuple(found)
        changes: dict[str, Changed] = {}
        for edition, one in found.items():
            changes[edition] = self.benches[edition].change(one)
            case = self._killer(edition, one, changes[edition])
            if case:
                return Fate(mutant, editions, Status.KILLED, case)
        telling = False
        for edition, changed in changes.items():
            bench = self.benches[edition]
            for known in self._questions[edition]:
                reason = still_tells(bench, known, changed)
                if reason is not None:
                    question = replace(known, mutant=reason)
                    return Fate(mutant, editions, Status.SURVIVED, question=question)
            found_at = tell(bench, found[edition], changed)
            telling = telling or found_at is not None
            if found_at is None or _of_a_happening(mutant, bench):
                continue
            asked = synthesise(bench, found_at, changed)
            if asked is not None:
                self._questions[edition].append(asked)
                return Fate(mutant, editions, Status.SURVIVED, question=asked)
        return Fate(mutant, editions, Status.SURVIVED if telling else Status.EQUIVALENT)

    def forget(self) -> None:
        """Forget questions found so far, so that what is found does not depend on the order."""
        self._questions.clear()

    def _killer(self, edition: str, mutant: Mutant, changed: Changed) -> str:
        """Return the id of a case that fails, empty when none does."""
        bench = self.benches[edition]
        overlays: dict[int, dict[PredicateId, int]] = {}
        for index in self._ordered(edition, mutant, changed):
            fails, overlays[index] = self._stories[edition].answers_wrongly(index, changed)
            if fails:
                return self._killed(edition, mutant, index)
        for index in self._explained(bench, mutant, overlays):
            if bench.unsupported(index, changed, overlays.get(index, {})):
                return self._killed(edition, mutant, index)
        return ""

    def _explained(
        self, bench: Bench, mutant: Mutant, overlays: Mapping[int, dict[PredicateId, int]]
    ) -> list[int]:
        """Return the cases whose explanation may be another one, the likeliest first."""
        rule = mutant.rule
        found: list[tuple[tuple[bool, bool], int]] = []
        for index, prepared in enumerate(bench.cases):
            # What an answer rests on goes back into the steps before it, which are not told anew.
            if not prepared.case.because or prepared.journal:
                continue
            changed = {side_of(name) for name in overlays.get(index, ())}
            named = rule is not None and rule.id in prepared.rules
            if named or not prepared.consulted.isdisjoint(changed):
                cited = rule is not None and any(
                    line.text in rule.clauses for line in prepared.case.because
                )
                found.append(((not (named and cited), not named), index))
        return [index for _, index in sorted(found)[:EXPLANATIONS]]

    def _killed(self, edition: str, mutant: Mutant, index: int) -> str:
        self._killers[mutant.id].append((edition, index))
        case = self.benches[edition].cases[index].case
        return f"{case.id} ({case.span.source.name})"

    def _ordered(self, edition: str, mutant: Mutant, changed: Changed) -> Iterator[int]:
        """Yield the cases that depend on what changed, the likeliest to fail first."""
        bench, listed = self.benches[edition], self._by_stratum[edition]
        depend = {index for stratum in changed.skipped for index in listed.get(stratum, ())}
        killers = self._killers[mutant.id]
        first = [i for e, i in reversed(killers[-8:]) if e == edition and i in depend]
        rule = mutant.rule.id if mutant.rule is not None else ""
        second = [index for index in sorted(depend) if rule in bench.cases[index].rules]
        yield from dict.fromkeys((*first, *second, *sorted(depend)))


def _of_a_happening(mutant: Mutant, bench: Bench) -> bool:
    """Whether a mutant changes what a happening does: no question is about that alone."""
    if mutant.rule is None:
        return False
    happenings = bench.shelf.outline.happenings.values()
    return any(mutant.rule.head.predicate in one.brings for one in happenings)
