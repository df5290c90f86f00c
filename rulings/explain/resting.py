"""Which rules a verdict rests on, and how near they stand to it.

In: the explanations of a yes or a no, of what they may refer to, and a way to explain what they
take as read. Out: a `Rest` for each rule, the nearest first. Guarantee: every rule that concludes
something on the way, or that comes near to it and falls short, and no rule is named twice; one
that goes before another one is told from the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from rulings.explain.tree import (
    Absent,
    Compared,
    Counted,
    Derived,
    Each,
    Premise,
    Proof,
    Seen,
    Undefined,
)
from rulings.language.matching import Pattern
from rulings.language.predicates import PredicateId
from rulings.language.program import Rule
from rulings.records import dataclass

Key = tuple[PredicateId, Pattern, str]
_FALLS_SHORT = 1
"""So much further away is what falls short than what concludes."""
_ASIDE = 2
"""So much further away is what would have been in the way."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A rule, how many steps it stands from the verdict, whether it goes before another rule."""

    rule: Rule
    far: int
    exception: bool = False


def rests_on(
    proofs: Iterable[Proof], told: Iterable[Proof], explain: Callable[[Premise], Proof]
) -> list[Rest]:
    """Return the rules that explanations rest on; `told` are all that were made together."""
    known: dict[Key, Proof] = {}
    for root in told:
        for proof in walk(root):
            known.setdefault(_key(proof), proof)
    found: dict[str, Rest] = {}
    met: set[int] = set()
    waiting = deque((proof, 0, False) for proof in proofs)
    while waiting:
        proof, far, exception = waiting.popleft()
        if isinstance(proof, Seen):
            proof = known.get((proof.name, proof.pattern, proof.kind), proof)
        if id(proof) in met:
            continue
        met.add(id(proof))
        for rest in _rules(proof, far, exception):
            found.setdefault(rest.rule.id, rest)
        waiting += ((one, far + away, first) for one, away, first in _below(proof))
        if isinstance(proof, Each | Compared):
            read = proof.counted if isinstance(proof, Compared) else sum(proof.given, ())
            waiting += ((explain(one), far + 1, False) for one in read)
    return sorted(found.values(), key=lambda one: one.far)


def _rules(proof: Proof, far: int, exception: bool) -> Iterator[Rest]:
    match proof:
        case Derived(_, rule):
            yield Rest(rule, far, exception)
        case Absent(_, _, attempts) | Undefined(_, attempts):
            for place, attempt in enumerate(attempts):
                yield Rest(attempt.rule, far + min(place, _FALLS_SHORT))


def _below(proof: Proof) -> Iterator[tuple[Proof, int, bool]]:
    """Yield what stands below an explanation, how far, and whether it goes before a rule."""
    match proof:
        case Derived(_, _, premises, against):
            for premise in premises:
                yield premise, 1 + (_ASIDE if isinstance(premise, Absent) else 0), False
            yield from ((one.beaten, 2, False) for one in against if one.beaten is not None)
        case Absent(_, _, attempts, _, instead):
            for attempt in attempts:
                yield from ((one, 1, False) for one in attempt.failing)
                if attempt.beaten is not None:
                    yield attempt.beaten, 0, True
            yield from ((one, 1, False) for one in instead)
        case Undefined(_, attempts):
            yield from ((one, 1, False) for attempt in attempts for one in attempt.failing)
        case Each(instances):
            yield from ((one, 1, False) for one in instances)
        case Counted(_, _, elements):
            yield from ((one, 1, False) for _, proofs in elements for one in proofs)


def walk(root: Proof) -> Iterator[Proof]:
    """Yield an explanation and all that stands below it, each once."""
    waiting, met = [root], set[int]()
    while waiting:
        proof = waiting.pop()
        if id(proof) not in met:
            met.add(id(proof))
            yield proof
            waiting += (one for one, _, _ in _below(proof))
            if isinstance(proof, Derived):
                waiting += (one for attempt in proof.against for one in attempt.failing)


def _key(proof: Proof) -> Key:
    match proof:
        case Derived((name, row)):
            return name, row, "holds"
        case Absent(name, pattern):
            return name, pattern, "fails"
        case Undefined((name, row)):
            return name, row, "open"
    return "", (), str(id(proof))
