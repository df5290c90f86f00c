"""One edition of a rulebook on the bench: the models of all its cases, ready for changed rules.

In: a rulebook and its prepared cases. Out: for a `Revision` of the program, what changes at a
table, and the case that fails. Guarantee: a case is asked again only when what it rests on has
changed: the changed stratum is computed first, strata above it only while their inputs differ,
and the question only when a predicate it reads, or its explanation, may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count

from rulings.asking.answer import Answer
from rulings.asking.evaluation import Demand, Evaluation, Evaluators
from rulings.asking.general import on_every_table
from rulings.asking.goal import Goal
from rulings.asking.reason import Reason
from rulings.asking.recent import WorkedOut
from rulings.asking.verdict import Judge
from rulings.engine.limits import OutOfTime, deadline
from rulings.engine.plan.compiled import CompiledRule
from rulings.engine.run.model import Model
from rulings.engine.run.revise import Reviser, Revision
from rulings.engine.run.stratify import stratify
from rulings.engine.store.table import Table
from rulings.faq.runner import complaint_about
from rulings.language.predicates import PredicateId, against, base_of, sides
from rulings.language.program import Atom, Literal, Row, Rule
from rulings.logic.graph import reads
from rulings.logic.inputs import demand_of
from rulings.logic.lowered import below
from rulings.logic.lowering import lower
from rulings.quality.mutants import Mutant
from rulings.quality.prepared import Prepared
from rulings.quality.vault import Engine, Vault, View, World, plain_backend
from rulings.records import dataclass, field, replace
from rulings.rulebook.stated import Stated
from rulings.session import Rulebook, Session

_STEP = 10_000
_KEEP = 200_000
SECONDS = 2.0
"""So long may a changed rulebook take for one answer."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table on the bench: what holds there before any rule, and after all rules."""

    seed: World
    world: World
    assumed: Mapping[PredicateId, set[Row]]


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed program as the bench runs it. `serial` is different for each."""

    serial: int
    revision: Revision
    engine: Engine
    evaluators: Evaluators
    skipped: frozenset[int]


@dataclass(frozen=True, slots=True)
class Scene:
    """The table of a case under a changed program, and what differs there by its rules.

    It is `elsewhere` where the happenings of the case led to another table.
    """

    place: Place
    session: Session
    overlay: dict[PredicateId, int]
    elsewhere: bool = False


@dataclass(eq=False)
class Bench:
    """The models of one edition's cases, and the means to compute changed ones."""

    book: Rulebook
    cases: tuple[Prepared, ...]
    vault: Vault = field(default_factory=Vault)
    _serial: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.shelf = self.book.contents.shelf
        self.evaluators = Evaluators(self.shelf)
        program = self.shelf.program
        self.lowered = lower(program, keep_forall=True)
        self.strata = stratify(self.lowered)
        self.reviser = Reviser(self.lowered, self.strata)
        self.engine = Engine(self.lowered, plain_backend(self.lowered))
        self.known = {rule.id: rule for rule in self.lowered.rules}
        self.ranks = {n: (s.index + 1) * _STEP for s in self.strata for n in s.predicates}
        self.readers: dict[PredicateId, list[int]] = {}
        for stratum in self.strata:
            for name in stratum.reads:
                self.readers.setdefault(name, []).append(stratum.index)
        self._slices: dict[frozenset[PredicateId], frozenset[int]] = {}
        self._sessions: dict[int, Session] = {}
        self._open: dict[int, bool] = {}
        self._lines: dict[int, list[tuple[str, tuple[tuple[Atom, bool], ...]]]] = {}
        self._first = Table(self.shelf.outline, constants=self.shelf.constants)
        self._first_seed: World = {}
        self._first_seed = self._seed(self._first)
        self.places = [self.place(case.on_the_table, case.demand) for case in self.cases]
        self.slices = [self.slice(self.roots(case.goal)) for case in self.cases]
        self.empty = self.place(Stated(), {})
        self.sizes = [sum(1 for _ in case.stated.atoms()) for case in self.cases]
        # Where no rule reads the past, what happened has made a table like any other.
        past = {happening.past for happening in self.shelf.outline.happenings.values()}
        timeless = past.isdisjoint(self.readers)
        still = [index for index, case in enumerate(self.cases) if timeless or not case.journal]
        order = sorted(still, key=lambda index: (self.sizes[index], index))
        known: dict[object, int] = {}
        for index in order:
            known.setdefault(frozenset(self.places[index].seed.items()), index)
        self.by_size = tuple(known.values())
        self.keep()

    def keep(self) -> None:
        """Keep what was computed so far for all changed programs."""
        self._mark = self.vault.mark()

    # Tables

    def place(self, stated: Stated, demand: Demand, within: frozenset[int] | None = None) -> Place:
        """Compute the model of a table, the whole of it or some strata."""
        outline, constants = self.shelf.outline, self.shelf.constants
        table = Table(outline, stated.facts, stated.denials, constants, before=self._first)
        predicates = self.lowered.predicates
        seed = self._seed(table)
        for name, asked in demand.items():
            arity = predicates[demand_of(name)].arity
            seed[demand_of(name)] = self.vault.number(asked, asked, arity)
        world = dict(seed)
        strata = self.strata
        if within is not None:
            strata = tuple(self.strata[index] for index in sorted(within))
        for stratum in strata:
            numbers = self.vault.settle(stratum.index, stratum, world, seed, self.engine)
            world.update(zip(stratum.predicates, numbers))
        assumed = {name: rows for name, rows in table.assumed.items() if rows}
        return Place(seed, {name: n for name, n in world.items() if n}, assumed)

    def _seed(self, table: Table) -> dict[PredicateId, int]:
        """Return the numbers of a table's rows; most are those of the table without facts."""
        first, known, seed = self._first, self._first_seed, dict[PredicateId, int]()
        for name, rows in table.true.items():
            maybe = table.possible[name]
            if name in known and first.true[name] is rows and first.possible[name] is maybe:
                seed[name] = known[name]
            else:
                certain = rows.rows
                possible = certain if maybe is rows else maybe.rows
                seed[name] = self.vault.number(certain, possible, rows.arity)
        return seed

    def roots(self, goal: Goal) -> frozenset[PredicateId]:
        """Return what a goal reads, with both sides of what has two."""
        program = self.shelf.outline
        names = {base_of(name) for name, _ in reads(goal.body)}
        sided = (name for name in names if program.predicates[name].two_sided)
        return frozenset(names).union(*map(sides, sided))

    def slice(self, roots: frozenset[PredicateId]) -> frozenset[int]:
        """Return the numbers of the strata that some predicates depend on."""
        if roots not in self._slices:
            kept = below(self.strata, roots)
            self._slices[roots] = frozenset(stratum.index for stratum in kept)
        return self._slices[roots]

    def call(self, name: PredicateId, row: Row) -> tuple[Demand, frozenset[int]]:
        """Return what is asked for to learn of a row, and the strata that it depends on."""
        columns = self.shelf.outline.predicates[name].columns
        inputs = tuple(v for v, c in zip(row, columns, strict=True) if c.is_input)
        asked = {name: frozenset((inputs,))} if inputs else {}
        return asked, self.slice(frozenset(self.lowered.predicates.keys() & sides(name)))

    # Changed programs

    def change(self, mutant: Mutant) -> Changed:
        """Prepare a mutant to be run."""
        if mutant.override is not None:
            revision = self.reviser.without(mutant.override)
            outline = self.shelf.outline
            kept = tuple(o for o in outline.overrides if o is not mutant.override)
            shelf = self.shelf.revised({}, replace(outline, overrides=kept))
        else:
            assert mutant.rule is not None
            name = mutant.rule.head.predicate
            rules = tuple(
                new
                for rule in self.reviser.rules_of(name)
                for new in (mutant.rules if rule.id == mutant.rule.id else (rule,))
            )
            revision = self.reviser.revise(name, rules)
            groups: dict[PredicateId, tuple[Rule, ...]] = {
                name: tuple(rule for rule in rules if not rule.denies),
                against(name): tuple(rule for rule in rules if rule.denies),
            }
            shelf = self.shelf.revised(groups)
        if len(self.vault.pairs) - self._mark[0] > _KEEP:
            self.vault.release(self._mark)
        backend = plain_backend(
            revision.lowered,
            {
                key: compiled
                for rule_id in {r.id for p in revision.patches for s in p.strata for r in s.rules}
                if rule_id not in revision.added
                for key, compiled in self._compiled_of(rule_id)
            },
        )
        home = self.reviser.home
        skipped = {home[n] for p in revision.patches for n in p.predicates if n in home}
        engine = Engine(revision.lowered, backend)
        return Changed(next(self._serial), revision, engine, Evaluators(shelf), frozenset(skipped))

    def _compiled_of(self, rule_id: str) -> Iterator[tuple[tuple[str, int | None], CompiledRule]]:
        compiled = self.engine.backend.compiled
        body = len(self.known[rule_id].body)
        for position in (None, *range(body)):
            found = compiled.get((rule_id, position))
            if found is not None:
                yield (rule_id, position), found

    def effect(
        self, place: Place, changed: Changed, within: frozenset[int] | None = None
    ) -> dict[PredicateId, int]:
        """Return the predicates whose rows differ at a table, with the numbers of the new ones.

        `within` limits it to some strata. Raises RulingsError when the changed rules fail.
        """
        overlay: dict[PredicateId, int] = {}
        world = dict(place.world)
        patches = list(changed.revision.patches)
        waiting: list[int] = []
        queued: set[int] = set(changed.skipped)
        while patches or waiting:
            if patches and (not waiting or patches[0].place <= waiting[0]):
                patch = patches.pop(0)
                touched: list[PredicateId] = list(patch.predicates)
                for name in touched:
                    world[name] = place.seed.get(name, 0)
                for number, stratum in enumerate(patch.strata):
                    label = (changed.serial, patch.place, number)
                    found = self.vault.settle(label, stratum, world, place.seed, changed.engine)
                    world.update(zip(stratum.predicates, found))
            else:
                index = heappop(waiting)
                stratum = self.strata[index]
                found = self.vault.settle(index, stratum, world, place.seed, self.engine)
                world.update(zip(stratum.predicates, found))
                touched = list(stratum.predicates)
            for name in touched:
                if world[name] == place.world.get(name, 0):
                    continue
                overlay[name] = world[name]
                for reader in self.readers.get(name, ()):
                    if reader not in queued and (within is None or reader in within):
                        queued.add(reader)
                        heappush(waiting, reader)
        return overlay

    # Questions

    def fails(self, index: int, changed: Changed, scene: Scene) -> bool:
        """Return whether a case fails by its answer; running out of time is failing.

        What is open for want of facts before and after is taken for the same.
        """
        prepared, place = self.cases[index], scene.place
        ground = prepared.goal.ground
        if ground and not scene.elsewhere:
            reason = self._judged(place, changed, scene.overlay, ground)
            if reason is Reason.MISSING and index not in self._open:
                self._open[index] = self._judged(place, None, {}, ground) is Reason.MISSING
            if reason is Reason.MISSING and self._open[index]:
                return False
        try:
            with deadline(SECONDS):
                answer = self._answer(index, changed, scene)
        except OutOfTime:
            return True
        return bool(complaint_about(replace(prepared.case, because=()), answer, scene.session))

    def unsupported(self, index: int, changed: Changed, overlay: dict[PredicateId, int]) -> bool:
        """Return whether a case fails because its answer no longer rests on what it should."""
        scene = Scene(self.places[index], self.session(index), overlay)
        try:
            with deadline(SECONDS):
                rests = set(self._answer(index, changed, scene).clauses)
        except OutOfTime:
            return False
        return not {line.text for line in self.cases[index].case.because} <= rests

    def _judged(
        self,
        place: Place,
        changed: Changed | None,
        overlay: dict[PredicateId, int],
        ground: tuple[Literal, ...],
    ) -> Reason:
        shelf = self.shelf if changed is None else changed.evaluators.shelf
        return Judge(shelf.outline, self.model(place, changed, overlay), shelf).all_of(ground)

    def _answer(self, index: int, changed: Changed, scene: Scene) -> Answer:
        prepared, session = self.cases[index], scene.session
        evaluation = self.evaluation(scene.place, changed, scene.overlay, session)
        table = replace(session, worked_out=WorkedOut(evaluation))
        answer = table.respond(prepared.posed, prepared.question, prepared.case.ask.text)
        if prepared.about is None:
            return answer
        outline = self.shelf.outline
        return on_every_table(answer, prepared.about, table.lexicon, outline, empty=prepared.empty)

    def evaluation(
        self,
        place: Place,
        changed: Changed | None,
        overlay: dict[PredicateId, int],
        session: Session,
    ) -> Evaluation:
        """Return what a question is put to."""
        evaluators = self.evaluators if changed is None else changed.evaluators
        return Modelled(evaluators, session.stated, self.model(place, changed, overlay))

    def model(
        self,
        place: Place,
        changed: Changed | None = None,
        overlay: dict[PredicateId, int] | None = None,
    ) -> Model:
        """Return the model of a table under the rules or under changed ones."""
        world = {**place.world, **(overlay or {})}
        lowered = self.lowered if changed is None else changed.revision.lowered
        ranks = self.ranks
        if changed is not None:
            moved = {
                name: patch.place * _STEP + number + 1
                for patch in changed.revision.patches
                for number, stratum in enumerate(patch.strata)
                for name in stratum.predicates
            }
            ranks = {**ranks, **moved}
        true = View(self.vault, world, lowered.predicates, 0)
        possible = View(self.vault, world, lowered.predicates, 1)
        program = self.shelf.program
        return Model(program, lowered, true, possible, ranks, place.assumed, "native")

    def lines(self, index: int) -> list[tuple[str, tuple[tuple[Atom, bool], ...]]]:
        """Return the lines that describe a case's table, each with what it states."""
        if index not in self._lines:
            case = self.cases[index].case
            ready = self.book.situation(case.situation).described.lines
            table, found = self.book.table(), []
            for line in (*ready, *case.given):
                before = set(table.stated.atoms())
                table = table.with_lines((line,))
                found.append((line.text, tuple(f for f in table.facts() if f not in before)))
            self._lines[index] = found
        return self._lines[index]

    def session(self, index: int) -> Session:
        """Return the session of a case's table."""
        if index not in self._sessions:
            self._sessions[index] = self.book.with_stated(self.cases[index].stated)
        return self._sessions[index]


class Modelled(Evaluation):
    """An evaluation that has been done."""

    def __init__(self, evaluators: Evaluators, stated: Stated, model: Model) -> None:
        super().__init__(evaluators, "native", stated)
        self._model = model

    def model(self, roots: frozenset[PredicateId], demand: Demand) -> Model:
        """Return the one model there is."""
        return self._model
