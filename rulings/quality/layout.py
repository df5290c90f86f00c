"""The rules of an edition as numbered strata, and what a change of them comes to.

In: an opened edition, and its layout of before. Out: a `Layout`; for some predicates the `Rework`
that is to be computed for them. Guarantee: strata that say the same have the same number and the
same code.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.engine.run.stratify import stratify
from rulings.language.predicates import PredicateId, base_of, sides
from rulings.language.program import Program
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.logic.lowering import lower
from rulings.quality.kept_names import speaks_of
from rulings.quality.listening import Listened
from rulings.quality.vault import Engine, plain_backend
from rulings.records import dataclass
from rulings.session import Rulebook

Roots = frozenset[PredicateId]


@dataclass(slots=True)
class Rework:
    """What is to be computed again for some roots: strata, and predicates without any by now."""

    strata: list[int]
    gone: list[PredicateId]
    within: frozenset[int]

    @property
    def empty(self) -> bool:
        """Whether nothing is."""
        return not self.strata and not self.gone


UNCHANGED = Rework([], [], frozenset())


@dataclass(eq=False)
class Layout:
    """One state of the rules, as strata. `labels` are numbers that equal strata share."""

    book: Rulebook
    lowered: LoweredProgram
    strata: tuple[Stratum, ...]
    labels: tuple[int, ...]
    engine: Engine

    def __post_init__(self) -> None:
        self.home = {name: s.index for s in self.strata for name in s.predicates}
        self.rules = {rule.id: rule for rule in self.lowered.rules}
        self.ranks = {name: index + 1 for name, index in self.home.items()}
        self.readers: dict[PredicateId, list[int]] = {}
        for stratum in self.strata:
            for name in stratum.reads:
                self.readers.setdefault(name, []).append(stratum.index)
        self._slices: dict[Roots, tuple[int, ...]] = {}
        self._roots: dict[frozenset[str], Roots] = {}
        # Of each stratum the ones that it depends on, itself included, as the bits of a number.
        self._below: list[int] = []
        for stratum in self.strata:
            mask = 1 << stratum.index
            for place in {self.home[name] for name in stratum.reads if name in self.home}:
                mask |= self._below[place]
            self._below.append(mask)

    def mask(self, roots: Roots) -> int:
        """Return the strata that some predicates depend on, as the bits of a number."""
        found = 0
        for name in roots:
            if name in self.home:
                found |= self._below[self.home[name]]
        return found

    def roots(self, one: Listened) -> Roots:
        """Return what a question reads, with both sides of what has two."""
        assert one.known is not None
        names = one.known.asks
        if names not in self._roots:
            predicates = self.book.outline.predicates
            sided = (name for name in names if predicates[name].two_sided)
            self._roots[names] = names.union(*map(sides, sided))
        return self._roots[names]

    def slice(self, roots: Roots) -> tuple[int, ...]:
        """Return the numbers of the strata that some predicates depend on, lowest first."""
        if roots not in self._slices:
            mask = self.mask(roots)
            self._slices[roots] = tuple(s.index for s in self.strata if mask >> s.index & 1)
        return self._slices[roots]


def laid_out(book: Rulebook, before: Layout | None, numbers: Iterator[int]) -> Layout:
    """Lower and stratify an edition; what is as before keeps its numbers and its code."""
    lowered = lower(book.program, keep_forall=True)
    strata = stratify(lowered)
    compiled = {}
    if before is not None:
        kept = {rule.id for rule in lowered.rules if before.rules.get(rule.id) == rule}
        known = before.engine.backend.compiled
        compiled = {key: code for key, code in known.items() if key[0] in kept}
    labels = tuple(
        next(numbers) if label is None else label
        for label in (_label_before(stratum, lowered, before) for stratum in strata)
    )
    engine = Engine(lowered, plain_backend(lowered, compiled))
    return Layout(book, lowered, strata, labels, engine)


def _label_before(stratum: Stratum, lowered: LoweredProgram, before: Layout | None) -> int | None:
    """Return the number of a stratum that says the same; None where there was none."""
    index = before.home.get(stratum.predicates[0]) if before is not None else None
    if before is None or index is None:
        return None
    was = before.strata[index]
    same = (
        (was.rules, was.predicates, was.recursion, was.reads)
        == (stratum.rules, stratum.predicates, stratum.recursion, stratum.reads)
    ) and all(
        before.lowered.aggregates.get(name) == lowered.aggregates.get(name)
        for name in stratum.predicates
    )
    return before.labels[index] if same else None


def planned(old: Layout, new: Layout, roots: Roots) -> Rework:
    """Tell what has to be computed again where these predicates are asked."""
    before, after = old.slice(roots), new.slice(roots)
    known = {old.labels[index] for index in before}
    had = {name for index in before for name in old.strata[index].predicates}
    has = {name for index in after for name in new.strata[index].predicates}
    return Rework(
        [index for index in after if new.labels[index] not in known],
        [name for name in had if name not in has],
        frozenset(after),
    )


def concluded_otherwise(before: Program, after: Program) -> frozenset[str]:
    """Return the predicates that other rules conclude, or other overrides rank."""
    known = {rule.id: rule for rule in before.rules}
    still = {rule.id for rule in after.rules}
    heads = {rule.head.predicate for rule in before.rules if rule.id not in still}
    heads |= {rule.head.predicate for rule in after.rules if known.get(rule.id) != rule}
    ranked = {
        name for one in set(before.overrides) ^ set(after.overrides) for name in speaks_of(one)
    }
    if ranked:
        heads |= {
            rule.head.predicate
            for rule in (*before.rules, *after.rules)
            if rule.id in ranked or not ranked.isdisjoint(rule.levels)
        }
    return frozenset(map(base_of, heads))


def completed_otherwise(before: Rulebook, after: Rulebook) -> bool:
    """Whether what is stated about a table may come to other rows before any rule."""
    old, new = before.contents.shelf, after.contents.shelf
    return old.constants != new.constants or old.outline.predicates != new.outline.predicates
