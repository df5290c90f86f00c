"""Which clauses a verdict rests on, and no others.

In: the explanations of a yes or a no. Out: clauses, the deciding one first. Guarantee, as far as
the explanations tell: what holds still does with the rules of these clauses alone; without those
of any one of them it does not, be it with the others alone or with all. What does not hold would
without the rules of any one of them, or they are those that come nearest to it and fall short,
the one that the table does not meet first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulings.explain.circuit import ALWAYS, NEVER, Circuit, Measured, Same, Sum
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
    told = _Explained(explainer, proofs, proofs)
    named = [*told.named]
    no_conclusion = [name for name, concludes in told.named.items() if not concludes]
    left_out = set(no_conclusion if told.holds_without_all(no_conclusion) else ())
    guess = holds_alone = told.holds_without(named)
    before = -1
    while before < len(left_out):  # what made an instance is not needed once it is none
        before = len(left_out)
        waiting = [name for name in reversed(named) if name not in left_out]
        left_out |= told.left_out_in_turn(waiting, left_out, guess)
        guess = dict.fromkeys(named, False)
    found = [name for name in named if name not in left_out or not holds_alone[name]]
    return tuple(found or _united(told.nearest(proof) for proof in proofs))


def refutation_rests_on(
    explainer: Explainer, proof: Proof, told: Iterable[Proof] = ()
) -> tuple[str, ...]:
    """Return the clauses that the explanation of what does not hold rests on.

    `told` are others that it may refer to.
    """
    explained = _Explained(explainer, (proof,), (proof, *told))
    holds = explained.holds_without([*explained.named])
    found = (name for name, stays in holds.items() if not stays)
    rests_on = _united((explained.nearest(proof), found))
    tried = _united(attempt.rule.clauses for attempt in _attempts(explained.whole(proof)))
    return rests_on or tried or tuple(explained.named)[:1]


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


class _Explained:
    """Explanations, and whether what they say stays so without some clauses."""

    def __init__(
        self, explainer: Explainer, proofs: Sequence[Proof], told: Iterable[Proof]
    ) -> None:
        self._circuit = Circuit()
        self._aside = Explainer(explainer.model, explainer.program, explainer.rules)
        self._told = {key: proof for root in told for key, proof in _keyed(root)}
        # What is told already is not explained again: later mentions stand for it.
        self._aside.seen.update(self._told)
        self._main = {id(proof) for proof in self._told.values()}
        self._known: dict[int, int] = {}
        self._near: dict[int, _Near] = {}
        self._taken_as_read: list[Proof] = []
        self._roots = unroll(gather(map(self._stays, proofs)))
        self.named = _named((*proofs, *self._taken_as_read), self)

    def _tell(self, proofs: Iterable[Proof]) -> None:
        for root in proofs:
            self._taken_as_read.append(root)
            for key, proof in _keyed(root):
                self._told.setdefault(key, proof)

    def holds_without(self, clauses: Sequence[str]) -> dict[str, bool]:
        """Return for each of some clauses whether all that is explained stays so without it."""
        worlds = self._worlds(
            {name: 1 << place for place, name in enumerate(clauses)}, len(clauses)
        )
        return {name: bool(worlds >> place & 1) for place, name in enumerate(clauses)}

    def holds_without_all(self, clauses: Iterable[str]) -> bool:
        """Return whether all that is explained stays so without some clauses."""
        return bool(self._worlds(dict.fromkeys(clauses, 1), 1))

    def left_out_in_turn(
        self, waiting: Sequence[str], left_out: Iterable[str], guess: Mapping[str, bool]
    ) -> set[str]:
        """Return which clauses can be left out one after the other, with those that are.

        All are tried at once, each after those before it that are guessed to be left out; what
        comes after a wrong guess is tried again.
        """
        found, out = set[str](), frozenset(left_out)
        while waiting:
            full = (1 << len(waiting)) - 1
            trials = dict.fromkeys(out | found, full)
            for place, name in enumerate(waiting):
                trials[name] = full >> place << place if guess[name] else 1 << place
            worlds = self._worlds(trials, len(waiting))
            for place, name in enumerate(waiting):
                holds = bool(worlds >> place & 1)
                if holds:
                    found.add(name)
                if holds is not guess[name]:
                    break
            waiting = waiting[place + 1 :]
        return found

    def _worlds(self, left_out: Mapping[str, int], count: int) -> int:
        """Return in which of `count` worlds all that is explained stays so."""
        return self._circuit.true(self._roots, left_out, (1 << count) - 1)

    def _stays(self, proof: Proof) -> Walk[int] | int:
        """Return the gate that tells whether what an explanation says stays so."""
        proof = self.whole(proof)
        known = self._known.get(id(proof))
        if known is not None:
            return known
        match proof:
            case Derived():
                return self._still_derived(proof)
            case Absent(_, _, attempts) if attempts:
                return self._still_absent(proof)
            case Counted() | Each() | Compared(counted=(_, *_)):
                return self._still_so(proof)
        return ALWAYS

    def _still_derived(self, proof: Derived) -> Walk[int]:
        self._known[id(proof)] = NEVER  # a proof that leads back to itself proves nothing
        told = id(proof) in self._main
        others = (yield self._aside.others(proof, _OTHERS)) if told else ()
        self._tell(others)
        ways = yield gather(map(self._concludes, (proof, *others)))
        kept = yield gather(map(self._fails, proof.against))
        circuit = self._circuit
        gate = self._known[id(proof)] = circuit.all_of((circuit.any_of(ways), *kept))
        return gate

    def _still_absent(self, proof: Absent) -> Walk[int]:
        self._known[id(proof)] = ALWAYS  # a refutation that leads back to itself holds
        kept = yield gather(map(self._fails, proof.attempts))
        gate = self._known[id(proof)] = self._circuit.all_of(kept)
        return gate

    def _still_so(self, proof: Counted | Compared | Each) -> Walk[int]:
        self._known[id(proof)] = gate = ALWAYS
        circuit = self._circuit
        match proof:
            case Counted(_, value):
                gate = circuit.add(Same((yield self._sum(proof)), value))
            case Compared(counted=(first, *_) as counted):
                sums = yield gather(map(self._summed, counted))
                gate = circuit.add(Measured(proof, sums, first.bound))
            case Each(instances, holds, given):
                goals = yield gather(map(self._stays, instances))
                made = yield gather(map(self._all_of, given))
                pairs = zip(goals, made, strict=True)
                if holds:  # the goal of each instance holds, or it is none
                    ways = (circuit.any_of((goal, circuit.not_so(one))) for goal, one in pairs)
                    gate = circuit.all_of(ways)
                else:
                    gate = circuit.any_of(circuit.all_of(pair) for pair in pairs)
        self._known[id(proof)] = gate
        return gate

    def _concludes(self, proof: Derived) -> Walk[int]:
        """Return the gate that tells whether a rule still concludes."""
        telling = (one for one in proof.premises if not _only_compared(one, proof.rule))
        needed = yield gather(map(self._stays, telling))
        return self._circuit.all_of(needed, proof.rule.clauses)

    def _fails(self, attempt: Attempt) -> Walk[int]:
        """Return the gate that tells whether a rule still does not conclude."""
        beaten = (attempt.beaten,) if attempt.beaten is not None else ()
        parts = yield gather(map(self._stays, (*attempt.failing, *beaten)))
        return self._circuit.any_of(parts, attempt.rule.clauses)

    def _all_of(self, premises: Iterable[Premise]) -> Walk[int]:
        """Return the gate that tells whether some premises still hold."""
        told = yield gather(self._aside.condition(one.condition, one.bound) for one in premises)
        self._tell(told)
        return self._circuit.all_of((yield gather(map(self._stays, told))))

    def _summed(self, premise: Premise) -> Walk[Sum]:
        counted = yield self._aside.condition(premise.condition, premise.bound)
        assert isinstance(counted, Counted)
        self._tell((counted,))
        found: Sum = yield self._sum(counted)
        return found

    def _sum(self, counted: Counted) -> Walk[Sum]:
        parts = yield gather(gather(map(self._stays, proofs)) for _, proofs in counted.elements)
        rows = (row for row, _ in counted.elements)
        return Sum(counted.condition, tuple(zip(rows, parts, strict=True)))

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


def _named(roots: Iterable[Proof], told: _Explained) -> dict[str, bool]:
    """Return the clauses that explanations name, the nearest to their roots first.

    With each stands whether a rule that cites it has concluded something.
    """
    named: dict[str, bool] = {}
    level, met = [told.whole(root) for root in roots], set[int]()
    while level:
        met.update(map(id, level))
        for proof in level:
            if isinstance(proof, Derived):
                named.update(dict.fromkeys(proof.rule.clauses, True))
            for attempt in _attempts(proof):
                for name in attempt.rule.clauses:
                    named.setdefault(name, False)
        below = (told.whole(inner) for proof in level for inner in _below(proof))
        level = list({id(proof): proof for proof in below if id(proof) not in met}.values())
    return named


def _keyed(root: Proof) -> Iterator[tuple[Key, Proof]]:
    """Yield what later mentions may refer to, with the key that they know it by."""
    pending, met = [root], {id(root)}
    while pending:
        proof = pending.pop()
        match proof:
            case Derived(fact):
                yield (*fact, "holds"), proof
            case Absent(name, pattern):
                yield (name, pattern, "fails"), proof
            case Undefined(fact):
                yield (*fact, "open"), proof
        for inner in _below(proof):
            if id(inner) not in met:
                met.add(id(inner))
                pending.append(inner)


def _below(proof: Proof) -> Sequence[Proof]:
    match proof:
        case Derived(premises=found) | Absent(instead=found) | Each(found):
            below = list[Proof](found)
        case Counted(_, _, elements):
            return [inner for _, proofs in elements for inner in proofs]
        case Undefined():
            below = []
        case _:
            return ()
    for attempt in _attempts(proof):
        below += attempt.failing
        if attempt.beaten is not None:
            below.append(attempt.beaten)
    return below


def _attempts(proof: Proof) -> tuple[Attempt, ...]:
    match proof:
        case Derived(against=attempts) | Absent(attempts=attempts) | Undefined(attempts=attempts):
            return attempts
    return ()


def _united(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part))
