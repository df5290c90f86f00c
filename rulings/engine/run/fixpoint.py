"""The two bounds of the well-founded model, stratum by stratum.

In: strata, a backend and the rows that are true and possible before any rule. Out: the same for
every predicate. Guarantee: the same bounds on every backend. A stratum without negative
recursion is computed once, or once per bound where it reads undefined rows; one with negative
recursion by the alternating fixpoint of A. Van Gelder, "The alternating fixpoint of logic
programs with negation", J. Comput. Syst. Sci. 47(1), 1993.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.engine.backends import Backend, GrowingBackend
from rulings.engine.run.model import Rows
from rulings.engine.store.aggregates import AggregateValues
from rulings.engine.store.relation import Relation
from rulings.language.predicates import DerivedKind, PredicateId, kind_of
from rulings.logic.lowered import LoweredProgram, Recursion, Stratum
from rulings.records import dataclass, field


@dataclass(slots=True)
class Bounds:
    """What is known to be `true` and what is still `possible`, while strata are settled."""

    program: LoweredProgram
    backend: Backend
    true: dict[PredicateId, Rows]
    possible: dict[PredicateId, Rows]
    strata: dict[PredicateId, int] = field(default_factory=dict)

    def settle(self, stratum: Stratum) -> None:
        """Compute both bounds of a stratum's predicates."""
        for name in stratum.predicates:
            self.strata[name] = stratum.index + 1
        if not stratum.rules:
            self._settle_aggregate(stratum.predicates[0])
        elif stratum.recursion is Recursion.NEGATIVE:
            self._alternate(stratum)
        elif self.is_decided((*stratum.reads, *stratum.predicates)):
            self.overestimate(stratum)
        else:
            over = self.upper(stratum, self.true)
            self._finish(stratum, self._lower(stratum, over), over)

    def settle_once(self, stratum: Stratum, settled: dict[PredicateId, tuple[Rows, Rows]]) -> None:
        """Settle a stratum that is the same for every table, or take it from `settled`."""
        if stratum.predicates[0] not in settled:
            self.settle(stratum)
            for name in stratum.predicates:
                settled[name] = self.true[name], self.possible[name]
        for name in stratum.predicates:
            self.strata[name] = stratum.index + 1
            self.true[name], self.possible[name] = settled[name]

    def is_decided(self, names: Iterable[PredicateId]) -> bool:
        """Whether none of the predicates has an undefined row."""
        return all(self.true[name] is self.possible[name] for name in names)

    def overestimate(self, stratum: Stratum) -> None:
        """Compute only the upper bound, and take it for both."""
        rows = self.upper(stratum, self.true)
        self._finish(stratum, rows, rows)

    def upper(
        self, stratum: Stratum, false_unless: Mapping[PredicateId, Rows]
    ) -> Mapping[PredicateId, Relation]:
        """The least model where an atom counts as false unless it is in `false_unless`."""
        seed = {name: self.possible[name] for name in stratum.predicates}
        return self._least_model(stratum, self.possible, false_unless, seed)

    def _settle_aggregate(self, name: PredicateId) -> None:
        table = self.program.aggregates[name]
        true, possible = self.true[table.elements], self.possible[table.elements]
        assert isinstance(true, Relation)
        assert isinstance(possible, Relation)
        self.true[name] = AggregateValues(table, true, possible, upper=False)
        self.possible[name] = (
            self.true[name]
            if true is possible
            else AggregateValues(table, true, possible, upper=True)
        )

    def _alternate(self, stratum: Stratum) -> None:
        """Shrink the upper and grow the lower bound until neither changes."""
        over = self.upper(stratum, self.true)
        under = self._lower(stratum, over)
        size = _size(self.true, stratum)
        while _size(under, stratum) not in (size, _size(over, stratum)):
            size = _size(under, stratum)
            shrunk = self.upper(stratum, {**self.true, **under})
            under = self._grow(stratum, under, over, shrunk)
            over = shrunk
        self._finish(stratum, under, over)

    def _grow(
        self,
        stratum: Stratum,
        under: Mapping[PredicateId, Relation],
        before: Mapping[PredicateId, Relation],
        over: Mapping[PredicateId, Relation],
    ) -> Mapping[PredicateId, Relation]:
        """The lower bound for `over`, from the one for the larger upper bound `before`.

        Where the stratum computes what is wanted, which shrinks, there is nothing to start from.
        """
        backend = self.backend
        if not isinstance(backend, GrowingBackend) or any(map(_is_wanted, stratum.predicates)):
            return self._lower(stratum, over)
        newly_false = {name: before[name].rows - over[name].rows for name in stratum.predicates}
        negative = {**self.possible, **over}
        backend.grow(stratum.rules, self.true, negative, under, newly_false)
        return under

    def _lower(
        self, stratum: Stratum, over: Mapping[PredicateId, Relation]
    ) -> Mapping[PredicateId, Relation]:
        """The least model where an atom counts as false only if it is not in `over`.

        What is wanted has no lower bound of its own: what may be asked for is asked for.
        """
        asked = {name: over[name] for name in stratum.predicates if _is_wanted(name)}
        positive = {**self.true, **asked}
        seed = {name: positive[name] for name in stratum.predicates}
        return self._least_model(stratum, positive, {**self.possible, **over}, seed)

    def _least_model(
        self,
        stratum: Stratum,
        positive: Mapping[PredicateId, Rows],
        negative: Mapping[PredicateId, Rows],
        seed: Mapping[PredicateId, Rows],
    ) -> Mapping[PredicateId, Relation]:
        found = self.backend.least_model(stratum.rules, positive, negative, seed)
        return {
            name: rows
            if isinstance(rows, Relation)
            else Relation(self.program.predicates[name].arity, rows)
            for name, rows in found.items()
        }

    def _finish(
        self,
        stratum: Stratum,
        under: Mapping[PredicateId, Relation],
        over: Mapping[PredicateId, Relation],
    ) -> None:
        for name in stratum.predicates:
            self.true[name] = self.possible[name] = under[name]
            if len(over[name]) != len(under[name]):
                self.possible[name] = over[name]


def _size(bound: Mapping[PredicateId, Rows], stratum: Stratum) -> int:
    return sum(len(bound[name]) for name in stratum.predicates)


def _is_wanted(predicate: PredicateId) -> bool:
    """Whether `predicate` only says for what others are computed: more of it changes nothing."""
    return kind_of(predicate) in (DerivedKind.DEMAND, DerivedKind.SCOPE)
