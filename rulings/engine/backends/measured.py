"""The default backend, measured rule by rule.

In: what the default backend takes, and a `Measures` to write to. Out: the same relations, and for
each rule and delta position how often it ran, how long, what it read and made. Guarantee: `TIMED`
runs the very code that is run otherwise; `COUNTED` runs the same plans as plain loops that count
the rows they go through, and its times mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from time import thread_time

from rulings.engine.backends import Rows
from rulings.engine.backends.native import NativeBackend, New
from rulings.engine.plan.codegen import Writer
from rulings.engine.plan.compiled import CompiledRule
from rulings.engine.plan.steps import RulePlan, Step, plan
from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId
from rulings.language.program import Rule
from rulings.records import dataclass, field


class MeasureKind(Enum):
    """What is measured of the rules."""

    TIMED = "timed"
    COUNTED = "counted"


@dataclass(slots=True)
class RuleMeasure:
    """What the code of a rule for one delta position took: seconds, and how often it ran.

    `made` are the rows that it was the first to derive in their round, `read` counts the rows of
    each of its loops, and `plan` is the order of its conditions, made for relations of `sizes`.
    """

    rule: Rule
    delta: int | None
    seconds: float = 0.0
    runs: int = 0
    made: int = 0
    read: list[int] = field(default_factory=list)
    plan: RulePlan | None = None
    sizes: Mapping[PredicateId, int] = field(default_factory=dict)


@dataclass(slots=True)
class Measures:
    """What was measured of all rules of a rulebook, by rule and delta position.

    `preparing` are the seconds that went into planning and compiling them.
    """

    kind: MeasureKind
    rules: dict[tuple[str, int | None], RuleMeasure] = field(default_factory=dict)
    preparing: float = 0.0

    def of(self, rule: Rule, delta: int | None) -> RuleMeasure:
        """Return what is measured of a rule's code for a delta position."""
        key = rule.id, delta
        if key not in self.rules:
            self.rules[key] = RuleMeasure(rule, delta)
        return self.rules[key]


class CountingWriter(Writer):
    """Writes plain loops that count, in `count`, the rows they go through."""

    def __init__(self, planned: RulePlan) -> None:
        super().__init__(planned)
        self.counted = 0

    def is_set_algebra(self) -> bool:
        """Nothing is written as an operation of whole sets, which could not be counted."""
        return False

    def step(self, step: Step, *, is_last_loop: bool) -> None:
        """Write a step; what it loops over is counted by the number of the step."""
        self.counted = next(n for n, one in enumerate(self.plan.steps) if one is step)
        super().step(step, is_last_loop=is_last_loop)

    def loop(self, header: str) -> None:
        """Open a loop."""
        super().loop(header)
        self.line(f"count[{self.counted}] += 1")


@dataclass()
class MeasuredBackend(NativeBackend):
    """The default backend, measured: what is measured is added to `measures`."""

    measures: Measures = field(kw_only=True)

    def __post_init__(self) -> None:
        """Rows are counted one by one."""
        self.pairs = self.measures.kind is MeasureKind.TIMED

    def _run(
        self,
        rule: Rule,
        position: int | None,
        view: Rows,
        negative: Rows,
        delta: New | None,
        own: Mapping[PredicateId, Relation],
        new: Mapping[PredicateId, New],
    ) -> None:
        found = self.measures.of(rule, position)
        derived = new[rule.head.predicate]
        before, prepared = _size(derived), self.measures.preparing
        start = thread_time()
        super()._run(rule, position, view, negative, delta, own, new)
        found.seconds += thread_time() - start - (self.measures.preparing - prepared)
        found.runs += 1
        found.made += _size(derived) - before

    def _compile(self, rule: Rule, position: int | None, view: Rows) -> CompiledRule:
        known = self.compiled.get((rule.id, position))
        if known is not None:
            return known
        start = thread_time()
        compiled = super()._compile(rule, position, view)
        self.measures.preparing += thread_time() - start
        compiled.run.__globals__["count"] = self.measures.of(rule, position).read
        return compiled

    def _write(
        self, rule: Rule, position: int | None, view: Rows, pairs: frozenset[PredicateId]
    ) -> str:
        if self.measures.kind is MeasureKind.TIMED:
            return super()._write(rule, position, view, pairs)
        sizes = self._sizes(rule, view)
        planned = plan(rule, position, self.predicates, self.computed, sizes)
        found = self.measures.of(rule, position)
        found.plan, found.sizes = planned, sizes
        found.read[:] = [0] * len(planned.steps)
        return CountingWriter(planned).write()


def _size(rows: New) -> int:
    return len(rows) if isinstance(rows, set) else sum(map(len, rows.values()))
