"""Rules grounded from a question downwards.

In: the rules of a checked program, what is listed of each call. Out: `Clause`s without denials,
overrides and `forall`, and their ground `Instance`s. Guarantee: nothing but the language is
imported, so that whoever checks a certificate with it owes nothing to the engine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulings.explain.values import bind, compare, compute, expression_names, totals, value_of
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import (
    DerivedKind,
    PredicateId,
    against,
    base_of,
    derived,
)
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Operation,
    Program,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)  # fmt: skip

Pattern = tuple[Value | None, ...]
Fact = tuple[PredicateId, Row]
Bound = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Total:
    """`target = function` over the rows of `elements(group…, tuple…)`."""

    target: Term
    function: str
    elements: Atom
    group: int


Step = Literal | Comparison | Total
# A literal that counts on waits for other literals, and aggregates for it.
_COUNTING = 4.5


@dataclass(frozen=True, slots=True)
class Clause:
    """`name(terms) :- body`, which comes from `rule`, or from none of the program's."""

    name: PredicateId
    terms: tuple[Term, ...]
    body: tuple[Step, ...]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Instance:
    """A ground clause: what must hold, what must not, the elements of its aggregates, and the
    completions in which these surely and possibly have the value it takes."""

    clause: Clause
    row: Row
    holds: tuple[Fact, ...]
    fails: tuple[Fact, ...]
    elements: tuple[Fact, ...]
    sure: int
    maybe: int


class Clauses:
    """The clauses of a program by what they conclude: also `for p`, `against p`, `beaten R`,
    `exception …` and `elements …`, which stand for what the language says in one word."""

    def __init__(self, program: Program, rules: Callable[[PredicateId], Iterable[Rule]]) -> None:
        self.program = program
        self.rules = rules
        self._made: dict[PredicateId, tuple[Clause, ...]] = {}
        self._reach: dict[PredicateId, set[PredicateId]] = {}

    def of(self, name: PredicateId) -> tuple[Clause, ...]:
        """Return the clauses for a predicate or for one of the made-up names."""
        if name not in self._made:
            base = base_of(name)
            predicate = self.program.predicates.get(base)
            if predicate is not None and predicate.two_sided:
                self._made[name] = self._sides(name, base, predicate.arity)
            else:
                self._made[name] = tuple(self._plain(name, rule) for rule in self.rules(name))
        return self._made[name]

    def reach(self, name: PredicateId) -> set[PredicateId]:
        """Return every name that `name` depends on, itself only if it runs in a circle."""
        found = self._reach.setdefault(name, set())
        if found:
            return found
        waiting = [name]
        while waiting:
            for clause in self.of(waiting.pop()):
                for step in clause.body:
                    if not isinstance(step, Comparison):
                        atom = step.atom if isinstance(step, Literal) else step.elements
                        if atom.predicate not in found and atom.predicate not in BUILT_INS:
                            found.add(atom.predicate)
                            waiting.append(atom.predicate)
        return found

    def _sides(self, name: PredicateId, base: PredicateId, arity: int) -> tuple[Clause, ...]:
        made_up = derived(DerivedKind.PRO, base), derived(DerivedKind.CONTRA, base)
        for side, made in zip((base, against(base)), made_up, strict=True):
            if made not in self._made:
                self._made[made] = tuple(self._standing(made, rule) for rule in self.rules(side))
        terms = tuple(Variable(f"C{i}") for i in range(arity))
        sides = [Literal(Atom(made, terms)) for made in made_up]
        this, other = sides if name == base else sides[::-1]
        itself = Literal(Atom(name, terms), negated=True)
        return (
            Clause(name, terms, (this, replace(other, negated=True))),
            Clause(name, terms, (this, other, itself)),
        )

    def _standing(self, name: PredicateId, rule: Rule) -> Clause:
        """The clause for a rule that stands unless one that overrides it stands."""
        plain, winners = self._plain(name, rule), self._winners(rule)
        if not winners:
            return plain
        beaten = derived(DerivedKind.BEATEN, rule.id)
        if beaten not in self._made:
            self._made[beaten] = ()
            self._made[beaten] = tuple(self._standing(beaten, winner) for winner in winners)
        unbeaten = Literal(Atom(beaten, rule.head.terms), negated=True)
        return replace(plain, body=(*plain.body, unbeaten))

    def _winners(self, rule: Rule) -> tuple[Rule, ...]:
        name = rule.head.predicate
        opposed = self.rules(name if rule.denies else against(name))
        won = [o.winner for o in self.program.overrides if o.loser in _called(rule)]
        return tuple(other for other in opposed if any(w in _called(other) for w in won))

    def _plain(self, name: PredicateId, rule: Rule) -> Clause:
        body = self._flat(rule.body, _names(rule.head.terms), f"{name} {rule.id}")
        return Clause(name, rule.head.terms, body, rule.id)

    def _flat(
        self, body: tuple[Condition, ...], head: frozenset[str], label: str
    ) -> tuple[Step, ...]:
        steps: list[Step] = []
        for number, condition in enumerate(body):
            if isinstance(condition, Literal | Comparison):
                steps.append(condition)
                continue
            others = (*body[:number], *body[number + 1 :])
            terms: tuple[Term, ...] = ()
            outside = head.union(*(_outer(other) for other in others))
            if isinstance(condition, ForAll):
                goal = replace(condition.goal, negated=not condition.goal.negated)
                inner: tuple[Condition, ...] = (*condition.condition, goal)
                local = frozenset(v.name for v in condition.variables)
                made = derived(DerivedKind.EXCEPTION, label, number)
            else:
                inner, local, terms = condition.body, frozenset(), condition.terms
                made = derived(DerivedKind.ELEMENTS, label, number)
            used = frozenset().union(_names(terms), *(_all(part) for part in inner))
            group = sorted((used - local) & outside)
            row = (*map(Variable, group), *terms)
            flat = self._flat(inner, frozenset(group) | _names(terms), str(made))
            self._made[made] = (Clause(made, row, flat),)
            if isinstance(condition, ForAll):
                steps.append(Literal(Atom(made, row), negated=True))
            else:
                blank = (
                    *row[: len(group)],
                    *(Variable(f"element {number}.{i}") for i in range(len(terms))),
                )
                total = Atom(made, blank)
                steps.append(Total(condition.target, condition.function, total, len(group)))
        return tuple(steps)


class Walk(ABC):
    """Finds the instances of clauses; what is listed of a call is for the subclass to say."""

    full = 1

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        # What holds already of the body that is being read.
        self.premises: tuple[Fact, ...] = ()
        self._orders: dict[tuple[int, frozenset[str]], list[Step]] = {}

    @abstractmethod
    def rows(self, name: PredicateId, pattern: Pattern, *, denied: bool = False) -> Iterable[Row]:
        """Return the listed rows of a call, which a body may deny; what is not listed is false."""

    @abstractmethod
    def truth(self, fact: Fact) -> tuple[int, int]:
        """Return in which completions an element of an aggregate surely and possibly holds."""

    def instances(self, clause: Clause, pattern: Pattern) -> Iterator[Instance]:
        """Yield the instances of a clause that may conclude a row of a call."""
        bound: dict[str, Value] = {}
        for term, value in zip(clause.terms, pattern, strict=True):
            if value is not None and not bind(term, value, bound):
                return
        key = id(clause), frozenset(bound)
        if key not in self._orders:
            self._orders[key] = self._order(clause, set(bound))
        yield from self._join(self._orders[key], 0, bound, Instance(
            clause, (), (), (), (), self.full, self.full))  # fmt: skip

    def _join(
        self, steps: list[Step], at: int, bound: dict[str, Value], so_far: Instance
    ) -> Iterator[Instance]:
        if at == len(steps):
            row = tuple(v for t in so_far.clause.terms if (v := value_of(t, bound)) is not None)
            yield replace(so_far, row=row)
            return
        match steps[at]:
            case Comparison("=", Variable(name), side) if name not in bound:
                yield from self._join(steps, at + 1, {**bound, name: compute(side, bound)}, so_far)
            case Comparison("=", side, Variable(name)) if name not in bound:
                yield from self._join(steps, at + 1, {**bound, name: compute(side, bound)}, so_far)
            case Comparison(operator, left, right):
                if compare(operator, compute(left, bound), compute(right, bound)):
                    yield from self._join(steps, at + 1, bound, so_far)
            case Literal(atom, negated):
                self.premises = so_far.holds
                found = list(self._matches(atom, bound, negated))
                if negated:
                    if not found or atom.predicate not in BUILT_INS:
                        facts = tuple((atom.predicate, row) for row, _ in found)
                        more = replace(so_far, fails=so_far.fails + facts)
                        yield from self._join(steps, at + 1, bound, more)
                    return
                for row, extended in found:
                    fact = () if atom.predicate in BUILT_INS else ((atom.predicate, row),)
                    more = replace(so_far, holds=so_far.holds + fact)
                    yield from self._join(steps, at + 1, extended, more)
            case Total(target, function, atom, group):
                self.premises = so_far.holds
                made = [(atom.predicate, row) for row, _ in self._matches(atom, bound)]
                listed = [(fact[1][group], *self.truth(fact)) for fact in made]
                for value, (sure, maybe) in totals(function, listed, self.full).items():
                    extended = dict(bound)
                    if so_far.maybe & maybe and bind(target, value, extended):
                        more = replace(
                            so_far, sure=so_far.sure & sure, maybe=so_far.maybe & maybe,
                            elements=(*so_far.elements, *made),
                        )  # fmt: skip
                        yield from self._join(steps, at + 1, extended, more)

    def _matches(
        self, atom: Atom, bound: Bound, denied: bool = False
    ) -> Iterator[tuple[Row, dict[str, Value]]]:
        pattern = tuple(value_of(term, bound) for term in atom.terms)
        built_in = BUILT_INS.get(atom.predicate)
        if built_in is None:
            rows = self.rows(atom.predicate, pattern, denied=denied)
        else:
            rows = built_in.rows(*(pattern[i] for i in built_in.inputs))
        for row in rows:
            extended = dict(bound)
            if all(bind(term, value, extended) for term, value in zip(atom.terms, row)):
                yield row, extended

    def _order(self, clause: Clause, bound: set[str]) -> list[Step]:
        """Order the steps of a body so that each finds bound what it needs.

        What calls the clause again with a number computed here comes after what may bound it:
        otherwise the calls would count on without an end.
        """
        found: list[Step] = []
        counted: set[str] = set()
        waiting = list(clause.body)
        while waiting:
            costs = [
                max(self._cost(s, bound, [o for o in waiting if o is not s]), again)
                for s in waiting
                for again in [_COUNTING * self._counts_on(s, clause.name, counted)]
            ]
            step = waiting.pop(costs.index(min(costs)))
            match step:
                case Comparison("=", Variable(name), Operation()) if name not in bound:
                    counted.add(name)
                case Comparison("=", Operation(), Variable(name)) if name not in bound:
                    counted.add(name)
            bound |= _all(step) if not (isinstance(step, Literal) and step.negated) else set()
            found.append(step)
        return found

    def _counts_on(self, step: Step, head: PredicateId, counted: set[str]) -> bool:
        if not isinstance(step, Literal) or not _all(step) & counted:
            return False
        name = step.atom.predicate
        return name == head or (name not in BUILT_INS and head in self.clauses.reach(name))

    def _cost(self, step: Step, bound: set[str], others: list[Step]) -> float:
        free = _all(step) - bound
        shared = free & frozenset().union(*(_all(other) for other in others))
        match step:
            case Comparison("=", left, right):
                sides = [side for side in (left, right) if expression_names(side) - bound]
                binds = len(sides) == 1 and isinstance(sides[0], Variable)
                return 0.0 if not free else 0.1 if binds else 99.0
            case Comparison():
                return 99.0 if free else 0.0
            case Total(target, _, atom, group):
                missing = _names(atom.terms[:group]) - bound
                return 99.0 if missing or (free - _names((target,))) & shared else 5.0
            case Literal(atom, negated):
                declared = BUILT_INS.get(atom.predicate) or self.clauses.program.predicates.get(
                    base_of(atom.predicate))  # fmt: skip
                columns = declared.columns if declared is not None else ()
                inputs = [t for t, c in zip(atom.terms, columns, strict=False) if c.is_input]
                if _names(inputs) - bound or (negated and shared):
                    return 98.0
                built_in = atom.predicate in BUILT_INS
                return (
                    0.2
                    if negated or not free
                    else 1.5
                    if built_in
                    else 2 + len(free) / len(atom.terms)
                )
        raise AssertionError(step)


def _names(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset(t.name for t in terms if isinstance(t, Variable))


def _all(part: Condition | Step) -> frozenset[str]:
    match part:
        case Literal(atom):
            return _names(atom.terms)
        case Comparison(_, left, right):
            return expression_names(left) | expression_names(right)
        case Total(target, _, atom):
            return _names((target, *atom.terms))
        case Aggregate(target, _, terms, body):
            return _names((target, *terms)).union(*map(_all, body))
        case ForAll(_, given, goal):
            return frozenset().union(_all(goal), *map(_all, given))


def _outer(part: Condition) -> frozenset[str]:
    """The variables that a condition shares with what stands beside it."""
    match part:
        case Aggregate(target):
            return _names((target,))
        case ForAll():
            return frozenset()
        case _:
            return _all(part)


def _called(rule: Rule) -> tuple[str, ...]:
    return (rule.id, *rule.levels, "cannot" if rule.denies else "can")
