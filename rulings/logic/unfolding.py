"""The lowered rules of one predicate at a time, for whoever reads rules from a question downwards.

In: a program and its rules by what they conclude. Out: for any predicate, declared or derived,
the rules that conclude it. Guarantee: they are the rules that the engine compiles, but for the
guards of `in` columns and the scopes of compiled conditions: who comes from a question knows the
values of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulings.language.builtins import BUILT_INS, columns_of
from rulings.language.components import reached
from rulings.language.predicates import DerivedKind, PredicateId, against, kind_of, side_of
from rulings.language.program import Column, Comparison, Condition, Literal, Program, Rule
from rulings.logic.binders import Names
from rulings.logic.lowered import AggregateTable
from rulings.logic.lowering import Lowering
from rulings.records import replace

Step = Literal | Comparison


class Clauses:
    """The lowered rules of a program by what they conclude, made when they are first asked for."""

    def __init__(self, program: Program, rules: Callable[[PredicateId], Iterable[Rule]]) -> None:
        """`rules` returns those for `p`, and those against it for `neg p`.

        `orders` remembers in which order who grounds rules meets their conditions.
        """
        self.program = program
        self.orders: dict[tuple[str, Names], tuple[Condition, ...]] = {}
        self._rules = rules
        self._lowering = Lowering(program)
        self._made: dict[PredicateId, tuple[Rule, ...]] = {}
        self._reach: dict[PredicateId, set[PredicateId]] = {}

    def of(self, name: PredicateId) -> tuple[Rule, ...]:
        """Return the lowered rules that conclude a predicate."""
        if name not in self._made and side_of(name) in self.program.predicates:
            self._lower(side_of(name))
        return self._made.get(name, ())

    def body(self, rule: Rule) -> Iterator[Step]:
        """Yield the conditions of a lowered rule; its scope is known to who asks."""
        for condition in rule.body:
            assert isinstance(condition, Literal | Comparison)
            if isinstance(condition, Comparison) or (
                kind_of(condition.atom.predicate) is not DerivedKind.SCOPE
            ):
                yield condition

    def source(self, rule: Rule) -> str:
        """The id of the program's rule that a lowered rule comes from, empty if none."""
        return self._lowering.sources.get(rule.id, "")

    def total(self, name: PredicateId) -> AggregateTable | None:
        """The aggregate that a predicate holds the values of."""
        return self._lowering.aggregates.get(name)

    def columns(self, name: PredicateId) -> tuple[Column, ...]:
        """The columns of a predicate, declared or not."""
        return columns_of(name, self._lowering.predicates) or ()

    def reach(self, name: PredicateId) -> set[PredicateId]:
        """Return every predicate that `name` depends on, itself only if it runs in a circle."""
        if name not in self._reach:
            self._reach[name] = set(reached(self._read_by(name), self._read_by))
        return self._reach[name]

    def _read_by(self, name: PredicateId) -> Iterator[PredicateId]:
        for rule in self.of(name):
            for step in self.body(rule):
                if isinstance(step, Literal):
                    table = self.total(step.atom.predicate)
                    read = table.elements if table is not None else step.atom.predicate
                    if read not in BUILT_INS:
                        yield read

    def _lower(self, base: PredicateId) -> None:
        """Lower all rules for and against a declared predicate."""
        own = (*self._rules(base), *self._rules(against(base)))
        work, made = self._lowering, dict[PredicateId, list[Rule]]()
        for rule in work.settle(replace(self.program, rules=own), (base,)):
            for lowered in work.flatten(rule, {}, keep_forall=False):
                made.setdefault(lowered.head.predicate, []).append(lowered)
        self._made.setdefault(base, ())
        self._made.update({name: tuple(rules) for name, rules in made.items()})
