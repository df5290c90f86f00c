"""What happened at the tables of cases, held against changed rules.

In: a bench and its cases, a changed program. Out: the table of a case under it: the one that its
happenings led to before, or another. Guarantee: a case is played again only where what
one of its happenings begins, ends, sets or causes differs; a moment that several cases share is
looked at once for each change.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.chronicle import with_journal
from rulings.asking.played_again import played_again
from rulings.asking.said import Said
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.quality.bench import Bench, Changed, Place, Scene
from rulings.quality.prepared import Prepared, is_open
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Juncture:
    """A table at which something takes place: what `made` says of it, by the strata `within`."""

    place: Place
    made: frozenset[PredicateId]
    within: frozenset[int]


class Stories:
    """The happenings of the cases of a bench."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._junctures: list[Juncture] = []
        numbers: dict[object, int] = {}
        self._of = [
            tuple(dict.fromkeys(self._number(one, numbers) for one in self._read(case)))
            for case in bench.cases
        ]
        bench.keep()
        self._serial = 0
        self._differs: dict[int, bool] = {}

    def strata(self, index: int) -> frozenset[int]:
        """Return the numbers of the strata by which the happenings of a case do what they do."""
        return frozenset[int]().union(*(self._junctures[n].within for n in self._of[index]))

    def scene(self, index: int, changed: Changed) -> Scene:
        """Return the table of a case under changed rules.

        Raises RulingsError when they fail, or keep what happens from being carried out.
        """
        bench = self._bench
        case, within = bench.cases[index], bench.slices[index]
        if self._differ(index, changed):
            said = Said(
                changed.evaluators.shelf, bench.book.lexicon, case.stated, journal=case.journal
            )
            again = played_again(said, changed.evaluators)
            place = bench.place(again.on_the_table, case.demand, within)
            session = bench.book.with_stated(again.stated)
            return Scene(place, session, bench.effect(place, changed, within), elsewhere=True)
        place = bench.places[index]
        return Scene(place, bench.session(index), bench.effect(place, changed, within))

    def answers_wrongly(self, index: int, changed: Changed) -> tuple[bool, dict[PredicateId, int]]:
        """Whether a case fails by its answer, and what differs at its table."""
        bench = self._bench
        entry = bench.cases[index]
        try:
            scene = self.scene(index, changed)
            overlay = scene.overlay
            told = scene.elsewhere or not bench.roots(entry.goal).isdisjoint(overlay)
            asked = told or (overlay and is_open(entry))
            return bool(asked) and bench.fails(index, changed, scene), overlay
        except RulingsError:
            return True, {}

    def _differ(self, index: int, changed: Changed) -> bool:
        """Whether a happening of a case does something else under changed rules."""
        if changed.serial != self._serial:
            self._serial, self._differs = changed.serial, {}
        return any(self._differs_at(number, changed) for number in self._of[index])

    def _differs_at(self, number: int, changed: Changed) -> bool:
        found = self._differs.get(number)
        if found is None:
            one = self._junctures[number]
            overlay = self._bench.effect(one.place, changed, one.within)
            found = self._differs[number] = not one.made.isdisjoint(overlay)
        return found

    def _number(self, one: Juncture, numbers: dict[object, int]) -> int:
        key = one.made, frozenset(one.place.seed.items())
        if key not in numbers:
            numbers[key] = len(self._junctures)
            self._junctures.append(one)
        return numbers[key]

    def _read(self, case: Prepared) -> Iterator[Juncture]:
        bench = self._bench
        happenings = bench.shelf.outline.happenings
        for number, entry in enumerate(case.journal):
            made = frozenset[PredicateId](happenings[str(entry.atom.predicate)].brings)
            within = bench.slice(made)
            stated = with_journal(entry.before, case.journal[:number], bench.shelf)
            place = bench.place(stated.state(entry.atom), {}, within)
            yield Juncture(place, made, within)
