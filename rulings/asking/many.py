"""Ground goals at many tables of one rulebook, decided in one evaluation.

In: the tables, the goals. Out: the reasons that the evaluation of all tables together gives.
Guarantee: each is the reason that asking that table alone gives; what is not decided so is left
out. A goal that is open depends on unknown facts where two ways to supply them decide it
differently, which two more evaluations tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from rulings.asking.datalog_lines import goal_asked
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.goal import roots_of
from rulings.asking.one_by_one import Askable
from rulings.asking.reason import Reason
from rulings.asking.verdict import Judge
from rulings.collecting import without_garbage_collection
from rulings.engine.run.model import Model, Truth
from rulings.engine.run.together import Answered, ManyTables
from rulings.engine.store.differences import Supply, TableDifferences, TooManyToTell
from rulings.engine.store.relation import Relation
from rulings.english.names import Names
from rulings.english.reading import DatalogQuery
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of, pro_and_contra
from rulings.language.program import Literal, Program, Row
from rulings.records import dataclass

Literals = tuple[Literal, ...]
Place = tuple[int, Literals]
"""The number of a table, and what is asked of it."""

_AT_ONCE = 1_000
"""So many tables are evaluated together; beyond that only memory grows."""


def many_reasons(
    tables: Iterable[Askable], goals: Iterable[DatalogQuery], evaluators: Evaluators, names: Names
) -> Iterator[tuple[Reason, ...]]:
    """Yield for each table the reasons of some goals.

    Those of the rulebook of `evaluators` are decided together, as far as they can be, the rest
    table by table.
    """
    asked = tuple(goals)
    ground = [_ground(query, evaluators.shelf.outline, names) for query in asked]
    waiting = iter(tables)
    while chunk := list(islice(waiting, _AT_ONCE)):
        models = (table.evaluation for table in chunk)
        mine = {n: one for n, one in enumerate(models) if one.evaluators is evaluators}
        known = reasons_together(mine, filter(None, ground), evaluators)
        for number, table in enumerate(chunk):
            pairs = zip(asked, ground, strict=True)
            yield tuple(
                known.get((number, goal)) or table.answer(query).reason for query, goal in pairs
            )


def _ground(query: DatalogQuery, outline: Program, names: Names) -> Literals:
    """The literals of a ground goal that speaks of what every table knows, else nothing."""
    try:
        return goal_asked(query, outline, names).ground
    except RulingsError as problem:
        if any(found.code != "RUL559" for found in problem.diagnostics):
            raise
        return ()


@without_garbage_collection()
def reasons_together(
    evaluations: Mapping[int, Evaluation], goals: Iterable[Literals], evaluators: Evaluators
) -> dict[Place, Reason]:
    """Return the reasons of ground goals by the number of the table, those that are decided."""
    program = evaluators.shelf.outline
    fitting = [goal for goal in goals if goal and not _has_inputs(goal, program)]
    tables: dict[int, TableDifferences] = {}
    for number, one in evaluations.items():
        if one.engine == "native":
            try:
                stated = one.stated
                tables[number] = evaluators.silent.differences(stated.facts, stated.denials)
            except TooManyToTell:
                continue
    together = evaluators.together(roots_of(chain.from_iterable(fitting), program))
    work = _Deciding(evaluators, together, tables, program)
    places = [(number, goal) for number in tables for goal in fitting]
    try:
        decided = work.decided(places)
        return decided | work.depending([p for p in places if p not in decided and len(p[1]) == 1])
    except RulingsError:  # arithmetic that fails at one table: each is asked alone
        return {}


@dataclass(frozen=True, slots=True)
class _Deciding:
    evaluators: Evaluators
    together: ManyTables
    tables: Mapping[int, TableDifferences]
    program: Program

    def decided(self, places: Sequence[Place]) -> dict[Place, Reason]:
        """Return the reasons of what one evaluation decides."""
        answered = self._answered(places, Supply.NOTHING_YET)
        if answered is None:
            return {}
        judged = ((place, self._reason(place, answered)) for place in places)
        return {place: reason for place, reason in judged if reason is not None}

    def depending(self, places: Sequence[Place]) -> dict[Place, Reason]:
        """Return those single literals that two ways to supply the unknown facts tell apart."""
        none, everything = (
            self._answered(places, supply) if places else None
            for supply in (Supply.NONE, Supply.ALL)
        )
        if none is None or everything is None:
            return {}
        return {
            (number, goal): Reason.MISSING
            for number, goal in places
            for row in (goal[0].atom.row,)
            if any(
                {none.truth(number, side, row), everything.truth(number, side, row)}
                == {Truth.TRUE, Truth.FALSE}
                for side in _sides(goal[0], self.program)
            )
        }

    def _answered(self, places: Iterable[Place], supply: Supply) -> Answered | None:
        asked: dict[PredicateId, set[tuple[int, Row]]] = {}
        for number, goal in places:
            for literal in goal:
                for side in _sides(literal, self.program):
                    asked.setdefault(side, set()).add((number, literal.atom.row))
        tables = {number: self.tables[number] for number, _ in places}
        return self.together.answer(self.evaluators.silent, tables, asked, supply)

    def _reason(self, place: Place, answered: Answered) -> Reason | None:
        """Judge a goal by what was asked for it; None where more is to be known."""
        number, goal = place
        true: dict[PredicateId, Relation] = {}
        for literal in goal:
            row = literal.atom.row
            for side in _sides(literal, self.program):
                truth = answered.truth(number, side, row)
                if truth is Truth.UNDEFINED:
                    return None
                rows = true.setdefault(side, Relation(len(row)))
                if truth is Truth.TRUE and row not in rows:
                    rows.extend({row})
        lowered = self.together.lowered
        model = Model(self.program, lowered, true, true, {}, {}, "native")
        return Judge(self.program, model, self.evaluators.shelf).all_of(goal)


def _sides(literal: Literal, program: Program) -> tuple[PredicateId, ...]:
    """What the reason of a literal is told from."""
    name = base_of(literal.atom.predicate)
    predicate = program.predicates.get(name)
    if predicate is None or not predicate.may_be_silent or literal.negated:
        return (literal.atom.predicate,)
    return pro_and_contra(name)


def _has_inputs(goal: Literals, program: Program) -> bool:
    names = (base_of(literal.atom.predicate) for literal in goal)
    found = (program.predicates.get(name) for name in names)
    return any(column.is_input for one in found if one is not None for column in one.columns)
