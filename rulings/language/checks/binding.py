"""Which variables are bound.

In: a normalised rule. Out: one problem for each variable that nothing binds, at the place where
it is needed. Guarantee: without problems the conditions can be evaluated in some order in which
every negated atom, comparison, input and aggregate group has its values.

A variable is bound by a positive atom whose inputs are bound, by `=` with a bound side, or as
the result of an aggregate whose group is bound.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulings.language.builtins import columns_of
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.places import argument_place, name_place
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Atom,
    Column,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Predicate,
    Variable,
)
from rulings.language.source import Span
from rulings.language.variables import (
    in_body,
    in_braces,
    in_condition,
    in_expression,
    in_terms,
    is_anonymous,
)
from rulings.records import dataclass, field

MAX_EXPLAINED = 50
_OUTSIDE = "it also occurs outside the braces, where nothing binds it"


@dataclass(slots=True)
class BindingCheck:
    """Checks one rule; `reported` are the variables already spoken of.

    `of_copies` are the problems of variables that a short form has made of others: they are told
    only where nothing is wrong with what is written.
    """

    predicates: Mapping[PredicateId, Predicate]
    problems: list[Diagnostic]
    reported: set[str] = field(default_factory=set)
    of_copies: list[Diagnostic] = field(default_factory=list)
    conditions: Sequence[Condition] = ()
    inputs: dict[PredicateId, tuple[tuple[int, Column], ...]] = field(default_factory=dict)

    def rule(self, head: Atom | None, body: Sequence[Condition]) -> None:
        """Check a rule, or a question when there is no head."""
        self.reported, self.of_copies = set(), []
        self.conditions = body
        before = len(self.problems)
        bound: set[str] = set()
        if head is not None:
            columns = columns_of(head.predicate, self.predicates) or ()
            bound = {
                term.name
                for term, column in zip(head.terms, columns, strict=True)
                if column.is_input and isinstance(term, Variable)
            }
        outside = set(in_terms(head.terms)) if head is not None else set()
        self._level(body, bound, outside)
        if head is not None:
            for name in in_terms(head.terms):
                if name not in bound and name not in self.reported:
                    code = "RUL301" if body else "RUL308"
                    self._report(code, name_place(head.span, name), name, shown=not body)
        if len(self.problems) == before:
            self.problems += self.of_copies

    def _level(self, body: Sequence[Condition], bound: set[str], outside: set[str]) -> None:
        """Bind what the conditions of one level bind, then report what they still need."""
        before, self.conditions = self.conditions, body
        around = _around(body, outside)
        settled: set[int] = set()
        waiting: dict[str, list[Condition]] = {}
        queue = deque(body)
        while queue:
            condition = queue.popleft()
            if id(condition) in settled:
                continue
            names = set(in_condition(condition))
            free = names - bound
            if self._binds(condition, bound, around):
                settled.add(id(condition))
                for name in free:
                    queue.extend(waiting.pop(name, ()))
            else:
                for name in free:
                    waiting.setdefault(name, []).append(condition)
        for condition in body:
            if id(condition) not in settled:
                self._needs(condition, bound, around)
        self.conditions = before

    def _binds(self, condition: Condition, bound: set[str], around: Mapping[int, set[str]]) -> bool:
        """Whether a condition is settled: all it needs is bound, and now all it binds."""
        match condition:
            case Literal(atom, False):
                inputs = [atom.terms[index] for index, _ in self._inputs(atom.predicate)]
                if not bound.issuperset(in_terms(inputs)):
                    return False
                bound.update(in_terms(atom.terms))
                return True
            case Literal(atom, True):
                return bound.issuperset(in_terms(atom.terms))
            case Comparison(operator, left, right):
                for one, other in ((left, right), (right, left)):
                    known = operator == "=" and bound.issuperset(in_expression(one))
                    if known and isinstance(other, Variable):
                        bound.add(other.name)
                return bound.issuperset(in_condition(condition))
            case Aggregate(target):
                group = around[id(condition)]
                if isinstance(target, Variable) and target.name in set(in_braces(condition)):
                    self._report("RUL310", condition.span, target.name, shown=True)
                elif not group <= bound:
                    return False
                inner = bound & group
                self._level(condition.body, inner, group | set(in_terms(condition.terms)))
                mentioned = set(in_body(condition.body))
                for name in in_terms(condition.terms):
                    if name not in inner and name not in self.reported:
                        why = "" if name in mentioned else "no condition in the braces mentions it"
                        self._report("RUL304", name_place(condition.span, name), name, why)
                if isinstance(target, Variable):
                    bound.add(target.name)
                return True
            case ForAll(variables, given, goal):
                quantified = {v.name for v in variables}
                group = around[id(condition)] - quantified
                if not group <= bound:
                    return False
                inner = bound & group
                self._level(given, inner, group | quantified | set(in_braces(goal)))
                for name in (*(v.name for v in variables), *in_braces(goal)):
                    if name not in inner and name not in self.reported:
                        why = ""
                        if name in quantified and name not in set(in_body(given)):
                            why = "its condition does not mention it"
                        self._report("RUL305", name_place(condition.span, name), name, why)
        return True

    def _needs(self, condition: Condition, bound: set[str], around: Mapping[int, set[str]]) -> None:
        """Report the free variables of a condition that could not be settled."""
        match condition:
            case Literal(atom, False):
                for index, column in self._inputs(atom.predicate):
                    term = atom.terms[index]
                    if isinstance(term, Variable) and term.name not in bound:
                        words = {"column": column.name, "predicate": str(atom.predicate)}
                        place = argument_place(atom.span, index)
                        self._report("RUL306", place, term.name, shown=True, **words)
                # What it would have bound is no further mistake.
                self.reported.update(in_terms(atom.terms))
            case Literal(atom, True):
                for name in in_terms(atom.terms):
                    if name not in bound:
                        self._report("RUL302", name_place(atom.span, name), name)
            case Comparison(_, left, right):
                for name in (*in_expression(left), *in_expression(right)):
                    if name not in bound:
                        self._report("RUL303", name_place(condition.span, name), name)
            case Aggregate() | ForAll():
                code = "RUL304" if isinstance(condition, Aggregate) else "RUL305"
                for name in dict.fromkeys(in_braces(condition)):
                    if name in around[id(condition)] and name not in bound:
                        self._report(code, name_place(condition.span, name), name, _OUTSIDE)
                if isinstance(condition, Aggregate):
                    self.reported.update(in_terms((condition.target,)))

    def _inputs(self, predicate: PredicateId) -> tuple[tuple[int, Column], ...]:
        found = self.inputs.get(predicate)
        if found is None:
            columns = columns_of(predicate, self.predicates) or ()
            found = tuple((i, c) for i, c in enumerate(columns) if c.is_input)
            self.inputs[predicate] = found
        return found

    def _report(
        self, code: str, span: Span, name: str, why: str = "", *, shown: bool = False, **words: Any
    ) -> None:
        """Report a variable once; unless it is `shown` at its place, maybe as one of a copy."""
        if name in self.reported:
            return
        self.reported.add(name)
        problem = diagnose(code, span, name=_shown(name), why=why or self._why(name), **words)
        is_written = shown or span.text == name or is_anonymous(name)
        (self.problems if is_written else self.of_copies).append(problem)

    def _why(self, name: str) -> str:
        """Say where else the variable occurs, and why that does not bind it."""
        if is_anonymous(name):
            return "`_` stands for a value that nothing else can bind"
        if len(self.reported) > MAX_EXPLAINED:
            return "nothing binds it"
        places = list(dict.fromkeys(_occurrences(name, self.conditions)))
        if not places:
            return "no condition mentions it"
        return f"it occurs only {' and '.join(places)}".rstrip(",") + ", which does not bind it"


def _occurrences(name: str, body: Iterable[Condition]) -> Iterator[str]:
    for condition in body:
        if name not in set(in_braces(condition)):
            if isinstance(condition, Aggregate) and name in in_terms((condition.target,)):
                yield "as the result of an aggregate whose group is unbound"
            continue
        match condition:
            case Literal(_, True):
                yield "under `not`"
            case Literal(atom):
                yield f"in `{atom.predicate}`, which has unbound inputs,"
            case Comparison("=", left, right) if Variable(name) not in (left, right):
                yield "inside arithmetic, which is not solved for it,"
            case Comparison("="):
                yield "beside `=` whose other side is unbound"
            case Comparison():
                yield "in a comparison"
            case Aggregate():
                yield "inside the braces of an aggregate"
            case ForAll():
                yield "inside the braces of a `forall`"


def _shown(name: str) -> str:
    return "_" if is_anonymous(name) else name


def _around(body: Sequence[Condition], outside: set[str]) -> dict[int, set[str]]:
    """For each pair of braces, which of its variables also occur outside it."""
    found: dict[int, set[str]] = {}
    if not any(isinstance(condition, (Aggregate, ForAll)) for condition in body):
        return found
    names = {id(c): set(in_condition(c)) for c in body}
    counts = Counter(name for own in names.values() for name in own)
    for condition in body:
        if isinstance(condition, (Aggregate, ForAll)):
            found[id(condition)] = {
                name for name in in_braces(condition) if name in outside or counts[name] > 1
            }
    return found
