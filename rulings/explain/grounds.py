"""The few conditions that decide, out of a whole explanation.

In: the explanation of what was asked, what a table states, which predicates have a sentence. Out:
`Grounds`: the deciding conditions of the deciding rule, the rules that they stand in, the rule
that is beaten, what numbers are made of. Guarantee: nothing is told that holds at every table,
only says what kind of thing something is, or says again what was asked; of rules that do not
apply the one that comes nearest is told, with what fails.

What is left out follows s(CASP)'s short justifications (J. Arias, M. Carro, Z. Chen and G. Gupta,
"Justifications for Goal-Directed Constraint Answer Set Programming", 2020) and contrastive
explanation by fewest differences (T. Eiter, T. Geibinger and J. Oetsch, 2023).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

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
from rulings.language.matching import Pattern, ground, open_atom
from rulings.language.predicates import PredicateId, base_of, is_against
from rulings.language.program import (
    Atom,
    Comparison,
    Constant,
    Literal,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.binders import condition_names, names
from rulings.records import dataclass, replace

_MOST, _SINCE = 9, 4
"""So many conditions are found, and so many facts of the table that one of them rests on."""
_DEEPEST, _FAR = 12, 200
"""So deep helpers are followed, and facts of the table sought."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that decides, and the rules that it stands in and that conclude it.

    `since` are the facts that it rests on.
    """

    atom: Atom
    holds: bool
    rules: tuple[Rule, ...] = ()
    since: tuple[Condition, ...] = ()

    @property
    def fact(self) -> tuple[PredicateId, Pattern]:
        """What it is about, with None for any value."""
        terms = (t.value if isinstance(t, Constant) else None for t in self.atom.terms)
        return self.atom.predicate, tuple(terms)


@dataclass(frozen=True, slots=True)
class Addend:
    """A part of a number, and the condition that it comes from."""

    number: int
    condition: Condition | None


@dataclass(frozen=True, slots=True)
class Grounds:
    """What decides about what was `asked`, and the rules on the way there.

    `beaten` is a rule that would say otherwise, `addends` make up a number; `lacking`, it is not
    so for want of something.
    """

    asked: Pattern = ()
    conditions: tuple[Condition, ...] = ()
    rules: tuple[Rule, ...] = ()
    beaten: Rule | None = None
    addends: tuple[Addend, ...] = ()
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class SentenceKinds:
    """What is known of the sentences of predicates.

    Which have one, only say what something is or tell the clock, permit a deed; what states the
    same as another predicate is `spoken` of as that. What is not `is_named` nobody spoke of, and
    `is_so` tells of a pattern whether some row of it surely holds.
    """

    is_worded: Callable[[PredicateId], bool]
    is_kind: Callable[[PredicateId], bool]
    is_clock: Callable[[PredicateId], bool]
    is_permission: Callable[[PredicateId], bool]
    spoken: Callable[[PredicateId], PredicateId]
    is_named: Callable[[str], bool]
    is_so: Callable[[PredicateId, Pattern], bool]


class Selection:
    """Selects what decides from explanations of one model that were made together."""

    def __init__(
        self,
        proofs: Iterable[Proof],
        on_table: Callable[[PredicateId, Row], bool],
        words: SentenceKinds,
        explain: Callable[[Premise], Proof],
    ) -> None:
        """`explain` tells why a condition holds that an explanation takes as read."""
        self._on_table = on_table
        self._words = words
        self._explain = explain
        self._known: dict[tuple[PredicateId, Pattern], Proof] = {}
        self._from_table: dict[int, bool] = {}
        self._rules: dict[str, Rule] = {}
        self._beaten: Rule | None = None
        self._is_printed = False
        for proof in proofs:
            self._learn(proof)

    def grounds(self, proof: Proof) -> Grounds:
        """Return what decides one thing."""
        self._rules, self._beaten = {}, None
        proof = self._whole(proof)
        self._is_printed = not self._touches(proof)
        addends = tuple(self._addends(proof))
        asked = self._subject(proof)
        told: dict[object, Condition] = {}
        for one in self._telling(proof, 0):
            if one.fact != asked:
                told.setdefault((one.fact, one.holds), one)
        found, rules = tuple(told.values())[:_MOST], tuple(self._rules.values())
        lacking = isinstance(proof, Absent)
        return Grounds(asked[1], found, rules, self._beaten, addends, lacking)

    def _subject(self, proof: Proof) -> tuple[PredicateId, Pattern]:
        match proof:
            case Derived((name, row)) | Given((name, row)) | Undefined((name, row)):
                return base_of(name), row
            case Absent(name, pattern):
                return base_of(name), pattern
        return "", ()

    def _telling(self, proof: Proof, depth: int) -> Iterator[Condition]:
        """Yield what makes an explained thing so, or not so."""
        proof = self._whole(proof)
        if depth > _DEEPEST:
            return
        match proof:
            case Derived(_, rule, premises):
                self._rules.setdefault(rule.id, rule)
                told = [c for one in premises for c in self._premise(one, rule, depth)]
                yield from told or (() if depth else self._exceptions(premises, rule))
                for attempt in proof.against:
                    if attempt.beaten is not None and self._beaten is None:
                        self._beaten = attempt.rule
            case Absent(_, _, attempts, _, instead):
                for denial in instead:
                    if isinstance(denial, Derived) and is_against(denial.fact[0]):
                        yield from self._telling(denial, depth + 1)
                        return
                for attempt in sorted(attempts, key=self._distance):
                    told = list(self._missing(attempt, depth))
                    yield from told
                    if told or (not attempt.failing and attempt.beaten is None):
                        return  # Where nothing keeps it off, another part of what is asked does.
                for other in instead[:1]:
                    yield from self._said(other, None)
            case Each(instances, True):
                for one in instances:
                    yield from self._premise(one, None, depth)

    def _premise(self, proof: Proof, rule: Rule | None, depth: int) -> Iterator[Condition]:
        """Yield what is told of a condition that holds."""
        proof = self._whole(proof)
        match proof:
            case Given((name, row)):
                if self._on_table(name, row) and self._tells(name):
                    yield self._condition(name, row, True, rule)
            case Derived((name, row)):
                tells, touches = self._tells(name), self._is_printed or self._touches(proof)
                if tells and touches:
                    self._rules.setdefault(proof.rule.id, proof.rule)
                    since = self._since(proof)
                    yield self._condition(name, row, True, rule, proof.rule, since=since)
                elif not (tells or self._words.is_kind(name)):
                    rules = dict(self._rules)
                    told = list(self._telling(proof, depth + 1))
                    self._rules = self._rules if touches or told else rules
                    yield from told
            case Each(instances, True):
                for one in instances:
                    yield from self._premise(one, rule, depth + 1)
            case Counted(_, _, elements):
                for one in (inner for _, proofs in elements for inner in proofs):
                    yield from self._premise(one, rule, depth + 1)
            case Absent(name, pattern, _, "denied") if self._tells(name):
                yield self._condition(name, pattern, False, rule)
            case Absent(attempts=attempts) if depth < _DEEPEST:
                needing = (rule,) if rule is not None else ()
                for kept in (c for attempt in attempts for c in self._kept_off(attempt, depth)):
                    yield replace(kept, rules=(*needing, *kept.rules))

    def _kept_off(self, attempt: Attempt, depth: int) -> Iterator[Condition]:
        """Yield what alone keeps a rule from applying, if more than that was told.

        A number does, as the price that somebody has enough for, or what the rule excepts.
        """
        failing = [self._whole(one) for one in attempt.failing]
        if not attempt.met or attempt.beaten is not None:
            return
        numbers = [one for one in failing if isinstance(one, Compared)]
        if len(numbers) == len(failing):
            told = [c for one in numbers for c in self._measured(one.condition, attempt)]
            for least in told[:1]:
                facts = (*least.since, *told[1:])
                yield from (replace(least, since=facts),) if facts else ()
        elif len(failing) > 1:
            return
        elif isinstance(failing[0], Absent):
            yield from self._premise(failing[0], attempt.rule, depth + 1)
        elif isinstance(failing[0], Derived) and self._touches(failing[0]):
            rule = attempt.rule
            excepted = list(self._premise(failing[0], rule, depth))
            applies = (one for one in rule.body if isinstance(one, Literal) and not one.negated)
            read = (self._explain(Premise(one, attempt.bound)) for one in applies)
            told = [c for one in read for c in self._premise(one, rule, depth)]
            if told and excepted:
                self._rules.setdefault(rule.id, rule)
                yield from (*told, *excepted)

    def _since(self, proof: Proof) -> Iterator[Condition]:
        """Yield the facts of the table that a conclusion rests on, if they are few.

        What is printed of the things it is about is told where it gives a number.
        """
        if not isinstance(proof, Derived):
            return
        found: dict[object, Condition] = {}
        about = {one for one in proof.fact[1] if isinstance(one, str)}

        def tell(name: PredicateId, pattern: Pattern, holds: bool = True) -> None:
            condition = self._condition(name, pattern, holds)
            found.setdefault(condition.fact, condition)

        met: set[int] = set()
        pending = deque(proof.premises)
        while pending and len(met) < _FAR and len(found) <= _SINCE:
            one = self._whole(pending.popleft())
            if id(one) in met:
                continue
            met.add(id(one))
            match one:
                case Given((name, row)) | Derived((name, row)) if not self._touches(one):
                    number = any(isinstance(value, int) for value in row)
                    if number and about.intersection(row) and self._tells(name):
                        tell(name, row)
                case Given((name, row)) if self._tells(name) and not self._words.is_clock(name):
                    tell(name, row)
                case Absent(name, pattern, _, "denied") if self._tells(name):
                    tell(name, pattern, False)
                case Derived(premises=parts):
                    pending += parts
                    for near in self._emptied(one):
                        if about.intersection(near.fact[1]):
                            found.setdefault(near.fact, near)
                case Each(parts):
                    pending += parts
                case Counted(_, _, elements):
                    pending += (inner for _, proofs in elements for inner in proofs)
        yield from found.values() if len(found) <= _SINCE else ()

    def _emptied(self, proof: Derived) -> Iterator[Condition]:
        """Yield the numbers that keep what comes nearest out of a total that has no element."""
        terms = zip(proof.rule.head.terms, proof.fact[1], strict=True)
        bound = {term.name: value for term, value in terms if isinstance(term, Variable)}
        empty = (one for one in proof.premises if isinstance(one, Counted) and not one.elements)
        for part in (part for one in empty for part in one.condition.body):
            if isinstance(part, Literal) and not part.negated:
                lacking = self._explain(Premise(replace(part, negated=True), bound))
                yield from self._premise(lacking, proof.rule, 0)

    def _exceptions(self, premises: Iterable[Proof], rule: Rule) -> Iterator[Condition]:
        """Yield what is not so, where nothing else makes a thing so."""
        for proof in map(self._whole, premises):
            if isinstance(proof, Absent) and self._tells(proof.name):
                yield self._condition(proof.name, proof.pattern, False, rule)

    def _distance(self, attempt: Attempt) -> tuple[int, int, int, int]:
        """How far a rule is from applying: what fails, least first.

        Of equals one is nearer that is about what was named, one that fails by what the table
        tells, and one that has more.
        """
        if attempt.beaten is not None:
            return (0, 0, 0, 0)
        things = (value for value in attempt.bound.values() if isinstance(value, str))
        foreign = sum(not self._is_named(value) for value in things)
        stopping = (one for one in map(self._whole, attempt.failing) if isinstance(one, Derived))
        unsaid = sum(not self._tells(one.fact[0]) for one in stopping)
        told = sum(self._is_told(one) for one in attempt.failing)
        return (len(attempt.failing), foreign, unsaid - told, -attempt.met)

    def _is_told(self, failing: Proof, depth: int = 0) -> bool:
        """Whether something fails by what the table tells: another value, or what stops it."""
        proof = self._whole(failing)
        match proof:
            case Derived((name, _)):
                return self._tells(name) and self._touches(proof)
            case Absent(_, _, (), _, instead):
                return bool(instead)
            case Absent(_, _, attempts):
                ways = min(attempts, key=lambda one: len(one.failing))
                if ways.beaten is not None:
                    return True
                alone = len(ways.failing) == 1 and depth < _DEEPEST
                return alone and self._is_told(ways.failing[0], depth + 1)
        return isinstance(proof, Compared)

    def _missing(self, attempt: Attempt, depth: int) -> Iterator[Condition]:
        """Yield what keeps a rule from applying."""
        if attempt.beaten is not None:
            self._beaten = self._beaten or attempt.rule
            yield from self._telling(attempt.beaten, depth + 1)
            return
        if not attempt.failing:
            return  # What forbids does not apply: nothing is missing.
        self._rules.setdefault(attempt.rule.id, attempt.rule)
        for proof in map(self._whole, attempt.failing):
            match proof:
                case Derived((name, row)):
                    deed = self._permitted(proof)
                    if deed is not None:
                        yield self._condition(*deed, True, attempt.rule)
                    elif self._tells(name):
                        self._rules.setdefault(proof.rule.id, proof.rule)
                        since = self._since(proof)
                        yield self._condition(
                            name, row, True, attempt.rule, proof.rule, since=since
                        )
                    else:
                        yield from self._telling(proof, depth + 1)
                case Absent(name, _, tried) if not self._tells(name) or (tried and depth < 2):
                    deeper = list(self._telling(proof, depth + 1))
                    yield from deeper or self._said(proof, attempt.rule)
                case Compared(condition):
                    yield from self._measured(condition, attempt)
                case Each(instances, False):
                    for one in map(self._whole, instances[:2]):
                        yield from self._said(one, attempt.rule)
                case _:
                    yield from self._said(proof, attempt.rule)

    def _permitted(self, proof: Derived) -> tuple[PredicateId, Row] | None:
        """Return the deed, the last that is named, whose being allowed leaves another one free."""
        deeds = (proof, *map(self._whole, proof.premises))
        found = [one.fact for one in deeds if isinstance(one, Derived)]
        return next((one for one in reversed(found) if self._words.is_permission(one[0])), None)

    def _said(self, proof: Proof, rule: Rule | None) -> Iterator[Condition]:
        """Yield an explained thing itself."""
        match self._whole(proof):
            case Given((name, row)) | Assumed((name, row)) | Derived((name, row)):
                if self._is_worded(name):
                    yield self._condition(name, row, True, rule)
            case Absent(name, pattern, _, _, others):
                for other in others[:1]:
                    found = list(self._said(other, rule))
                    if found:
                        yield from found
                        return
                if self._is_worded(name):
                    yield self._condition(name, pattern, False, rule)

    def _measured(self, condition: Comparison, attempt: Attempt) -> Iterator[Condition]:
        """Yield where the numbers of a comparison that fails come from."""
        wanted = condition_names(condition)
        giving = (one for one in attempt.rule.body if isinstance(one, Literal) and not one.negated)
        for one in (one for one in giving if wanted & names(one.atom.terms)):
            name, read = one.atom.predicate, self._explain(Premise(one, attempt.bound))
            if self._tells(name):
                pattern, since = ground(one.atom, attempt.bound), self._since(read)
                yield self._condition(name, pattern, True, attempt.rule, since=since)
            else:
                yield from self._since(read)

    def _addends(self, proof: Proof, depth: int = 0) -> Iterator[Addend]:
        """Yield what the first total in an explanation is made of."""
        if not isinstance(proof, Derived) or depth > _DEEPEST:
            return
        for premise in map(self._whole, proof.premises):
            if isinstance(premise, Counted) and premise.condition.function == "sum":
                for row, proofs in premise.elements:
                    told = [c for one in proofs for c in self._premise(one, proof.rule, 0)]
                    if isinstance(row[0], int) and row[0]:
                        yield Addend(row[0], told[0] if told else None)
                return
        inner = [one for one in map(self._whole, proof.premises) if isinstance(one, Derived)]
        if len(inner) == 1 and not self._tells(inner[0].fact[0]):
            yield from self._addends(inner[0], depth + 1)

    def _condition(
        self,
        name: PredicateId,
        pattern: Pattern,
        holds: bool,
        *rules: Rule | None,
        since: Iterable[Condition] = (),
    ) -> Condition:
        state, _, kind = str(name).rpartition(".")
        if kind == "was" and self._words.is_so(state, pattern[:-1]):
            name, pattern = state, pattern[:-1]  # It still is.
        wider = tuple(v if self._is_named(v) else None for v in pattern)
        if not holds and wider != pattern and not self._words.is_so(name, wider):
            pattern = wider  # Of a thing that nobody named it is not so, as it is of none.
        stands = tuple(one for one in rules if one is not None)
        return Condition(open_atom(self._words.spoken(name), pattern), holds, stands, tuple(since))

    def _is_named(self, value: Value | None) -> bool:
        return not isinstance(value, str) or self._words.is_named(value)

    def _is_worded(self, name: PredicateId) -> bool:
        return self._words.is_worded(self._words.spoken(name))

    def _tells(self, name: PredicateId) -> bool:
        """Whether a fact of a predicate says more than what something is."""
        return self._is_worded(name) and not self._words.is_kind(name)

    def _touches(self, proof: Proof, depth: int = 0) -> bool:
        """Whether an explanation rests on anything that the table states; a deep one does."""
        proof = self._whole(proof)
        known = self._from_table.get(id(proof))
        if known is not None:
            return known
        if depth > _FAR:
            return True
        self._from_table[id(proof)] = False
        match proof:
            case Given((name, row)):
                found = self._on_table(name, row)
            case Derived(premises=parts) | Each(parts):
                found = any(self._touches(one, depth + 1) for one in parts)
            case Counted(_, _, elements):
                found = any(self._touches(one, depth + 1) for _, ps in elements for one in ps)
            case other:
                found = isinstance(other, Absent) and other.because == "denied"
        self._from_table[id(proof)] = found
        return found

    def _whole(self, proof: Proof) -> Proof:
        """Return the explanation that a later mention stands for."""
        if isinstance(proof, Seen):
            return self._known.get((proof.name, proof.pattern), proof)
        return proof

    def _learn(self, root: Proof) -> None:
        """Remember what later mentions may stand for."""
        pending = [root]
        while pending:
            proof = pending.pop()
            match proof:
                case Derived((name, row), _, premises, against):
                    self._known.setdefault((name, row), proof)
                    pending += premises
                    pending += (one for attempt in against for one in attempt.failing)
                case Given(fact):
                    self._known.setdefault(fact, proof)
                case Absent(name, pattern, attempts):
                    self._known.setdefault((name, pattern), proof)
                    pending += (one for attempt in attempts for one in attempt.failing)
                case Each(instances):
                    pending += instances
                case Counted(_, _, elements):
                    pending += (one for _, proofs in elements for one in proofs)
