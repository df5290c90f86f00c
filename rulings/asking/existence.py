"""Whether any values satisfy conditions together.

In: conditions with variables, a judge. Out: an `Existence`: the reason for the verdict, and the
instance that decides it. Guarantee: one proved instance is enough for a yes; it is a no only when
every instance fails, and undecided or missing as soon as one of those left is.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.reason import OPEN_REASONS, Reason
from rulings.asking.verdict import Judge
from rulings.language.matching import grounded
from rulings.language.predicates import base_of
from rulings.language.program import Condition, Constant, Literal, Role, Value
from rulings.logic.binders import body_names, condition_names
from rulings.logic.bounds import instances
from rulings.records import dataclass, replace

_OPEN_FIRST = (*OPEN_REASONS, Reason.DENIED, Reason.FAILED)


@dataclass(frozen=True, slots=True)
class Existence:
    """What was found: `literals` are those of the deciding instance, `failing` denies one."""

    reason: Reason
    literals: tuple[Literal, ...]
    failing: tuple[Literal, ...] = ()


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
