"""The cases of one edition, carried from one state of its rules to the next.

In: an opened edition and its cases as they were asked; then the same edition with other rules.
Out: which cases the change reaches, and what comes of them now. Guarantee: a case is left alone
only when no stratum below its question differs, or when those that do give the same rows and
neither its explanation nor what is open about it reads a changed rule. Strata are told apart by
what they say and computed once for what they read, as in `vault`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import count

from rulings.asking.played_again import played_again
from rulings.asking.recent import WorkedOut
from rulings.asking.said import Said
from rulings.engine.limits import OutOfTime, deadline
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Row
from rulings.logic.inputs import demand_of
from rulings.quality.bench import Modelled
from rulings.quality.kept_names import named_as_before
from rulings.quality.layout import (
    UNCHANGED,
    Layout,
    Rework,
    Roots,
    completed_otherwise,
    concluded_otherwise,
    laid_out,
    planned,
)
from rulings.quality.listening import SECONDS, Listened
from rulings.quality.prepared import Prepared, read_by
from rulings.quality.vault import Overlay, Vault, View, World
from rulings.records import dataclass, replace
from rulings.rulebook.situation import Situation
from rulings.session import Rulebook, Session


@dataclass(slots=True)
class _Carried:
    """What holds at a case's table before any rule, and after those that its question needs."""

    seed: World
    world: dict[PredicateId, int]
    assumed: dict[PredicateId, set[Row]]


@dataclass(frozen=True, slots=True)
class _Turned:
    """What the last change of the rules came to, for the cases that are still to be asked."""

    changed: frozenset[str] = frozenset()
    restated: bool = False


class Carried:
    """The cases of one edition. `listened` says what came of each.

    A change is worked off case by case: those `behind` have the verdict of before until `ask_next`
    gives them theirs. What it rests on takes longer to tell: the cases in `waiting` wait for
    `explain_next` to tell whether it is for the right reason.
    """

    def __init__(self, book: Rulebook, listened: Iterable[Listened]) -> None:
        self.listened = list(listened)
        self._vault = Vault()
        self._numbers = count(1)
        self._layout = laid_out(book, None, self._numbers)
        self._tables: list[_Carried | None] = []
        self._said: dict[int, Said] = {}
        self.waiting: dict[int, None] = {}
        self.behind: dict[int, Rework] = {}
        self._turned = _Turned()
        self._ran_away = False
        for one in self.listened:
            self._tables.append(self._settled(one))

    @property
    def book(self) -> Rulebook:
        """The edition in the state that the cases were asked last."""
        return self._layout.book

    def put(self, index: int, listened: Listened) -> None:
        """Put a case that was just asked in the place of another, or behind all others."""
        if index == len(self.listened):
            self.listened.append(listened)
            self._tables.append(None)
        self.listened[index] = listened
        self._said.pop(index, None)
        self.waiting.pop(index, None)
        self.behind.pop(index, None)
        self._tables[index] = self._settled(listened)

    def keep(self, indexes: Sequence[int]) -> None:
        """Drop all cases but these."""
        if list(indexes) == list(range(len(self.listened))):
            return
        self._said = {new: self._said[old] for new, old in enumerate(indexes) if old in self._said}
        places = {old: new for new, old in enumerate(indexes)}
        self.waiting = {places[old]: None for old in self.waiting if old in places}
        self.behind = {places[old]: plan for old, plan in self.behind.items() if old in places}
        self.listened = [self.listened[index] for index in indexes]
        self._tables = [self._tables[index] for index in indexes]

    def turn(self, book: Rulebook) -> None:
        """Go to other rules: the cases that the change reaches are `behind`, the nearest first.

        The edition has the same words, declarations and facts as before.
        """
        for index in self.behind:
            # It was not asked by the rules of before: all that it reads is computed again.
            self._tables[index] = None
        old = self._layout
        after = named_as_before(book.program, old.book.program)
        shelf = book.contents.shelf.naming(after.rules)
        new = self._layout = laid_out(book.with_shelf(shelf), old, self._numbers)
        changed = concluded_otherwise(old.book.program, after)
        restated = completed_otherwise(old.book, new.book)
        self._turned, self._ran_away = _Turned(changed, restated), False
        plans: dict[Roots, Rework] = {}
        had = set(old.labels)
        anew = sum(1 << index for index, label in enumerate(new.labels) if label not in had)
        reached: dict[int, Rework] = {}
        for index, one in enumerate(self.listened):
            if one.known is None:
                continue
            roots = new.roots(one)
            if roots not in plans:
                # What depends on nothing new depends on all that it did before.
                as_before = not new.mask(roots) & anew and all(
                    (name in old.home) == (name in new.home) for name in roots
                )
                plans[roots] = UNCHANGED if as_before else planned(old, new, roots)
            if self._tables[index] is None or restated or not plans[roots].empty:
                reached[index] = plans[roots]
        nearest = sorted(reached, key=lambda index: self._distance(index, changed))
        self.behind = {index: reached[index] for index in nearest}

    def _distance(self, index: int, changed: frozenset[str]) -> tuple[bool, bool, bool]:
        """Tell how late a case is asked: first what fails, asks for what changed, is quick."""
        one = self.listened[index]
        known = one.known
        assert known is not None
        return one.came.passed, changed.isdisjoint(known.asks), bool(known.journal)

    def ask_next(self) -> None:
        """Ask one of the cases that are behind, by the rules as they are."""
        index = next(iter(self.behind))
        plan, one = self.behind.pop(index), self.listened[index]
        if self._ran_away:
            # Whatever ran away once would do so for every case.
            self._leave(index, one.late())
            return
        try:
            with deadline(SECONDS):
                self._carry(index, plan)
        except RulingsError as problem:
            self._leave(index, one.failing(problem.diagnostics))
        except OutOfTime:
            self._ran_away = True
            self._leave(index, one.late())

    def _leave(self, index: int, listened: Listened) -> None:
        self.listened[index] = listened
        self.waiting.pop(index, None)
        self._tables[index] = None

    def _carry(self, index: int, plan: Rework) -> None:
        """Compute what is true at a table by now, and ask again if the answer may differ."""
        changed, restated = self._turned.changed, self._turned.restated
        one, table = self.listened[index], self._tables[index]
        if one.known is not None and one.known.journal:
            one, table = self._played_again(index, one.known), None
        if table is None or (restated and self._seed(one)[0] != table.seed):
            self._tables[index] = self._settled(one)
        else:
            overlay = self._effect(table, plan)
            table.world.update(overlay)
            if not _touched(one, overlay, changed, self._layout.roots(one)):
                return
        self.listened[index] = one.decided(self.session(index))
        if one.case.because:
            self.waiting[index] = None

    def _played_again(self, index: int, known: Prepared) -> Listened:
        """Let happen again by the rules as they are what happened at the table of a case."""
        shelf = self.book.contents.shelf
        said = Said(shelf, self.book.lexicon, known.stated, journal=known.journal)
        again = played_again(said, self.book.evaluators)
        asks = read_by(known.goal, again.journal, self.book.outline)
        told, seen = again.stated, again.on_the_table
        known = replace(known, stated=told, journal=again.journal, asks=asks, on_the_table=seen)
        self._said.pop(index, None)
        self.listened[index] = replace(self.listened[index], known=known)
        return self.listened[index]

    def explain_next(self) -> None:
        """Tell of one of the cases that wait whether its verdict rests on what it should."""
        index = next(iter(self.waiting))
        del self.waiting[index]
        one = self.listened[index]
        try:
            with deadline(SECONDS):
                self.listened[index] = one.explained(self.session(index))
        except OutOfTime:
            self.listened[index] = one.late()

    # Tables

    def session(self, index: int) -> Session:
        """Return the table of a case, evaluated by the rules as they are."""
        one, layout, book = self.listened[index], self._layout, self.book
        assert one.known is not None
        said = self._said.get(index)
        shelf = book.contents.shelf
        if said is None:
            said = Said(shelf, book.lexicon, one.known.stated, journal=one.known.journal)
        said = self._said[index] = said.speaking(shelf=shelf, words=book.lexicon)
        table = self._tables[index]
        if one.conditional or table is None:
            return Session.of(book, Situation(), "native", said)
        world = Overlay(table.world, {})
        predicates = layout.lowered.predicates
        model = Model(
            book.program,
            layout.lowered,
            View(self._vault, world, predicates, 0),
            View(self._vault, world, predicates, 1),
            layout.ranks,
            table.assumed,
            "native",
        )
        found = WorkedOut(Modelled(book.evaluators, one.known.on_the_table, model))
        return Session(book, Situation(), "native", said, found)

    def _seed(self, one: Listened) -> tuple[World, dict[PredicateId, set[Row]]]:
        """Return what holds at a case's table before any rule, and what of it is assumed."""
        assert one.known is not None
        shelf, stated = self.book.contents.shelf, one.known.on_the_table
        table = Table(shelf.outline, stated.facts, stated.denials, shelf.constants)
        seed: dict[PredicateId, int] = {}
        for name, rows in table.true.items():
            possible = table.possible[name]
            wide = rows.rows if possible is rows else possible.rows
            seed[name] = self._vault.number(rows.rows, wide, rows.arity)
        for name, asked in one.known.demand.items():
            arity = self._layout.lowered.predicates[demand_of(name)].arity
            seed[demand_of(name)] = self._vault.number(asked, asked, arity)
        return seed, {name: some for name, some in table.assumed.items() if some}

    def _settled(self, one: Listened) -> _Carried | None:
        """Compute all that the question of a case reads; None where that fails."""
        if one.known is None:
            return None
        try:
            with deadline(SECONDS):
                seed, assumed = self._seed(one)
                layout, world = self._layout, dict(seed)
                for index in layout.slice(layout.roots(one)):
                    self._compute(layout, index, world, seed)
        except (RulingsError, OutOfTime):
            return None
        return _Carried(seed, world, assumed)

    def _compute(
        self, layout: Layout, index: int, world: dict[PredicateId, int], seed: World
    ) -> None:
        stratum = layout.strata[index]
        label = layout.labels[index]
        found = self._vault.settle(label, stratum, world, seed, layout.engine)
        world.update(zip(stratum.predicates, found, strict=True))

    def _effect(self, table: _Carried, plan: Rework) -> dict[PredicateId, int]:
        """Return the predicates whose rows differ by now, with the numbers of the new ones."""
        layout = self._layout
        overlay = {name: table.seed.get(name, 0) for name in plan.gone}
        world = Overlay(table.world, overlay)
        waiting = list(plan.strata)
        queued = set(waiting)
        touched: Iterable[PredicateId] = tuple(overlay)
        while True:
            for name in touched:
                if overlay[name] == table.world.get(name, 0):
                    del overlay[name]
                    continue
                for reader in layout.readers.get(name, ()):
                    if reader not in queued and reader in plan.within:
                        queued.add(reader)
                        heappush(waiting, reader)
            if not waiting:
                return overlay
            index = heappop(waiting)
            touched = layout.strata[index].predicates
            stratum, label = layout.strata[index], layout.labels[index]
            found = self._vault.settle(label, stratum, world, table.seed, layout.engine)
            overlay.update(zip(touched, found, strict=True))


def _touched(one: Listened, overlay: World, changed: frozenset[str], roots: Roots) -> bool:
    """Whether the answer to a case may differ, or what it is explained by."""
    if one.open or not roots.isdisjoint(overlay) or not one.came.passed:
        return True
    if one.known is None or not one.case.because:
        return False
    return not one.known.consulted.isdisjoint(changed.union(map(base_of, overlay)))
