"""What happened at the tables of cases, held against changed rules.

In: a bench and its cases. Out: whether a changed program makes a happening of a case do something
else, and then what is stated after all of them. Guarantee: a case is played again only where what
one of its happenings begins, ends, sets or causes differs; a moment that several cases share is
looked at once for each change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulings.asking.chronicle import with_journal
from rulings.asking.played_again import played_again
from rulings.asking.said import Said
from rulings.language.predicates import PredicateId
from rulings.language.program import EffectKind
from rulings.records import dataclass
from rulings.rulebook.stated import Stated

if TYPE_CHECKING:
    from rulings.quality.bench import Bench, Changed, Place
    from rulings.quality.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at which something takes place: what `made` says of it, by the strata `within`."""

    place: Place
    made: frozenset[PredicateId]
    within: frozenset[int]


class Stories:
    """The happenings of the cases of a bench."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._moments: list[Moment] = []
        numbers: dict[object, int] = {}
        self._of = [
            tuple(dict.fromkeys(self._number(one, numbers) for one in self._read(case)))
            for case in bench.cases
        ]
        self._serial = 0
        self._differs: dict[int, bool] = {}

    def strata(self, index: int) -> frozenset[int]:
        """Return the numbers of the strata by which the happenings of a case do what they do."""
        return frozenset[int]().union(*(self._moments[n].within for n in self._of[index]))

    def differ(self, index: int, changed: Changed) -> bool:
        """Whether a happening of a case does something else under changed rules.

        Raises RulingsError where the changed rules fail.
        """
        if changed.serial != self._serial:
            self._serial, self._differs = changed.serial, {}
        return any(self._moment_differs(number, changed) for number in self._of[index])

    def after(self, index: int, changed: Changed) -> tuple[Stated, Stated]:
        """Return what is stated after the happenings of a case under changed rules.

        With it, the same with the journal, by which rules read what happened. Raises RulingsError
        where the changed rules keep them from being carried out.
        """
        case, book = self._bench.cases[index], self._bench.book
        said = Said(changed.evaluators.shelf, book.lexicon, case.stated, journal=case.journal)
        again = played_again(said, changed.evaluators)
        return again.stated, again.on_the_table

    def _moment_differs(self, number: int, changed: Changed) -> bool:
        found = self._differs.get(number)
        if found is None:
            moment = self._moments[number]
            overlay = self._bench.effect(moment.place, changed, moment.within)
            found = self._differs[number] = not moment.made.isdisjoint(overlay)
        return found

    def _number(self, moment: Moment, numbers: dict[object, int]) -> int:
        key = moment.made, frozenset(moment.place.seed.items())
        if key not in numbers:
            numbers[key] = len(self._moments)
            self._moments.append(moment)
        return numbers[key]

    def _read(self, case: Prepared) -> Iterator[Moment]:
        bench = self._bench
        happenings = bench.shelf.outline.happenings
        for number, entry in enumerate(case.journal):
            effects = happenings[str(entry.atom.predicate)].effects
            made = frozenset(e.made for e in effects if e.kind is not EffectKind.NEEDS)
            within = bench.slice(made)
            stated = with_journal(entry.before, case.journal[:number]).state(entry.atom)
            yield Moment(bench.place(stated, {}, within), made, within)
