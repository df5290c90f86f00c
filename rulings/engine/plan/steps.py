"""Join order: the steps in which one rule is evaluated.

In: a lowered rule, the position of its delta literal (or none) and size estimates. Out: a
`RulePlan` of steps to be run as nested loops. Guarantee: every step's inputs are bound by the
steps before it; tests stand as early as their variables allow; the order is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Expression,
    ForAll,
    Literal,
    Predicate,
    Rule,
    Variable,
)
from rulings.logic.binders import (
    Names,
    condition_names,
    expression_names,
    input_positions,
    names,
    needed_names,
    outer_names,
)
from rulings.logic.ordering import WAITS, cheapest, divides
from rulings.records import dataclass, field

UNKNOWN_SIZE = 1000
# What it costs to take a condition; to a loop comes the number of its rows.
_TEST, _EVERY, _LOOP, _DIVISION = 0.0, 1.0, 2.0, WAITS / 2


class Read(Enum):
    """Which rows a step reads."""

    DELTA = "delta"
    POSITIVE = "positive"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True)
class Join:
    """Loop over the rows of `atom` whose `key` columns are bound, binding the `value` columns."""

    atom: Atom
    read: Read
    key: tuple[int, ...]
    value: tuple[int, ...]

    @property
    def is_scan(self) -> bool:
        """Whether the loop runs over whole rows rather than over an index entry."""
        return not self.key and len(self.value) == len(self.atom.terms)


@dataclass(frozen=True, slots=True)
class Test:
    """Go on only if some row of `atom` agrees on the `key` columns (or none, when negated)."""

    atom: Atom
    read: Read
    key: tuple[int, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Call:
    """Loop over the answers of a built-in or of an aggregate table; a test when negated."""

    atom: Atom
    inputs: tuple[int, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Assign:
    """Bind a variable to the value of an expression."""

    variable: str
    expression: Expression
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Compare:
    """Go on only if the comparison holds."""

    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Every:
    """Go on only if no instance of `given` fails `goal`. With `binds`, loop over the values of
    that variable for which this holds, drawn from `domain` when there is no instance at all."""

    given: Join | Call
    goal: Atom
    binds: str | None = None
    domain: Join | None = None


Step = Join | Test | Call | Assign | Compare | Every


@dataclass(frozen=True, slots=True)
class RulePlan:
    """One rule with one (or no) delta position, in evaluation order.

    `costs` are what each step was taken for to cost, None for the delta's.
    """

    rule: Rule
    delta: int | None
    steps: tuple[Step, ...]
    costs: tuple[float | None, ...] = ()


def plan(
    rule: Rule,
    delta: int | None,
    predicates: Mapping[PredicateId, Predicate],
    computed: frozenset[PredicateId],
    sizes: Mapping[PredicateId, int],
) -> RulePlan:
    """Order the body of `rule`; `computed` names the aggregate tables."""
    planner = _Planner(rule, predicates, computed, sizes, list(rule.body))
    if delta is not None:
        planner.take_delta(rule.body[delta])
    while planner.waiting:
        planner.step()
    return RulePlan(rule, delta, tuple(planner.steps), tuple(planner.costs))


@dataclass(slots=True)
class _Planner:
    rule: Rule
    predicates: Mapping[PredicateId, Predicate]
    computed: frozenset[PredicateId]
    sizes: Mapping[PredicateId, int]
    waiting: list[Condition]
    bound: Names = frozenset()
    steps: list[Step] = field(default_factory=list)
    costs: list[float | None] = field(default_factory=list)

    def step(self) -> None:
        """Append the next step."""
        condition = cheapest(self.waiting, self.bound, self._cost)
        assert condition is not None, "a checked rule can always go on"
        self.costs.append(self._cost(condition, self.bound, self.waiting))
        drawn = self._drawn(condition) if not self._is_ready_test(condition) else None
        if drawn is not None:
            assert isinstance(condition, ForAll)
            self._take_every(condition, *drawn)
        else:
            self.take(condition, Read.POSITIVE)

    def _cost(self, condition: Condition, _bound: Names, _waiting: Sequence[Condition]) -> float:
        """Tests before loops, small loops before large ones.

        What may divide by zero waits for everything that may spare it the zero.
        """
        if divides(condition):
            ready = self._is_ready_test(condition) or self._can_generate(condition)
            return _DIVISION if ready else WAITS
        if self._is_ready_test(condition):
            return _TEST
        if self._drawn(condition) is not None:
            return _EVERY
        return _LOOP + self._fan_out(condition) if self._can_generate(condition) else WAITS

    def take_delta(self, condition: Condition) -> None:
        """Start from the delta's rows. A negated literal reads rows that became false, and is
        tested all the same: another row may match where it has local variables."""
        assert isinstance(condition, Literal)
        self.costs.append(None)
        if condition.negated:
            self.steps.append(self._join(condition.atom, Read.DELTA))
            self.bound |= names(condition.atom.terms)
        else:
            self.take(condition, Read.DELTA)

    def take(self, condition: Condition, read: Read) -> None:
        """Append the step that evaluates `condition` now."""
        self.waiting.remove(condition)
        match condition:
            case Literal(atom, negated):
                if self._is_call(atom.predicate):
                    self.steps.append(self._call(atom, negated))
                elif negated:
                    self.steps.append(Test(atom, Read.NEGATIVE, self._key(atom), negated=True))
                else:
                    self.steps.append(self._join(atom, read))
            case Comparison("=", left, right) if not condition_names(condition) <= self.bound:
                target, value = (left, right) if _is_free(left, self.bound) else (right, left)
                assert isinstance(target, Variable)
                self.steps.append(Assign(target.name, value, condition))
            case Comparison():
                self.steps.append(Compare(condition))
            case ForAll(_, given, goal):
                first = given[0]
                assert isinstance(first, Literal)
                join = self._given(first.atom)
                self.steps.append(Every(join, goal.atom))
                return
        self.bound |= condition_names(condition)

    def _join(self, atom: Atom, read: Read) -> Join | Test:
        """A loop over the needed free columns, or a test when none of them is needed."""
        key = self._key(atom) if read is not Read.DELTA else ()
        needed = names(self.rule.head.terms).union(*map(condition_names, self.waiting))
        free = [i for i in range(len(atom.terms)) if i not in key]
        seen = [t.name for t in atom.terms if isinstance(t, Variable)]
        value = tuple(
            i
            for i in free
            if read is Read.DELTA
            or not isinstance(t := atom.terms[i], Variable)
            or t.name in needed
            or seen.count(t.name) > 1
        )
        if value or read is Read.DELTA:
            return Join(atom, read, key, value)
        return Test(atom, read, key, negated=False)

    def _call(self, atom: Atom, negated: bool) -> Call:
        inputs = input_positions(atom.predicate, self.predicates)
        return Call(atom, inputs, negated)

    def _given(self, atom: Atom) -> Join | Call:
        """The condition of a `forall` as a loop; it is read like a negated literal."""
        if self._is_call(atom.predicate):
            return self._call(atom, negated=False)
        key = self._key(atom)
        value = tuple(i for i in range(len(atom.terms)) if i not in key)
        return Join(atom, Read.NEGATIVE, key, value)

    def _drawn(self, condition: Condition) -> tuple[str, Literal] | None:
        """The one variable that a `forall` can enumerate, with a literal that is its domain."""
        if not isinstance(condition, ForAll):
            return None
        free = self._group(condition) - self.bound
        if len(free) != 1 or free <= condition_names(condition.condition[0]):
            return None
        (variable,) = free
        if condition.goal.atom.terms.count(Variable(variable)) != 1:
            return None
        for domain in self.waiting:
            if (
                isinstance(domain, Literal)
                and not domain.negated
                and not self._is_call(domain.atom.predicate)
                and condition_names(domain) - self.bound == free
                and domain.atom.terms.count(Variable(variable)) == 1
            ):
                return variable, domain
        return None

    def _take_every(self, condition: ForAll, variable: str, domain: Literal) -> None:
        self.waiting.remove(condition)
        self.waiting.remove(domain)
        given = condition.condition[0]
        assert isinstance(given, Literal)
        position = domain.atom.terms.index(Variable(variable))
        drawn = Join(domain.atom, Read.POSITIVE, self._key(domain.atom), (position,))
        self.steps.append(Every(self._given(given.atom), condition.goal.atom, variable, drawn))
        self.bound |= {variable}

    def _is_ready_test(self, condition: Condition) -> bool:
        match condition:
            case Literal(atom):
                if self._is_call(atom.predicate):
                    return names(atom.terms) <= self.bound
                return needed_names(condition, self.rule) <= self.bound
            case Comparison("=", left, right):
                missing = condition_names(condition) - self.bound
                if not missing:
                    return True
                return (_is_free(left, self.bound) and expression_names(right) <= self.bound) or (
                    _is_free(right, self.bound) and expression_names(left) <= self.bound
                )
            case Comparison():
                return condition_names(condition) <= self.bound
            case ForAll():
                return self._group(condition) <= self.bound
        return False

    def _group(self, condition: ForAll) -> Names:
        """The variables of a `forall` that the rest of the rule binds."""
        others = [c for c in self.rule.body if c is not condition]
        outside = names(self.rule.head.terms) | outer_names(others)
        return (condition_names(condition) - names(condition.variables)) & outside

    def _can_generate(self, condition: Condition) -> bool:
        if not isinstance(condition, Literal) or condition.negated:
            return False
        atom = condition.atom
        if not self._is_call(atom.predicate):
            return True
        inputs = input_positions(atom.predicate, self.predicates)
        return names(atom.terms[i] for i in inputs) <= self.bound

    def _fan_out(self, condition: Condition) -> float:
        """Estimate how many rows a generator yields for one binding of what is bound."""
        assert isinstance(condition, Literal)
        atom = condition.atom
        if self._is_call(atom.predicate):
            return 5.0
        arity = len(atom.terms)
        size = self.sizes.get(atom.predicate, UNKNOWN_SIZE)
        return float(max(size, 1)) ** (1 - len(self._key(atom)) / arity) if arity else 1.0

    def _key(self, atom: Atom) -> tuple[int, ...]:
        return tuple(
            i
            for i, t in enumerate(atom.terms)
            if not isinstance(t, Variable) or t.name in self.bound
        )

    def _is_call(self, name: PredicateId) -> bool:
        return name in BUILT_INS or name in self.computed


def _is_free(expression: Expression, bound: Names) -> bool:
    return isinstance(expression, Variable) and expression.name not in bound
