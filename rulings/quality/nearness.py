"""Which cases a change of an edition flips first, most likely.

In: two states of a program, and what cases were read as before. Out: a rank for each case, the
nearest lowest. Guarantee: an order only: no case is left out for it.
"""

from __future__ import annotations

from collections import deque

from rulings.language.predicates import base_of
from rulings.language.program import Program
from rulings.logic.graph import reads
from rulings.quality.kept_names import named_as_before
from rulings.quality.layout import concluded_otherwise
from rulings.quality.prepared import Prepared

Rank = tuple[bool, int]
"""Whether what a verdict rested on read nothing that changed, and how many rules lie between."""
FARTHEST: Rank = (True, 1_000_000)


class Nearness:
    """Ranks cases by how few rules lie between what changed and what they ask for."""

    def __init__(self, before: Program, after: Program) -> None:
        after = named_as_before(after, before)
        stated = {
            base_of(name)
            for one, other in ((before, after), (after, before))
            for kept, still in ((one.facts, other.facts), (one.denials, other.denials))
            for name, some in kept.items()
            if name not in still or some.rows != still[name].rows
        }
        self._changed = concluded_otherwise(before, after) | stated
        readers: dict[str, set[str]] = {}
        for program in (before, after):
            for rule in program.rules:
                for name, _ in reads(rule.body):
                    readers.setdefault(base_of(name), set()).add(base_of(rule.head.predicate))
        self._steps = dict.fromkeys(self._changed, 0)
        waiting = deque(self._changed)
        while waiting:
            name = waiting.popleft()
            for reader in readers.get(name, ()):
                if reader not in self._steps:
                    self._steps[reader] = self._steps[name] + 1
                    waiting.append(reader)

    def rank(self, known: Prepared | None) -> Rank:
        """Return the rank of a case by how it was read before; None: it was not."""
        if known is None:
            return FARTHEST
        farthest = FARTHEST[1]
        steps = min((self._steps.get(name, farthest) for name in known.asks), default=farthest)
        return self._changed.isdisjoint(known.consulted), steps
