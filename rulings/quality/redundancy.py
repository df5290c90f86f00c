"""Which entries of a suite add nothing: whatever mutant they notice, another entry notices too.

In: entries that pass and say the same, as `Prepared` cases in groups. Out: for each redundant
one, an entry of its group that stands for it. Guarantee: an entry is redundant only when it
notices a mutant and the other notices every mutant that it notices; of entries that notice the
same mutants the first is kept. Suites are reduced by what they detect as in G. Rothermel,
M. Harrold, J. Ostrin, C. Hong, "An empirical study of the effects of minimization on the fault
detection capabilities of test suites", ICSM 1998.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from rulings.faq.spread import cores
from rulings.faq.workers import shared_out
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import side_of, sides
from rulings.quality.bench import Bench, Changed
from rulings.quality.mutants import Mutant, mutants
from rulings.quality.prepared import Prepared
from rulings.quality.stories import Stories
from rulings.records import dataclass
from rulings.session import Rulebook

FEW = 40
"""So few entries are compared faster by one process than by several."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Entries of one edition that say the same, each with the number it is known by."""

    edition: str
    entries: tuple[tuple[int, Prepared], ...]


def redundant(folder: Path, groups: Sequence[Alike], *, jobs: int | None = None) -> dict[int, int]:
    """Return the numbers of the redundant entries, each with the one that stands for it."""
    compared = [group for group in groups if len(group.entries) > 1]
    size = sum(len(group.entries) for group in compared)
    workers = min(jobs or cores(), len(compared)) if size > FEW else 1
    # Groups of one edition go together: what a mutant changes is prepared once for all of them.
    compared.sort(key=lambda group: group.edition)
    parts = [part for part in _parts(compared, workers) if part]
    found = shared_out(partial(_in_part, folder), parts, len(parts))
    return {number: other for one in found for number, other in one.items()}


def _parts(groups: Sequence[Alike], count: int) -> list[tuple[Alike, ...]]:
    """Cut groups into parts of about as many entries."""
    total = sum(len(group.entries) for group in groups)
    parts: list[list[Alike]] = [[] for _ in range(max(count, 1))]
    done = 0
    for group in groups:
        parts[done * len(parts) // max(total, 1)].append(group)
        done += len(group.entries)
    return [tuple(part) for part in parts]


def _in_part(folder: Path, groups: Sequence[Alike]) -> dict[int, int]:
    found: dict[int, int] = {}
    for edition in dict.fromkeys(group.edition for group in groups):
        mine = [group.entries for group in groups if group.edition == edition]
        prepared = tuple(entry for entries in mine for _, entry in entries)
        numbers = [number for entries in mine for number, _ in entries]
        bench = Bench(Rulebook.load(folder, edition), prepared)
        sieve = _Sieve(bench, [len(entries) for entries in mine])
        found |= {numbers[index]: numbers[other] for index, other in sieve.covered().items()}
    return found


class _Sieve:
    """Entries on a bench, each with the others that have noticed all that it noticed so far."""

    def __init__(self, bench: Bench, sizes: Iterable[int]) -> None:
        self.bench = bench
        self.stories = Stories(bench)
        self.rivals: list[set[int]] = []
        for size in sizes:
            mates = range(len(self.rivals), len(self.rivals) + size)
            self.rivals += [set(mates) - {index} for index in mates]
        self.noticing: set[int] = set()

    def covered(self) -> dict[int, int]:
        """Return the entries that another one stands for, with that one."""
        named = frozenset[str]().union(*(case.rules for case in self.bench.cases))
        listed = list(mutants(self.bench.book.program))
        # What an explanation names tells most entries apart, and then they need no more mutants.
        for mutant in sorted(listed, key=lambda one: one.id not in named):
            self.put(mutant)
        found: dict[int, int] = {}
        for index, rivals in enumerate(self.rivals):
            if index not in self.noticing:
                continue
            ahead = [r for r in rivals if r < index or index not in self.rivals[r]]
            kept = (r for r in ahead if not self._falls(r))
            if ahead:
                found[index] = next(kept)
        return found

    def _falls(self, index: int) -> bool:
        return any(r < index or index not in self.rivals[r] for r in self.rivals[index])

    def put(self, mutant: Mutant) -> None:
        """Let the entries look at a mutant, those that may still be redundant."""
        if not any(self._may_read(index, mutant) for index in self._undecided()):
            return
        changed = self.bench.change(mutant)
        seen: dict[int, bool] = {}

        def sees(index: int) -> bool:
            if index not in seen:
                seen[index] = self._notices(index, mutant, changed)
            return seen[index]

        for index in self._undecided():
            if sees(index):
                self.noticing.add(index)
                self.rivals[index] = {rival for rival in self.rivals[index] if sees(rival)}

    def _undecided(self) -> list[int]:
        return [index for index, rivals in enumerate(self.rivals) if rivals]

    def _may_read(self, index: int, mutant: Mutant) -> bool:
        if mutant.rule is None:
            return True
        name = mutant.rule.head.predicate
        homes = [self.bench.reviser.home.get(side) for side in (name, *sides(name))]
        known = [home for home in homes if home is not None]
        reached = self.bench.slices[index] | self.stories.strata(index)
        return not known or not reached.isdisjoint(known)

    def _notices(self, index: int, mutant: Mutant, changed: Changed) -> bool:
        """Return whether a case would fail on a mutant, by its answer or by what it rests on."""
        bench, entry = self.bench, self.bench.cases[index]
        if changed.skipped.isdisjoint(bench.slices[index] | self.stories.strata(index)):
            return False
        fails, overlay = self.stories.answers_wrongly(index, changed)
        if fails or not entry.case.because or entry.journal:
            return fails
        touched = mutant.id in entry.rules
        touched = touched or not entry.consulted.isdisjoint(map(side_of, overlay))
        try:
            return touched and bench.unsupported(index, changed, overlay)
        except RulingsError:
            return True
