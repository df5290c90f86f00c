"""Demand: the part of a program that one bound question needs.

In: a lowered program and a question's predicate and bound positions. Out: a `Demand`: positive
rules that overestimate what is asked for, and the program's own rules, each guarded by what was
asked. Guarantee: on the rows that are asked for, the guarded rules have the program's model,
negation included, because the overestimate is fixed before they run: it drops negated literals
on derived predicates and aggregates, so it can only ask for more. Source: D. Kemp, D. Srivastava
and P. Stuckey, "Bottom-up evaluation and query optimization of well-founded models", Theor.
Comput. Sci. 146, 1995; adornments as in C. Beeri and R. Ramakrishnan, "On the power of magic",
J. Logic Programming 10, 1991.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import DerivedKind, PredicateId, derived, kind_of
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Literal,
    Operation,
    Predicate,
    Rule,
    Variable,
)
from rulings.logic.binders import (
    Names,
    condition_names,
    input_positions,
    names,
    needed_names,
    newly_bound,
)
from rulings.logic.graph import dependencies, reachable
from rulings.logic.inputs import demand_of, is_demand
from rulings.logic.lowered import LoweredProgram
from rulings.logic.ordering import WAITS, cheapest, divides
from rulings.records import dataclass, replace

Positions = tuple[int, ...]
Question = tuple[PredicateId, Positions]
"""A predicate and the positions at which a question gives values."""
# What it costs to follow a condition; to what has rows comes the share of its free places.
_TEST, _STORED_TEST, _DERIVED_TEST, _ROWS, _DROPPED = 0.0, 1.0, 2.0, 3.0, 5.0
# What may divide by zero waits for everything that may spare it the zero.
_DIVIDES, _NOT_READY = 7.0, 8.0


@dataclass(frozen=True, slots=True)
class Demand:
    """`asking` computes what is asked for; `answering` computes the answers to just that.

    `exact` names the predicates whose rows are right after `asking` already, because nothing
    was dropped for them. The values of a question are rows of `asked_for` it.
    """

    questions: tuple[Question, ...]
    asking: LoweredProgram
    answering: LoweredProgram
    exact: frozenset[PredicateId]


def asked_for(predicate: PredicateId, bound: Positions) -> PredicateId:
    """The predicate that holds the bound values for which `predicate` is asked."""
    return derived(DerivedKind.ASKED, predicate, *bound)


def is_asked(predicate: PredicateId) -> bool:
    """Whether `predicate` holds values that are asked for."""
    return kind_of(predicate) is DerivedKind.ASKED


def restrict(program: LoweredProgram, questions: tuple[Question, ...]) -> Demand | None:
    """Rewrite `program` for `questions` that are asked together.

    Returns None where an input column would have to wait for an aggregate's value, or where
    without what the overestimate drops a recursion over numbers might have no end.
    """
    work = _Demanding(program)
    for question in questions:
        work.ask(*question)
    while work.agenda:
        if not work.visit(*work.agenda.pop()):
            return None
    return work.result(questions)


class _Demanding:
    def __init__(self, program: LoweredProgram) -> None:
        self.program = program
        self.predicates = dict(program.predicates)
        self.by_head: dict[PredicateId, list[Rule]] = defaultdict(list)
        for rule in program.rules:
            if not is_demand(rule.head.predicate):
                self.by_head[rule.head.predicate].append(rule)
        self.graph = dependencies(program.rules)
        self.agenda: list[Question] = []
        self.asked: dict[PredicateId, list[Positions]] = defaultdict(list)
        self.asking: list[Rule] = []
        self.opaque = self._opaque()
        self.relaxed = {rule.id: self._relax(rule) for rule in program.rules}

    # What the overestimate leaves out

    def _opaque(self) -> frozenset[PredicateId]:
        """Predicates whose rows the overestimate cannot know: they need an aggregate's value."""
        self.opaque = frozenset()
        while True:
            found = {
                rule.head.predicate
                for rules in self.by_head.values()
                for rule in rules
                if not names(rule.head.terms) <= self._bound_by(self._relax(rule))
            }
            if found <= self.opaque:
                return self.opaque
            self.opaque |= found

    def _relax(self, rule: Rule) -> tuple[Condition, ...]:
        kept = [c for c in rule.body if not self._is_dropped(c)]
        bound = self._bound_by(kept)
        return tuple(c for c in kept if needed_names(c, rule) <= bound)

    def _is_dropped(self, condition: Condition) -> bool:
        if not isinstance(condition, Literal):
            return False
        name = condition.atom.predicate
        if name in self.program.aggregates or name in self.opaque:
            return True
        return condition.negated and name in self.by_head

    def _bound_by(self, body: Iterable[Condition]) -> Names:
        """The variables bound by `body`, where guards for input columns count as given."""
        bound: Names = frozenset()
        conditions = list(body)
        while True:
            more = bound.union(*(newly_bound(c, bound, self.predicates) for c in conditions))
            if more == bound:
                return bound
            bound = more

    # What is asked for

    def ask(self, predicate: PredicateId, bound: Positions) -> PredicateId:
        """Note that `predicate` is asked for with `bound` given; return its asking predicate."""
        name = asked_for(predicate, bound)
        if bound not in self.asked[predicate]:
            self.asked[predicate].append(bound)
            self.agenda.append((predicate, bound))
            columns = self.predicates[predicate].columns
            self.predicates[name] = Predicate(
                str(name), tuple(replace(columns[i], is_input=False) for i in bound)
            )
        return name

    def visit(self, predicate: PredicateId, bound: Positions) -> bool:
        """Follow the rules of `predicate`, asking for what their bodies read, best bound first."""
        self._ask_inputs(predicate, bound)
        for rule in self.by_head[predicate]:
            if self._may_run_away(rule):
                return False
            guard = self._guard(rule, bound)
            known = names(guard.atom.terms)
            prefix: list[Condition] = [guard]
            waiting = list(rule.body)
            while waiting:
                condition = cheapest(waiting, known, self._cost)
                if condition is None:
                    return False
                waiting.remove(condition)
                if isinstance(condition, Literal):
                    self._ask_for(condition, rule, known, prefix)
                if self._is_dropped(condition):
                    continue
                binds = newly_bound(condition, known, self.predicates)
                if needed_names(condition, rule) <= known | binds:
                    prefix.append(condition)
                    known |= binds
            if predicate not in self.opaque:
                body = (guard, *self.relaxed[rule.id])
                self.asking.append(replace(rule, id=f"{rule.id} asked {bound}", body=body))
        return True

    def _may_run_away(self, rule: Rule) -> bool:
        """Whether a recursion over numbers has lost the condition that may have bounded it."""
        computes = any(
            isinstance(c, Comparison) and any(isinstance(s, Operation) for s in (c.left, c.right))
            for c in rule.body
        )
        if not computes or len(self.relaxed[rule.id]) == len(rule.body):
            return False
        return rule.head.predicate in reachable(self.graph, self.graph[rule.head.predicate])

    def _ask_inputs(self, predicate: PredicateId, bound: Positions) -> None:
        """What is asked of a predicate with input columns is the demand of its guards."""
        inputs = input_positions(predicate, self.predicates)
        if inputs and predicate in self.by_head:
            terms = {i: Variable(f"C{i}") for i in bound}
            head = Atom(demand_of(predicate), tuple(terms[i] for i in inputs))
            source = Atom(asked_for(predicate, bound), tuple(terms[i] for i in bound))
            self.asking.append(Rule(f"{head.predicate} asked {bound}", head, (Literal(source),)))

    def _cost(self, condition: Condition, known: Names, _waiting: Sequence[Condition]) -> float:
        """What asks for least comes first: tests, then stored rows, then derived ones."""
        if not isinstance(condition, Literal):
            ready = condition_names(condition) <= known or newly_bound(
                condition, known, self.predicates
            )
            if divides(condition):
                return _DIVIDES if ready else _NOT_READY
            return _TEST if ready else _NOT_READY
        atom = condition.atom
        inputs = names(atom.terms[i] for i in input_positions(atom.predicate, self.predicates))
        if not inputs <= known:
            return WAITS
        free = [t for t in atom.terms if not names((t,)) <= known]
        share = len(free) / max(len(atom.terms), 1)
        if self._is_dropped(condition):
            return _DROPPED + share
        is_stored = atom.predicate not in self.by_head
        if not free:
            return _STORED_TEST if is_stored else _DERIVED_TEST
        return _ROWS + share + (0.0 if is_stored else 0.5)

    def _ask_for(
        self, condition: Literal, rule: Rule, known: Names, prefix: list[Condition]
    ) -> None:
        atom = condition.atom
        table = self.program.aggregates.get(atom.predicate)
        if table is not None:
            atom = replace(atom, predicate=table.elements, terms=atom.terms[:-1])
        if atom.predicate in BUILT_INS or atom.predicate not in self.by_head:
            return
        bound = tuple(i for i, term in enumerate(atom.terms) if names((term,)) <= known)
        name = self.ask(atom.predicate, bound)
        head = Atom(name, tuple(atom.terms[i] for i in bound), atom.span)
        self.asking.append(Rule(f"{name} from {rule.id} {len(self.asking)}", head, tuple(prefix)))

    def _guard(self, rule: Rule, bound: Positions) -> Literal:
        terms = tuple(rule.head.terms[i] for i in bound)
        return Literal(Atom(asked_for(rule.head.predicate, bound), terms, rule.span))

    # The two programs

    def result(self, questions: tuple[Question, ...]) -> Demand:
        answering = [
            replace(
                rule,
                id=f"{rule.id} answering {bound}",
                body=(self._guard(rule, bound), *rule.body),
            )
            for name, adornments in self.asked.items()
            for bound in adornments
            for rule in self.by_head[name]
        ]
        return Demand(
            questions,
            replace(
                self.program, predicates=self.predicates, rules=tuple(self.asking), aggregates={}
            ),
            replace(self.program, predicates=self.predicates, rules=tuple(answering)),
            self._exact(),
        )

    def _exact(self) -> frozenset[PredicateId]:
        """Predicates for which the overestimate drops nothing, directly or further down."""
        inexact = {
            rule.head.predicate
            for rules in self.by_head.values()
            for rule in rules
            if len(self.relaxed[rule.id]) != len(rule.body)
        }
        graph = {name: self.graph[name] for name in self.by_head if name in self.graph}
        return frozenset(n for n in self.asked if inexact.isdisjoint(reachable(graph, (n,))))
