"""A question in the terms of the engine, and what has to be computed to answer it.

In: a question as read from English or Datalog. Out: a `Goal`, and its `Needs`: the predicates that
it reads and the input values that it gives them. Guarantee: a denial asked of a two-sided predicate
is its against-side, so that "may not" is proved and not merely unproved; of a predicate with two
sides both are among the needs, for the explanation.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from rulings.asking.evaluation import Demand
from rulings.english.reading import Ask, Holds, Which
from rulings.language.predicates import PredicateId, against, base_of
from rulings.language.program import Condition, Constant, Literal, Program, Row, Value, Variable
from rulings.logic.graph import reads
from rulings.records import dataclass, replace
from rulings.rulebook.document import refusal


@dataclass(frozen=True, slots=True)
class Goal:
    """A conjunction to decide; with `variables`, whose values are asked for, or their number.

    With `exists` it is asked whether any values satisfy it, when `denied`, whether none do.
    `each` asks for every value of a variable apart, `word` is the question word ("who"). `among`
    are the only values that the first variable is asked for.
    """

    body: tuple[Condition, ...]
    variables: tuple[Variable, ...] = ()
    count: bool = False
    exists: bool = False
    denied: bool = False
    each: tuple[Variable, ...] = ()
    word: str = ""
    among: tuple[Value, ...] = ()

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The conditions that are literals."""
        return tuple(c for c in self.body if isinstance(c, Literal))

    @property
    def ground(self) -> tuple[Literal, ...]:
        """The literals of a goal that is nothing but ground literals, else nothing."""
        if self.exists:
            return ()
        plain = len(self.literals) == len(self.body) and all(
            isinstance(term, Constant) for literal in self.literals for term in literal.atom.terms
        )
        return self.literals if plain else ()


def goal_of(question: Ask | Which | Holds, program: Program) -> Goal:
    """Return the goal of an English question."""
    question = _of_the_past(question, program)
    match question:
        case Holds(conditions, denied):
            body = tuple(_denial(condition, program) for condition in conditions)
            return Goal(body, exists=True, denied=denied)
        case Which(literals, variables, count):
            told = (*literals, *question.conditions)
            return Goal(
                tuple(_denial(one, program) for one in told),
                variables,
                count,
                each=question.each,
                word=question.word,
                among=question.among,
            )
    return Goal(tuple(_denial(literal, program) for literal in question.literals))


def _of_the_past(question: Ask | Which | Holds, program: Program) -> Ask | Which | Holds:
    """Return a question about happenings as one about what happened, in whichever step."""
    steps = (Variable(f"_step{number}") for number in count(1))

    def past(literal: Literal) -> Literal:
        happening = program.happenings.get(str(literal.atom.predicate))
        if happening is None:
            return literal
        terms = (*literal.atom.terms, next(steps))
        return replace(literal, atom=replace(literal.atom, predicate=happening.past, terms=terms))

    if not program.happenings:
        return question
    match question:
        case Ask(literals):
            told = tuple(map(past, literals))
            if told == literals:
                return question
            denied = len(told) == 1 and told[0].negated
            body = (Literal(told[0].atom),) if denied else told
            return Holds(body, denied, question.notices, question.reworded)
        case Which(literals):
            return replace(question, literals=tuple(map(past, literals)))
        case Holds(conditions):
            return replace(
                question,
                conditions=tuple(past(c) if isinstance(c, Literal) else c for c in conditions),
            )


def _denial(condition: Condition, program: Program) -> Condition:
    if isinstance(condition, Literal) and condition.negated:
        predicate = program.predicates.get(condition.atom.predicate)
        if predicate is not None and predicate.may_be_silent:
            return Literal(replace(condition.atom, predicate=against(predicate.name)))
    return condition


@dataclass(frozen=True, slots=True)
class Needs:
    """The predicates that a goal reads, and the input values of those with `in` columns."""

    roots: frozenset[PredicateId]
    demand: Demand


def needs_of(goal: Goal, program: Program) -> Needs:
    """Return what a goal needs. Raises RulingsError (RUL561) when an input has no value."""
    return Needs(roots_of(goal.body, program), demanded(goal.body, program))


def roots_of(body: Iterable[Condition], program: Program) -> frozenset[PredicateId]:
    """Return the predicates that conditions read, both sides of those that have two."""
    names = {base_of(name) for name, _ in reads(body)}
    sides = (against(name) for name in names if program.predicates[name].two_sided)
    return frozenset((*names, *sides))


def demanded(body: Iterable[Condition], program: Program) -> Demand:
    """The input values that a question gives to predicates with `in` columns.

    Raises RulingsError (RUL561) when it gives none.
    """
    demand: dict[PredicateId, frozenset[Row]] = {}
    for literal in body:
        if not isinstance(literal, Literal):
            continue
        name = base_of(literal.atom.predicate)
        predicate = program.predicates.get(name)
        columns = predicate.columns if predicate is not None else ()
        inputs = [
            (column, term)
            for column, term in zip(columns, literal.atom.terms, strict=False)
            if column.is_input
        ]
        for column, term in inputs:
            if isinstance(term, Variable):
                message = f"The column {column.name} of `{name}` is an input: it needs a value."
                raise refusal("RUL561", message, literal.atom.span, "Name one.")
        if inputs:
            row = tuple(term.value for _, term in inputs if isinstance(term, Constant))
            demand[name] = demand.get(name, frozenset()) | {row}
    return demand
