"""Whether an answer about arbitrary things holds on every table.

In: an answer, what put the things it is about on the table, the program. Out: the answer, or one
that says that it depends on the table. Guarantee: an answer is kept only when its explanation
rests on nothing that a table could state otherwise: no closed fact that merely was not stated.
"""

from __future__ import annotations

from rulings.asking.answer import Answer
from rulings.asking.explanation import FURTHER, Step
from rulings.asking.reason import Reason
from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER
from rulings.english.reading import Statement
from rulings.english.seen import NAMING
from rulings.english.sentence import has_words, join, say
from rulings.language.program import Program, Role, Value
from rulings.records import replace


def on_every_table(
    answer: Answer, changes: Statement, lexicon: Lexicon, program: Program, *, empty: bool
) -> Answer:
    """Return the answer if every table agrees on it, else that it depends.

    `changes` put the arbitrary things on the table, `lexicon` has their names; when the table is
    `empty` nothing else was stated.
    """
    about = frozenset(new.value for new in changes.introduces)
    if not empty and about == {ASKER}:
        return answer  # Who asks sits at the table that he told of.
    said = told_of(changes, lexicon)
    given = f"for any table where {said}: " if said else ""
    answer = replace(answer, read_as=f"{given}{answer.understood_as}")
    if answer.reason not in (Reason.PROVED, Reason.FAILED, Reason.DENIED):
        return answer
    steps = [step for root in answer.explanation for step in root.walk()]
    if steps and not any(_may_be_otherwise(one, about, program, empty) for one in steps):
        return answer
    said = "That depends on the table, which was not described."
    return replace(answer, reason=Reason.MISSING, say=said, bindings=(), number=None, means=None)


def told_of(changes: Statement, lexicon: Lexicon) -> str:
    """Return what changes say, without what only names things."""
    told = [*((one, False) for one in changes.facts), *((one, True) for one in changes.denials)]
    worth = (one for one in told if one[0].predicate not in NAMING and has_words(one[0], lexicon))
    return join(say(fact, lexicon, denied) for fact, denied in worth)


def _may_be_otherwise(step: Step, about: frozenset[Value], program: Program, empty: bool) -> bool:
    """Whether a step takes for false what some table could state."""
    if step.kind not in ("absent", "failed") or step.atom is None:
        return False
    if step.note == FURTHER:
        return True
    predicate = program.predicates.get(step.atom.predicate)
    if predicate is None or predicate.role is not Role.STATE:
        return False
    return empty or not about.isdisjoint(step.atom.row)
