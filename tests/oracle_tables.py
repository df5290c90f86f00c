"""What holds before any rule, and what a table that does not say leaves unknown.

In: a checked program. Out: its stated and its unknown rows, and what a type ranges over. Guarantee:
a part of `tests.oracle`; nothing is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import PredicateId, against
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Completion,
    Condition,
    Constant,
    ForAll,
    Literal,
    Operation,
    Program,
    Role,
    Row,
    Value,
)  # fmt: skip

Fact = tuple[str, Row]
World = dict[str, set[Row]]


def predicate_of(name: str) -> PredicateId:
    """Return the predicate of a fact's name, `p` or `neg p`."""
    base = name.removeprefix("neg ")
    return name if base == name else against(base)


def state(program: Program, ranging: Program) -> tuple[World, World]:
    """Return what holds before any rule, and what a table that does not say leaves unknown.

    Types range over what is seen in `ranging`.
    """
    stated: World = {}
    unknown: World = {}
    for name, predicate in program.predicates.items():
        rows = set(program.facts[name].rows) if name in program.facts else set()
        denied = set(program.denials[name].rows) if name in program.denials else set()
        stated[f"for {name}" if predicate.two_sided else name] = rows
        if predicate.concluded:
            stated[f"against {name}"] = denied
        if predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED:
            free = (
                set(product(*(domain(ranging, c.sort) for c in predicate.columns))) - rows - denied
            )
            if predicate.functional:
                free -= {row for row in free for told in rows if row[:-1] == told[:-1]}
            target = unknown if predicate.completion is Completion.OPEN else stated
            target[name] = free | target.get(name, set())
    return stated, unknown


def domain(program: Program, sort: str) -> set[Value]:
    """The members of a closed sort, or every constant seen in a column of the sort or below."""

    def below(name: str) -> bool:
        while name != sort and name in program.sorts and program.sorts[name].parent:
            name = str(program.sorts[name].parent)
        return name == sort or sort == "any"

    declared = program.sorts.get(sort)
    if declared and declared.members is not None:
        return set(declared.members)
    found = {m for s in program.sorts.values() if below(s.name) for m in s.members or ()}
    for table in (program.facts, program.denials):
        for name, facts in table.items():
            columns = program.predicates[name].columns
            # The step in which something took place is no number of the table.
            columns = columns[:-1] if program.predicates[name].role is Role.PAST else columns
            for column, place in zip(columns, zip(*facts.rows)):
                found |= set(place) if below(column.sort) else set()
    for rule in program.rules:
        for atom in (rule.head, *atoms(rule.body)):
            columns = program.predicates[str(atom.predicate).removeprefix("neg ")].columns
            for column, term in zip(columns, atom.terms, strict=True):
                if isinstance(term, Constant) and below(column.sort):
                    found.add(term.value)
    if not below_int(program, sort):
        return found
    near = {n for n in found if isinstance(n, int)}.union(*(numbers(r.body) for r in program.rules))
    return found | {n + step for n in near for step in (-1, 0, 1)}


def below_int(program: Program, sort: str) -> bool:
    declared = program.sorts.get(sort)
    return sort == "int" or bool(
        declared and declared.parent and below_int(program, declared.parent)
    )


def numbers(part: object) -> set[int]:
    """The integers that stand in comparisons and as values of aggregates."""
    match part:
        case Constant(int(number)):
            return {number}
        case tuple():
            return set().union(*map(numbers, part))
        case Comparison(_, left, right):
            return numbers((left, right))
        case Operation(_, operands):
            return numbers(operands)
        case Aggregate(target, _, _, inner):
            return numbers((target, inner))
        case ForAll(_, given, _):
            return numbers(given)
        case _:
            return set()


def atoms(body: tuple[Condition, ...]) -> Iterator[Atom]:
    for condition in body:
        match condition:
            case Literal(atom) if atom.predicate not in BUILT_INS:
                yield atom
            case ForAll(_, given, goal):
                yield from atoms((*given, goal))
            case Aggregate(_, _, _, inner):
                yield from atoms(inner)
