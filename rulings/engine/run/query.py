"""A question prepared for many tables.

In: a lowered program, a predicate and the positions a question binds. Out: the bounds of what
the question needs. Guarantee: first what is asked for is fixed, then the answers to just that
are computed; where the first step drops nothing, it is the answer already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulings.engine.backends import Backend
from rulings.engine.limits import TOO_MANY_ROWS
from rulings.engine.run.demand import Demand, Question, asked_for, is_asked, restrict
from rulings.engine.run.fixpoint import Bounds
from rulings.engine.run.linear import factor, question_of
from rulings.engine.run.model import Rows
from rulings.engine.run.stratify import stratify
from rulings.engine.store.relation import Relation
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Row
from rulings.logic.inputs import is_demand
from rulings.logic.lowered import LoweredProgram, Stratum
from rulings.records import dataclass, replace

MAX_ASKED = 1_000_000
"""Past so many rows an overestimate costs more than it saves; without the negation that it
drops, a recursion over numbers may even have no end."""


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """The two programs of some questions, stratified, and what is known before any table."""

    demand: Demand
    asking: tuple[Stratum, ...]
    answering: tuple[Stratum, ...]
    is_exact: bool
    asks: Backend
    answers: Backend
    nothing: Mapping[PredicateId, Relation]

    def run(
        self,
        true_before: Mapping[PredicateId, Rows],
        possible_before: Mapping[PredicateId, Rows],
        values: Sequence[Iterable[Row]],
    ) -> Bounds | None:
        """Return the bounds of what is asked for and of all it was answered from.

        The first two hold before any rule; `values` are the given values, any number of rows
        for a question. Returns None where the overestimate outgrows its limit.
        """
        true: dict[PredicateId, Rows] = {**self.nothing, **true_before}
        possible: dict[PredicateId, Rows] = {**true, **possible_before}
        bounds = Bounds(self.demand.answering, self.asks, dict(true), dict(possible))
        for (predicate, bound), rows in zip(self.demand.questions, values, strict=True):
            for name in (asked_for(predicate, bound), question_of(predicate)):
                seed = Relation(len(bound), {*bounds.true.get(name, ()), *rows})
                bounds.true[name] = bounds.possible[name] = seed
        try:
            for stratum in self.asking:
                bounds.overestimate(stratum)
        except RulingsError as problem:
            if self.is_exact or problem.diagnostics[0].code != TOO_MANY_ROWS:
                raise
            return None
        decided = all(bounds.is_decided(stratum.reads) for stratum in self.asking)
        exact = self.demand.exact if decided else frozenset()
        for stratum in self.asking:
            for name in stratum.predicates:
                if not (name in exact or is_asked(name) or is_demand(name)):
                    bounds.true[name], bounds.possible[name] = true[name], possible[name]
        bounds.backend = self.answers
        if not exact.issuperset(predicate for predicate, _ in self.demand.questions):
            for stratum in self.answering:
                if not exact.issuperset(stratum.predicates):
                    bounds.settle(stratum)
        return bounds


def prepare(
    program: LoweredProgram,
    questions: tuple[Question, ...],
    make_backend: Callable[[LoweredProgram, int | None], Backend],
) -> PreparedQuery | None:
    """Prepare `questions`; None where demand cannot be computed beforehand.

    `make_backend` takes a program and the most rows of one predicate, None for its default.
    """
    if len(questions) == 1:
        program = factor(program, *questions[0]) or program
    demand = restrict(program, questions)
    if demand is None:
        return None
    everything = replace(demand.answering, rules=(*demand.asking.rules, *demand.answering.rules))
    is_exact = demand.exact.issuperset(predicate for predicate, _ in questions)
    return PreparedQuery(
        demand,
        stratify(demand.asking),
        stratify(demand.answering),
        is_exact,
        make_backend(everything, None if is_exact else MAX_ASKED),
        make_backend(everything, None),
        {name: Relation(p.arity) for name, p in everything.predicates.items()},
    )
