"""Which clauses a verdict rests on, and no others.

In: the explanations of a yes or a no. Out: clauses, the deciding one first. Guarantee, as far as
the explanations tell: what holds still does with the rules of these clauses alone; without those
of any one of them it does not, be it with the others alone or with all. What does not hold would
without the rules of any one of them, or they are those that come nearest to it and fall short,
the one that the table does not meet first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulings.explain.circuit import AnyGate, Gate, Junction, Measured, Same, Sum, Trial
from rulings.explain.proof import Explainer
from rulings.explain.tree import (
    Absent,
    Attempt,
    Compared,
    Counted,
    Derived,
    Each,
    Premise,
    Proof,
    Seen,
    Undefined,
    Walk,
    gather,
    unroll,
)
from rulings.language.predicates import PredicateId
from rulings.language.program import Comparison, Rule, Value
from rulings.logic.binders import condition_names, names
from rulings.records import dataclass

Key = tuple[PredicateId, tuple[Value | None, ...], str]


def proof_rests_on(explainer: Explainer, proofs: Sequence[Proof]) -> tuple[str, ...]:
    """Return the clauses that explanations of what holds rest on together.

    `explainer` explains what they take as read.
    """
    circuit = _Circuit(explainer, proofs, proofs)
    whole = circuit.trial()
    cut = whole.again()
    no_conclusion = [name for name, concludes in circuit.named.items() if not concludes]
    if cut.holds_without(*no_conclusion):
        cut.leave_out(no_conclusion)
    before = -1
    while before < len(cut.left_out):  # what made an instance is not needed once it is none
        before = len(cut.left_out)
        for name in reversed(circuit.named):
            if name not in cut.left_out and cut.holds_without(name):
                cut.leave_out((name,))
    decisive = {name for name in cut.left_out if not whole.holds_without(name)}
    found = [name for name in circuit.named if name not in cut.left_out or name in decisive]
    return tuple(found or _united(circuit.nearest(proof) for proof in proofs))


def refutation_rests_on(
    explainer: Explainer, proof: Proof, told: Iterable[Proof] = ()
) -> tuple[str, ...]:
    """Return the clauses that the explanation of what does not hold rests on.

    `told` are others that it may refer to.
    """
    circuit = _Circuit(explainer, (proof,), (proof, *told))
    trial = circuit.trial()
    found = (name for name in circuit.named if not trial.holds_without(name))
    rests_on = _united((circuit.nearest(proof), found))
    tried = _united(attempt.rule.clauses for attempt in _attempts(circuit.whole(proof)))
    return rests_on or tried


_OTHERS = 3
"""So many other rules are looked at that draw the same conclusion."""


_EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class _Near:
    """How much of what a conclusion takes is met, from 0 to 1, and the clauses of that way.

    A condition that is met counts whole, one that fails by its own share.
    """

    share: float
    clauses: tuple[str, ...]


class _Circuit:
    """Explanations as gates that tell whether what they say stays so without some clauses."""

    def __init__(
        self, explainer: Explainer, proofs: Sequence[Proof], told: Iterable[Proof]
    ) -> None:
        self.gates: list[AnyGate] = [Gate(Junction.ALL, ()), Gate(Junction.ANY, ())]
        self._aside = Explainer(explainer.model, explainer.program, explainer.rules)
        self._told = {key: proof for root in told for key, proof in _keyed(root)}
        # What is told already is not explained again: later mentions stand for it.
        self._aside.seen.update(self._told)
        self._main = {id(proof) for proof in self._told.values()}
        self._known: dict[int, int] = {}
        self._near: dict[int, _Near] = {}
        self._taken_as_read: list[Proof] = []
        self._roots = unroll(gather(map(self.stays, proofs)))
        self.named = _named((*proofs, *self._taken_as_read), self)

    def _tell(self, proofs: Iterable[Proof]) -> None:
        for root in proofs:
            self._taken_as_read.append(root)
            for key, proof in _keyed(root):
                self._told.setdefault(key, proof)

    def trial(self) -> Trial:
        """Return all that is explained, to be tried without the rules of some clauses."""
        return Trial(self.gates, self._roots)

    def stays(self, proof: Proof) -> Walk[int]:
        """Return the gate that tells whether what an explanation says stays so."""
        proof = self.whole(proof)
        if id(proof) in self._known:
            return self._known[id(proof)]
        # A proof that leads back to itself proves nothing; a refutation that does holds.
        self._known[id(proof)] = 1 if isinstance(proof, Derived) else 0
        gate = 0
        match proof:
            case Derived(against=against):
                told = id(proof) in self._main
                others = (yield self._aside.others(proof, _OTHERS)) if told else ()
                self._tell(others)
                ways = yield gather(map(self._concludes, (proof, *others)))
                kept = yield gather(map(self._fails, against))
                gate = self._add(Gate(Junction.ALL, (self._add(Gate(Junction.ANY, ways)), *kept)))
            case Absent(_, _, attempts):
                kept = yield gather(map(self._fails, attempts))
                gate = self._add(Gate(Junction.ALL, kept))
            case Counted(_, value):
                gate = self._add(Same((yield self._sum(proof)), value))
            case Compared(counted=(first, *_) as counted):
                sums = yield gather(map(self._summed, counted))
                gate = self._add(Measured(proof, sums, first.bound))
            case Each(instances, holds, given):
                goals = yield gather(map(self.stays, instances))
                made = yield gather(map(self._all_of, given))
                when = Junction.ALL if holds else Junction.ANY
                pairs = zip(goals, made, strict=True)
                gate = self._add(Gate(when, tuple(self._instance(*one, holds) for one in pairs)))
        self._known[id(proof)] = gate
        return gate

    def _concludes(self, proof: Derived) -> Walk[int]:
        """Return the gate that tells whether a rule still concludes."""
        telling = (one for one in proof.premises if not _only_compared(one, proof.rule))
        needed = yield gather(map(self.stays, telling))
        return self._add(Gate(Junction.ALL, needed, frozenset(proof.rule.clauses)))

    def _fails(self, attempt: Attempt) -> Walk[int]:
        """Return the gate that tells whether a rule still does not conclude."""
        beaten = (attempt.beaten,) if attempt.beaten is not None else ()
        parts = yield gather(map(self.stays, (*attempt.failing, *beaten)))
        return self._add(Gate(Junction.ANY, parts, frozenset(attempt.rule.clauses)))

    def _all_of(self, premises: Iterable[Premise]) -> Walk[int]:
        """Return the gate that tells whether some premises still hold."""
        told = yield gather(self._aside.condition(one.condition, one.bound) for one in premises)
        self._tell(told)
        return self._add(Gate(Junction.ALL, (yield gather(map(self.stays, told)))))

    def _instance(self, goal: int, given: int, holds: bool) -> int:
        """Return the gate of one instance of a forall: its goal holds, or it is none."""
        if holds:
            none = self._add(Gate(Junction.NONE, (given,)))
            return self._add(Gate(Junction.ANY, (goal, none)))
        return self._add(Gate(Junction.ALL, (goal, given)))

    def _summed(self, premise: Premise) -> Walk[Sum]:
        counted = yield self._aside.condition(premise.condition, premise.bound)
        assert isinstance(counted, Counted)
        self._tell((counted,))
        found: Sum = yield self._sum(counted)
        return found

    def _sum(self, counted: Counted) -> Walk[Sum]:
        parts = yield gather(gather(map(self.stays, proofs)) for _, proofs in counted.elements)
        rows = (row for row, _ in counted.elements)
        return Sum(counted.condition, tuple(zip(rows, parts, strict=True)))

    def _add(self, gate: AnyGate) -> int:
        self.gates.append(gate)
        return len(self.gates) - 1

    def nearest(self, proof: Proof) -> tuple[str, ...]:
        """Return the clauses of the rules that come nearest, the lowest first."""
        return unroll(self._nears(proof)).clauses

    def _nears(self, proof: Proof) -> Walk[_Near]:
        proof = self.whole(proof)
        if id(proof) in self._near:
            return self._near[id(proof)]
        self._near[id(proof)] = found = _Near(0.0, ())
        match proof:
            case Absent(_, _, (), _, instead):
                others = (one.rule.clauses for one in instead if isinstance(one, Derived))
                found = _Near(0.0, _united(others))
            case Absent(_, _, attempts) | Undefined(_, attempts):
                ways = yield gather(map(self._falls_short, attempts))
                best = max((way.share for way in ways), default=0.0)
                found = _Near(best, _united(w.clauses for w in ways if w.share > best - _EQUAL))
            case Each(instances):
                found = _worst((yield gather(map(self._nears, instances))))
        self._near[id(proof)] = found
        return found

    def _falls_short(self, attempt: Attempt) -> Walk[_Near]:
        below = yield gather(map(self._nears, attempt.failing))
        conditions = attempt.met + len(below)
        share = (attempt.met + sum(near.share for near in below)) / max(conditions, 1)
        if all(isinstance(self.whole(failing), Derived) for failing in attempt.failing):
            return _Near(share, ())  # it does not fall short: what holds stops it
        return _Near(share, _united((_worst(below).clauses, attempt.rule.clauses)))

    def whole(self, proof: Proof) -> Proof:
        """Return the explanation that a later mention stands for."""
        if isinstance(proof, Seen):
            return self._told.get((proof.name, proof.pattern, proof.kind), proof)
        return proof


def _only_compared(premise: Proof, rule: Rule) -> bool:
    """Whether a premise is an aggregate whose value a rule only compares with others."""
    if not isinstance(premise, Counted):
        return False
    target = names((premise.condition.target,))
    others = [c for c in rule.body if c is not premise.condition and target & condition_names(c)]
    compared = others and all(isinstance(other, Comparison) for other in others)
    return bool(compared) and not target & names(rule.head.terms)


def _worst(found: Sequence[_Near]) -> _Near:
    """Return what comes least near, which is enough to fail; of equals what rests on least."""
    return min(found, key=lambda near: (near.share, len(near.clauses)), default=_Near(0.0, ()))


def _named(roots: Iterable[Proof], circuit: _Circuit) -> dict[str, bool]:
    """Return the clauses that explanations name, the nearest to their roots first.

    With each stands whether a rule that cites it has concluded something.
    """
    named: dict[str, bool] = {}
    level, met = [circuit.whole(root) for root in roots], set[int]()
    while level:
        met.update(map(id, level))
        for proof in level:
            if isinstance(proof, Derived):
                named.update(dict.fromkeys(proof.rule.clauses, True))
            for attempt in _attempts(proof):
                for name in attempt.rule.clauses:
                    named.setdefault(name, False)
        below = (circuit.whole(inner) for proof in level for inner in _below(proof))
        level = list({id(proof): proof for proof in below if id(proof) not in met}.values())
    return named


def _keyed(root: Proof) -> Iterator[tuple[Key, Proof]]:
    """Yield what later mentions may refer to, with the key that they know it by."""
    pending, met = [root], {id(root)}
    while pending:
        proof = pending.pop()
        match proof:
            case Derived((name, row)):
                yield (name, row, "holds"), proof
            case Absent(name, pattern):
                yield (name, pattern, "fails"), proof
            case Undefined((name, row)):
                yield (name, row, "open"), proof
        for inner in _below(proof):
            if id(inner) not in met:
                met.add(id(inner))
                pending.append(inner)


def _below(proof: Proof) -> Iterator[Proof]:
    match proof:
        case Derived(_, _, premises):
            yield from premises
        case Absent(_, _, _, _, instead):
            yield from instead
        case Counted(_, _, elements):
            yield from (inner for _, proofs in elements for inner in proofs)
        case Each(instances):
            yield from instances
    for attempt in _attempts(proof):
        yield from attempt.failing
        if attempt.beaten is not None:
            yield attempt.beaten


def _attempts(proof: Proof) -> tuple[Attempt, ...]:
    match proof:
        case Derived(against=attempts) | Absent(attempts=attempts) | Undefined(attempts=attempts):
            return attempts
    return ()


def _united(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part))
