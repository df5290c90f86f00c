"""The conditions of a rule as a Python function: what pyDatalog calls a resolver.

In: ordered conditions and the rows they read. Out: `Resolver.solve`, from a binding of variables
to the bindings that satisfy the conditions. Guarantee: rows that are added to a relation while a
solution is being read belong to later calls; a body of any length needs no deep recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rulings.engine.aggregates import AggregateValues
from rulings.engine.backends.order import is_bound
from rulings.engine.binding import Names
from rulings.engine.relation import Relation
from rulings.engine.values import COMPARISONS, ArithmeticFault, evaluate_expression, fault_at
from rulings.language.builtins import BUILT_INS
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)

Rows = Mapping[str, Collection[Row]]
Binding = dict[str, Value]
Step = Callable[[Binding], Iterable[Binding]]


@dataclass(frozen=True, slots=True)
class Sources:
    """The rows that literals read: `own` ones still grow, the others are finished."""

    own: Mapping[str, Relation]
    positive: Rows
    negative: Rows

    def inputs(self, name: str) -> tuple[int, ...] | None:
        """The input positions of a predicate that is computed, None of one that has rows."""
        if name in BUILT_INS:
            return BUILT_INS[name].inputs
        rows = self.positive.get(name)
        return tuple(range(rows.arity - 1)) if isinstance(rows, AggregateValues) else None

    def size(self, name: str) -> int:
        """How many rows a predicate has; those that grow are taken to be large."""
        return 2**31 if name in self.own else len(self.positive.get(name, ()))


class Resolver:
    """Solves ordered conditions, each with the variables that are bound when its turn comes, by
    nested loops over indexed rows."""

    def __init__(
        self, rule: Rule, conditions: Iterable[tuple[Condition, Names]], sources: Sources
    ) -> None:
        self.steps = [_step(condition, rule, bound, sources) for condition, bound in conditions]

    def solve(self, binding: Binding) -> Iterator[Binding]:
        """Yield `binding` extended in every way that satisfies the conditions."""
        if len(self.steps) == 1:
            yield from self.steps[0](binding)
            return
        loops = [iter((binding,))]
        while loops:
            found = next(loops[-1], None)
            if found is None:
                loops.pop()
            elif len(loops) > len(self.steps):
                yield found
            else:
                loops.append(iter(self.steps[len(loops) - 1](found)))


def _step(condition: Condition, rule: Rule, bound: Names, sources: Sources) -> Step:
    match condition:
        case Literal(atom, negated):
            find = _finder(atom, negated, bound, sources)
            return _absence(find) if negated else find
        case Comparison():
            return _comparison(condition, rule, bound)
        case _:
            raise TypeError(f"{type(condition).__name__} reaches no backend")


def _finder(atom: Atom, negated: bool, bound: Names, sources: Sources) -> Step:
    name, terms = atom.predicate, atom.terms
    built_in = BUILT_INS.get(name)
    if built_in is not None:
        return _computed(built_in.rows, built_in.inputs, terms)
    if name in sources.own and not negated:
        return _reader(sources.own[name], terms, bound, grows=True)
    rows = (sources.negative if negated else sources.positive).get(name, ())
    if isinstance(rows, AggregateValues):
        return _computed(rows.rows_for, range(rows.arity - 1), terms)
    if not isinstance(rows, Relation):
        rows = Relation(len(terms), rows)
    return _reader(rows, terms, bound, grows=False)


def _reader(relation: Relation, terms: Sequence[Term], bound: Names, *, grows: bool) -> Step:
    """Look rows up by the columns that are bound."""
    key = tuple(i for i, t in enumerate(terms) if is_bound(t, bound))
    free = tuple(i for i in range(len(terms)) if i not in key)
    given = [terms[i] for i in key]
    names = [t.name for t in (terms[i] for i in free) if isinstance(t, Variable)]
    is_repeated = len(set(names)) < len(names)

    def find(binding: Binding) -> Iterable[Binding]:
        values = [binding[t.name] if isinstance(t, Variable) else t.value for t in given]
        if not free:
            return (binding,) if tuple(values) in relation else ()
        wanted = values[0] if len(values) == 1 else tuple(values)
        found = relation.index(key, free).get(wanted, ()) if key else relation
        if grows:
            found = list(found)
        if len(names) == 1 and key:
            (name,) = names
            return ({**binding, name: value} for value in cast(Iterable[Value], found))
        rows = cast(Iterable[Row], found)
        if is_repeated:
            return _agreeing(binding, [terms[i] for i in free], rows)
        return ({**binding, **dict(zip(names, row, strict=True))} for row in rows)

    return find


def _computed(
    rows: Callable[..., Iterable[Row]], inputs: Sequence[int], terms: Sequence[Term]
) -> Step:
    """Call a function of the input columns."""
    given = [terms[i] for i in inputs]

    def find(binding: Binding) -> Iterable[Binding]:
        values = (binding[t.name] if isinstance(t, Variable) else t.value for t in given)
        return _agreeing(binding, terms, rows(*values))

    return find


def _agreeing(binding: Binding, terms: Sequence[Term], rows: Iterable[Row]) -> Iterator[Binding]:
    """Extend `binding` by each row that agrees with it and with itself."""
    for row in rows:
        extended = dict(binding)
        for term, value in zip(terms, row, strict=True):
            expected = (
                term.value if isinstance(term, Constant) else extended.setdefault(term.name, value)
            )
            if expected != value:
                break
        else:
            yield extended


def _absence(find: Step) -> Step:
    def test(binding: Binding) -> Iterable[Binding]:
        return () if any(True for _ in find(binding)) else (binding,)

    return test


def _comparison(condition: Comparison, rule: Rule, bound: Names) -> Step:
    """Bind the variable of an `=` that is still free, or test."""
    holds = COMPARISONS[condition.operator]
    left, right = condition.left, condition.right
    if isinstance(right, Variable) and right.name not in bound:
        left, right = right, left
    target = left.name if isinstance(left, Variable) and left.name not in bound else None

    def step(binding: Binding) -> Iterable[Binding]:
        try:
            if target is not None:
                return ({**binding, target: evaluate_expression(right, binding)},)
            values = evaluate_expression(left, binding), evaluate_expression(right, binding)
        except ArithmeticFault as fault:
            raise fault_at(rule, fault) from None
        return (binding,) if holds(*values) else ()

    return step
