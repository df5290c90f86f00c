"""Programs with a few rules changed, from the program they were changed in.

In: a lowered program with its strata, the new rules of one predicate or a shorter list of
overrides. Out: a `Revision`: what to compute in place of which strata. Guarantee: the model of
the changed program; only what the changed rules become is lowered and stratified again.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.engine.run.stratify import stratify
from rulings.language.predicates import PredicateId, against
from rulings.language.program import Override, Program, Rule
from rulings.logic.closed import hold_closed
from rulings.logic.graph import dependencies, reads, strongly_connected
from rulings.logic.inputs import guard_inputs, heads_of, is_demand
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.logic.lowering import Lowering, lower
from rulings.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Patch:
    """At the stratum `place`: the predicates computed anew, and the strata that compute them.

    A predicate that no stratum computes has only the rows that are stated.
    """

    place: int
    predicates: frozenset[PredicateId]
    strata: tuple[Stratum, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """A changed program. `added` are the ids of lowered rules that are not those of before."""

    lowered: LoweredProgram
    patches: tuple[Patch, ...]
    added: frozenset[str]


class Reviser:
    """Revises one program, whose `strata` are all of its strata."""

    def __init__(self, lowered: LoweredProgram, strata: tuple[Stratum, ...]) -> None:
        self.program = lowered.source
        self.lowered = lowered
        self.strata = strata
        self.home = {name: s.index for s in strata for name in s.predicates}
        work = Lowering(self.program)
        guarded = guard_inputs(work.settle(self.program), work.predicates)
        self._knot = {
            n: i for i, c in enumerate(strongly_connected(dependencies(guarded))) for n in c
        }
        self._heads = heads_of(guarded, work.predicates)
        self._parts: dict[PredicateId, LoweredProgram] = {}
        self._by_head: dict[PredicateId, list[Rule]] = {}
        for rule in self.program.rules:
            self._by_head.setdefault(rule.head.predicate, []).append(rule)

    def rules_of(self, predicate: PredicateId) -> tuple[Rule, ...]:
        """Return the rules for and against a predicate."""
        return tuple(self._by_head.get(predicate, ()))

    def revise(self, predicate: PredicateId, rules: Iterable[Rule]) -> Revision:
        """Return the program in which the rules for and against `predicate` are `rules`."""
        new = tuple(rules)
        before, after = self._before(predicate), self._part(predicate, new)
        others = (rule for rule in self.program.rules if rule.head.predicate != predicate)
        changed = replace(self.program, rules=(*others, *new))
        first = self._patch(predicate, before, after)
        if first is None:
            return self._whole(changed)
        patches = [first]
        gone = _difference(before.rules, after.rules)
        come = _difference(after.rules, before.rules)
        for head in dict.fromkeys(r.head.predicate for r in (*gone, *come)):
            if is_demand(head) and head not in patches[0].predicates:
                patch = self._demand_patch(head, gone, come)
                if patch is None:
                    return self._whole(changed)
                patches.append(patch)
        patches.sort(key=lambda patch: patch.place)
        lowered = LoweredProgram(
            self.program,
            after.predicates,
            self.lowered.rules,
            {**self.lowered.aggregates, **after.aggregates},
        )
        return Revision(lowered, tuple(patches), frozenset(rule.id for rule in come))

    def without(self, override: Override) -> Revision:
        """Return the program without one override."""
        kept = tuple(other for other in self.program.overrides if other is not override)
        return self._whole(replace(self.program, overrides=kept))

    def _before(self, name: PredicateId) -> LoweredProgram:
        if name not in self._parts:
            self._parts[name] = self._part(name, self.rules_of(name))
        return self._parts[name]

    def _part(self, name: PredicateId, rules: tuple[Rule, ...]) -> LoweredProgram:
        """Lower the rules of one predicate as they are lowered among all others."""
        program = replace(self.program, rules=rules)
        work = Lowering(program)
        work.predicates.update(self.lowered.predicates)
        guarded = guard_inputs(work.settle(program, (name,)), work.predicates, self._heads)
        knot = dict(self._knot)
        made = tuple(new for rule in guarded for new in work.flatten(rule, knot, keep_forall=True))
        held = tuple(hold_closed(made, program, work.predicates))
        return LoweredProgram(program, work.predicates, held, work.aggregates)

    def _patch(
        self, name: PredicateId, before: LoweredProgram, after: LoweredProgram
    ) -> Patch | None:
        """Revise a predicate; None when no place is after all it reads and before its readers."""
        own = {r.head.predicate for part in (before, after) for r in part.rules}
        own |= {t for part in (before, after) for t in part.aggregates}
        own = {head for head in own if not is_demand(head)}
        places = {self.home[head] for head in own if head in self.home}
        # A reader of `neg p` may stand below `p`: both follow from the sides, at any later place.
        sided = (name, against(name)) if self.program.predicates[name].two_sided else ()
        deciding = places - {self.home[v] for v in sided if v in self.home} or places
        mates = {other for place in places for other in self.strata[place].predicates}
        kept = [rule for place in places for rule in self.strata[place].rules]
        gone = {rule.id for rule in before.rules}
        rules = [rule for rule in kept if rule.id not in gone]
        inside = own | mates
        rules += [r for r in after.rules if r.head.predicate in inside]
        tables = {
            t: table
            for source in (self.lowered, after)
            for t, table in source.aggregates.items()
            if t in inside and table.elements in inside
        }
        part = LoweredProgram(self.program, after.predicates, tuple(rules), tables)
        read = {
            self.home[n] for r in rules for n, _ in reads(r.body) if n in self.home.keys() - inside
        }
        place = max(max(deciding, default=0), max(read, default=-1) + 1)
        if any(
            not inside.isdisjoint(s.reads) for s in self.strata[:place] if s.index not in places
        ):
            return None
        return Patch(place, frozenset(inside), stratify(part))

    def _demand_patch(self, head: PredicateId, gone: list[Rule], come: list[Rule]) -> Patch | None:
        """Revise a demand; None when it would have to be computed at another place."""
        place = self.home.get(head)
        if place is None:
            return None
        stratum = self.strata[place]
        inside = frozenset(stratum.predicates)
        new = [rule for rule in come if rule.head.predicate == head]
        read = {name for rule in new for name, _ in reads(rule.body)} - inside
        if any(self.home.get(name, -1) >= place for name in read):
            return None
        ids = {rule.id for rule in gone}
        rules = (*(rule for rule in stratum.rules if rule.id not in ids), *new)
        part = LoweredProgram(self.program, self.lowered.predicates, rules, {})
        return Patch(place, inside, stratify(part))

    def _whole(self, program: Program) -> Revision:
        """Lower and stratify the whole changed program; everything is computed anew."""
        lowered = lower(program, keep_forall=True)
        known = set(self.lowered.rules)
        added = frozenset(rule.id for rule in lowered.rules if rule not in known)
        everything = frozenset[PredicateId](self.home) | lowered.aggregates.keys()
        patch = Patch(len(self.strata), everything, stratify(lowered))
        return Revision(lowered, (patch,), added)


def _difference(rules: tuple[Rule, ...], others: tuple[Rule, ...]) -> list[Rule]:
    known = set(others)
    return [rule for rule in rules if rule not in known]
