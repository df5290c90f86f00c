"""Situations that tell a mutant from its rule.

In: a bench, a mutant that no case kills. Out: the smallest `Telling` found: a table at which the
predicate that the rule concludes has other rows, and the row to ask about; nothing if the search
ends without one. Guarantee: what is returned tells them apart; the search looks at every table
of the suite, then at tables built for the rule's conditions, with and without the one that was
changed, from nothing and from the tables of the suite that come nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import islice

from rulings.engine.store.relation import Relation
from rulings.language.checks.overrides import named, pairs
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against, base_of
from rulings.language.program import (
    OPPOSITE,
    Atom,
    Comparison,
    Condition,
    Literal,
    Row,
    Rule,
)
from rulings.logic.inputs import demand_of
from rulings.quality.abduce import Abducer, apart
from rulings.quality.bench import Bench, Changed, Place
from rulings.quality.mutants import Mutant
from rulings.records import dataclass, replace
from rulings.rulebook.stated import Stated

FACTS = 4
"""A table that is built states at most so many facts more than the one it begins from."""
NEAREST = 3
"""From so many tables of the suite the search for further situations begins."""
BUILT = 16
"""So many tables are built for each set of conditions and each table to begin from."""
PAIRS = 8
"""For so many pairs of rules that an override ranks tables are built."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A table that tells: what is stated there, and the row whose truth differs.

    `index` is the case of the suite that the table comes from, if it does.
    """

    stated: Stated
    predicate: str
    row: Row
    index: int | None = None


def tell(bench: Bench, mutant: Mutant, changed: Changed) -> Telling | None:
    """Return the first telling situation."""
    names = concluded(mutant, bench)
    found = _in_suite(bench, changed, names)
    if found is not None:
        return found
    for stated, index, head in _built(bench, mutant):
        sides = tuple(name for name in names if base_of(name) == head)
        asked = inputs_asked(bench, sides)
        try:
            place = bench.place(stated, asked, bench.slice(frozenset(sides)))
            row = difference(bench, place, changed, sides)
        except RulingsError:
            continue
        if row is not None:
            return Telling(stated, *row, index)
    return None


def concluded(mutant: Mutant, bench: Bench) -> tuple[PredicateId, ...]:
    """Return the predicates whose rows a mutant changes first."""
    if mutant.rule is not None:
        heads = {mutant.rule.head.predicate}
    else:
        assert mutant.override is not None
        ranked = pairs(mutant.override, named(bench.shelf.program))
        heads = {loser.head.predicate for _, loser in ranked}
    sided = [name for name in heads if bench.shelf.outline.predicates[name].two_sided]
    return (*sorted(heads, key=str), *(against(name) for name in sorted(sided, key=str)))


def difference(
    bench: Bench, place: Place, changed: Changed, names: tuple[PredicateId, ...]
) -> tuple[str, Row] | None:
    """Return a row that has another truth value at a table under the changed rules."""
    overlay = bench.effect(place, changed, within=frozenset())
    best: tuple[tuple[bool, int, str], str, Row] | None = None
    for name in names:
        if name not in overlay:
            continue
        arity = bench.lowered.predicates[name].arity
        old = bench.vault.rows(place.world.get(name, 0), arity)
        new = bench.vault.rows(overlay[name], arity)
        for bound in (0, 1):
            before, after = set(old[bound]), set(new[bound])
            for row in before ^ after:
                # What is so by the rule reads better than what is not.
                weight = (row not in old[0], bound, str(row))
                if best is None or weight < best[0]:
                    best = weight, base_of(name), row
    return None if best is None else best[1:]


def _in_suite(bench: Bench, changed: Changed, names: tuple[PredicateId, ...]) -> Telling | None:
    """Look at the tables of the suite, those that state the least first."""
    for index in bench.by_size:
        try:
            row = difference(bench, bench.places[index], changed, names)
        except RulingsError:
            continue
        if row is not None:
            return Telling(bench.cases[index].stated, *row, index)
    return None


def inputs_asked(
    bench: Bench, names: tuple[PredicateId, ...]
) -> Mapping[PredicateId, frozenset[Row]]:
    """Return input values to ask for: some of those that the suite asks for."""
    asked: dict[PredicateId, frozenset[Row]] = {}
    for name in names:
        demand = demand_of(name)
        if demand in bench.lowered.predicates:
            rows: set[Row] = set()
            arity = bench.lowered.predicates[demand].arity
            for number in sorted({place.world.get(demand, 0) for place in bench.places}):
                rows.update(nsmallest(12 - len(rows), bench.vault.rows(number, arity)[1], key=str))
            if rows:
                asked[name] = frozenset(rows)
    return asked


def _built(bench: Bench, mutant: Mutant) -> Iterator[tuple[Stated, int | None, PredicateId]]:
    """Yield tables built for a mutant, the case each begins from, the predicate to look at."""
    rule = mutant.rule
    if rule is None:
        assert mutant.override is not None
        for winner, loser in islice(pairs(mutant.override, named(bench.shelf.program)), PAIRS):
            target = (*loser.body, *opposed(winner, loser))
            for found in built(bench, None, target):
                yield found, None, loser.head.predicate
        return
    guard = guard_of(bench, rule)
    targets = [(*guard, *target) for target in _targets(rule, mutant)]
    for index in (None, *nearest(bench, rule)):
        for target in targets:
            for found in built(bench, index, target):
                yield found, index, rule.head.predicate


def built(
    bench: Bench, index: int | None, target: Sequence[Condition], most: int = BUILT
) -> Iterator[Stated]:
    """Yield at most so many tables built for conditions, from nothing or the table of a case."""
    stated = Stated() if index is None else bench.cases[index].stated
    place = bench.empty if index is None else bench.places[index]
    return islice(Abducer(bench.shelf, bench.model(place), stated).situations(target, FACTS), most)


def opposed(con: Rule, pro: Rule) -> tuple[Condition, ...]:
    """Return the conditions of `con` with names of their own, made to conclude what `pro` does."""
    other = apart(con, 0)
    return (*equal(pro.head, other.head), *other.body)


def equal(left: Atom, right: Atom) -> tuple[Condition, ...]:
    """Return the conditions that make two atoms of a predicate one."""
    pairs = zip(left.terms, right.terms, strict=True)
    return tuple(Comparison("=", one, other) for one, other in pairs)


def guard_of(bench: Bench, rule: Rule) -> tuple[Condition, ...]:
    """Return the condition that gives a rule its input values, if it has any."""
    columns = bench.shelf.outline.predicates[rule.head.predicate].columns
    given = tuple(
        term for term, column in zip(rule.head.terms, columns, strict=True) if column.is_input
    )
    demand = demand_of(rule.head.predicate)
    known = given and demand in bench.lowered.predicates
    return (Literal(Atom(demand, given)),) if known else ()


def _targets(rule: Rule, mutant: Mutant) -> Iterator[tuple[Condition, ...]]:
    """Yield conditions that some table must meet for the rule and the mutant to differ."""
    bodies = [rule.body, *(new.body for new in mutant.rules)]
    for body in bodies:
        if body:
            yield body
    for position, condition in enumerate(rule.body):
        without = (*rule.body[:position], *rule.body[position + 1 :])
        if any(condition not in new.body for new in mutant.rules):
            denied = _denied(condition)
            if denied is not None:
                yield (*without, denied)


def _denied(condition: Condition) -> Condition | None:
    match condition:
        case Literal(_, negated):
            return replace(condition, negated=not negated)
        case Comparison(operator):
            return replace(condition, operator=OPPOSITE[operator])
        case _:
            return None


def nearest(bench: Bench, rule: Rule) -> list[int]:
    """Return the tables of the suite where most conditions of a rule have rows."""
    read = {
        c.atom.predicate for c in rule.body if isinstance(c, Literal) and not c.negated
    } & bench.lowered.predicates.keys()
    if not read:
        return []

    def weight(index: int) -> tuple[int, int]:
        world = bench.places[index].world
        return -sum(1 for name in read if world.get(name, 0)), bench.sizes[index]

    return sorted(bench.by_size, key=weight)[:NEAREST]


def truths(
    bench: Bench, place: Place, overlay: Mapping[PredicateId, int], name: str, row: Row
) -> object:
    """Return the truth values of a row and its denial, to be compared."""
    found = []
    for side in (name, against(name)):
        if side in bench.lowered.predicates:
            arity = bench.lowered.predicates[side].arity
            number = overlay.get(side, place.world.get(side, 0))
            true, possible = bench.vault.rows(number, arity)
            assert isinstance(true, Relation)
            found.append((row in true, row in possible))
    return found
