"""Many tables in one evaluation, the table as one more column.

In: an evaluator, where each table differs from the one that states nothing, ground questions. Out:
`Answered`, which tells the truth value of what was asked. Guarantee: the values that each table
has by itself, because the well-founded model of programs that share no atom is the union of
their models. What a table has like the one that states nothing is not repeated: a rule hands it
on, and only where a table differs are there rows of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.collecting import without_garbage_collection
from rulings.engine.run.demand import Question
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Rows, Truth
from rulings.engine.run.query import PreparedQuery, prepare
from rulings.engine.store.differences import SilentTable, Supply, TableDifferences
from rulings.engine.store.relation import Relation
from rulings.language.predicates import DerivedKind, PredicateId, derived
from rulings.language.program import (
    Atom,
    Column,
    Condition,
    Literal,
    Predicate,
    Row,
    Rule,
    Variable,
)
from rulings.logic.binders import input_positions
from rulings.logic.inputs import demand_of
from rulings.logic.lowered import LoweredProgram, stated_as
from rulings.logic.lowering import lower
from rulings.records import dataclass, replace

TABLES = derived(DerivedKind.TABLES, "all")
"""The predicate that holds the number of every table."""
_TABLE = Variable("InTable")
_COLUMN = Column("table", "int")

Asked = Mapping[PredicateId, set[tuple[int, Row]]]
"""For each predicate, the rows that are asked for and the number of the table of each."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What the tables say of the rows that were asked for; those of `varying` tell the table."""

    true: Mapping[PredicateId, Rows]
    possible: Mapping[PredicateId, Rows]
    varying: frozenset[PredicateId]

    def truth(self, table: int, predicate: PredicateId, row: Row) -> Truth:
        """Return the truth value of a row on a table."""
        found = (table, *row) if predicate in self.varying else row
        if found in self.true.get(predicate, ()):
            return Truth.TRUE
        return Truth.UNDEFINED if found in self.possible.get(predicate, ()) else Truth.FALSE


class ManyTables:
    """Evaluates many tables of one program, `lowered` for each table.

    What it prepared serves similar tables again.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.lowered = lower(evaluator.program, keep_forall=False)
        self._prepared: dict[
            tuple[frozenset[PredicateId], frozenset[PredicateId]],
            tuple[PreparedQuery | None, frozenset[PredicateId]],
        ] = {}

    def answer(
        self,
        silent: SilentTable,
        tables: Mapping[int, TableDifferences],
        asked: Asked,
        supply: Supply = Supply.NOTHING_YET,
    ) -> Answered | None:
        """Evaluate what is asked of tables by their numbers; None where it cannot be together.

        The tables are given by where they differ from the `silent` one. Raises RulingsError as
        the evaluation of one of the tables would.
        """
        told = frozenset(name for differences in tables.values() for name in differences.rows)
        known = {name: rows for name, rows in asked.items() if name in self.lowered.predicates}
        key = told, frozenset(known)
        if key not in self._prepared:
            self._prepared[key] = self._prepare(silent, told, known)
        prepared, varying = self._prepared[key]
        if prepared is None:
            return None
        differences = {n: silent.supplied(found, supply) for n, found in tables.items()}
        true, possible = _stored(silent, supply, differences, varying, self.lowered)
        values = [
            {(number, *row) if name in varying else row for number, row in known[name]}
            for name, _ in prepared.demand.questions
        ]
        with without_garbage_collection():
            bounds = prepared.run(true, possible, values)
        return None if bounds is None else Answered(bounds.true, bounds.possible, varying)

    def _prepare(
        self, silent: SilentTable, told: frozenset[PredicateId], asked: Iterable[PredicateId]
    ) -> tuple[PreparedQuery | None, frozenset[PredicateId]]:
        varying = _varying(self.lowered, told)
        program = _together(self.lowered, varying, silent)
        questions: tuple[Question, ...] = tuple(
            (name, tuple(range(program.predicates[name].arity))) for name in sorted(asked, key=str)
        )
        return prepare(program, questions, self._evaluator.backend_for), varying


def _varying(program: LoweredProgram, told: frozenset[PredicateId]) -> frozenset[PredicateId]:
    """What differs between tables: what they tell, and what follows from that."""
    varying = {name for name in told if name in program.predicates}
    while True:
        more = {
            rule.head.predicate
            for rule in program.rules
            if any(isinstance(c, Literal) and c.atom.predicate in varying for c in rule.body)
        }
        more |= {t.name for t in program.aggregates.values() if t.elements in varying}
        more |= {d for name in varying if (d := demand_of(name)) in program.predicates}
        if more <= varying:
            return frozenset(varying)
        varying |= more


def _together(
    program: LoweredProgram, varying: frozenset[PredicateId], silent: SilentTable
) -> LoweredProgram:
    """Return the program with the table as the first column of what varies."""
    predicates = dict(program.predicates)
    rules = [_rule_of_tables(rule, varying, program) for rule in program.rules]
    predicates[TABLES] = Predicate(str(TABLES), (_COLUMN,))
    for name in sorted(varying, key=str):
        one = program.predicates[name]
        # What is computed for the values of its inputs is computed for those of a table.
        is_input = name in program.aggregates or bool(input_positions(name, program.predicates))
        columns = (replace(_COLUMN, is_input=is_input), *one.columns)
        predicates[name] = replace(one, columns=columns)
        plain = tuple(replace(column, is_input=False) for column in one.columns)
        predicates[_differing(name)] = Predicate(str(_differing(name)), (_COLUMN, *plain))
        if len(silent.table.possible.get(name, ())):
            predicates[_given(name)] = Predicate(str(_given(name)), plain)
            rules.append(_handing_on(name, one.arity))
    for incomplete in silent.incomplete:
        name = stated_as(incomplete)
        if name in varying:
            predicates[_unstated(name)] = Predicate(str(_unstated(name)), ())
            rules += _left_open(name, incomplete)
    for sort in silent.known:
        column = Column("value", sort)
        for domain, columns in (
            (derived(DerivedKind.KNOWN, sort), (column,)),
            (derived(DerivedKind.FRESH, sort), (_COLUMN, column)),
            (derived(DerivedKind.DOMAIN, sort), (_COLUMN, column)),
        ):
            predicates[domain] = Predicate(str(domain), columns)
        rules += _values(sort)
    aggregates = {
        name: replace(table, group_size=table.group_size + 1) if name in varying else table
        for name, table in program.aggregates.items()
    }
    return replace(program, predicates=predicates, rules=tuple(rules), aggregates=aggregates)


def _handing_on(name: PredicateId, arity: int) -> Rule:
    """What a table does not say itself is as on the silent one."""
    terms = tuple(Variable(f"C{i}") for i in range(arity))
    body = (
        Literal(Atom(_given(name), terms)),
        Literal(Atom(TABLES, (_TABLE,))),
        Literal(Atom(_differing(name), (_TABLE, *terms)), negated=True),
    )
    return Rule(f"{name} on every table", Atom(name, (_TABLE, *terms)), body)


def _left_open(name: PredicateId, predicate: Predicate) -> Iterator[Rule]:
    """What a table says nothing about of the values that it is the first to mention."""
    terms = tuple(Variable(f"C{i}") for i in range(predicate.arity))
    for place in range(predicate.arity):
        body: list[Condition] = [
            Literal(
                Atom(
                    derived(DerivedKind.FRESH if i == place else DerivedKind.DOMAIN, column.sort),
                    (_TABLE, term),
                )
            )
            for i, (column, term) in enumerate(zip(predicate.columns, terms, strict=True))
        ]
        body.append(Literal(Atom(_unstated(name), ())))
        body.append(Literal(Atom(_differing(name), (_TABLE, *terms)), negated=True))
        head = Atom(name, (_TABLE, *terms))
        yield Rule(f"{name} left open {place}", head, tuple(body))


def _values(sort: str) -> tuple[Rule, ...]:
    value = Variable("Value")
    head = Atom(derived(DerivedKind.DOMAIN, sort), (_TABLE, value))
    known = Literal(Atom(derived(DerivedKind.KNOWN, sort), (value,)))
    fresh = Literal(Atom(derived(DerivedKind.FRESH, sort), (_TABLE, value)))
    return (
        Rule(f"{head.predicate} known", head, (known, Literal(Atom(TABLES, (_TABLE,))))),
        Rule(f"{head.predicate} fresh", head, (fresh,)),
    )


def _rule_of_tables(rule: Rule, varying: frozenset[PredicateId], program: LoweredProgram) -> Rule:
    if rule.head.predicate not in varying:
        return rule
    body: list[Condition] = []
    is_bound = False
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.atom.predicate in varying:
            name = condition.atom.predicate
            condition = replace(condition, atom=_on_table(condition.atom))
            computed = name in program.aggregates or input_positions(name, program.predicates)
            is_bound |= not (condition.negated or computed)
        body.append(condition)
    if not is_bound:
        body.insert(0, Literal(Atom(TABLES, (_TABLE,))))
    return replace(rule, head=_on_table(rule.head), body=tuple(body))


def _on_table(atom: Atom) -> Atom:
    return replace(atom, terms=(_TABLE, *atom.terms))


def _given(name: PredicateId) -> PredicateId:
    return derived(DerivedKind.GIVEN, name)


def _unstated(name: PredicateId) -> PredicateId:
    return derived(DerivedKind.UNSTATED, name)


def _differing(name: PredicateId) -> PredicateId:
    return derived(DerivedKind.DIFFERS, name)


def _stored(
    silent: SilentTable,
    supply: Supply,
    tables: Mapping[int, TableDifferences],
    varying: frozenset[PredicateId],
    program: LoweredProgram,
) -> tuple[dict[PredicateId, Relation], dict[PredicateId, Relation]]:
    """Return what is true and what is possible before any rule."""
    true: dict[PredicateId, Relation] = {}
    possible: dict[PredicateId, Relation] = {}
    certain, uncertain = silent.bounds(supply)
    for name, relation in uncertain.items():
        place = _given(name) if name in varying else name
        true[place], possible[place] = certain[name], relation
    for name, (holds, may_hold) in silent.unstated(supply).items():
        true[_unstated(name)] = possible[_unstated(name)] = Relation(0, {()} if holds else ())
        if may_hold is not holds:
            possible[_unstated(name)] = Relation(0, {()})
    true[TABLES] = possible[TABLES] = Relation(1, {(number,) for number in tables})
    for sort, values in silent.known.items():
        known = derived(DerivedKind.KNOWN, sort)
        fresh = derived(DerivedKind.FRESH, sort)
        true[known] = possible[known] = Relation(1, {(value,) for value in values})
        true[fresh] = possible[fresh] = Relation(
            2, {(n, value) for n, one in tables.items() for value in one.fresh.get(sort, ())}
        )
    for name in {name for differences in tables.values() for name in differences.rows}:
        differs, sure, maybe = set[Row](), set[Row](), set[Row]()
        for number, differences in tables.items():
            one = differences.rows.get(name)
            if one is not None:
                differs.update((number, *row) for row in one.rows)
                sure.update((number, *row) for row in one.true)
                maybe.update((number, *row) for row in one.possible)
        arity = program.predicates[name].arity + 1
        true[name] = possible[name] = Relation(arity, sure)
        if len(maybe) != len(sure):
            possible[name] = Relation(arity, maybe)
        true[_differing(name)] = possible[_differing(name)] = Relation(arity, differs)
    return true, possible
