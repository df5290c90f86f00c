"""Why the rules do not decide.

In: an undefined row and the model that leaves it so. Out: the shortest circle of rules through
a negation that it rests on. Guarantee: the circle is read off the ground rules of the model; each
of its steps names the rule it takes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from rulings.engine.run.model import Model
from rulings.explain.ground import Fact
from rulings.explain.slices import Slice
from rulings.explain.worlds import ModelWorld
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Facts, Program
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass

_NODES = 400


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a circle: by `rule`, `fact` hangs on whether `other` holds (or does not)."""

    fact: Fact
    rule: str
    other: Fact
    negated: bool


def circle(
    roots: Iterable[Fact], model: Model, clauses: Clauses, facts: Mapping[PredicateId, Facts]
) -> tuple[Link, ...]:
    """Return the shortest circle with a negation below the roots; nothing if there is none."""
    part = Slice(clauses, ModelWorld(model, clauses, facts))
    edges: dict[Fact, list[Link]] = {}
    waiting = deque(roots)
    for name, row in waiting:
        part.ground(name, row)
    part.settle(waiting)
    while waiting and len(edges) < _NODES:
        fact = waiting.popleft()
        if fact not in edges:
            edges[fact] = list(_links(fact, part))
            waiting.extend(link.other for link in edges[fact])
    best: tuple[Link, ...] = ()
    for fact in edges:
        found = _shortest(fact, edges, len(best) or _NODES)
        if found and (not best or len(found) < len(best)):
            best = found
    return _named(best, clauses.program)


def _links(fact: Fact, part: Slice) -> Iterator[Link]:
    """What an undefined fact hangs on: the undefined facts in the instances of its rules."""
    for instance in part.instances_of(fact):
        for others, negated in ((instance.holds, False), (instance.fails, True)):
            for other in others:
                sure, maybe = part.values.get(other, (0, 1))
                is_tie = other == fact and not instance.rule
                if maybe and not sure and not is_tie:
                    yield Link(fact, instance.rule, other, negated)


def _shortest(start: Fact, edges: Mapping[Fact, list[Link]], bound: int) -> tuple[Link, ...]:
    """The shortest way from a fact through a negation back to it, shorter than `bound`."""
    came: dict[tuple[Fact, bool], tuple[tuple[Fact, bool], Link]] = {}
    layer, length = [(start, False)], 0
    while layer and length < bound:
        length += 1
        following: list[tuple[Fact, bool]] = []
        for state in layer:
            for link in edges.get(state[0], ()):
                reached = link.other, state[1] or link.negated
                if reached in came:
                    continue
                came[reached] = state, link
                if reached == (start, True):
                    way = [link]
                    while state != (start, False):
                        state, link = came[state]
                        way.append(link)
                    return tuple(reversed(way))
                following.append(reached)
        layer = following
    return ()


def _named(links: tuple[Link, ...], program: Program) -> tuple[Link, ...]:
    """Join the steps through names of our own making; start at a fact that people know."""
    own = [i for i, link in enumerate(links) if _is_declared(link.fact, program)]
    if not own:
        return ()
    turned = (*links[own[0] :], *links[: own[0]])
    joined: list[Link] = []
    for link in turned:
        if joined and not _is_declared(joined[-1].other, program):
            last = joined.pop()
            rule = last.rule or link.rule
            joined.append(Link(last.fact, rule, link.other, last.negated is not link.negated))
        else:
            joined.append(link)
    return tuple(joined)


def _is_declared(fact: Fact, program: Program) -> bool:
    return base_of(fact[0]) in program.predicates
