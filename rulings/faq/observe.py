"""What FAQ cases show about a rulebook.

In: cases. Out: an `Observation` for each, in their order: the answer, the clauses and rules of
its explanation, the rules that fired. Guarantee: plain values only, so that the cases can be
run by several processes; what is observed does not depend on how many.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from rulings.answer import Answer, Reason
from rulings.engine.model import Model
from rulings.engine.relation import Relation
from rulings.explain.instances import Bound, ground, instances, relation_of, unify
from rulings.faq.cases import Case
from rulings.faq.run import Runner
from rulings.goal import AGAINST
from rulings.language.builtins import BUILT_INS
from rulings.language.program import Aggregate, Condition, ForAll, Literal, Program, Rule
from rulings.session import Session

FEW = 40
"""So many cases are run faster by one process than by several that must be started."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Observation:
    """What one case showed.

    `reason` is None when the question was not understood; `problem` then says why. `clauses`
    and `rules` stand in the explanation; `fired` are rules whose conditions held in a model
    that the question needed, as far as earlier cases had not shown it already.
    """

    passed: bool
    reason: Reason | None
    say: str
    answers: tuple[str, ...]
    number: int | None
    clauses: tuple[str, ...]
    rules: tuple[str, ...]
    fired: frozenset[str]
    asked: frozenset[str]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """How cases are run: the engine, and where the search for rulebooks begins."""

    engine: str = "native"
    start: Path | None = None


def observe(
    cases: Sequence[Case],
    setting: Setting | None = None,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Observation]:
    """Run cases and return what each showed; `progress` is told how many are done."""
    chosen = setting or Setting()
    chunks = [list(chunk) for _, chunk in groupby(cases, _file)]
    workers = min(jobs or cores(), len(chunks)) if len(cases) > FEW else 1
    found: list[Observation] = []
    for chunk in _observed(chunks, chosen, workers):
        found += chunk
        if progress is not None:
            progress(len(found), len(cases))
    return found


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def asked_predicates(conditions: Iterable[Condition]) -> Iterator[str]:
    """Yield the predicates that the conditions of a question mention."""
    for condition in conditions:
        match condition:
            case Literal(atom):
                yield atom.predicate.removeprefix(AGAINST)
            case Aggregate(_, _, _, body):
                yield from asked_predicates(body)
            case ForAll(_, given, goal):
                yield from asked_predicates((*given, goal))


def _file(case: Case) -> str:
    return case.span.source.name


def _observed(
    chunks: Sequence[Sequence[Case]], setting: Setting, workers: int
) -> Iterator[list[Observation]]:
    if workers == 1:
        observer = _Observer(setting)
        yield from (observer.chunk(chunk) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_observe_chunk, chunks, [setting] * len(chunks))


def _observe_chunk(cases: Sequence[Case], setting: Setting) -> list[Observation]:
    return _observer(setting).chunk(cases)


@cache
def _observer(setting: Setting) -> _Observer:
    """Return the observer of a worker process, which keeps what it has loaded."""
    return _Observer(setting)


class _Observer:
    """Runs cases, and knows which rules have not fired yet."""

    def __init__(self, setting: Setting) -> None:
        self.runner = Runner(engine=setting.engine, start=setting.start)
        self.watches: dict[tuple[str, str | None], _Watch] = {}

    def chunk(self, cases: Iterable[Case]) -> list[Observation]:
        """Observe some cases."""
        return [self.one(case) for case in cases]

    def one(self, case: Case) -> Observation:
        """Observe one case."""
        outcome = self.runner.run(case)
        answer = outcome.answer
        if answer is None:
            said = " ".join(d.message for d in outcome.diagnostics) or outcome.complaint
            return replace(_NOTHING, problem=said)
        key = (case.game, case.edition)
        if key not in self.watches:
            self.watches[key] = _Watch(self.runner.book(case).program)
        return _observation(answer, outcome.passed, self.watches[key], outcome.table)


_NOTHING = Observation(False, None, "", (), None, (), (), frozenset(), frozenset())


def _observation(answer: Answer, passed: bool, watch: _Watch, table: Session | None) -> Observation:
    steps = [step for root in answer.explanation for step in root.walk()]
    proved = {step.rule for step in steps if step.kind == "derived" and step.rule}
    return Observation(
        passed,
        answer.reason,
        answer.say,
        tuple(", ".join(b.names) for b in answer.bindings if b.reason is Reason.PROVED),
        answer.number,
        answer.clauses,
        tuple(dict.fromkeys(step.rule for step in steps if step.rule)),
        watch.fired(table.models if table is not None else (), proved),
        frozenset(asked_predicates(answer.goal.body)),
    )


class _Watch:
    """Watches which rules of a program fire; each is looked for until it has."""

    def __init__(self, program: Program) -> None:
        self.waiting: dict[str, dict[str, Rule]] = {}
        self.sides: dict[str, str] = {}
        for rule in program.rules:
            side = self.sides[rule.id] = _concluded(rule, program)
            self.waiting.setdefault(side, {})[rule.id] = rule

    def fired(self, models: Iterable[Model], proved: Iterable[str]) -> frozenset[str]:
        """Return the rules that fire in some models and have not fired before."""
        found = {rule for rule in proved if rule in self.waiting.get(self.sides.get(rule, ""), ())}
        for model in models:
            for side, rules in self.waiting.items():
                relation = relation_of(model, side, possibly=False) if rules else None
                if relation:
                    found |= {name for name, rule in rules.items() if _fires(rule, relation, model)}
        for name in found:
            del self.waiting[self.sides[name]][name]
        return frozenset(found)


def _concluded(rule: Rule, program: Program) -> str:
    """Return the relation that a rule adds to: of a two-sided predicate, one side."""
    name = rule.head.predicate
    if not program.predicates[name].two_sided:
        return name
    return f"{'against' if rule.denies else 'for'} {name}"


def _fires(rule: Rule, relation: Relation, model: Model) -> bool:
    """Return whether the conditions of a rule hold for some row that it concludes."""
    if not all(_has_rows(condition, model) for condition in rule.body):
        return False
    if not rule.body:
        return next(relation.match(ground(rule.head, {})), None) is not None
    for row in relation:
        bound = unify(rule.head.terms, row, {}) if relation.round_of(row) else None
        if bound is not None and _holds(rule, bound, model):
            return True
    return False


def _has_rows(condition: Condition, model: Model) -> bool:
    """Return whether a condition can hold as far as the size of its relation tells."""
    if not isinstance(condition, Literal) or condition.negated:
        return True
    return condition.atom.predicate in BUILT_INS or bool(
        relation_of(model, condition.atom.predicate, possibly=False)
    )


def _holds(rule: Rule, bound: Bound, model: Model) -> bool:
    return next(instances(rule.body, bound, model, possibly=False), None) is not None
