"""The result of an evaluation: what is true, what may be.

In: two bounds of every predicate. Out: the truth value of any atom and the rank of true rows.
Guarantee: `true` is contained in `possible`; where they are one object the predicate has no
undefined row. This is the well-founded model of A. Van Gelder, K. Ross and J. Schlipf, "The
well-founded semantics for general logic programs", J. ACM 38(3), 1991.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from rulings.engine.store.aggregates import AggregateValues
from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId, against
from rulings.language.program import Program, Role, Row
from rulings.logic.lowered import LoweredProgram
from rulings.records import dataclass, field


class Truth(Enum):
    """The three truth values."""

    TRUE = "true"
    UNDEFINED = "undefined"
    FALSE = "false"


Rows = Relation | AggregateValues


@dataclass(frozen=True, slots=True)
class Model:
    """The well-founded model of a program and a table of facts.

    Of what was neither read nor computed, `true` and `possible` know nothing: it has no rows.
    `strata` numbers the stratum that computed a predicate, from 1; facts are of stratum 0.
    `assumed` holds the rows that are true only by a `default`. Predicates whose names hold a
    space are the engine's own, apart from `neg p`, the against-side of `p`. `seeds` are the two
    bounds of what this table alone, and not its program, gave before any rule.
    """

    program: Program
    lowered: LoweredProgram
    true: Mapping[PredicateId, Rows]
    possible: Mapping[PredicateId, Rows]
    strata: Mapping[PredicateId, int]
    assumed: Mapping[PredicateId, set[Row]]
    engine: str
    seeds: Mapping[PredicateId, tuple[Rows, Rows]] = field(default_factory=dict)

    def truth(self, predicate: PredicateId, row: Row) -> Truth:
        """Return the truth value of `predicate(row)`; what no rule can deny has no `neg` rows."""
        if row in self.true.get(predicate, ()):
            return Truth.TRUE
        return Truth.UNDEFINED if row in self.possible.get(predicate, ()) else Truth.FALSE

    def relation(self, name: PredicateId, *, possibly: bool) -> Relation | None:
        """Return the rows of a predicate that may hold or that surely hold."""
        found = (self.possible if possibly else self.true).get(name)
        return found if isinstance(found, Relation) else None

    def undefined(self, predicate: PredicateId) -> Iterator[Row]:
        """Yield the rows of `predicate` that are neither true nor false."""
        true, possible = self.true.get(predicate, ()), self.possible.get(predicate, ())
        if possible is not true:
            yield from (row for row in possible if row not in true)

    def rank(self, predicate: PredicateId, row: Row) -> tuple[int, int]:
        """Return (stratum, round) of the first derivation of a true row, (0, 0) for a given one.

        The positive premises of some derivation of the row all rank strictly lower.
        """
        relation = self.true.get(predicate)
        if not isinstance(relation, Relation):
            return self.strata.get(predicate, 0), 0
        derived = relation.round_of(row)
        return (self.strata.get(predicate, 0), derived) if derived else (0, 0)

    def declared(self) -> Iterator[PredicateId]:
        """Yield the names of the declared predicates and of the against-sides that exist."""
        for name, predicate in self.program.predicates.items():
            if predicate.role is Role.PART:
                continue
            yield name
            if predicate.two_sided:
                yield against(name)
