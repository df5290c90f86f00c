"""A rulebook some of whose clauses do nothing: the slow way to see what an answer rests on.

In: an answer and its table, clauses. Out: whether the answer is the same without the rules that
cite any of them. Guarantee: the whole question is asked again of the changed rulebook, at a table
where all that happened took place by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulings.asking.answer import Answer
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.inquiry import inquire
from rulings.asking.played_again import played_again
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    Atom,
    Column,
    Constant,
    Literal,
    Predicate,
    Program,
    Role,
    Rule,
    Sort,
)
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook, Session

SUSPENDED = "suspended clause"
"""What the table states of a clause that is to do nothing; no program can declare this name."""


class Suspension:
    """A rulebook whose clauses can be suspended, without compiling it anew for each of them."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.clauses = frozenset(book.in_force.clauses)
        self._evaluators = Evaluators(Shelf.of(_guarded(book.program, self.clauses)))

    def agrees(self, answer: Answer, table: Session, suspended: Iterable[str]) -> bool:
        """Return whether the answer is the same when some clauses do nothing."""
        beside = tuple(Atom(SUSPENDED, (Constant(name),)) for name in sorted(suspended))
        try:
            said = played_again(table.said, self._evaluators, beside)
        except RulingsError:
            return False
        evaluation = Evaluation(self._evaluators, table.engine, said.on_the_table)
        registry = self.book.in_force
        found = inquire(answer.goal, evaluation, table.lexicon, registry)
        return (found.reason, found.number, found.bindings) == (
            answer.reason,
            answer.number,
            answer.bindings,
        )


def _guarded(program: Program, clauses: frozenset[str]) -> Program:
    """Return the program with rules that hold only while none of their clauses is suspended."""
    sort = Sort(SUSPENDED)
    predicate = Predicate(SUSPENDED, (Column("Clause", SUSPENDED),), role=Role.STATE)
    return replace(
        program,
        sorts={**program.sorts, SUSPENDED: sort},
        predicates={**program.predicates, SUSPENDED: predicate},
        rules=tuple(_guard(rule, clauses) for rule in program.rules),
    )


def _guard(rule: Rule, clauses: frozenset[str]) -> Rule:
    guards = (
        Literal(Atom(SUSPENDED, (Constant(name),)), negated=True)
        for name in rule.clauses
        if name in clauses
    )
    return replace(rule, body=(*rule.body, *guards))
