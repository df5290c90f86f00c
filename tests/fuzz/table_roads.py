"""The roads of a table that changes: sharing with others, many at once.

In: a `Case`. Out: what the road says otherwise than it should, or None. Guarantee: what changes
depends on the seed and on names alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from random import Random

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model, Truth
from rulings.engine.run.together import ManyTables
from rulings.engine.store.differences import SilentTable
from rulings.engine.store.table import Table, nothing
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against
from rulings.language.program import (
    Constant,
    Facts,
    Program,
    Role,
    Row,
    Value,
)
from rulings.rulebook.shelf import Shelf
from tests.fuzz.roads import (
    REFUSED,
    Case,
    bounds_of,
    computed,
    difference,
    questions,
    whole,
)
from tests.oracle_tables import Fact, domain, predicate_of

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


def changed(case: Case) -> Iterator[Table]:
    """Yield the table after each change."""
    facts: dict[str, set[Row]] = {}
    denials: dict[str, set[Row]] = {}
    for kind, name, row in changes(case):
        functional = case.program.predicates[name].functional
        given = case.program.facts.get(name)
        if kind == "state" and functional:
            if given and any(other[:-1] == row[:-1] for other in given.rows):
                continue
            kept = {o for o in facts.get(name, ()) if o[:-1] != row[:-1] or o == row}
            facts[name] = kept
        facts.setdefault(name, set()).discard(row)
        denials.setdefault(name, set()).discard(row)
        if kind != "forget":
            (facts if kind == "state" else denials)[name].add(row)
        yield Table(case.program, facts, denials)


def sharing(case: Case) -> str | None:
    """A table that shares with those before it has the model of one that shares nothing,

    and every row the same rank.
    """
    if case.is_refused or case.expected is None:
        return None
    evaluator, other = Evaluator(case.program), Evaluator(case.program)
    before = Table(case.program)
    models, given = [evaluator.model(before)], before.told
    for number, afresh in enumerate(changed(case), 1):
        given = tuple(
            {name: had.get(name) if rows == had.get(name) else rows for name, rows in told.items()}
            for told, had in zip(afresh.told, given, strict=True)
        )
        table = Table(case.program, *given, before=before)
        for choice in (nothing, itemgetter(0)):
            decided = computed_model(evaluator, table.decided(choice), models[-6:])
            wanted = computed_model(other, afresh.decided(choice))
            if isinstance(decided, str) or isinstance(wanted, str):
                if decided != wanted:
                    return f"after {number} changes, decided: refused {decided} and {wanted}"
            elif bounds_of(decided) != bounds_of(wanted):
                return f"after {number} changes, decided: another model"
            else:
                models.append(decided)
        alone = computed_model(other, afresh)
        found = computed_model(evaluator, table, models[-6:])
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


def sliced(case: Case) -> str | None:
    """What is prepared for some predicates alone has the model of the whole program on them."""
    if case.is_refused or case.expected is None:
        return None
    shelf, chance = Shelf.of(case.program), case.chance("sliced")
    named = [name for name in case.asked if name not in case.inputs]
    chosen = chance.sample(sorted(named), min(2, len(named)))
    sides = (against(name) for name in chosen if case.program.predicates[name].two_sided)
    roots = frozenset((*chosen, *sides))
    part = Evaluator(shelf.slice(roots), roots=roots)
    alone = computed_model(part, Table(shelf.outline, constants=shelf.constants))
    found = computed_model(Evaluator(case.program), Table(case.program))
    if isinstance(alone, str) or isinstance(found, str):
        return None if isinstance(found, str) else f"refused {alone}"
    return _differs(alone, found, roots)


def waiting(case: Case) -> str | None:
    """A table that completes only what is read has the same model of it, whoever read before."""
    if case.is_refused or case.expected is None:
        return None
    evaluator, other, chance = Evaluator(case.program), Evaluator(case.program), case.chance("wait")
    named = sorted(name for name in case.asked if name not in case.inputs)
    before = Table(case.program, lazy=True)
    models, given = list[Model](), before.told
    for number, afresh in enumerate(changed(case), 1):
        given = tuple(
            {name: had.get(name) if rows == had.get(name) else rows for name, rows in told.items()}
            for told, had in zip(afresh.told, given, strict=True)
        )
        before = table = Table(case.program, *given, before=before, lazy=True)
        for _ in range(chance.randint(0, 2)):
            chosen = chance.sample(named, min(len(named), 2))
            sides = (against(name) for name in chosen if case.program.predicates[name].two_sided)
            roots = frozenset((*chosen, *sides))
            part = evaluator.narrowed(roots)
            for choice in (None, nothing, itemgetter(0)):
                table.reach(part.nothing)
                one, alone = (t.decided(choice) if choice else t for t in (table, afresh))
                found = computed_model(part, one, models[-6:])
                wanted = computed_model(other, alone)
                if isinstance(found, str) or isinstance(wanted, str):
                    if not isinstance(wanted, str):
                        return f"after {number} changes: refused {found}"
                    continue
                models.append(found)
                said = _differs(found, wanted, roots)
                if said is not None:
                    return f"after {number} changes: {said}"
    return None


def _differs(found: Model, wanted: Model, roots: frozenset[PredicateId]) -> str | None:
    """What some predicates have otherwise in one model than in another."""
    for name in sorted(roots, key=str):
        for bound in ("true", "possible", "assumed"):
            has, should = (set(getattr(one, bound).get(name, ())) for one in (found, wanted))
            if has != should:
                return f"{name}: {bound} {sorted(has ^ should, key=repr)}"
    return None


def together(case: Case) -> str | None:
    """Tables evaluated together answer ground questions as each does by itself."""
    if case.is_refused or case.expected is None or case.inputs:
        return None
    evaluator = Evaluator(case.program)
    tables = [Table(case.program), *changed(case)]
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
