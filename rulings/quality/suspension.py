"""Which clauses an answer rests on, and no others.

In: an answer and its table. Out: a minimal set of clauses. Guarantee: for an answer that is
proved or denied, the rules that cite these clauses, with the libraries and the facts of cards
and table, give the same answer, and without any one of the clauses they do not. A NO for want
of a rule rests on each clause without which it would be no NO; when there is none, on those of
the rules that could have concluded it and do not apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from rulings.asking.answer import Answer, Reason, Step
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.inquiry import inquire
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

    def minimal(self, answer: Answer, table: Session) -> tuple[str, ...]:
        """Return the clauses that an answer to a question about `table` rests on."""
        cited = [name for name in answer.clauses if name in self.clauses]
        weighed = not self._agrees(answer, table, weighed=False)
        agrees = partial(self._agrees, answer, table, weighed=weighed)
        if answer.reason is Reason.FAILED:
            decisive = [name for name in cited if not agrees((name,))]
            return tuple(decisive) or tuple(dict.fromkeys(_attempts(answer.explanation)))
        if answer.reason not in (Reason.PROVED, Reason.DENIED):
            return tuple(cited)
        concluded = dict.fromkeys(_concluding(answer.explanation))
        suspended = self.clauses.difference(cited)
        if not agrees(suspended):
            suspended = frozenset()
        idle = [name for name in cited if name not in concluded]
        if agrees(suspended.union(idle)):
            suspended, idle = suspended.union(idle), []
        for name in (*idle, *reversed(concluded)):
            if agrees(suspended | {name}):
                suspended |= {name}
        return tuple(name for name in cited if name not in suspended)

    def _agrees(
        self, answer: Answer, table: Session, suspended: Iterable[str] = (), *, weighed: bool
    ) -> bool:
        """Return whether the answer is the same when some clauses do nothing.

        An answer that needed no weighing of what is open is not the same when it needs that.
        """
        stated = table.stated
        for name in sorted(suspended):
            stated = stated.state(Atom(SUSPENDED, (Constant(name),)))
        evaluation = Evaluation(self._evaluators, table.engine, stated)
        registry = self.book.in_force
        found = inquire(answer.goal, evaluation, table.lexicon, registry, weighed=weighed)
        return (found.reason, found.number, found.bindings) == (
            answer.reason,
            answer.number,
            answer.bindings,
        )


def _concluding(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the clauses of what was concluded."""
    for root in steps:
        for step in root.walk():
            if step.kind == "derived":
                yield from (cited.id for cited in step.clauses)


def _attempts(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the clauses of the rules that could have concluded what was asked."""
    for root in steps:
        for attempt in root.children:
            yield from (cited.id for cited in attempt.clauses)


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
