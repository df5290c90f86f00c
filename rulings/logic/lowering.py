"""From the checked program to the few words that the engine knows.

In: a `Program`. Out: a `LoweredProgram`, whose rules hold only literals, comparisons and, where
`keep_forall` allows it, non-recursive `ForAll` conditions. Guarantee: the same well-founded
model on the declared predicates. What is compiled away, each to ordinary rules with `not`:

- denials and overrides: `for p`, `against p` (what stands on each side), `applies R`,
  `beaten R` (per ranked rule R); `p` and `neg p` are undefined where both sides stand;
- aggregates: `elements R#n` (the tuples) and the computed predicate `value R#n`;
- `forall`: `exception R#n`, the groups that have a counterexample.

Names with a space cannot be written in the language, so they never clash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count

from rulings.language.builtins import BUILT_INS
from rulings.language.catalogue import diagnose
from rulings.language.checks.overrides import beaten_by
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import DerivedId, DerivedKind, PredicateId, against, derived
from rulings.language.program import (
    Aggregate,
    Atom,
    Column,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Predicate,
    Program,
    Rule,
    Term,
    Variable,
)
from rulings.logic.binders import (
    Names,
    body_names,
    bound_variables,
    condition_names,
    input_positions,
    names,
    outer_names,
)
from rulings.logic.closed import hold_closed
from rulings.logic.graph import dependencies, strongly_connected
from rulings.logic.inputs import guard_inputs
from rulings.logic.lowered import AggregateTable, LoweredProgram
from rulings.logic.ordering import choose_binders
from rulings.records import replace

MAX_CONDITIONS = 250


def lower(
    program: Program, *, keep_forall: bool, heads: Iterable[PredicateId] | None = None
) -> LoweredProgram:
    """Compile denials, overrides, aggregates and (most) `forall` conditions to plain rules.

    `heads` are the predicates that `program` holds the rules of, by default all.
    Raises RulingsError (RUL405) for rules that are longer than the engines join.
    """
    long = [rule for rule in program.rules if len(rule.body) > MAX_CONDITIONS]
    if long:
        raise RulingsError([diagnose("RUL405", r.span, rule=r.id, count=len(r.body)) for r in long])
    work = Lowering(program)
    rules = guard_inputs(work.settle(program, heads), work.predicates)
    knot = {name: i for i, c in enumerate(strongly_connected(dependencies(rules))) for name in c}
    lowered: list[Rule] = []
    for rule in rules:
        lowered.extend(work.flatten(rule, knot, keep_forall))
    held = tuple(hold_closed(lowered, program, work.predicates))
    return LoweredProgram(program, work.predicates, held, work.aggregates)


class Lowering:
    """The predicates and aggregate tables that grow while rules are lowered.

    `sources` maps the lowered rules that are not made up to the ids of the rules they come from.
    """

    def __init__(self, program: Program) -> None:
        self.predicates: dict[PredicateId, Predicate] = dict(program.predicates)
        self.aggregates: dict[PredicateId, AggregateTable] = {}
        self.sources: dict[str, str] = {}
        for predicate in program.predicates.values():
            if predicate.two_sided:
                for side in (DerivedKind.AGAINST, DerivedKind.PRO, DerivedKind.CONTRA):
                    self.declare(derived(side, predicate.name), predicate.columns)

    def declare(self, name: DerivedId, columns: Iterable[Column]) -> DerivedId:
        self.predicates[name] = Predicate(str(name), tuple(columns))
        return name

    # Denials and overrides

    def settle(self, program: Program, heads: Iterable[PredicateId] | None = None) -> list[Rule]:
        """Replace the rules of two-sided predicates by the rules that weigh their sides.

        `heads` are the predicates that `program` holds the rules of, by default all.
        """
        beats = beaten_by(program) if program.overrides else {}
        ranked = set(beats) | {winner.id for winners in beats.values() for winner in winners}
        rules: list[Rule] = []
        for rule in program.rules:
            self.sources[rule.id] = rule.id
            if not program.predicates[rule.head.predicate].two_sided:
                rules.append(rule)
            else:
                rules.extend(
                    self._side_rules(rule, beats.get(rule.id, ()), rule.id in ranked, beats)
                )
        for name in program.predicates if heads is None else heads:
            if program.predicates[name].two_sided:
                rules.extend(self._weigh(program.predicates[name]))
        return rules

    def _side_rules(
        self, rule: Rule, winners: Sequence[Rule], ranked: bool, beats: Mapping[str, object]
    ) -> Iterable[Rule]:
        predicate = self.predicates[rule.head.predicate]
        side = derived(DerivedKind.CONTRA if rule.denies else DerivedKind.PRO, predicate.name)
        if not ranked:
            yield replace(rule, head=replace(rule.head, predicate=side), denies=False)
            return
        applies = self.declare(derived(DerivedKind.APPLIES, rule.id), predicate.columns)
        yield replace(rule, head=replace(rule.head, predicate=applies), denies=False)
        terms, stood = _columns_as_variables(predicate), self._stands(rule, beats)
        stands = _derived(rule, side, terms, stood, f"from {rule.id}")
        self.sources[stands.id] = rule.id
        yield stands
        if winners:
            self.declare(derived(DerivedKind.BEATEN, rule.id), predicate.columns)
        for winner in winners:
            beaten = _derived(
                rule,
                derived(DerivedKind.BEATEN, rule.id),
                terms,
                self._stands(winner, beats),
                f"by {winner.id}",
            )
            self.sources[beaten.id] = winner.id
            yield beaten

    def _stands(self, rule: Rule, beats: Mapping[str, object]) -> tuple[Condition, ...]:
        terms = _columns_as_variables(self.predicates[rule.head.predicate])
        applies = Literal(Atom(derived(DerivedKind.APPLIES, rule.id), terms, rule.span))
        if rule.id not in beats:
            return (applies,)
        return (
            applies,
            Literal(Atom(derived(DerivedKind.BEATEN, rule.id), terms, rule.span), negated=True),
        )

    def _weigh(self, predicate: Predicate) -> Iterable[Rule]:
        """`p` where only the for-side stands, `neg p` where only the other; a tie is undefined."""
        name, terms = predicate.name, _columns_as_variables(predicate)
        sides = derived(DerivedKind.PRO, name), derived(DerivedKind.CONTRA, name)
        pro, contra = (Literal(Atom(side, terms)) for side in sides)
        verdicts: tuple[PredicateId, PredicateId] = name, against(name)
        for verdict, this, other in zip(verdicts, (pro, contra), (contra, pro), strict=True):
            self_denial = Literal(Atom(verdict, terms), negated=True)
            for label, body in (
                ("stands", (this, replace(other, negated=True))),
                ("conflict", (this, other, self_denial)),
            ):
                yield Rule(f"{verdict} {label}", Atom(verdict, terms), body, span=predicate.span)

    # Aggregates and forall

    def flatten(
        self, rule: Rule, knot: dict[PredicateId, int], keep_forall: bool
    ) -> Iterable[Rule]:
        """Yield `rule` without aggregates and recursive `forall`, and the rules they became.

        Aggregates come first: what they bind may be what a `forall` speaks of.
        """
        if not any(isinstance(condition, Aggregate | ForAll) for condition in rule.body):
            yield rule
            return
        body = list(rule.body)
        for position, number in self._compound(rule, knot, keep_forall):
            condition = body[position]
            others = (*body[:position], *body[position + 1 :])
            outside = names(rule.head.terms) | outer_names(others)
            if isinstance(condition, Aggregate):
                inner = body_names(condition.body) | names(condition.terms)
                group = _ordered(inner & outside, (*condition.body, condition))
                elements = derived(DerivedKind.ELEMENTS, rule.id, number)
                parts = self._part(
                    rule, elements, group, condition.terms, condition.body, others, knot
                )
                body[position] = self._aggregate(rule, elements, condition, group)
            elif isinstance(condition, ForAll):
                exception = derived(DerivedKind.EXCEPTION, rule.id, number)
                group = _ordered(
                    (condition_names(condition) - names(condition.variables)) & outside,
                    (condition,),
                )
                failing = (
                    *condition.condition,
                    replace(condition.goal, negated=not condition.goal.negated),
                )
                parts = self._part(rule, exception, group, (), failing, others, knot)
                terms = tuple(Variable(v) for v in group)
                body[position] = Literal(Atom(exception, terms, condition.span), negated=True)
            for part in parts:
                yield from self.flatten(part, knot, keep_forall)
        yield replace(rule, body=tuple(body))

    def _compound(
        self, rule: Rule, knot: dict[PredicateId, int], keep_forall: bool
    ) -> Iterable[tuple[int, int]]:
        """Yield the positions of what has to be compiled away, and numbers for what it becomes.

        An aggregate comes before those that speak of its result.
        """
        numbers = count(1)
        aggregates: dict[int, tuple[Aggregate, int]] = {}
        universal: dict[int, int] = {}
        for position, condition in enumerate(rule.body):
            if isinstance(condition, Aggregate):
                aggregates[position] = condition, next(numbers)
            elif isinstance(condition, ForAll):
                others = (*rule.body[:position], *rule.body[position + 1 :])
                if not (keep_forall and self._kept(rule, condition, others, knot)):
                    universal[position] = next(numbers)
        while aggregates:
            free = (
                at
                for at, (one, _) in aggregates.items()
                if body_names(one.body).isdisjoint(
                    names(other.target for other, _ in aggregates.values() if other is not one)
                )
            )
            position = next(free, next(iter(aggregates)))
            yield position, aggregates.pop(position)[1]
        yield from universal.items()

    def _kept(
        self,
        rule: Rule,
        condition: ForAll,
        others: tuple[Condition, ...],
        knot: dict[PredicateId, int],
    ) -> bool:
        """Whether the native backend runs this `forall` itself: one condition, one goal, below."""
        if len(condition.condition) != 1 or condition.goal.negated:
            return False
        given = condition.condition[0]
        if not isinstance(given, Literal) or given.negated:
            return False
        goal = condition.goal.atom.predicate
        read = [name for name in (goal, given.atom.predicate) if name not in BUILT_INS]
        if goal not in read or goal in self.aggregates:
            return False
        if any(input_positions(name, self.predicates) for name in read):
            return False
        outside = names(rule.head.terms) | outer_names(others)
        here = knot.get(rule.head.predicate, -1)
        local = condition_names(condition) - outside
        bound_inside = local <= names(given.atom.terms)
        shadowed = names(condition.variables) & outside
        below = all(knot.get(p, -2) != here for p in (goal, given.atom.predicate))
        return below and bound_inside and not shadowed

    def _aggregate(
        self, rule: Rule, elements: DerivedId, condition: Aggregate, group: tuple[str, ...]
    ) -> Literal:
        table = derived(DerivedKind.VALUE, rule.id, *elements.numbers)
        columns = [Column(v, "any", is_input=True) for v in group]
        self.declare(table, (*columns, Column("Value", "any")))
        self.aggregates[table] = AggregateTable(
            table, condition.function, elements, len(group), rule, condition.is_keyed(group)
        )
        terms = (*(Variable(v) for v in group), condition.target)
        return Literal(Atom(table, terms, condition.span))

    def _part(
        self,
        rule: Rule,
        name: DerivedId,
        group: tuple[str, ...],
        terms: tuple[Term, ...],
        body: tuple[Condition, ...],
        others: tuple[Condition, ...],
        knot: dict[PredicateId, int],
    ) -> list[Rule]:
        """The rule for `name(group…, terms…)`, after one for the scope that binds its group."""
        self.declare(name, [Column(f"C{i}", "any") for i in range(len(group) + len(terms))])
        knot[name] = knot.get(rule.head.predicate, -1)
        head = Atom(name, (*(Variable(v) for v in group), *terms), rule.span)
        needed = body_names(body) | frozenset(group)
        missing = frozenset(group) & (needed - bound_variables(body, frozenset(), self.predicates))
        part = Rule(str(name), head, body, clauses=rule.clauses, span=rule.span)
        if not missing:
            return [part]
        scope_terms = tuple(Variable(v) for v in _ordered(missing, body))
        scope_name = self.declare(
            derived(DerivedKind.SCOPE, name), [Column(v.name, "any") for v in scope_terms]
        )
        scope_atom = Atom(scope_name, scope_terms, rule.span)
        binders = [c for c in others if isinstance(c, Literal | Comparison)]
        scope_body = choose_binders(
            missing, binders, self._cost_above(knot[name], knot), self.predicates
        )
        scope = Rule(str(scope_name), scope_atom, scope_body, clauses=rule.clauses, span=rule.span)
        return [scope, replace(part, body=(Literal(scope_atom), *body))]

    def _cost_above(self, here: int, knot: dict[PredicateId, int]) -> Callable[[Condition], int]:
        """Prefer conditions that neither depend on the stratum `here` nor count anything."""

        def cost(condition: Condition) -> int:
            if not isinstance(condition, Literal):
                return 0
            name = condition.atom.predicate
            return 2 if knot.get(name, -2) == here else name in self.aggregates

        return cost


def _derived(
    rule: Rule,
    head: PredicateId,
    terms: tuple[Term, ...],
    body: tuple[Condition, ...],
    suffix: str,
) -> Rule:
    identity = f"{head} {suffix}"
    return Rule(identity, Atom(head, terms, rule.span), body, clauses=rule.clauses, span=rule.span)


def _columns_as_variables(predicate: Predicate) -> tuple[Variable, ...]:
    return tuple(Variable(f"C{i}") for i in range(predicate.arity))


def _ordered(wanted: Names, conditions: Iterable[Condition]) -> tuple[str, ...]:
    return tuple(sorted(wanted & body_names(conditions)))
