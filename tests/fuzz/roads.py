"""The roads to an answer, each compared with the specification.

In: a `Case`: a program and its seed. Out: for a road, what it says otherwise than it should, or
None. Guarantee: what a road chooses at random depends on the seed and on names alone, so that a
smaller program is asked the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.predicates import PredicateId, against
from rulings.language.program import (
    Atom,
    Constant,
    Predicate,
    Program,
    Role,
    Row,
    Term,
    Variable,
)
from rulings.language.source import Source
from tests.oracle import model as specified
from tests.oracle_tables import Fact, domain

Bounds = tuple[set[Fact], set[Fact]]
REFUSED = ("RUL322", "RUL401", "RUL402", "RUL403", "RUL408")
"""What the engine may say in place of an answer: a circle of groups, arithmetic that fails, two
values where one is promised."""

LARGE = 40
"""A model with more possible facts than this is compared with the specification less often."""


@dataclass(frozen=True)
class Case:
    """A program, the seed of what is asked of it, and the models that are compared.

    `spelled` is the program without what is short for something else, where it holds such.
    """

    text: str
    seed: int
    spelled: str = ""

    @cached_property
    def program(self) -> Program:
        """The checked program. Raises RulingsError."""
        return load(Source("fuzz.dl", self.text))

    @cached_property
    def expected(self) -> Bounds | None:
        """The true and the possible facts by the specification; None where arithmetic fails."""
        if self.spelled and self.spelled != self.text:
            # A number that the long form compares with and the short one does not is in no type.
            return expected(load(Source("spelled.dl", self.spelled)), self.program)
        return expected(self.program)

    @cached_property
    def asked(self) -> dict[PredicateId, Predicate]:
        """The predicates that questions are about: all but those that the checker made."""
        declared = self.program.predicates.items()
        return {name: one for name, one in declared if one.role is not Role.PART}

    @cached_property
    def inputs(self) -> frozenset[str]:
        """The predicates with input columns: a model holds only what is asked for of them."""
        return frozenset(
            p.name for p in self.asked.values() if any(column.is_input for column in p.columns)
        )

    def chance(self, about: str) -> Random:
        """Return chance that depends on the seed and on what it is for."""
        return Random(f"{self.seed} {about}")

    @cached_property
    def found(self) -> Bounds | str:
        """The whole model by the native engine, or the code with which it refuses the program."""
        return computed(lambda: whole(Evaluator(self.program), self.program))

    @property
    def is_refused(self) -> bool:
        """Whether the native engine refuses the program."""
        return isinstance(self.found, str)

    @property
    def is_large(self) -> bool:
        """Whether the model has so many facts that the specification, being naive, is slow."""
        return not isinstance(self.found, str) and len(self.found[1]) > LARGE


def expected(program: Program, ranging: Program | None = None) -> Bounds | None:
    """The model by the specification; None where arithmetic fails."""
    try:
        return specified(program, ranging)
    except ArithmeticError:
        return None


def bounds_of(found: Model) -> Bounds:
    """The true and the possible facts of a whole model."""
    true, possible = (
        {(str(name), row) for name in found.declared() for row in rows[name]}
        for rows in (found.true, found.possible)
    )
    return true, possible


def whole(evaluator: Evaluator, program: Program, table: Table | None = None) -> Bounds:
    """The whole model by an evaluator."""
    return bounds_of(evaluator.model(table or Table(program)))


def computed(compute: Callable[[], Bounds]) -> Bounds | str:
    """Return what is computed, or the code with which it is refused."""
    try:
        return compute()
    except RulingsError as problem:
        code = problem.diagnostics[0].code
        if code in REFUSED:
            return code
        raise


def difference(found: Bounds | str, wanted: Bounds | None, inputs: frozenset[str]) -> str | None:
    """Say how a model differs from the one it should be; of `inputs` it may hold less."""
    if isinstance(found, str):
        return None if wanted is None or found == "RUL322" else f"refused: {found}"
    if wanted is None:
        # The specification knows no strata: it may divide before it knows what spares it that.
        return None
    for word, has, should in zip(("true", "possible"), found, wanted, strict=True):
        extra = has - should
        missing = {fact for fact in should - has if fact[0] not in inputs}
        if extra or missing:
            return f"{word}: {_some(extra)} too much, {_some(missing)} missing"
    return None


def _some(facts: set[Fact]) -> str:
    return str(sorted(facts, key=repr)[:5])


# Whole models


def native(case: Case) -> str | None:
    """The whole model by the native engine."""
    return difference(case.found, case.expected, case.inputs)


def evaluated(case: Case) -> str | None:
    """The native engine answers or refuses, and nothing is compared."""
    _ = case.found
    return None


def pydatalog(case: Case) -> str | None:
    """The whole model by pyDatalog."""
    found = computed(lambda: whole(Evaluator(case.program, "pydatalog"), case.program))
    return difference(found, case.expected, case.inputs)


# Questions


def questions(case: Case) -> Iterator[Atom]:
    """Two questions about every predicate, values and variables mixed."""
    for name, predicate in case.asked.items():
        for side in (name, against(name)) if predicate.two_sided else (name,):
            chance = case.chance(f"questions {side}")
            for _ in range(2):
                terms: list[Term] = []
                for i, column in enumerate(predicate.columns):
                    values = sorted(domain(case.program, column.sort), key=repr)
                    given = column.is_input or chance.random() < 0.5
                    if given and values:
                        terms.append(Constant(chance.choice(values)))
                    else:
                        terms.append(
                            Variable(f"Q{chance.randrange(2) if chance.random() < 0.2 else i}")
                        )
                if not any(
                    c.is_input and isinstance(t, Variable) for c, t in zip(predicate.columns, terms)
                ):
                    yield Atom(side, tuple(terms))


def demand(case: Case) -> str | None:
    """Three questions, answered by demand, one by one and together."""
    if case.expected is None:
        return None
    evaluator, table = Evaluator(case.program), Table(case.program)
    asked = list(questions(case))
    chosen = case.chance("demand").sample(asked, min(3, len(asked)))
    for queries in (*((query,) for query in chosen), tuple(chosen)):
        found = computed(lambda queries=queries: answers(evaluator, table, queries))  # type: ignore[misc]
        said = difference(found, among(case.expected, queries), frozenset())
        if said:
            return f"{'; '.join(map(str, map(spoken, queries)))}: {said}"
    return None


def answers(evaluator: Evaluator, table: Table, queries: tuple[Atom, ...]) -> Bounds:
    """The instances of some queries in the model that answers them."""
    found = evaluator.answer(table, *queries)
    true, possible = (
        {(str(q.predicate), row) for q in queries for row in rows[q.predicate] if fits(row, q)}
        for rows in (found.true, found.possible)
    )
    return true, possible


def fits(row: Row, query: Atom) -> bool:
    """Whether a row agrees with the values of a query. (Its variables stand for any value.)"""
    pairs = zip(row, query.terms, strict=True)
    return all(isinstance(term, Variable) or term.value == value for value, term in pairs)


def spoken(query: Atom) -> str:
    """A query as text."""
    terms = (t.name if isinstance(t, Variable) else repr(t.value) for t in query.terms)
    return f"?- {query.predicate}({', '.join(terms)})"


def among(bounds: Bounds, queries: tuple[Atom, ...]) -> Bounds:
    """The instances of some queries."""
    true, possible = (
        {f for f in facts for q in queries if f[0] == str(q.predicate) and fits(f[1], q)}
        for facts in bounds
    )
    return true, possible
