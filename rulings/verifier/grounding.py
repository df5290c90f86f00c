"""The ground instances of laws, over what a certificate lists.

In: laws, premises, the calls that a certificate answers and the facts that it lists. Out: the
`GroundLaw`s of a law for a row. Guarantee: an instance that is not yielded rests on a fact that
is neither stated nor listed, or denies one that holds whatever becomes of what it concludes.

The conditions of a body are read in any order in which each is a call that the certificate
answers; which order that is changes nothing but the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulings.language.program import Row, Term, Value, Variable
from rulings.verifier.arithmetic import (
    COMPUTED,
    DividesByZero,
    Unproved,
    compares,
    computed,
    divides,
    totals,
    value_of,
)
from rulings.verifier.basis import Fact, Pattern, Subject
from rulings.verifier.ground_law import GroundLaw, certain, open_facts, refuted
from rulings.verifier.law import (
    Body,
    Collected,
    Computed,
    Law,
    Laws,
    Mentioned,
    Never,
    Part,
    Tested,
    variables,
)
from rulings.verifier.premises import Premises


class Listed:
    """What a certificate lists: facts that follow or may follow, and the calls they answer."""

    def __init__(
        self, claims: Mapping[Fact, bool | None], calls: Iterable[tuple[Subject, Pattern]]
    ) -> None:
        self.claims = claims
        self._answered: dict[Subject, dict[tuple[int, ...], set[Row]]] = {}
        self._index: dict[tuple[Subject, tuple[int, ...]], dict[Row, list[Row]]] = {}
        for name, pattern in calls:
            places, values = _bound(pattern)
            self._answered.setdefault(name, {}).setdefault(places, set()).add(values)

    def answers(self, name: Subject, pattern: Pattern) -> bool:
        """Whether every fact that fits a call and may follow has to be listed."""
        for places, rows in self._answered.get(name, {}).items():
            values = tuple(v for i in places if (v := pattern[i]) is not None)
            if len(values) == len(places) and values in rows:
                return True
        return False

    def rows(self, name: Subject, pattern: Pattern) -> list[Row]:
        """Return the listed rows that fit a call."""
        places, values = _bound(pattern)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for listed, row in self.claims:
                if listed == name:
                    index.setdefault(tuple(row[i] for i in places), []).append(row)
        return self._index[name, places].get(values, [])


def _bound(pattern: Pattern) -> tuple[tuple[int, ...], Row]:
    places = tuple(i for i, value in enumerate(pattern) if value is not None)
    return places, tuple(value for value in pattern if value is not None)


@dataclass(frozen=True, slots=True)
class _Partial:
    """A body that is being read: what is left of it, the values so far, what it needs so far."""

    left: Body
    bound: dict[str, Value]
    made: GroundLaw


@dataclass(frozen=True, slots=True)
class Grounding:
    """Finds instances. A fact that is stated and not listed is true or unknown as stated."""

    laws: Laws
    premises: Premises
    listed: Listed
    _stated: dict[Fact, bool | None] = field(default_factory=dict)
    _made: dict[tuple[Law, Row], tuple[GroundLaw, ...]] = field(default_factory=dict)

    def claimed(self, fact: Fact) -> bool | None:
        """Return what is stated or claimed of a fact that `rows` has returned."""
        claims = self.listed.claims
        return claims[fact] if fact in claims else self._stated.get(fact, False)

    def rows(self, name: Subject, pattern: Pattern) -> list[Row] | None:
        """Return every row that may hold; None for a call that the certificate does not answer."""
        found: list[Row] = []
        if self.laws.concludes(name):
            if not self.listed.answers(name, pattern):
                return None
            found += self.listed.rows(name, pattern)
        if not self.laws.is_two_sided(name):
            for row, truth in self.premises.rows(name, pattern):
                self._stated[name, row] = truth
                found.append(row)
        return found

    def reasons(self, name: Subject, pattern: Pattern) -> Iterator[GroundLaw]:
        """Yield the instances of all laws for a call; a stated fact of two sides is a reason."""
        if self.laws.is_two_sided(name):
            for row, _ in self.premises.rows(name, pattern):
                yield GroundLaw(None, row)
        for law in self.laws.of(name):
            yield from self.instances(law, pattern)

    def instances(self, law: Law, pattern: Pattern) -> Iterable[GroundLaw]:
        """Return the instances of a law for a call."""
        if None in pattern:
            return self._instances(law, pattern)
        row = tuple(value for value in pattern if value is not None)
        if (law, row) not in self._made:
            self._made[law, row] = tuple(self._instances(law, row))
        return self._made[law, row]

    def _instances(self, law: Law, pattern: Pattern) -> Iterator[GroundLaw]:
        terms, bound = law.source.head.terms, dict[str, Value]()
        if _unify(terms, pattern, bound):
            for partial in self._solve(law.body, bound, law.name.predicate):
                yield replace(partial.made, law=law, row=_row(terms, partial.bound))

    def _solve(self, body: Body, bound: dict[str, Value], head: str) -> Iterator[_Partial]:
        """Yield the ways to satisfy a body, depth first."""
        waiting = [iter((_Partial(body, bound, GroundLaw()),))]
        while waiting:
            partial = next(waiting[-1], None)
            if partial is None:
                waiting.pop()
            elif not partial.left:
                yield partial
            else:
                self.premises.effort.spend()
                waiting.append(self._further(partial, head))

    def _further(self, partial: _Partial, head: str) -> Iterator[_Partial]:
        """Yield the ways to satisfy one more condition of a body."""
        part = self._next(partial)
        left = tuple(other for other in partial.left if other is not part)
        for bound, made in self._ways(part, partial, head):
            yield _Partial(left, bound, made)

    def _next(self, partial: _Partial) -> Part:
        """Return the condition to read next: one that tests, else one that yields few rows."""
        best, least = None, 9.0
        for part in partial.left:
            cost = self._cost(part, partial.bound)
            if cost < least:
                best, least = part, cost
                if cost == 0:
                    break
        if best is None:
            raise Unproved("it does not say all that a rule depends on")
        return best

    def _cost(self, part: Part, bound: Mapping[str, Value]) -> float:
        """Return how soon to read a condition; 9 for one that cannot be read yet."""
        match part:
            case Tested(operator, left, right):
                sides = [side for side in (left, right) if not variables((side,)) <= bound.keys()]
                binds = operator == "=" and len(sides) == 1 and isinstance(sides[0], Variable)
                if sides and not binds:
                    return 9
                return 6 if divides(left) or divides(right) else 0.5 if sides else 0
            case Computed(name, terms, denied):
                pattern = _pattern(terms, bound)
                if None in pattern[: COMPUTED[name][1]] or (denied and None in pattern):
                    return 9
                return 3 if None in pattern else 0
            case Mentioned(name, terms, denied):
                pattern = _pattern(terms, bound)
                free = pattern.count(None)
                if denied and free:
                    return 9
                if self.laws.concludes(name) and not self.listed.answers(name, pattern):
                    return 9
                return 0 if not free else 1 + free / len(pattern)
            case Collected(group=group):
                return 4 if group <= bound.keys() else 9
            case Never(group=group):
                return 5 if group <= bound.keys() else 9

    def _ways(
        self, part: Part, partial: _Partial, head: str
    ) -> Iterator[tuple[dict[str, Value], GroundLaw]]:
        bound, made = partial.bound, partial.made
        match part:
            case Tested(operator, left, right):
                try:
                    one, two = value_of(left, bound), value_of(right, bound)
                except DividesByZero:
                    if refuted(made, self.claimed):
                        return  # What the steps claim is checked, and spares the rule the zero.
                    raise
                if isinstance(left, Variable) and one is None and two is not None:
                    yield {**bound, left.name: two}, made
                elif isinstance(right, Variable) and two is None and one is not None:
                    yield {**bound, right.name: one}, made
                elif one is not None and two is not None and compares(operator, one, two):
                    yield bound, made
            case Computed(name, terms, denied):
                inputs = _row(terms[: COMPUTED[name][1]], bound)
                answers = computed(name, inputs, self.premises.effort)
                found = self._fitting(terms, answers, bound)
                if denied:
                    found = iter(() if any(True for _ in found) else (bound,))
                yield from ((extended, made) for extended in found)
            case Mentioned(name, terms, denied):
                rows = self.rows(name, _pattern(terms, bound)) or ()
                if denied:
                    facts = tuple((name, row) for row in rows)
                    is_before = self.laws.are_below((name.predicate,), head)
                    if not (is_before and any(self.claimed(fact) for fact in facts)):
                        yield bound, replace(made, fails=made.fails + facts)
                    return
                for extended in self._fitting(terms, rows, bound):
                    fact = name, _row(terms, extended)
                    yield extended, replace(made, holds=(*made.holds, fact))
            case Collected():
                yield from self._collect(part, partial, head)
            case Never(body, group, reads):
                inside = {name: bound[name] for name in group}
                against = [found.made for found in self._solve(body, inside, head)]
                # Only what is settled before the head may rule it out without a step.
                is_before = self.laws.are_below(reads, head)
                if not (is_before and any(certain(other, self.claimed) for other in against)):
                    yield bound, replace(made, never=(*made.never, *against))

    def _collect(
        self, part: Collected, partial: _Partial, head: str
    ) -> Iterator[tuple[dict[str, Value], GroundLaw]]:
        inside = {name: partial.bound[name] for name in part.group}
        tuples: dict[Row, bool] = {}
        weighed: dict[Fact, None] = {}
        for found in self._solve(part.body, inside, head):
            if refuted(found.made, self.claimed):
                continue
            element = _row(part.terms, found.bound)
            surely = certain(found.made, self.claimed)
            tuples[element] = tuples.get(element, False) or surely
            if not surely:
                weighed.update(dict.fromkeys(open_facts(found.made, self.claimed)))
        certainly = [row[0] for row, surely in tuples.items() if surely]
        settled = {row[1:] for row, surely in tuples.items() if surely and part.is_keyed}
        if part.is_keyed and len(settled) < len(certainly):
            raise Unproved("a rule collects two values where one is promised")
        perhaps: dict[Row, list[Value]] = {}
        for row, surely in tuples.items():
            key = row[1:] if part.is_keyed else row
            if not surely and key not in settled:
                perhaps.setdefault(key, []).append(row[0])
        reached = totals(part.function, certainly, [*perhaps.values()], self.premises.effort)
        for value, surely in reached.items():
            extended = dict(partial.bound)
            if _unify((part.target,), (value,), extended):
                made = partial.made
                yield (
                    extended,
                    replace(
                        made, weighed=(*made.weighed, *weighed), decided=made.decided and surely
                    ),
                )

    def _fitting(
        self, terms: tuple[Term, ...], rows: Iterable[Row], bound: dict[str, Value]
    ) -> Iterator[dict[str, Value]]:
        for row in rows:
            self.premises.effort.spend()
            extended = dict(bound)
            if _unify(terms, row, extended):
                yield extended


def _pattern(terms: tuple[Term, ...], bound: Mapping[str, Value]) -> Pattern:
    return tuple(bound.get(t.name) if isinstance(t, Variable) else t.value for t in terms)


def _row(terms: tuple[Term, ...], bound: Mapping[str, Value]) -> Row:
    row = _pattern(terms, bound)
    if None in row:
        raise Unproved("a call leaves an input open")
    return tuple(value for value in row if value is not None)


def _unify(terms: tuple[Term, ...], row: Pattern, bound: dict[str, Value]) -> bool:
    """Bind variables so that terms become a row; whether they can."""
    for term, value in zip(terms, row, strict=True):
        if value is None:
            continue
        known = bound.setdefault(term.name, value) if isinstance(term, Variable) else term.value
        if known != value:
            return False
    return True
