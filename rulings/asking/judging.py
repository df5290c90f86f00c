"""A goal in its model: what is decided, and how.

In: a goal and its hearing. Out: a `Judgement`: a `Decision` for ground literals, an `Existing` for
"is any", a `Listing` for a which-question. Guarantee: it holds everything that the words and the
explanation of the answer are made from, and neither of them. Of "is any", one proved instance is
enough for a yes; it is a no only when every instance fails, and undecided or missing as soon as one
of those left is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulings.asking.choosing import chosen
from rulings.asking.explanation import Step
from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.listing import Listing, search
from rulings.asking.reason import OPEN_REASONS, Reason
from rulings.asking.unnamed import unnamed
from rulings.asking.verdict import Judge
from rulings.language.matching import grounded
from rulings.language.predicates import base_of
from rulings.language.program import (
    Atom,
    Condition,
    Constant,
    Literal,
    Program,
    Role,
    Value,
    Variable,
)
from rulings.language.sorts import SortLattice
from rulings.logic.binders import body_names, condition_names
from rulings.logic.bounds import instances
from rulings.records import dataclass, replace

if TYPE_CHECKING:
    from rulings.explain.settling import Conditions

_TURNED = {Reason.PROVED: Reason.FAILED, Reason.FAILED: Reason.PROVED, Reason.DENIED: Reason.PROVED}


_OPEN_FIRST = (*OPEN_REASONS, Reason.DENIED, Reason.FAILED)


@dataclass(frozen=True, slots=True)
class Decision:
    """Ground literals judged; `conditions` are those of an answer that depends."""

    literals: tuple[Literal, ...]
    reason: Reason
    conditions: Conditions | None


@dataclass(frozen=True, slots=True)
class Existence:
    """What was found: `literals` are those of the deciding instance, `failing` denies one."""

    reason: Reason
    literals: tuple[Literal, ...]
    failing: tuple[Literal, ...] = ()


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


def existence(body: tuple[Condition, ...], judge: Judge) -> Existence:
    """Return whether some values satisfy all conditions."""
    candidates, checked = _split(body, judge)
    literals = tuple(c for c in body if isinstance(c, Literal))
    best: Existence | None = None
    proved: list[tuple[Literal, ...]] = []
    for bound in instances(candidates, {}, judge.model, possibly=True):
        reason = judge.all_of((*candidates, *checked), bound)
        found = tuple(grounded(one, bound) for one in literals)
        if reason is Reason.PROVED:
            proved.append(found)
            continue
        failing = tuple(
            replace(one, negated=not one.negated)
            for one in found
            if judge.literal(one) in (Reason.FAILED, Reason.DENIED)
        )
        one = Existence(reason, found, failing[:1])
        if best is None or _order(one) < _order(best):
            best = one
    if proved:
        # The model has no order; the first by name is the one that is shown.
        return Existence(Reason.PROVED, min(proved, key=_by_name))
    if best is not None:
        return best
    failing = tuple(_missing(candidates, judge))
    reason = Reason.MISSING if any(_is_unsaid(one, judge) for one in failing) else Reason.FAILED
    return Existence(reason, (), failing)


def _is_unsaid(literal: Literal, judge: Judge) -> bool:
    """Whether a condition fails because the table never spoke of what an idiom takes for granted.

    "May Ana stop there" speaks of a hiker of hers; a table without one does not deny it.
    """
    declared = judge.program.predicates.get(literal.atom.predicate)
    implied = any(not name.startswith("_") for name in condition_names(literal))
    return implied and declared is not None and declared.role is Role.STATE


def _by_name(literals: tuple[Literal, ...]) -> list[tuple[bool, Value]]:
    return [
        (isinstance(term.value, str), term.value)
        for literal in literals
        for term in literal.atom.terms
        if isinstance(term, Constant)
    ]


def _order(found: Existence) -> tuple[int, list[tuple[bool, Value]]]:
    return _OPEN_FIRST.index(found.reason), _by_name(found.literals)


def _split(
    body: tuple[Condition, ...], judge: Judge
) -> tuple[tuple[Condition, ...], tuple[Literal, ...]]:
    """Take out what is only checked: literals with two sides whose variables the rest binds.

    Whether one of them fails, is denied or is silent is for the judge to tell.
    """
    checked: list[Literal] = []
    kept = list(body)
    for condition in body:
        if not isinstance(condition, Literal):
            continue
        declared = judge.program.predicates.get(base_of(condition.atom.predicate))
        if declared is None or not declared.may_be_silent:
            continue
        rest = [one for one in kept if one is not condition]
        binding = (one for one in rest if isinstance(one, Literal) and not one.negated)
        if condition_names(condition) <= body_names(binding):
            kept = rest
            checked.append(condition)
    return tuple(kept), tuple(checked)


def _missing(candidates: tuple[Condition, ...], judge: Judge) -> Iterator[Literal]:
    """Yield the denial of the first literal that nothing satisfies together with those before."""
    before: list[Condition] = []
    bound: dict[str, Value] = {}
    for condition in candidates:
        if not isinstance(condition, Literal) or condition.negated:
            continue
        first = next(instances((*before, condition), {}, judge.model, possibly=True), None)
        if first is None:
            yield replace(grounded(condition, bound), negated=True)
            return
        before.append(condition)
        bound = dict(first)


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
