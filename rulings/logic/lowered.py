"""Programs in the engine's few words, and their strata.

In: nothing; these are the types that `lower` and `stratify` build and evaluation reads.
Guarantee: importing them imports neither of the two, so that what an earlier process lowered
and stratified can be evaluated without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from rulings.language.predicates import DerivedId, DerivedKind, PredicateId, derived, kind_of
from rulings.language.program import Literal, Predicate, Program, Rule
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class AggregateTable:
    """The computed predicate `name(group…, value)` over the rows `elements(group…, tuple…)`.

    Where it `is_keyed`, tuples that differ in their first value alone exclude each other.
    """

    name: PredicateId
    function: str
    elements: PredicateId
    group_size: int
    rule: Rule
    is_keyed: bool = False


@dataclass(frozen=True, slots=True)
class LoweredProgram:
    """Rules without aggregates, denials and overrides, and the tables that aggregates became."""

    source: Program
    predicates: Mapping[PredicateId, Predicate]
    rules: tuple[Rule, ...]
    aggregates: Mapping[PredicateId, AggregateTable]


def stated_as(predicate: Predicate) -> PredicateId:
    """The predicate that a stated fact of `predicate` is a row of."""
    return derived(DerivedKind.PRO, predicate.name) if predicate.two_sided else predicate.name


def denied_as(predicate: Predicate) -> DerivedId | None:
    """The predicate that a stated falsehood about `predicate` is a row of.

    None where it is but the want of a row: only against what rules conclude does it have to stand.
    """
    return derived(DerivedKind.CONTRA, predicate.name) if predicate.concluded else None


def is_tie(rule: Rule) -> bool:
    """Whether a lowered rule says only that what stands on both sides is decided on neither."""
    kinds = {kind_of(c.atom.predicate) for c in rule.body if isinstance(c, Literal)}
    return kinds >= {DerivedKind.PRO, DerivedKind.CONTRA} and len(rule.body) == 3


class Recursion(Enum):
    """How a stratum's predicates depend on themselves."""

    NONE = "none"
    POSITIVE = "positive"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True)
class Stratum:
    """Predicates that are computed together. An aggregate table is a stratum without rules."""

    index: int
    predicates: tuple[PredicateId, ...]
    rules: tuple[Rule, ...]
    recursion: Recursion
    reads: frozenset[PredicateId]


def below(strata: tuple[Stratum, ...], roots: Iterable[PredicateId]) -> tuple[Stratum, ...]:
    """Return those of the strata of a program that `roots` depend on, lowest first."""
    wanted = set(roots)
    kept: list[Stratum] = []
    for stratum in reversed(strata):
        if not wanted.isdisjoint(stratum.predicates):
            wanted |= stratum.reads
            kept.append(stratum)
    return tuple(reversed(kept))
