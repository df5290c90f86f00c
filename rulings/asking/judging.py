"""A goal in its model: what is decided, and how.

In: a goal and its hearing. Out: a `Judgement`: a `Decision` for ground literals, an `Existing` for
"is any", a `Listing` for a which-question. Guarantee: it holds everything that the words and the
explanation of the answer are made from, and neither of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulings.asking.choosing import chosen
from rulings.asking.existence import Existence, existence
from rulings.asking.explanation import Step
from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.listing import Listing, search
from rulings.asking.reason import Reason
from rulings.asking.unnamed import unnamed
from rulings.language.predicates import base_of
from rulings.language.program import Atom, Constant, Literal, Program, Variable
from rulings.language.sorts import SortLattice
from rulings.records import dataclass, replace

if TYPE_CHECKING:
    from rulings.explain.settling import Conditions

_TURNED = {Reason.PROVED: Reason.FAILED, Reason.FAILED: Reason.PROVED, Reason.DENIED: Reason.PROVED}


@dataclass(frozen=True, slots=True)
class Decision:
    """Ground literals judged; `conditions` are those of an answer that depends."""

    literals: tuple[Literal, ...]
    reason: Reason
    conditions: Conditions | None


@dataclass(frozen=True, slots=True)
class Existing:
    """Whether any values satisfy a goal, judged; where what must be done is one of several."""

    goal: Goal
    found: Existence
    is_choice: bool = False

    @property
    def reason(self) -> Reason:
        """The reason for what was asked, which may be a denial."""
        reason = self.found.reason
        return _TURNED.get(reason, reason) if self.goal.denied else reason


Judgement = Decision | Existing | Listing


def judge(goal: Goal, hearing: Hearing) -> Judgement:
    """Judge a goal in the model of its hearing."""
    if goal.ground:
        reason, conditions = hearing.weigh(goal.ground)
        untold = _untold_number(goal.ground, hearing) if reason is Reason.FAILED else None
        return untold or Decision(goal.ground, reason, conditions)
    if goal.exists:
        found = existence(goal.body, hearing.judge)
        if found.reason is Reason.FAILED and hearing.leaves_open(goal.body):
            found = replace(found, reason=Reason.MISSING)
        nameless = unnamed(goal, hearing) if found.reason is Reason.FAILED else None
        if nameless is not None:
            reason = Reason.MISSING if nameless.in_all is None else Reason.PROVED
            found = Existence(reason, () if nameless.in_all is None else (nameless.told,))
        choice = chosen(goal, hearing.judge.program) if found.reason is Reason.FAILED else ()
        one_of_them = existence(choice, hearing.judge) if choice else None
        if one_of_them is not None and one_of_them.reason is not Reason.FAILED:
            return Existing(goal, one_of_them, is_choice=True)
        if found.reason is Reason.FAILED and _untold_number(goal.literals, hearing):
            found = replace(found, reason=Reason.MISSING, literals=())
        return Existing(goal, found)
    return search(goal, hearing)


def _untold_number(literals: tuple[Literal, ...], hearing: Hearing) -> Listing | None:
    """Return the question for the number itself, where nobody told what any would follow from.

    A number is not another one because nobody told which it is: "has Ana 5 coins?" is as open as
    "how many has she?" while nothing is said of her coins.
    """
    if len(literals) != 1 or literals[0].negated:
        return None
    (literal,) = literals
    program, asked = hearing.evaluation.program, Variable("_number")
    allowed = {name for one in program.happenings.values() for name in (one.legal, one.must)}
    name, terms = base_of(literal.atom.predicate), list(literal.atom.terms)
    counting = _counting(name, program)
    if len(counting) != 1 or name in allowed:
        return None
    (place,) = counting
    terms[place] = asked
    if not all(isinstance(term, Constant) or term is asked for term in terms):
        return None
    open_atom = replace(literal.atom, terms=tuple(terms))
    found = search(Goal((Literal(open_atom),), (asked,)), hearing)
    if found.bindings:
        return None
    roots = hearing.witness().evidence(found.goal.literals, Reason.FAILED).steps
    # Beside a number that comes last, all the rest of a sentence says whose it is.
    steps = _alone(roots) if place < len(terms) - 1 else (s for one in roots for s in one.walk())
    missing = (one.atom for one in steps if one.note == "not stated")
    return found if any(_never_told(one, program) for one in missing) else None


def _alone(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps for want of which alone something is not so."""
    for step in steps:
        yield step
        yield from (
            one for way in step.children if len(way.children) == 1 for one in _alone(way.children)
        )


def _counting(name: str, program: Program) -> list[int]:
    """Return the columns of a predicate that hold numbers."""
    declared, numeric = program.predicates.get(name), SortLattice(program.sorts).numeric
    columns = declared.columns if declared is not None else ()
    return [place for place, column in enumerate(columns) if numeric(column.sort)]


def _never_told(atom: Atom | None, table: Program) -> bool:
    """Whether a number is missing that nobody told and no happening has changed."""
    if atom is None or not atom.terms or not isinstance(atom.terms[-1], Variable):
        return False
    name = base_of(atom.predicate)
    last = len(atom.terms) - 1
    if not table.predicates[name].functional or last not in _counting(name, table):
        return False
    own = tuple(one.value for one in atom.terms[:-1] if isinstance(one, Constant))
    if len(own) < last:
        return False  # Somebody's number, and not that of whom was asked about.
    if name in table.facts and any(row[:-1] == own for row in table.facts[name].rows):
        return False
    return not any(
        one.past in table.facts and any(effect.target == name for effect in one.effects)
        for one in table.happenings.values()
    )
