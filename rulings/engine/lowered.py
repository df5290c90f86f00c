"""Programs in the engine's few words, and their strata.

In: nothing; these are the types that `lower` and `stratify` build and evaluation reads.
Guarantee: importing them imports neither of the two, so that what an earlier process lowered
and stratified can be evaluated without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from rulings.language.program import Predicate, Program, Rule


@dataclass(frozen=True, slots=True)
class AggregateTable:
    """The computed predicate `name(group…, value)` over the rows `elements(group…, tuple…)`."""

    name: str
    function: str
    elements: str
    group_size: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class LoweredProgram:
    """Rules without aggregates, denials and overrides, and the tables that aggregates became."""

    source: Program
    predicates: Mapping[str, Predicate]
    rules: tuple[Rule, ...]
    aggregates: Mapping[str, AggregateTable]


def against(predicate: str) -> str:
    """The name under which the against-side of `predicate` is read."""
    return f"neg {predicate}"


def stated_as(predicate: Predicate) -> str:
    """The predicate that a stated fact of `predicate` is a row of."""
    return f"for {predicate.name}" if predicate.two_sided else predicate.name


SCOPE = "scope "
"""Before the name of a compiled condition: for which values of its group it is computed."""


class Recursion(Enum):
    """How a stratum's predicates depend on themselves."""

    NONE = "none"
    POSITIVE = "positive"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True)
class Stratum:
    """Predicates that are computed together. An aggregate table is a stratum without rules."""

    index: int
    predicates: tuple[str, ...]
    rules: tuple[Rule, ...]
    recursion: Recursion
    reads: frozenset[str]


def below(strata: tuple[Stratum, ...], roots: Iterable[str]) -> tuple[Stratum, ...]:
    """Return those of the strata of a program that `roots` depend on, lowest first."""
    wanted = set(roots)
    kept: list[Stratum] = []
    for stratum in reversed(strata):
        if not wanted.isdisjoint(stratum.predicates):
            wanted |= stratum.reads
            kept.append(stratum)
    return tuple(reversed(kept))
