"""A question prepared for many tables.

In: a lowered program, a predicate and the positions a question binds. Out: the bounds of what
the question needs. Guarantee: first what is asked for is fixed, then the answers to just that
are computed; where the first step drops nothing, it is the answer already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rulings.engine.backends import Backend
from rulings.engine.demand import Demand, is_asked, restrict
from rulings.engine.fixpoint import Bounds
from rulings.engine.inputs import is_demand
from rulings.engine.linear import factor, question_of
from rulings.engine.lowered import LoweredProgram, Stratum
from rulings.engine.model import Rows
from rulings.engine.relation import Relation
from rulings.engine.stratify import stratify
from rulings.engine.update import Table
from rulings.language.program import Row


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """A question's two programs, stratified, and what is known of them before any table."""

    demand: Demand
    asking: tuple[Stratum, ...]
    answering: tuple[Stratum, ...]
    backend: Backend
    nothing: Mapping[str, Relation]

    def run(self, table: Table, values: Row) -> Bounds:
        """Return the bounds of the question's predicate and of all it was answered from."""
        true: dict[str, Rows] = {**self.nothing, **table.true}
        possible: dict[str, Rows] = {**true, **table.possible}
        bounds = Bounds(self.demand.answering, self.backend, dict(true), dict(possible))
        seed = Relation(len(values), (values,))
        for name in (self.demand.seed, question_of(self.demand.predicate)):
            bounds.true[name] = bounds.possible[name] = seed
        for stratum in self.asking:
            bounds.overestimate(stratum)
        exact = self.demand.exact if self._decided(bounds) else frozenset()
        for stratum in self.asking:
            for name in stratum.predicates:
                if not (name in exact or is_asked(name) or is_demand(name)):
                    bounds.true[name], bounds.possible[name] = true[name], possible[name]
        if self.demand.predicate not in exact:
            for stratum in self.answering:
                if not exact.issuperset(stratum.predicates):
                    bounds.settle(stratum)
        return bounds

    def _decided(self, bounds: Bounds) -> bool:
        return all(bounds.is_decided(stratum.reads) for stratum in self.asking)


def prepare(
    program: LoweredProgram,
    predicate: str,
    bound: tuple[int, ...],
    make_backend: Callable[[LoweredProgram], Backend],
) -> PreparedQuery | None:
    """Prepare questions about `predicate`; None where demand cannot be computed beforehand."""
    demand = restrict(factor(program, predicate, bound) or program, predicate, bound)
    if demand is None:
        return None
    everything = replace(demand.answering, rules=(*demand.asking.rules, *demand.answering.rules))
    return PreparedQuery(
        demand,
        stratify(demand.asking),
        stratify(demand.answering),
        make_backend(everything),
        nothing(everything),
    )


def nothing(program: LoweredProgram) -> dict[str, Relation]:
    """An empty relation for every predicate of a program."""
    return {name: Relation(p.arity) for name, p in program.predicates.items()}
