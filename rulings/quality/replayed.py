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
from rulings.engine.run.stratify import stratify
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of, sides
from rulings.language.program import Program, Row
from rulings.logic.inputs import demand_of
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.logic.lowering import lower
from rulings.quality.bench import Modelled
from rulings.quality.kept_names import named_as_before, speaks_of
from rulings.quality.listening import SECONDS, Listened
from rulings.quality.prepared import Prepared, read_by
from rulings.quality.vault import Engine, Overlay, Vault, View, World, plain_backend
from rulings.records import dataclass, replace
from rulings.rulebook.situation import Situation
from rulings.session import Rulebook, Session

Roots = frozenset[PredicateId]


@dataclass(slots=True)
class _Carried:
    """What holds at a case's table before any rule, and after those that its question needs."""

    seed: World
    world: dict[PredicateId, int]
    assumed: dict[PredicateId, set[Row]]


@dataclass(slots=True)
class _Change:
    """What is to be computed again for some roots: strata, and predicates without any by now."""

    strata: list[int]
    gone: list[PredicateId]
    within: frozenset[int]

    @property
    def empty(self) -> bool:
        """Whether nothing is."""
        return not self.strata and not self.gone


_UNCHANGED = _Change([], [], frozenset())


@dataclass(eq=False)
class _Layout:
    """One state of the rules, as strata. `labels` are numbers that equal strata share."""

    book: Rulebook
    lowered: LoweredProgram
    strata: tuple[Stratum, ...]
    labels: tuple[int, ...]
    engine: Engine

    def __post_init__(self) -> None:
        self.home = {name: s.index for s in self.strata for name in s.predicates}
        self.rules = {rule.id: rule for rule in self.lowered.rules}
        self.ranks = {name: index + 1 for name, index in self.home.items()}
        self.readers: dict[PredicateId, list[int]] = {}
        for stratum in self.strata:
            for name in stratum.reads:
                self.readers.setdefault(name, []).append(stratum.index)
        self._slices: dict[Roots, tuple[int, ...]] = {}
        self._roots: dict[frozenset[str], Roots] = {}
        # Of each stratum the ones that it depends on, itself included, as the bits of a number.
        self._below: list[int] = []
        for stratum in self.strata:
            mask = 1 << stratum.index
            for place in {self.home[name] for name in stratum.reads if name in self.home}:
                mask |= self._below[place]
            self._below.append(mask)

    def mask(self, roots: Roots) -> int:
        """Return the strata that some predicates depend on, as the bits of a number."""
        found = 0
        for name in roots:
            if name in self.home:
                found |= self._below[self.home[name]]
        return found

    def roots(self, one: Listened) -> Roots:
        """Return what a question reads, with both sides of what has two."""
        assert one.known is not None
        names = one.known.asks
        if names not in self._roots:
            predicates = self.book.outline.predicates
            sided = (name for name in names if predicates[name].two_sided)
            self._roots[names] = names.union(*map(sides, sided))
        return self._roots[names]

    def slice(self, roots: Roots) -> tuple[int, ...]:
        """Return the numbers of the strata that some predicates depend on, lowest first."""
        if roots not in self._slices:
            mask = self.mask(roots)
            self._slices[roots] = tuple(s.index for s in self.strata if mask >> s.index & 1)
        return self._slices[roots]


class Carried:
    """The cases of one edition. `listened` says what came of each.

    What a verdict rests on takes longer to tell than the verdict: the cases in `waiting` have
    theirs, and wait for `explain_next` to tell whether it is for the right reason.
    """

    def __init__(self, book: Rulebook, listened: Iterable[Listened]) -> None:
        self.listened = list(listened)
        self._vault = Vault()
        self._numbers = count(1)
        self._layout = self._laid_out(book, None)
        self._tables: list[_Carried | None] = []
        self._said: dict[int, Said] = {}
        self.waiting: dict[int, None] = {}
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
        self._tables[index] = self._settled(listened)

    def keep(self, indexes: Sequence[int]) -> None:
        """Drop all cases but these."""
        self._said = {new: self._said[old] for new, old in enumerate(indexes) if old in self._said}
        self.waiting = {new: None for new, old in enumerate(indexes) if old in self.waiting}
        self.listened = [self.listened[index] for index in indexes]
        self._tables = [self._tables[index] for index in indexes]

    def turn(self, book: Rulebook) -> list[int]:
        """Go to other rules; return the numbers of the cases that the change reaches.

        The edition has the same words, declarations and facts as before.
        """
        old = self._layout
        after = named_as_before(book.program, old.book.program)
        shelf = book.contents.shelf.naming(after.rules)
        new = self._layout = self._laid_out(book.with_shelf(shelf), old)
        changed = _concluded_otherwise(old.book.program, after)
        restated = _completed_otherwise(old.book, new.book)
        plans: dict[Roots, _Change] = {}
        had = set(old.labels)
        anew = sum(1 << index for index, label in enumerate(new.labels) if label not in had)
        reached: list[int] = []
        late = False
        for index, one in enumerate(self.listened):
            if one.known is None:
                continue
            roots = new.roots(one)
            if roots not in plans:
                # What depends on nothing new depends on all that it did before.
                as_before = not new.mask(roots) & anew and all(
                    (name in old.home) == (name in new.home) for name in roots
                )
                plans[roots] = _UNCHANGED if as_before else _planned(old, new, roots)
            if self._tables[index] is not None and not restated and plans[roots].empty:
                continue
            reached.append(index)
            if late:
                # Whatever ran away once would do so for every case.
                self._leave(index, one.late())
                continue
            try:
                with deadline(SECONDS):
                    self._carry(index, plans[roots], changed, restated=restated)
            except RulingsError as problem:
                self._leave(index, one.failing(problem.diagnostics))
            except OutOfTime:
                late = True
                self._leave(index, one.late())
        return reached

    def _leave(self, index: int, listened: Listened) -> None:
        self.listened[index] = listened
        self.waiting.pop(index, None)
        self._tables[index] = None

    def _carry(self, index: int, plan: _Change, changed: frozenset[str], *, restated: bool) -> None:
        """Compute what is true at a table by now, and ask again if the answer may differ."""
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
        known = replace(known, stated=again.stated, journal=again.journal, asks=asks)
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
        self, layout: _Layout, index: int, world: dict[PredicateId, int], seed: World
    ) -> None:
        stratum = layout.strata[index]
        label = layout.labels[index]
        found = self._vault.settle(label, stratum, world, seed, layout.engine)
        world.update(zip(stratum.predicates, found, strict=True))

    def _effect(self, table: _Carried, plan: _Change) -> dict[PredicateId, int]:
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

    # Rules

    def _laid_out(self, book: Rulebook, before: _Layout | None) -> _Layout:
        """Lower and stratify an edition; what is as before keeps its numbers and its code."""
        lowered = lower(book.program, keep_forall=True)
        strata = stratify(lowered)
        compiled = {}
        if before is not None:
            kept = {rule.id for rule in lowered.rules if before.rules.get(rule.id) == rule}
            known = before.engine.backend.compiled
            compiled = {key: code for key, code in known.items() if key[0] in kept}
        labels = tuple(
            next(self._numbers) if label is None else label
            for label in (_label_before(stratum, lowered, before) for stratum in strata)
        )
        engine = Engine(lowered, plain_backend(lowered, compiled))
        return _Layout(book, lowered, strata, labels, engine)


def _label_before(stratum: Stratum, lowered: LoweredProgram, before: _Layout | None) -> int | None:
    """Return the number of a stratum that says the same; None where there was none."""
    index = before.home.get(stratum.predicates[0]) if before is not None else None
    if before is None or index is None:
        return None
    was = before.strata[index]
    same = (
        (was.rules, was.predicates, was.recursion, was.reads)
        == (stratum.rules, stratum.predicates, stratum.recursion, stratum.reads)
    ) and all(
        before.lowered.aggregates.get(name) == lowered.aggregates.get(name)
        for name in stratum.predicates
    )
    return before.labels[index] if same else None


def _planned(old: _Layout, new: _Layout, roots: Roots) -> _Change:
    """Tell what has to be computed again where these predicates are asked."""
    before, after = old.slice(roots), new.slice(roots)
    known = {old.labels[index] for index in before}
    had = {name for index in before for name in old.strata[index].predicates}
    has = {name for index in after for name in new.strata[index].predicates}
    return _Change(
        [index for index in after if new.labels[index] not in known],
        [name for name in had if name not in has],
        frozenset(after),
    )


def _touched(one: Listened, overlay: World, changed: frozenset[str], roots: Roots) -> bool:
    """Whether the answer to a case may differ, or what it is explained by."""
    if one.open or not roots.isdisjoint(overlay) or not one.came.passed:
        return True
    if one.known is None or not one.case.because:
        return False
    return not one.known.consulted.isdisjoint(changed.union(map(base_of, overlay)))


def _concluded_otherwise(before: Program, after: Program) -> frozenset[str]:
    """Return the predicates that other rules conclude, or other overrides rank."""
    known = {rule.id: rule for rule in before.rules}
    still = {rule.id for rule in after.rules}
    heads = {rule.head.predicate for rule in before.rules if rule.id not in still}
    heads |= {rule.head.predicate for rule in after.rules if known.get(rule.id) != rule}
    ranked = {
        name for one in set(before.overrides) ^ set(after.overrides) for name in speaks_of(one)
    }
    if ranked:
        heads |= {
            rule.head.predicate
            for rule in (*before.rules, *after.rules)
            if rule.id in ranked or not ranked.isdisjoint(rule.levels)
        }
    return frozenset(map(base_of, heads))


def _completed_otherwise(before: Rulebook, after: Rulebook) -> bool:
    """Whether what is stated about a table may come to other rows before any rule."""
    old, new = before.contents.shelf, after.contents.shelf
    return old.constants != new.constants or old.outline.predicates != new.outline.predicates
