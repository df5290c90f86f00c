"""What would settle an unknown answer.

In: ground literals, the model that leaves them open, its clauses. Out: `Conditions`: the unknown
facts that matter, the minimal combinations of them that make it yes and that make it no, and
the verdict if all completions agree. Guarantee: up to `EXACT` unknown facts every completion is
looked at; beyond, the nearest are varied and the others stay unknown, which is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulings.engine.model import Model
from rulings.explain.ground import Clauses, Fact
from rulings.explain.slices import Slice
from rulings.explain.worlds import ModelWorld
from rulings.language.program import Completion, Constant, Facts, Literal, Program, Role, Row

EXACT = 20
_SHOWN = 6
_TESTS = 6000

Combination = tuple[tuple[Fact, bool], ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an open answer depends on.

    `unknown` are the facts that matter; all that were varied when they do not matter after all:
    `always` is `yes`, `no`, `conflict`, `silent` or `paradox` when every completion agrees, else
    empty. `left` counts the unknown facts beyond the `EXACT` nearest, which were not varied;
    `whole` tells whether all shortest combinations were found.
    """

    unknown: tuple[Fact, ...]
    yes: tuple[Combination, ...]
    no: tuple[Combination, ...]
    always: str = ""
    left: int = 0
    whole: bool = True


def conditions(
    literals: Sequence[Literal], model: Model, clauses: Clauses, facts: Mapping[str, Facts]
) -> Conditions:
    """Find out what would settle a conjunction of ground literals."""
    program = clauses.program
    found = list(_unknown(literals, Slice(clauses, ModelWorld(model, clauses, facts, {}, 1))))
    chosen = found[:EXACT]
    full = (1 << (1 << len(chosen))) - 1
    masks = {fact: _column(i, len(chosen)) for i, fact in enumerate(chosen)}
    variables = {fact: (mask, mask) for fact, mask in masks.items()}
    part = Slice(clauses, ModelWorld(model, clauses, facts, variables, full), full)
    valid = _valid(masks, program, full)
    yes, no, conflict, silent = outcome(literals, part, program, full)
    yes, no = yes & valid, no & valid
    always = next(
        (
            word
            for word, mask in (("yes", yes), ("no", no), ("conflict", conflict), ("silent", silent))
            if not valid & ~mask
        ),
        "" if yes or no or len(found) > EXACT else "paradox",
    )
    matter = [f for f, mask in masks.items() if _matters(mask, f, masks, (yes, no), valid)]
    kept = {fact: masks[fact] for fact in matter}
    for_yes, all_yes = _combinations(yes, valid, kept, full)
    for_no, all_no = _combinations(no, valid, kept, full)
    unknown = tuple(found) if always or len(found) > EXACT else tuple(matter)
    whole = all_yes and all_no
    return Conditions(unknown, for_yes, for_no, always, len(found) - len(chosen), whole)


def _unknown(literals: Sequence[Literal], part: Slice) -> Iterator[Fact]:
    """Yield the open facts below the literals, the nearest first."""
    program = part.clauses.program
    level: list[Fact] = []
    for name, row in asked_facts(literals, program):
        part.ground(name, row)
        level.append((name, row))
    seen = set(level)
    while level:
        below: list[Fact] = []
        for fact in level:
            predicate = program.predicates.get(fact[0])
            if predicate is not None and predicate.role is Role.STATE:
                if predicate.completion is Completion.OPEN and part.base.get(fact) == (0, 1):
                    yield fact
                continue
            for instance in part.instances_of(fact):
                for other in (*instance.holds, *instance.fails, *instance.elements):
                    if other not in seen and part.values.get(other, (0, 1)) != (1, 1):
                        seen.add(other)
                        below.append(other)
        level = sorted(below, key=lambda f: (f[0], tuple(map(str, f[1]))))


def asked_facts(literals: Iterable[Literal], program: Program) -> Iterator[Fact]:
    """Yield the facts that literals ask for; of a two-sided predicate both verdicts."""
    for literal in literals:
        row = tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))
        base = literal.atom.predicate.removeprefix("neg ")
        predicate = program.predicates.get(base)
        if predicate is not None and predicate.two_sided:
            yield from ((base, row), (f"neg {base}", row), (f"for {base}", row))
            yield f"against {base}", row
        elif predicate is not None:
            yield base, row


def outcome(
    literals: Sequence[Literal], part: Slice, program: Program, full: int
) -> tuple[int, int, int, int]:
    """Return the worlds where all literals hold, one fails, it is a tie, nothing is said."""
    facts = list(asked_facts(literals, program))
    for name, row in facts:
        part.ground(name, row)
    part.settle(facts)
    yes, no, conflict, silent = full, 0, 0, 0
    for literal in literals:
        name = literal.atom.predicate
        base = name.removeprefix("neg ")
        row = tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))
        predicate = program.predicates.get(base)
        if predicate is None:
            continue
        sure, maybe = part.holds((name, row))
        if literal.negated:
            yes, no = yes & ~maybe, no | sure
        elif not predicate.two_sided:
            yes, no = yes & sure, no | (full & ~maybe)
        else:
            other = f"neg {base}" if name == base else base
            yes, no = yes & sure, no | part.holds((other, row))[0]
            pro, contra = part.holds((f"for {base}", row)), part.holds((f"against {base}", row))
            conflict |= pro[0] & contra[0]
            silent |= full & ~pro[1] & ~contra[1]
    return yes, no, conflict & ~no, silent & ~no


def _column(index: int, count: int) -> int:
    """The completions, one bit each, in which variable `index` of `count` holds."""
    block = ((1 << (1 << index)) - 1) << (1 << index)
    width = 2 << index
    while width < 1 << count:
        block |= block << width
        width *= 2
    return block


def _valid(masks: Mapping[Fact, int], program: Program, full: int) -> int:
    """The completions where no `one` predicate has two values for a key."""
    taken: dict[tuple[str, Row], int] = {}
    valid = full
    for (name, row), mask in masks.items():
        if program.predicates[name].functional:
            key = name, row[:-1]
            valid &= ~(taken.get(key, 0) & mask)
            taken[key] = taken.get(key, 0) | mask
    return valid


def _matters(
    mask: int, fact: Fact, masks: Mapping[Fact, int], outcomes: tuple[int, ...], valid: int
) -> bool:
    """Whether some completions differ only in this fact and in the outcome."""
    shift = 1 << list(masks).index(fact)
    both = (valid & mask) & ((valid & ~mask) << shift)
    return any((out & both) ^ ((out << shift) & both) for out in outcomes)


def _combinations(
    target: int, valid: int, masks: Mapping[Fact, int], full: int
) -> tuple[tuple[Combination, ...], bool]:
    """Minimal partial completions within `target`, shortest first, and whether that is sure."""
    if not target:
        return (), True
    sides = [
        (f, holds, mask if holds else full & ~mask)
        for f, mask in masks.items()
        for holds in (True, False)
    ]
    found: list[frozenset[int]] = []
    level: list[tuple[tuple[int, ...], int]] = [((), valid)]
    tests = _TESTS << max(0, min(6, EXACT - len(masks)))
    whole = True
    while level and len(found) < _SHOWN and whole:
        grown: list[tuple[tuple[int, ...], int]] = []
        for picked, cube in level:
            for index in range(((picked[-1] // 2) + 1) * 2 if picked else 0, len(sides)):
                tests -= 1
                here = cube & sides[index][2]
                if not here & target or any(f <= {*picked, index} for f in found):
                    continue
                if here & ~target:
                    grown.append(((*picked, index), here))
                else:
                    found.append(frozenset((*picked, index)))
            if tests < 0:
                whole = False
                break
        level = grown
    if not found:
        found.append(_reduced(target, valid, [mask for _, _, mask in sides]))
    ordered = sorted(found, key=lambda c: (len(c), sum(i % 2 for i in c), sorted(c)))[:_SHOWN]
    return tuple(tuple(sides[i][:2] for i in sorted(c)) for c in ordered), whole


def _reduced(target: int, valid: int, sides: list[int]) -> frozenset[int]:
    """Drop conditions from one completion while what is left still implies the target."""
    one = target & -target
    kept = [i for i, mask in enumerate(sides) if mask & one]
    for index in list(kept):
        rest = [i for i in kept if i != index]
        cube = valid
        for i in rest:
            cube &= sides[i]
        if not cube & ~target:
            kept = rest
    return frozenset(kept)
