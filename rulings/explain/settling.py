"""What would settle an unknown answer.

In: ground literals, the model that leaves them open, its clauses. Out: `Conditions`: the unknown
facts that matter, the minimal combinations of them that make it yes and that make it no, and
the verdict if all completions agree. Guarantee: up to `EXACT` unknown facts, or as many
completions as those have, every completion is looked at; beyond, the nearest are varied and the
others stay unknown, which is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod

from rulings.engine.run.model import Model
from rulings.explain.ground import Fact
from rulings.explain.slices import Masks, Slice
from rulings.explain.worlds import ModelWorld
from rulings.language.predicates import PredicateId, base_of, opposite, pro_and_contra, sides
from rulings.language.program import Completion, Facts, Literal, Program, Role
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass

EXACT = 20
_SHOWN = 6
_TESTS = 6000
_WORDS = ("yes", "no", "conflict", "silent")

Combination = tuple[tuple[Fact, bool], ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an open answer depends on.

    `unknown` are the facts that matter; all that were varied when they do not matter after all:
    `always` is `yes`, `no`, `conflict`, `silent` or `paradox` when every completion agrees, else
    empty. `left` counts the unknown facts beyond the nearest, which were not varied;
    `whole` tells whether all shortest combinations were found.
    """

    unknown: tuple[Fact, ...] = ()
    yes: tuple[Combination, ...] = ()
    no: tuple[Combination, ...] = ()
    always: str = ""
    left: int = 0
    whole: bool = True


class Weigher:
    """Weighs conjunctions on one model; what they have in common is grounded once."""

    def __init__(self, model: Model, clauses: Clauses, facts: Mapping[PredicateId, Facts]) -> None:
        """`facts` are those of the program with its table."""
        self._model = model
        self._clauses = clauses
        self._facts = facts
        self._open = Slice(clauses, ModelWorld(model, clauses, facts))
        self._parts: dict[tuple[Fact, ...], Slice] = {}

    def weigh(self, literals: Sequence[Literal]) -> Conditions:
        """Find out what would settle a conjunction of ground literals."""
        program = self._clauses.program
        found = list(_unknown(literals, self._open))
        completions = Completions(found, program)
        chosen = completions.facts
        if chosen not in self._parts:
            masks = {fact: completions.of(fact) for fact in found}
            world = ModelWorld(self._model, self._clauses, self._facts, masks, completions.full)
            self._parts = {chosen: Slice(self._clauses, world, completions.full)}
        outcomes = _outcomes(literals, self._parts[chosen])
        yes, no, _, _ = outcomes
        left = len(found) - len(chosen)
        agreed = (w for w, mask in zip(_WORDS, outcomes, strict=True) if mask == completions.full)
        always = next(agreed, "" if yes or no or left else "paradox")
        matter = [fact for fact in chosen if completions.matters(fact, (yes, no))]
        kept = {fact: completions.masks[fact] for fact in matter}
        for_yes, all_yes = _combinations(yes, kept, completions.full)
        for_no, all_no = _combinations(no, kept, completions.full)
        unknown = tuple(found) if always or left else tuple(matter)
        return Conditions(unknown, for_yes, for_no, always, left, all_yes and all_no)


class Completions:
    """The ways to decide unknown facts, one bit each.

    A fact is true or false; of the facts for one key of a `one` predicate at most one is true.
    The nearest facts are decided as long as there are at most two to the power of `EXACT` ways.
    """

    def __init__(self, found: Iterable[Fact], program: Program) -> None:
        self._program = program
        groups: dict[Fact, list[Fact]] = {}
        ways = 1
        for name, row in found:
            key = self._key((name, row))
            known = groups.get(key, [])
            ways = ways // (len(known) + 1) * (len(known) + 2)
            if ways > 1 << EXACT:
                break
            groups.setdefault(key, []).append((name, row))
        self._places: dict[Fact, int] = {}
        self._taken: dict[Fact, int] = {}
        sizes = [len(group) + 1 for group in groups.values()]
        self.full = (1 << prod(sizes)) - 1
        self.masks: dict[Fact, int] = {}
        stride = 1
        for (key, group), size in zip(groups.items(), sizes, strict=True):
            times = prod(sizes) // (stride * size)
            for place, fact in enumerate(group, 1):
                once = ((1 << stride) - 1) << stride * place
                self.masks[fact] = _repeated(once, stride * size, times)
                self._places[fact] = stride * place
                self._taken[key] = self._taken.get(key, 0) | self.masks[fact]
            stride *= size
        self.facts = tuple(self.masks)

    def _key(self, fact: Fact) -> Fact:
        name, row = fact
        return name, row[:-1] if self._program.predicates[name].functional else row

    def of(self, fact: Fact) -> Masks:
        """Return where an unknown fact is true and where it may be."""
        if fact in self.masks:
            return self.masks[fact], self.masks[fact]
        return 0, self.full & ~self._taken.get(self._key(fact), 0)

    def matters(self, fact: Fact, outcomes: Iterable[int]) -> bool:
        """Whether some completions differ only in this fact and in the outcome."""
        mask, place = self.masks[fact], self._places[fact]
        without = mask >> place
        return any((out & mask) >> place != out & without for out in outcomes)


def _repeated(pattern: int, width: int, times: int) -> int:
    """Return `times` copies of a pattern of `width` bits, one behind the other.

    Made by shifts: to divide or multiply numbers of a million bits takes quadratic time.
    """
    found, copies = pattern, 1
    for digit in bin(times)[3:]:
        found |= found << width * copies
        copies *= 2
        if digit == "1":
            found, copies = found << width | pattern, copies + 1
    return found


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
            if predicate is not None and predicate.role is Role.STATE and not predicate.concluded:
                if predicate.completion is Completion.OPEN and part.base.get(fact) == (0, 1):
                    yield fact
                continue
            for instance in part.instances_of(fact):
                for other in (*instance.holds, *instance.fails, *instance.elements):
                    if other not in seen and part.values.get(other, (0, 1)) != (1, 1):
                        seen.add(other)
                        below.append(other)
        level = sorted(below, key=lambda f: (str(f[0]), tuple(map(str, f[1]))))


def asked_facts(literals: Iterable[Literal], program: Program) -> Iterator[Fact]:
    """Yield the facts that literals ask for; of a two-sided predicate both verdicts."""
    for literal in literals:
        row = literal.atom.row
        base = base_of(literal.atom.predicate)
        predicate = program.predicates.get(base)
        if predicate is not None and predicate.two_sided:
            yield from ((side, row) for side in sides(base))
        elif predicate is not None:
            yield base, row


def _outcomes(literals: Sequence[Literal], part: Slice) -> tuple[int, int, int, int]:
    """Return the worlds where all literals hold, one fails, it is a tie, nothing is said."""
    program, full = part.clauses.program, part.full
    facts = list(asked_facts(literals, program))
    for name, row in facts:
        part.ground(name, row)
    part.settle(facts)
    yes, no, conflict, silent = full, 0, 0, 0
    for literal in literals:
        name = literal.atom.predicate
        base = base_of(name)
        row = literal.atom.row
        predicate = program.predicates.get(base)
        if predicate is None:
            continue
        sure, maybe = part.holds((name, row))
        if literal.negated:
            yes, no = yes & ~maybe, no | sure
        elif not predicate.may_be_silent:
            yes, no = yes & sure, no | (full & ~maybe)
        else:
            yes, no = yes & sure, no | part.holds((opposite(name), row))[0]
        if predicate.concluded or (predicate.two_sided and not literal.negated):
            pro, contra = (part.holds((side, row)) for side in pro_and_contra(base))
            conflict |= pro[0] & contra[0]
            silent |= full & ~pro[1] & ~contra[1] if predicate.may_be_silent else 0
    return yes, no, conflict & ~no, silent & ~no


def _combinations(
    target: int, masks: Mapping[Fact, int], full: int
) -> tuple[tuple[Combination, ...], bool]:
    """Minimal partial completions within `target`, shortest first, and whether that is sure."""
    if not target:
        return (), True
    sides = [
        (f, holds, mask if holds else full & ~mask)
        for f, mask in masks.items()
        for holds in (True, False)
    ]
    # What no completion within the target meets is in no combination.
    usable = [index for index, (_, _, mask) in enumerate(sides) if mask & target]
    outside = full & ~target
    found: list[frozenset[int]] = []
    level: list[tuple[tuple[int, ...], int]] = [((), full)]
    tests = _TESTS << max(0, min(6, EXACT - len(masks)))
    whole = True
    while level and len(found) < _SHOWN and whole:
        grown: list[tuple[tuple[int, ...], int]] = []
        for picked, cube in level:
            first = (picked[-1] // 2 + 1) * 2 if picked else 0
            for index in usable[bisect_left(usable, first) :]:
                tests -= 1
                if any(f <= {*picked, index} for f in found):
                    continue
                here = cube & sides[index][2]
                if not here & target:
                    continue
                if here & outside:
                    grown.append(((*picked, index), here))
                else:
                    found.append(frozenset((*picked, index)))
            if tests < 0:
                whole = False
                break
        level = grown
    if not found:
        found.append(_reduced(target, full, [mask for _, _, mask in sides]))
    ordered = sorted(found, key=lambda c: (len(c), sum(i % 2 for i in c), sorted(c)))[:_SHOWN]
    return tuple(tuple(sides[i][:2] for i in sorted(c)) for c in ordered), whole


def _reduced(target: int, full: int, sides: list[int]) -> frozenset[int]:
    """Drop conditions from one completion while what is left still implies the target."""
    one = target & -target
    kept = [i for i, mask in enumerate(sides) if mask & one]
    for index in list(kept):
        rest = [i for i in kept if i != index]
        cube = full
        for i in rest:
            cube &= sides[i]
        if not cube & ~target:
            kept = rest
    return frozenset(kept)
