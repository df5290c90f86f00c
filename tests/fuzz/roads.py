"""The roads to an answer, each compared with the specification.

In: a `Case`: a program and its seed. Out: for a road, what it says otherwise than it should, or
None. Guarantee: what a road chooses at random depends on the seed and on names alone, so that a
smaller program is asked the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model, Truth
from rulings.engine.run.together import ManyTables
from rulings.engine.store.differences import SilentTable
from rulings.engine.store.table import Table
from rulings.language import load
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against, predicate_of
from rulings.language.program import (
    Atom,
    Constant,
    Facts,
    Program,
    Role,
    Row,
    Term,
    Value,
    Variable,
)
from rulings.language.source import Source
from tests.oracle import model as specified
from tests.oracle_tables import Fact, domain

Bounds = tuple[set[Fact], set[Fact]]
REFUSED = ("RUL322", "RUL401", "RUL402", "RUL403")
"""What the engine may say in place of an answer: a circle of groups, arithmetic that fails."""

LARGE = 40
"""A model with more possible facts than this is compared with the specification less often."""


@dataclass(frozen=True)
class Case:
    """A program, the seed of what is asked of it, and the models that are compared."""

    text: str
    seed: int

    @cached_property
    def program(self) -> Program:
        """The checked program. Raises RulingsError."""
        return load(Source("fuzz.dl", self.text))

    @cached_property
    def expected(self) -> Bounds | None:
        """The true and the possible facts by the specification; None where arithmetic fails."""
        return expected(self.program)

    @cached_property
    def inputs(self) -> frozenset[str]:
        """The predicates with input columns: a model holds only what is asked for of them."""
        return frozenset(
            p.name
            for p in self.program.predicates.values()
            if any(column.is_input for column in p.columns)
        )

    def chance(self, about: str) -> Random:
        """Return chance that depends on the seed and on what it is for."""
        return Random(f"{self.seed} {about}")

    @cached_property
    def found(self) -> Bounds | str:
        """The whole model by the native engine, or the code with which it refuses the program."""
        return computed(lambda: whole(Evaluator(self.program), self.program))

    @property
    def is_refused(self) -> bool:
        """Whether the native engine refuses the program."""
        return isinstance(self.found, str)

    @property
    def is_large(self) -> bool:
        """Whether the model has so many facts that the specification, being naive, is slow."""
        return not isinstance(self.found, str) and len(self.found[1]) > LARGE


def expected(program: Program) -> Bounds | None:
    """The model by the specification; None where arithmetic fails."""
    try:
        return specified(program)
    except ArithmeticError:
        return None


def bounds_of(found: Model) -> Bounds:
    """The true and the possible facts of a whole model."""
    true, possible = (
        {(str(name), row) for name in found.declared() for row in rows[name]}
        for rows in (found.true, found.possible)
    )
    return true, possible


def whole(evaluator: Evaluator, program: Program, table: Table | None = None) -> Bounds:
    """The whole model by an evaluator."""
    return bounds_of(evaluator.model(table or Table(program)))


def computed(compute: Callable[[], Bounds]) -> Bounds | str:
    """Return what is computed, or the code with which it is refused."""
    try:
        return compute()
    except RulingsError as problem:
        code = problem.diagnostics[0].code
        if code in REFUSED:
            return code
        raise


def difference(found: Bounds | str, wanted: Bounds | None, inputs: frozenset[str]) -> str | None:
    """Say how a model differs from the one it should be; of `inputs` it may hold less."""
    if isinstance(found, str):
        return None if wanted is None or found == "RUL322" else f"refused: {found}"
    if wanted is None:
        # The specification knows no strata: it may divide before it knows what spares it that.
        return None
    for word, has, should in zip(("true", "possible"), found, wanted, strict=True):
        extra = has - should
        missing = {fact for fact in should - has if fact[0] not in inputs}
        if extra or missing:
            return f"{word}: {_some(extra)} too much, {_some(missing)} missing"
    return None


def _some(facts: set[Fact]) -> str:
    return str(sorted(facts, key=repr)[:5])


# Whole models


def native(case: Case) -> str | None:
    """The whole model by the native engine."""
    return difference(case.found, case.expected, case.inputs)


def evaluated(case: Case) -> str | None:
    """The native engine answers or refuses, and nothing is compared."""
    _ = case.found
    return None


def pydatalog(case: Case) -> str | None:
    """The whole model by pyDatalog."""
    found = computed(lambda: whole(Evaluator(case.program, "pydatalog"), case.program))
    return difference(found, case.expected, case.inputs)


# Questions


def questions(case: Case) -> Iterator[Atom]:
    """Two questions about every predicate, values and variables mixed."""
    for name, predicate in case.program.predicates.items():
        for side in (name, against(name)) if predicate.two_sided else (name,):
            chance = case.chance(f"questions {side}")
            for _ in range(2):
                terms: list[Term] = []
                for i, column in enumerate(predicate.columns):
                    values = sorted(domain(case.program, column.sort), key=repr)
                    given = column.is_input or chance.random() < 0.5
                    if given and values:
                        terms.append(Constant(chance.choice(values)))
                    else:
                        terms.append(
                            Variable(f"Q{chance.randrange(2) if chance.random() < 0.2 else i}")
                        )
                if not any(
                    c.is_input and isinstance(t, Variable) for c, t in zip(predicate.columns, terms)
                ):
                    yield Atom(side, tuple(terms))


def demand(case: Case) -> str | None:
    """Three questions, answered by demand, one by one and together."""
    if case.expected is None:
        return None
    evaluator, table = Evaluator(case.program), Table(case.program)
    asked = list(questions(case))
    chosen = case.chance("demand").sample(asked, min(3, len(asked)))
    for queries in (*((query,) for query in chosen), tuple(chosen)):
        found = computed(lambda queries=queries: answers(evaluator, table, queries))  # type: ignore[misc]
        said = difference(found, _among(case.expected, queries), frozenset())
        if said:
            return f"{'; '.join(map(str, map(spoken, queries)))}: {said}"
    return None


def answers(evaluator: Evaluator, table: Table, queries: tuple[Atom, ...]) -> Bounds:
    """The instances of some queries in the model that answers them."""
    found = evaluator.answer(table, *queries)
    true, possible = (
        {(str(q.predicate), row) for q in queries for row in rows[q.predicate] if fits(row, q)}
        for rows in (found.true, found.possible)
    )
    return true, possible


def fits(row: Row, query: Atom) -> bool:
    """Whether a row agrees with the values of a query. (Its variables stand for any value.)"""
    pairs = zip(row, query.terms, strict=True)
    return all(isinstance(term, Variable) or term.value == value for value, term in pairs)


def spoken(query: Atom) -> str:
    """A query as text."""
    terms = (t.name if isinstance(t, Variable) else repr(t.value) for t in query.terms)
    return f"?- {query.predicate}({', '.join(terms)})"


# Changes to a table


Change = tuple[str, str, Row]


def changes(case: Case) -> Iterator[Change]:
    """A sequence of changes to what the program only states: `state`, `deny` or `forget`."""
    concluded = {str(rule.head.predicate) for rule in case.program.rules}
    chance = case.chance("changes")
    names = [
        p.name
        for p in case.program.predicates.values()
        if p.name not in concluded and not any(c.is_input for c in p.columns)
    ]
    for _ in range(chance.randint(1, 4) if names else 0):
        predicate = case.program.predicates[chance.choice(names)]
        places = [
            sorted(domain(case.program, c.sort), key=repr) or ["new"] for c in predicate.columns
        ]
        row = tuple(_value(chance, c.sort, v) for c, v in zip(predicate.columns, places))
        kinds = ("state", "state", "deny", "forget") if predicate.role is Role.STATE else (
            "state", "forget")  # fmt: skip
        yield chance.choice(kinds), predicate.name, row


def _value(chance: Random, sort: str, known: list[Value]) -> Value:
    fresh: dict[str, Value] = {"int": 9, "thing": "new", "big": "newer", "any": "other"}
    return fresh[sort] if sort in fresh and chance.random() < 0.1 else chance.choice(known)


def changed(case: Case) -> Iterator[tuple[Table, Table]]:
    """Yield a table after each change, and one built afresh that says the same."""
    evaluator_table = Table(case.program)
    facts: dict[str, set[Row]] = {}
    denials: dict[str, set[Row]] = {}
    for kind, name, row in changes(case):
        functional = case.program.predicates[name].functional
        given = case.program.facts.get(name)
        if kind == "state" and functional:
            if given and any(other[:-1] == row[:-1] for other in given.rows):
                continue
            for other in [o for o in facts.get(name, ()) if o[:-1] == row[:-1] and o != row]:
                evaluator_table.forget(name, other)
                facts[name].discard(other)
        getattr(evaluator_table, kind)(name, row)
        facts.setdefault(name, set()).discard(row)
        denials.setdefault(name, set()).discard(row)
        if kind != "forget":
            (facts if kind == "state" else denials)[name].add(row)
        yield evaluator_table, Table(case.program, facts, denials)


def incremental(case: Case) -> str | None:
    """A table after some changes has the model of one built afresh, asked in any way."""
    if case.is_refused or case.expected is None:
        return None
    evaluator, other = Evaluator(case.program), Evaluator(case.program)
    asked = [query for query in questions(case) if query.predicate not in case.inputs]
    chance = case.chance("incremental")
    queries = tuple(chance.sample(asked, min(2, len(asked))))
    last: tuple[Table, Bounds] | None = None
    for number, (table, afresh) in enumerate(changed(case), 1):
        found = computed(lambda t=table: whole(evaluator, case.program, t))  # type: ignore[misc]
        again = computed(lambda t=afresh: whole(other, case.program, t))  # type: ignore[misc]
        if found != again:
            return f"after {number} changes: {difference(found, _known(again), frozenset())}"
        last = None if isinstance(found, str) else (afresh, found)
    if last is None:
        return None
    told, model = last
    known = computed(lambda: answers(evaluator, told, queries))
    if known != _among(model, queries):
        said = difference(known, _among(model, queries), case.inputs)
        return said and f"asked {'; '.join(map(spoken, queries))}: {said}"
    if not _is_consistent(told):
        return None
    return difference(model, expected(stated_by(told)), case.inputs)


def sharing(case: Case) -> str | None:
    """A table that shares with those before it has the model of one that shares nothing,

    and every row the same rank.
    """
    if case.is_refused or case.expected is None:
        return None
    evaluator, other = Evaluator(case.program), Evaluator(case.program)
    before = Table(case.program)
    models = [evaluator.model(before)]
    for number, (_, afresh) in enumerate(changed(case), 1):
        table = Table(case.program, afresh.facts, afresh.denials, before=before)
        alone = computed_model(other, afresh)
        found = computed_model(evaluator, table, models[-3:])
        if isinstance(alone, str) or isinstance(found, str):
            if alone != found:
                return f"after {number} changes: refused {found} and {alone}"
            continue
        said = difference(bounds_of(found), bounds_of(alone), frozenset())
        if said is None and ranks_of(found) != ranks_of(alone):
            said = "other ranks"
        if said is not None:
            return f"after {number} changes: {said}"
        before = table
        models.append(found)
    return None


def together(case: Case) -> str | None:
    """Tables evaluated together answer ground questions as each does by itself."""
    if case.is_refused or case.expected is None or case.inputs:
        return None
    evaluator = Evaluator(case.program)
    tables = [Table(case.program), *(afresh for _, afresh in changed(case))]
    alone = [computed(lambda t=table: whole(evaluator, case.program, t)) for table in tables]  # type: ignore[misc]
    if any(isinstance(one, str) for one in alone):
        return None
    chance = case.chance("together")
    asked: dict[PredicateId, set[tuple[int, Row]]] = {}
    for query in questions(case):
        row = tuple(t.value for t in query.terms if isinstance(t, Constant))
        if len(row) == len(query.terms):
            asked.setdefault(query.predicate, set()).update((n, row) for n in range(len(tables)))
    for number, found in enumerate(alone):
        for name, row in chance.sample(sorted(found[1], key=repr), min(4, len(found[1]))):
            asked.setdefault(predicate_of(name), set()).add((number, row))
    silent = SilentTable(tables[0])
    told = {n: silent.differences(t.facts, t.denials) for n, t in enumerate(tables)}
    answered = ManyTables(evaluator).answer(silent, told, asked)
    if answered is None:
        return None
    for name, rows in asked.items():
        for number, row in rows:
            true, possible = ((str(name), row) in facts for facts in alone[number])
            wanted = Truth.TRUE if true else Truth.UNDEFINED if possible else Truth.FALSE
            if answered.truth(number, name, row) is not wanted:
                return f"table {number}: {name}{row} should be {wanted.value}"
    return None


def computed_model(
    evaluator: Evaluator, table: Table, earlier: Sequence[Model] = ()
) -> Model | str:
    """Return the model, or the code with which it is refused."""
    try:
        return evaluator.model(table, earlier=earlier)
    except RulingsError as problem:
        if problem.diagnostics[0].code in REFUSED:
            return problem.diagnostics[0].code
        raise


def ranks_of(model: Model) -> dict[Fact, tuple[int, int]]:
    """The rank of every true row."""
    return {
        (str(name), row): model.rank(name, row)
        for name in model.declared()
        for row in model.true[name]
    }


def _among(bounds: Bounds, queries: tuple[Atom, ...]) -> Bounds:
    """The instances of some queries."""
    true, possible = (
        {f for f in facts for q in queries if f[0] == str(q.predicate) and fits(f[1], q)}
        for facts in bounds
    )
    return true, possible


def _known(bounds: Bounds | str) -> Bounds | None:
    return None if isinstance(bounds, str) else bounds


def _is_consistent(table: Table) -> bool:
    """Whether nothing is both stated and denied, by the table or the program."""
    return not any(
        row in rows.rows
        for told, given in (
            (table.facts, table.program.denials),
            (table.denials, table.program.facts),
        )
        for name, rows in given.items()
        for row in told.get(name, ())
    )


def stated_by(table: Table) -> Program:
    """The program in which a table's facts and denials stand themselves."""
    program = table.program

    def merged(given: Mapping[str, Facts], told: Mapping[str, set[Row]]) -> dict[str, Facts]:
        all_rows = {name: dict.fromkeys(facts.rows) for name, facts in given.items()}
        for name, rows in told.items():
            if rows:
                all_rows.setdefault(name, {}).update(dict.fromkeys(rows))
        return {name: Facts(tuple(rows)) for name, rows in all_rows.items()}

    return replace(
        program,
        facts=merged(program.facts, table.facts),
        denials=merged(program.denials, table.denials),
    )
