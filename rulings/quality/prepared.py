"""A FAQ case that passes, as mutants need it.

In: a case, the table it was asked at, the answer. Out: `Prepared`. Guarantee: what it keeps of
the explanation is enough to tell which changed rules may lead to another one.
"""

from __future__ import annotations

from rulings.asking.answer import Answer
from rulings.asking.chronicle import Journal
from rulings.asking.evaluation import Demand
from rulings.asking.goal import Goal, demanded
from rulings.asking.posing import Posed, question_of
from rulings.asking.reason import Reason, Verdict
from rulings.english.reading import Question, Statement
from rulings.faq.cases import Case
from rulings.language.predicates import base_of
from rulings.logic.graph import reads
from rulings.records import dataclass, replace
from rulings.rulebook.stated import Stated
from rulings.session import Session

_OPEN = (Reason.MISSING, Reason.PARADOX, Reason.CONFLICT)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A case that passes: its table, its goal, and what its explanation speaks of.

    `journal` is what happened at the table. The table is the one after what the question itself
    supposes. Where it speaks of arbitrary things, `about` put them on the table, which was `empty`
    before or was not. `rules` are those the explanation names, `consulted` the predicates it
    explains and all that the rules for these read.
    """

    case: Case
    stated: Stated
    posed: Posed
    question: Question
    goal: Goal
    demand: Demand
    reason: Reason
    rules: frozenset[str]
    consulted: frozenset[str]
    about: Statement | None
    empty: bool
    on_the_table: Stated
    journal: Journal = ()


def prepare(case: Case, table: Session, answer: Answer) -> Prepared:
    """Keep of a case that passes what mutants need."""
    shelf = table.rulebook.contents.shelf
    asked, question = question_of(table.read(case.ask.text), case.ask.text)
    supposed = table if asked.changes is None else table.apply(asked.changes)
    demand = demanded(answer.goal.body, shelf.outline)
    rules: set[str] = set()
    concluded: set[str] = set()
    for root in answer.explanation if case.because else ():
        for step in root.walk():
            rules.add(step.rule)
            if step.atom is not None:
                concluded.add(base_of(step.atom.predicate))
    consulted = {
        base_of(name)
        for head in concluded
        for rule in shelf.concerning(head)
        for name, _ in reads(rule.body)
    }
    return Prepared(
        case,
        supposed.stated,
        replace(asked, changes=None),
        question,
        answer.goal,
        demand,
        answer.reason,
        frozenset(rules),
        frozenset(consulted | concluded),
        asked.changes if asked.general else None,
        not any(table.stated.facts.values()),
        supposed.said.on_the_table,
        supposed.said.journal,
    )


def is_open(prepared: Prepared) -> bool:
    """Whether a case's verdict depends on more than the rows of what it asks."""
    return prepared.reason in _OPEN or prepared.reason.verdict is Verdict.DEPENDS
