"""What a table that says little leaves true, possible or false.

In: the stated facts and denials of a program. Out: for every predicate the rows that are true
and those that are possible before any rule is applied, and the rows assumed by `default`.
Guarantee: possible contains true; a stated denial is in neither; with `one`, a stated value
denies all other values of its key; what is too large to be completed is left out whole and named.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from itertools import product
from math import prod

from rulings.language.catalogue import mistake
from rulings.language.matching import Pattern
from rulings.language.predicates import PredicateId
from rulings.language.program import Completion, Facts, Predicate, Program, Role, Row, Value
from rulings.logic.domains import Constants, Domains, Stated, constants_of
from rulings.logic.lowered import stated_as
from rulings.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Base:
    """The rows before any rule: `true` within `possible`, and which of them were assumed.

    `told` are the rows stated and denied from which those of a predicate that a role completes
    were made, over the `domains`. `changed` are the predicates that may differ from the base that
    this one was made from. `beyond` are those that are too large to be completed, with their rows:
    they are left out, and nothing that reads them can be decided. `waiting` are those that nobody
    has read yet: they are completed when somebody does, and are in none of the others but `told`.
    """

    true: Mapping[PredicateId, set[Row]]
    possible: Mapping[PredicateId, set[Row]]
    assumed: Mapping[PredicateId, set[Row]]
    told: Mapping[PredicateId, tuple[set[Row], set[Row]]]
    domains: Domains | None
    changed: frozenset[PredicateId] = frozenset()
    beyond: Mapping[PredicateId, int] = field(default_factory=dict)
    most: int = 0
    waiting: frozenset[PredicateId] = frozenset()


Told = tuple[Mapping[PredicateId, set[Row]], Mapping[PredicateId, set[Row]]]
"""The facts and the denials of a table."""
MOST_COMPLETED = 5_000_000
"""So many rows of all states together may be neither stated nor denied: about 1 GB."""


def complete(
    program: Program,
    facts: Stated,
    denials: Stated,
    constants: Constants | None = None,
    max_rows: int = MOST_COMPLETED,
    before: Base | None = None,
    read: Container[PredicateId] | None = None,
) -> Base:
    """Complete the facts and denials of the program and of a table, by each predicate's role.

    The result leaves out predicates of which only the program states facts, unless a role
    completes them. What is as in `before`, the base of another table of the program, is not made
    again. It makes `max_rows` rows at the most; the states that are too large then are left out.
    With `read`, the other states wait until `completed_for` what reads them.
    """
    unstated = [
        p
        for p in program.predicates.values()
        if p.role is Role.STATE and p.completion is not Completion.CLOSED
    ]
    told = {name for name, rows in facts.items() if rows}.difference(p.name for p in unstated)
    true = {name: _all_rows(name, program.facts, facts) for name in told}
    possible = dict(true)
    assumed: dict[PredicateId, set[Row]] = {}
    known = constants or constants_of(program) if unstated else None
    earlier = before.domains if before is not None else None
    domains = Domains(program, known, facts, denials, earlier) if known is not None else None
    told_of: dict[PredicateId, tuple[set[Row], set[Row]]] = {}
    most = min(max_rows, MOST_COMPLETED)
    beyond = _beyond(unstated, domains, most) if domains is not None else {}
    waiting: set[PredicateId] = set()
    for predicate in unstated:
        assert domains is not None
        name = predicate.name
        stated = _all_rows(name, program.facts, facts)
        denied = _all_rows(name, program.denials, denials)
        told_of[name] = stated, denied
        if name in beyond:
            continue
        if read is not None and name not in read:
            waiting.add(name)
            continue
        if (
            before is not None
            and earlier is not None
            and name in before.possible
            and before.told[name] == (stated, denied)
            and all(domains.of(c.sort) == earlier.of(c.sort) for c in predicate.columns)
        ):
            true[name], possible[name] = before.true[name], before.possible[name]
            if name in before.assumed:
                assumed[name] = before.assumed[name]
            continue
        _complete_one(predicate, stated, denied, domains, (true, possible, assumed), before)
    return Base(
        true,
        possible,
        assumed,
        told_of,
        domains,
        beyond=beyond,
        most=most,
        waiting=frozenset(waiting),
    )


def completed_for(base: Base, program: Program, read: Container[PredicateId]) -> Base:
    """Complete what waits and is read; `changed` are then the states that were completed."""
    names = [n for n in base.waiting if n in read or stated_as(program.predicates[n]) in read]
    if not names:
        return base
    made = dict(base.true), dict(base.possible), dict(base.assumed)
    for name in names:
        assert base.domains is not None
        _complete_one(program.predicates[name], *base.told[name], base.domains, made)
    true, possible, assumed = made
    return replace(
        base,
        true=true,
        possible=possible,
        assumed=assumed,
        changed=frozenset(names),
        waiting=base.waiting.difference(names),
    )


def completed_after(
    before: Base, program: Program, was: Told, now: Told, changed: Collection[PredicateId]
) -> Base | None:
    """Complete a table of which only some predicates are told otherwise than one before.

    None where a value may have come or gone, so that what is left open changes everywhere.
    """
    domains = before.domains
    if domains is not None and not all(
        _mentions_alike(program.predicates[name], domains, was, now) for name in changed
    ):
        known, domains = domains, domains.after(*now)
        if domains.seen != known.seen:
            return None
    true, possible = dict(before.true), dict(before.possible)
    assumed, told_of = dict(before.assumed), dict(before.told)
    for name in changed:
        predicate = program.predicates[name]
        stated = _all_rows(name, program.facts, now[0])
        if name in told_of:
            assert domains is not None
            denied = _all_rows(name, program.denials, now[1])
            is_changed = told_of[name] != (stated, denied)
            told_of[name] = stated, denied
            if is_changed and name not in before.beyond and name not in before.waiting:
                made = true, possible, assumed
                _complete_one(predicate, stated, denied, domains, made, before)
        elif now[0].get(name):
            true[name] = possible[name] = stated
        else:
            true.pop(name, None)
            possible.pop(name, None)
    return replace(
        before,
        true=true,
        possible=possible,
        assumed=assumed,
        told=told_of,
        domains=domains,
        changed=frozenset(changed) - before.beyond.keys() - before.waiting,
    )


def _mentions_alike(predicate: Predicate, domains: Domains, was: Told, now: Told) -> bool:
    """Whether a predicate mentions no value that was not known, and still all that it did."""
    before, after = (
        set[Row]().union(*(rows.get(predicate.name, ()) for rows in told)) for told in (was, now)
    )
    return before <= after and all(
        value in domains.seen.get(column.sort, ())
        for row in after - before
        for column, value in zip(predicate.described, row, strict=False)
    )


_Rows = dict[PredicateId, set[Row]]


def _complete_one(
    predicate: Predicate,
    stated: set[Row],
    denied: set[Row],
    domains: Domains,
    base: tuple[_Rows, _Rows, _Rows],
    before: Base | None = None,
) -> None:
    """Put what a predicate's role makes of what is told into what is true, possible, assumed."""
    true, possible, assumed = base
    free = _open_rows(predicate, stated, denied, domains, before)
    if predicate.completion is Completion.OPEN:
        free |= stated
        true[predicate.name], possible[predicate.name] = stated, free
    else:
        if not predicate.of_type:
            assumed[predicate.name] = free
        true[predicate.name] = possible[predicate.name] = stated | free


def _open_rows(
    predicate: Predicate,
    stated: set[Row],
    denied: set[Row],
    domains: Domains,
    before: Base | None,
) -> set[Row]:
    """Return all rows of a predicate that a table says nothing about.

    They are the many, what is told the few: all are made, and what is told is taken from them.
    """
    values = [domains.of(column.sort) for column in predicate.columns]
    rows = _grown(predicate, values, before) if before is not None else None
    rows = set(product(*values)) if rows is None else rows
    rows -= stated
    rows -= denied
    settled = {row[:-1] for row in stated} if predicate.functional else ()
    return {row for row in rows if row[:-1] not in settled} if settled else rows


def _grown(predicate: Predicate, values: list[tuple[Value, ...]], before: Base) -> set[Row] | None:
    """Return the rows over some values, made of those of a table that knew fewer of them.

    None where a value has gone, or where the rows of that table are not all over its values.
    """
    name = predicate.name
    if before.domains is None or predicate.functional or name not in before.possible:
        return None
    known = [before.domains.of(column.sort) for column in predicate.columns]
    new = [set(now).difference(then) for now, then in zip(values, known, strict=True)]
    if any(len(now) != len(then) + len(more) for now, then, more in zip(values, known, new)):
        return None
    rows = before.possible[name].union(*before.told[name])
    if len(rows) != prod(map(len, known)):
        return None
    for place, more in enumerate(new):
        rows.update(product(*known[:place], more, *values[place + 1 :]))
    return rows


def _beyond(unstated: list[Predicate], domains: Domains, most: int) -> dict[PredicateId, int]:
    """Return the states that are too large beside all that are smaller, with their rows."""
    sizes = {p.name: prod(len(domains.of(c.sort)) for c in p.columns) for p in unstated}
    total, beyond = 0, dict[PredicateId, int]()
    for name, rows in sorted(sizes.items(), key=lambda one: one[1]):
        total += rows
        if total > most:
            beyond[name] = rows
    return beyond


def check_reach(base: Base, program: Program, read: Container[PredicateId]) -> None:
    """Raise RulingsError (RUL406) where what is too large to be completed is read."""
    for name, rows in base.beyond.items():
        predicate = program.predicates[name]
        if name in read or stated_as(predicate) in read:
            raise mistake("RUL406", predicate.span, predicate=str(name), rows=rows, limit=base.most)


def _all_rows(name: PredicateId, given: Mapping[PredicateId, Facts], told: Stated) -> set[Row]:
    rows = set(told.get(name, ()))
    return rows.union(given[name].rows) if name in given else rows


def undecided(
    predicate: Predicate,
    pattern: Pattern,
    stated: Container[Row],
    denied: Container[Row],
    settled: Container[Row],
    domains: Domains,
) -> Iterator[Row]:
    """Yield the rows of a call that a table says nothing about.

    `settled` are the keys of which a value is stated; they count for a predicate with `one`.
    """
    sorts = (domains.of(column.sort) for column in predicate.columns)
    choices = (
        values if value is None else (value,) * (value in values)
        for value, values in zip(pattern, sorts, strict=True)
    )
    for row in product(*choices):
        if row not in stated and row not in denied:
            if predicate.functional and row[:-1] in settled:
                continue
            yield row
