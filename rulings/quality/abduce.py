"""Situations in which given conditions hold.

In: conditions, a program, the model of a table to start from. Out: tables, as what would have
to be stated beside what is stated there, those that state the least first. Guarantee: none as
to completeness, the search is bounded; whether the conditions hold is for the caller to
evaluate, since denials and aggregates are only guessed at. The method is that of A. Kakas,
R. Kowalski, F. Toni, "Abductive logic programming", J. Logic and Computation 2(6), 1992.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import combinations, count, islice, product

from rulings.engine.run.model import Model
from rulings.language.builtins import BUILT_INS
from rulings.language.matching import (
    Substitution,
    ground,
    grounded,
    resolved,
    unify_terms,
    values_in,
)
from rulings.language.nodes import renamed
from rulings.language.predicates import base_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Completion,
    Condition,
    Constant,
    ForAll,
    Literal,
    Predicate,
    Role,
    Rule,
    Value,
    Variable,
)
from rulings.language.sorts import lineage
from rulings.logic.binders import Names, body_names, condition_names, expression_names
from rulings.logic.bounds import by_lookup, instances, satisfy
from rulings.logic.calculation import ArithmeticFault
from rulings.logic.ordering import WAITS, cheapest
from rulings.logic.solving import compared
from rulings.records import dataclass, field, replace
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated

_ROWS = 3
_DEPTH = 6
_NUMBERS = (1, 2, 0, 3, 5, 10)
_COPIES = (1, 0, 2, 3)
_EACH = 5


@dataclass(frozen=True, slots=True)
class _State:
    """One line of the search: what is still to be shown, what has been assumed."""

    goals: tuple[tuple[Condition, int], ...]
    bound: Substitution
    facts: tuple[Atom, ...] = ()
    denials: tuple[Atom, ...] = ()
    late: tuple[Condition, ...] = ()


@dataclass(slots=True)
class Abducer:
    """Searches from one table. `budget` is the number of steps it may take in all."""

    shelf: Shelf
    model: Model
    stated: Stated
    budget: int = 400
    _fresh: Iterator[int] = field(default_factory=lambda: count(1))

    def situations(self, goal: Sequence[Condition], most: int = 4) -> Iterator[Stated]:
        """Yield tables that state at most `most` more facts, fewest first."""
        seen: set[tuple[frozenset[Atom], frozenset[Atom]]] = set()
        start = _State(tuple((condition, 0) for condition in goal), {})
        for limit in range(most + 1):
            self.budget += 100
            for end in self._solve(start, limit):
                for facts, denials in self._grounded(end):
                    key = (frozenset(facts), frozenset(denials))
                    if key not in seen:
                        seen.add(key)
                        yield self._stated(facts, denials)

    def _stated(self, facts: Sequence[Atom], denials: Sequence[Atom]) -> Stated:
        stated = self.stated
        predicates = self.shelf.outline.predicates
        for atom in facts:
            stated = stated.state(atom, predicate=predicates[atom.predicate])
        for atom in denials:
            stated = stated.state(atom, falsehood=True)
        return stated

    def _solve(self, state: _State, limit: int) -> Iterator[_State]:
        if self.budget <= 0:
            return
        self.budget -= 1
        if not state.goals:
            yield state
            return
        waiting = [condition for condition, _ in state.goals]
        known = frozenset(values_in(state.bound, state.bound))
        chosen = cheapest(waiting, known, _cost)
        index = next(i for i, condition in enumerate(waiting) if condition is chosen)
        condition, depth = state.goals[index]
        rest = (*state.goals[:index], *state.goals[index + 1 :])
        for following in self._step(condition, depth, replace(state, goals=rest), limit):
            yield from self._solve(following, limit)

    def _step(
        self, condition: Condition, depth: int, state: _State, limit: int
    ) -> Iterator[_State]:
        match condition:
            case Literal(atom, negated=False) if atom.predicate in BUILT_INS:
                for values in islice(self._met(condition, state), _ROWS):
                    yield from _taking(values, state)
            case Literal(atom, negated=False):
                yield from self._show(atom, depth, state, limit)
            case Literal(atom):
                predicate = self.shelf.outline.predicates.get(atom.predicate)
                if predicate is not None and _is_unstated(predicate):
                    yield replace(state, denials=(*state.denials, atom))
                else:
                    yield state
            case Comparison():
                yield from _compare(condition, state)
            case Aggregate():
                counts = condition.function == "count" and not self._has_elements(condition, state)
                for copies in _COPIES:
                    made = [self._copied(condition, state) for _ in range(copies)]
                    more = tuple((inner, depth + 1) for one in made for inner in one.body)
                    late = (*state.late, *_told_apart(made))
                    bound: Substitution | None = state.bound
                    if counts:
                        bound = unify_terms((condition.target,), (Constant(copies),), state.bound)
                    if bound is not None:
                        goals = (*state.goals, *more)
                        yield replace(state, goals=goals, bound=bound, late=late)
            case ForAll(variables, given, goal):
                names = body_names(given) - {variable.name for variable in variables}
                values = values_in(names, state.bound)
                each: list[Literal] = []
                if len(values) == len(names):
                    met = instances(given, values, self.model, possibly=False)
                    found = nsmallest(_EACH, met, key=lambda bound: str(sorted(bound.items())))
                    each = [grounded(goal, instance) for instance in found]
                more = tuple((wanted, depth + 1) for wanted in dict.fromkeys(each))
                yield replace(state, goals=(*state.goals, *more))

    def _show(self, atom: Atom, depth: int, state: _State, limit: int) -> Iterator[_State]:
        """Show an atom by a row of the model, an assumption made before, a new one, a rule."""
        met = self._met(Literal(atom), state)
        for values in nsmallest(_ROWS, met, key=lambda values: str(ground(atom, values))):
            yield from _taking(values, state)
        for other in state.facts:
            if other.predicate == atom.predicate:
                bound = unify_terms(atom.terms, other.terms, state.bound)
                if bound is not None:
                    yield replace(state, bound=bound)
        predicate = self.shelf.outline.predicates.get(base_of(atom.predicate))
        if predicate is None:
            return
        # What is stated needs no rule, where rules conclude it too.
        if predicate.role is Role.STATE and len(state.facts) < limit:
            yield replace(state, facts=(*state.facts, atom))
        if depth < _DEPTH:
            for rule in self.shelf.concluding(atom.predicate):
                fresh = apart(rule, next(self._fresh))
                bound = unify_terms(atom.terms, fresh.head.terms, state.bound)
                if bound is not None:
                    more = tuple((condition, depth + 1) for condition in fresh.body)
                    yield replace(state, goals=(*more, *state.goals), bound=bound)

    def _met(self, condition: Literal, state: _State) -> Iterator[dict[str, Value]]:
        """Yield the ways in which a literal holds already."""
        known = values_in(condition_names(condition), state.bound)
        return satisfy(condition, known, self.model, possibly=False)

    def _has_elements(self, aggregate: Aggregate, state: _State) -> bool:
        """Whether the table may have something to aggregate as it is."""
        known = values_in(body_names(aggregate.body), state.bound)
        return any(True for _ in instances(aggregate.body, known, self.model, possibly=True))

    def _copied(self, aggregate: Aggregate, state: _State) -> Aggregate:
        """A new copy of an aggregate: what is counted is made apart."""
        local = {t.name for t in aggregate.terms if isinstance(t, Variable)}
        number = next(self._fresh)
        own = local.difference(state.bound)

        def fresh(variable: Variable) -> Variable:
            return Variable(f"{variable.name}~{number}") if variable.name in own else variable

        body, terms = renamed((aggregate.body, aggregate.terms), fresh)
        return replace(aggregate, body=body, terms=terms)

    # Ends

    def _grounded(self, end: _State) -> Iterator[tuple[list[Atom], list[Atom]]]:
        """Give values to what is still free: new names, members of closed sorts, numbers."""
        free: dict[str, str] = {}
        for atom in (*end.facts, *end.denials):
            for term, column in zip(
                atom.terms, self.shelf.outline.predicates[atom.predicate].columns, strict=True
            ):
                found = resolved(term, end.bound)
                if isinstance(found, Variable) and free.get(found.name, "any") in ("any", "int"):
                    free[found.name] = column.sort
        choices = [self._values(sort, i) for i, sort in enumerate(free.values())]
        for values in islice(product(*choices), 24):
            bound = {**end.bound, **dict(zip(free, map(Constant, values)))}
            if all(_may_hold(condition, bound) for condition in end.late):
                facts = [_ground_atom(atom, bound) for atom in end.facts]
                yield facts, [_ground_atom(atom, bound) for atom in end.denials]

    def _values(self, sort: str, position: int) -> tuple[Value, ...]:
        sorts = self.shelf.outline.sorts
        for name in lineage(sort, sorts):
            members = sorts[name].members if name in sorts else None
            if members is not None or name == "int":
                return _NUMBERS if members is None else members[:4]
        return (f"{sort}_{'abcdefghijklm'[position % 13]}",)


def _told_apart(made: Sequence[Aggregate]) -> Iterator[Comparison]:
    """Yield that copies differ in what is counted: the same thing again is counted once."""
    for one, other in combinations((copy.terms for copy in made), 2):
        if len(one) == 1:
            yield Comparison("!=", one[0], other[0])


def _is_unstated(predicate: Predicate) -> bool:
    return predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED


def _cost(condition: Condition, known: Names, _waiting: Sequence[Condition]) -> float:
    """What leaves the search fewest ways comes first."""
    match condition:
        case Comparison(operator, left, right):
            free = len(expression_names(left) - known) + len(expression_names(right) - known)
            return 0.0 if not free or (operator == "=" and free == 1) else 80.0
        case Literal(atom, negated=False):
            if atom.predicate in BUILT_INS:
                return 70.0
            unknown = sum(isinstance(t, Variable) and t.name not in known for t in atom.terms)
            return 10.0 + unknown - 3 * (unknown < len(atom.terms))
        case Aggregate():
            return 60.0
        case _:
            return 90.0


def _taking(values: Mapping[str, Value], state: _State) -> Iterator[_State]:
    """Yield the state in which variables have these values, if they can."""
    given = zip(*((Variable(name), Constant(value)) for name, value in values.items()))
    left, right = given if values else ((), ())
    bound = unify_terms(left, right, state.bound)
    if bound is not None:
        yield replace(state, bound=bound)


def _compare(condition: Comparison, state: _State) -> Iterator[_State]:
    """Solve a comparison, or put it off until its variables have values."""
    known = values_in(condition_names(condition), state.bound)
    left, right = condition.left, condition.right
    if by_lookup(condition, frozenset(known), ()) < WAITS:
        for values in _solutions(condition, known):
            yield from _taking(values, state)
    elif condition.operator == "=" and isinstance(left, Variable) and isinstance(right, Variable):
        bound = unify_terms((left,), (right,), state.bound)
        if bound is not None:
            yield replace(state, bound=bound)
    else:
        yield replace(state, late=(*state.late, condition))


def _solutions(condition: Comparison, known: Mapping[str, Value]) -> list[dict[str, Value]]:
    """Return the ways to solve a comparison, none where its arithmetic fails."""
    try:
        return list(compared(condition, known))
    except ArithmeticFault:
        return []


def _may_hold(condition: Condition, bound: Substitution) -> bool:
    """Whether a comparison holds; one that cannot be told yet is taken to hold."""
    assert isinstance(condition, Comparison)
    names = condition_names(condition)
    known = values_in(names, bound)
    return len(known) < len(names) or bool(_solutions(condition, known))


def _ground_atom(atom: Atom, bound: Substitution) -> Atom:
    return replace(atom, terms=tuple(resolved(term, bound) for term in atom.terms))


def apart(rule: Rule, number: int) -> Rule:
    """Return a rule with variables that no other number gives it."""
    return renamed(rule, lambda variable: Variable(f"{variable.name}~{number}"))
