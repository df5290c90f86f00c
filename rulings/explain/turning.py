"""What may turn a verdict, told from its explanation.

In: an explanation, and which predicates a table may state. Out: sets of changes of what is stated,
the smallest first. Guarantee: only what the rules nearest to applying lack, what stops them or
what leaves them open is changed; whether a set does turn the verdict, the changed table has to be
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import NamedTuple

from rulings.explain.ground import Fact
from rulings.explain.resting import walk
from rulings.explain.tree import (
    Absent,
    Assumed,
    Attempt,
    Compared,
    Counted,
    Derived,
    Each,
    Given,
    Premise,
    Proof,
    Seen,
    Undefined,
)
from rulings.language.matching import Pattern, ground
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Literal, Row, Rule, Value
from rulings.logic.binders import condition_names, expression_names

Change = tuple[Fact, bool]
Changes = frozenset[Change]
Fitting = Callable[[PredicateId, Pattern], Iterable[Row]]
_DEEPEST, _LACKING = 10, 3
"""So deep helpers are followed, and rules tried that lack no more conditions."""
_CLOSER = {">=": 0, "<=": 0, "=": 0, ">": 1, "<": -1}


class Reach(NamedTuple):
    """How far is looked: so many rules are tried for each thing, so many changes made at once, so
    many sets of them returned.
    """

    nearest: int
    widest: int
    most: int


class Turns:
    """Finds changes in explanations of one model that were made together."""

    def __init__(
        self,
        made: Iterable[Proof],
        may_change: Callable[[PredicateId], bool],
        twins: Mapping[PredicateId, PredicateId],
        explain: Callable[[Premise], Proof],
        reach: Reach,
        fitting: Fitting | None = None,
    ) -> None:
        """`twins` tell of what states the same as another predicate which that is.

        With `fitting`, which tells the rows that may be stated for a pattern, what leaves something
        open, both sides of what has two, elements that are counted, other values and what meets a
        part of the conditions are tried as well.
        """
        self._explain = explain
        self._fitting = fitting
        self._reach = reach
        self._may_change = may_change
        self._twins = twins
        self._known: dict[tuple[PredicateId, Pattern], Proof] = {}
        for proof in chain.from_iterable(map(walk, made)):
            match proof:
                case Derived((name, row)) | Given((name, row)):
                    self._known.setdefault((name, row), proof)
                case Absent(name, pattern):
                    self._known.setdefault((name, pattern), proof)

    def of(self, proof: Proof) -> list[Changes]:
        """Return the sets of changes that may turn what is explained, the smallest first."""
        found = dict.fromkeys(islice(self._turned(proof, 0), self._reach.most))
        return sorted((one for one in found if one), key=len)

    def _turned(self, proof: Proof, depth: int) -> Iterator[Changes]:
        """Yield what may make the opposite of an explained thing so."""
        if isinstance(proof, Seen):
            proof = self._known.get((proof.name, proof.pattern), proof)
        if depth > _DEEPEST:
            return
        if self._fitting is not None:
            yield from self._far(proof, depth, self._fitting)
        match proof:
            case Given((name, row)) | Assumed((name, row)):
                yield from self._changed(name, row, False)
            case Derived(_, _, premises):
                for premise in premises:
                    yield from self._turned(premise, depth + 1)
            case Absent(name, pattern, attempts):
                if None not in pattern:
                    yield from self._changed(name, pattern, True)  # type: ignore[arg-type]
                for attempt in sorted(attempts, key=_lacks)[: self._reach.nearest]:
                    yield from self._applied(attempt, depth)
            case Each(instances):
                for one in instances[: self._reach.nearest]:
                    yield from self._turned(one, depth + 1)

    def _far(self, proof: Proof, depth: int, fitting: Fitting) -> Iterator[Changes]:
        """Yield what else may make the opposite so."""
        match proof:
            case Given((name, row)) | Assumed((name, row)) if row:
                for other in fitting(name, (*row[:-1], None)):
                    if other != row:
                        yield from self._changed(name, other, True)
            case Derived(_, _, _, against):
                for attempt in sorted(against, key=_lacks)[: self._reach.nearest]:
                    yield from self._applied(attempt, depth)
            case Absent(name, pattern) if None in pattern:
                for row in fitting(name, pattern):
                    yield from self._changed(name, row, True)
            case Undefined((name, row), attempts):
                for holds in (True, False):
                    yield from self._changed(name, row, holds)
                for premise in chain.from_iterable(one.failing for one in attempts):
                    yield from self._turned(premise, depth + 1)
            case Compared(counted=asked) | Each(sought=asked):
                for one in asked:
                    yield from self._turned(self._explain(one), depth + 1)
            case Counted(_, _, elements):
                for premise in chain.from_iterable(told for _, told in elements):
                    yield from self._turned(premise, depth + 1)

    def _applied(self, attempt: Attempt, depth: int) -> Iterator[Changes]:
        """Yield what may make a rule apply: all that it lacks at once."""
        lacking = [attempt.beaten] if attempt.beaten is not None else list(attempt.failing)
        if len(lacking) > _LACKING:
            return
        ways = [
            list(islice(self._met(one, attempt, depth + 1), self._reach.nearest)) for one in lacking
        ]
        if self._fitting is not None and len(ways) > 1:
            ways = [[*found, frozenset()] for found in ways]
        for chosen in product(*ways):
            found = frozenset().union(*chosen)
            if len(found) <= self._reach.widest:
                yield found

    def _met(self, failing: Proof, attempt: Attempt, depth: int) -> Iterator[Changes]:
        if isinstance(failing, Compared):
            yield from self._measured(failing, attempt)
        if self._fitting is not None or not isinstance(failing, Compared):
            yield from self._turned(failing, depth)

    def _measured(self, compared: Compared, attempt: Attempt) -> Iterator[Changes]:
        """Yield a number that is stated as it would have to be for a comparison to hold."""
        left, right, condition = compared.left, compared.right, compared.condition
        if not isinstance(left, int) or not isinstance(right, int):
            return
        closer = _CLOSER.get(condition.operator)
        if closer is None:
            return
        sides = ((condition.left, right + closer), (condition.right, left - closer))
        for side, wanted in sides:
            actual = left if side is condition.left else right
            for atom in _giving(expression_names(side), attempt.rule):
                if wanted >= 0 and None not in ground(atom, attempt.bound):
                    proof = self._explain(Premise(Literal(atom), attempt.bound))
                    yield from self._stating(proof, actual, wanted, 0)

    def _stating(self, proof: Proof, actual: int, wanted: int, depth: int) -> Iterator[Changes]:
        """Yield what states a number in the place of the one that an explanation passes on."""
        if isinstance(proof, Seen):
            proof = self._known.get((proof.name, proof.pattern), proof)
        match proof:
            case Given((name, row)) if row[-1:] == (actual,):
                yield from self._changed(name, (*row[:-1], wanted), True)
            case Derived((_, row), _, premises) if actual in row and depth < _DEEPEST:
                for premise in premises:
                    yield from self._stating(premise, actual, wanted, depth + 1)

    def _changed(self, name: PredicateId, row: tuple[Value, ...], holds: bool) -> Iterator[Changes]:
        stated = self._twins.get(name, name)
        if self._may_change(stated):
            yield frozenset((((stated, row), holds),))


def _giving(wanted: frozenset[str], rule: Rule) -> Iterator[Atom]:
    """Yield the conditions of a rule that give values their names."""
    for one in rule.body:
        if isinstance(one, Literal) and not one.negated and wanted & condition_names(one):
            yield one.atom


def _lacks(attempt: Attempt) -> tuple[int, int]:
    return (0 if attempt.beaten is not None else len(attempt.failing), -attempt.met)
