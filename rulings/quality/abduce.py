"""Situations in which given conditions hold.

In: conditions, a program, the model of a table to start from. Out: tables, as what would have
to be stated beside what is stated there, those that state the least first. Guarantee: none as
to completeness, the search is bounded; whether the conditions hold is for the caller to
evaluate, since denials and aggregates are only guessed at. The method is that of A. Kakas,
R. Kowalski, F. Toni, "Abductive logic programming", J. Logic and Computation 2(6), 1992.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from itertools import count, islice, product

from rulings.engine.run.model import Model
from rulings.engine.store.relation import Relation
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import base_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Completion,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Role,
    Rule,
    Term,
    Value,
    Variable,
)
from rulings.language.rename import rename_condition, rename_rule
from rulings.logic.binders import body_names, expression_names
from rulings.logic.bounds import instances
from rulings.logic.calculation import COMPARISONS, ArithmeticFault, evaluate_expression
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated

_ROWS = 3
_DEPTH = 6
_NUMBERS = (1, 2, 0, 3, 5, 10)
_COPIES = (1, 0, 2, 3)
_EACH = 5
Bound = dict[str, Term]


@dataclass(frozen=True, slots=True)
class _State:
    """One line of the search: what is still to be shown, what has been assumed."""

    goals: tuple[tuple[Condition, int], ...]
    bound: Bound
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
        index = min(range(len(state.goals)), key=lambda i: self._cost(state.goals[i][0], state))
        condition, depth = state.goals[index]
        rest = (*state.goals[:index], *state.goals[index + 1 :])
        for following in self._step(condition, depth, replace(state, goals=rest), limit):
            yield from self._solve(following, limit)

    def _cost(self, condition: Condition, state: _State) -> int:
        match condition:
            case Comparison(_, left, right):
                free = _free(left, state.bound) + _free(right, state.bound)
                ready = not free or (condition.operator == "=" and free == 1)
                return 0 if ready else 80
            case Literal(atom, negated=False):
                if atom.predicate in BUILT_INS:
                    return 70
                free = sum(isinstance(_walk(t, state.bound), Variable) for t in atom.terms)
                return 10 + free - 3 * (free < len(atom.terms))
            case Aggregate():
                return 60
            case _:
                return 90

    def _step(
        self, condition: Condition, depth: int, state: _State, limit: int
    ) -> Iterator[_State]:
        match condition:
            case Literal(atom, negated=False) if atom.predicate in BUILT_INS:
                yield from self._built_in(atom, state)
            case Literal(atom, negated=False):
                yield from self._show(atom, depth, state, limit)
            case Literal(atom):
                predicate = self.shelf.outline.predicates.get(atom.predicate)
                if predicate is not None and _is_unstated(predicate):
                    yield replace(state, denials=(*state.denials, atom))
                else:
                    yield state
            case Comparison():
                yield from self._compare(condition, state)
            case Aggregate(_, _, _, body):
                for copies in _COPIES:
                    made = [g for _ in range(copies) for g in self._copied(body, condition, state)]
                    more = tuple((inner, depth + 1) for inner in made)
                    yield replace(state, goals=(*state.goals, *more))
            case ForAll(variables, given, goal):
                names = body_names(given) - {variable.name for variable in variables}
                walked = {name: _walk(Variable(name), state.bound) for name in names}
                values = {n: term.value for n, term in walked.items() if isinstance(term, Constant)}
                each: list[Literal] = []
                if len(values) == len(names):
                    met = instances(given, values, self.model, possibly=False)
                    found = nsmallest(_EACH, met, key=lambda bound: str(sorted(bound.items())))
                    each = [_with_values(goal, instance) for instance in found]
                more = tuple((wanted, depth + 1) for wanted in dict.fromkeys(each))
                yield replace(state, goals=(*state.goals, *more))

    def _show(self, atom: Atom, depth: int, state: _State, limit: int) -> Iterator[_State]:
        """Show an atom by a row of the model, an assumption made before, a rule, a new one."""
        relation = self.model.true.get(atom.predicate)
        pattern = tuple(_value(_walk(t, state.bound)) for t in atom.terms)
        if isinstance(relation, Relation) and len(relation):
            for row in nsmallest(_ROWS, relation.match(pattern), key=str):
                bound = _unify(atom.terms, tuple(map(Constant, row)), state.bound)
                if bound is not None:
                    yield replace(state, bound=bound)
        for other in state.facts:
            if other.predicate == atom.predicate:
                bound = _unify(atom.terms, other.terms, state.bound)
                if bound is not None:
                    yield replace(state, bound=bound)
        predicate = self.shelf.outline.predicates.get(base_of(atom.predicate))
        if predicate is None:
            return
        if depth < _DEPTH:
            for rule in self.shelf.concluding(atom.predicate):
                fresh = renamed(rule, next(self._fresh))
                bound = _unify(atom.terms, fresh.head.terms, state.bound)
                if bound is not None:
                    more = tuple((condition, depth + 1) for condition in fresh.body)
                    yield replace(state, goals=(*more, *state.goals), bound=bound)
        if predicate.role is Role.STATE and len(state.facts) < limit:
            yield replace(state, facts=(*state.facts, atom))

    def _built_in(self, atom: Atom, state: _State) -> Iterator[_State]:
        built_in = BUILT_INS[atom.predicate]
        pattern = [_value(_walk(t, state.bound)) for t in atom.terms]
        inputs = [pattern[i] for i in built_in.inputs]
        if None in inputs:
            return
        for row in islice(built_in.rows(*inputs), _ROWS):
            bound = _unify(atom.terms, tuple(map(Constant, row)), state.bound)
            if bound is not None:
                yield replace(state, bound=bound)

    def _compare(self, condition: Comparison, state: _State) -> Iterator[_State]:
        left, right = condition.left, condition.right
        free = _free(left, state.bound) + _free(right, state.bound)
        if free == 0:
            if _compared(condition, state.bound):
                yield state
            return
        if condition.operator == "=":
            for target, other in ((left, right), (right, left)):
                if isinstance(target, Variable) and not isinstance(other, Operation):
                    bound = _unify((target,), (other,), state.bound)
                    if bound is not None:
                        yield replace(state, bound=bound)
                    return
                if isinstance(target, Variable) and not _free(other, state.bound):
                    value = _computed(other, state.bound)
                    bound = None
                    if value is not None:
                        bound = _unify((target,), (Constant(value),), state.bound)
                    if bound is not None:
                        yield replace(state, bound=bound)
                    return
        yield replace(state, late=(*state.late, condition))

    def _copied(
        self, body: tuple[Condition, ...], aggregate: Aggregate, state: _State
    ) -> Iterator[Condition]:
        """A new copy of the conditions inside an aggregate: what is counted is made apart."""
        local = {t.name for t in aggregate.terms if isinstance(t, Variable)}
        number = next(self._fresh)
        own = local.difference(state.bound)

        def fresh(variable: Variable) -> Variable:
            return Variable(f"{variable.name}~{number}") if variable.name in own else variable

        yield from (rename_condition(condition, fresh) for condition in body)

    # Ends

    def _grounded(self, end: _State) -> Iterator[tuple[list[Atom], list[Atom]]]:
        """Give values to what is still free: new names, members of closed sorts, numbers."""
        free: dict[str, str] = {}
        for atom in (*end.facts, *end.denials):
            for term, column in zip(
                atom.terms, self.shelf.outline.predicates[atom.predicate].columns, strict=True
            ):
                found = _walk(term, end.bound)
                if isinstance(found, Variable) and free.get(found.name, "any") in ("any", "int"):
                    free[found.name] = column.sort
        choices = [self._values(sort, i) for i, sort in enumerate(free.values())]
        for values in islice(product(*choices), 24):
            bound = {**end.bound, **dict(zip(free, map(Constant, values)))}
            if all(_compared(c, bound) for c in end.late if isinstance(c, Comparison)):
                facts = [_ground_atom(atom, bound) for atom in end.facts]
                yield facts, [_ground_atom(atom, bound) for atom in end.denials]

    def _values(self, sort: str, position: int) -> tuple[Value, ...]:
        sorts = self.shelf.outline.sorts
        step = sorts.get(sort)
        while step is not None:
            if step.members is not None:
                return step.members[:4]
            if step.parent == "int":
                return _NUMBERS
            step = sorts.get(step.parent or "")
        return _NUMBERS if sort == "int" else (f"{sort}_{'abcdefghijklm'[position % 13]}",)


def _with_values(literal: Literal, values: Mapping[str, Value]) -> Literal:
    terms = tuple(
        Constant(values[term.name]) if isinstance(term, Variable) and term.name in values else term
        for term in literal.atom.terms
    )
    return replace(literal, atom=replace(literal.atom, terms=terms))


def _is_unstated(predicate: Predicate) -> bool:
    return predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED


def _walk(term: Term, bound: Bound) -> Term:
    while isinstance(term, Variable) and term.name in bound:
        term = bound[term.name]
    return term


def _value(term: Term) -> Value | None:
    return term.value if isinstance(term, Constant) else None


def _unify(left: Sequence[Term], right: Sequence[Term], bound: Bound) -> Bound | None:
    found = dict(bound)
    for first, second in zip(left, right, strict=True):
        one, other = _walk(first, found), _walk(second, found)
        if one == other:
            continue
        if isinstance(one, Variable):
            found[one.name] = other
        elif isinstance(other, Variable):
            found[other.name] = one
        else:
            return None
    return found


def _free(expression: Expression, bound: Bound) -> int:
    names = expression_names(expression)
    return sum(isinstance(_walk(Variable(name), bound), Variable) for name in names)


def _values_of(bound: Bound, expression: Expression) -> dict[str, Value]:
    walked = {name: _walk(Variable(name), bound) for name in expression_names(expression)}
    return {name: term.value for name, term in walked.items() if isinstance(term, Constant)}


def _computed(expression: Expression, bound: Bound) -> Value | None:
    try:
        return evaluate_expression(expression, _values_of(bound, expression))
    except (ArithmeticFault, KeyError, TypeError):
        return None


def _compared(condition: Comparison, bound: Bound) -> bool:
    """Whether a comparison holds; one that cannot be told yet is taken to hold."""
    if _free(condition.left, bound) or _free(condition.right, bound):
        return True
    left, right = _computed(condition.left, bound), _computed(condition.right, bound)
    return left is not None and right is not None and COMPARISONS[condition.operator](left, right)


def _ground_atom(atom: Atom, bound: Bound) -> Atom:
    return replace(atom, terms=tuple(_walk(term, bound) for term in atom.terms))


def renamed(rule: Rule, number: int) -> Rule:
    """Return a rule with variables that no other number gives it."""
    return rename_rule(rule, lambda variable: Variable(f"{variable.name}~{number}"))
