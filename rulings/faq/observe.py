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
from rulings.explain.instances import instances, relation_of, unify
from rulings.faq.cases import Case
from rulings.faq.run import Runner
from rulings.goal import AGAINST
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
    chunks = [list(chunk) for _, chunk in groupby(cases, _table)]
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


def _table(case: Case) -> tuple[str, str, str | None]:
    return case.span.source.name, case.game, case.edition


def _observed(
    chunks: Sequence[Sequence[Case]], setting: Setting, workers: int
) -> Iterator[list[Observation]]:
    if workers == 1:
        yield from (_observe_chunk(chunk, setting) for chunk in chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_observe_chunk, chunks, [setting] * len(chunks))


def _observe_chunk(cases: Sequence[Case], setting: Setting) -> list[Observation]:
    runner, watches = _kept(setting)
    found = []
    for case in cases:
        outcome = runner.run(case)
        answer = outcome.answer
        if answer is None:
            said = " ".join(d.message for d in outcome.diagnostics) or outcome.complaint
            found.append(replace(_NOTHING, problem=said))
            continue
        key = (case.game, case.edition)
        if key not in watches:
            watches[key] = _Watch(runner.book(case).program)
        found.append(_observation(answer, outcome.passed, watches[key], outcome.table))
    return found


@cache
def _kept(setting: Setting) -> tuple[Runner, dict[tuple[str, str | None], _Watch]]:
    """Return the rulebooks that a process has loaded and what it has seen their rules do."""
    return Runner(engine=setting.engine, start=setting.start), {}


_NOTHING = Observation(False, None, "", (), None, (), (), frozenset(), frozenset())


def _observation(
    answer: Answer, passed: bool, watch: _Watch, table: Session | None
) -> Observation:
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
        self.program = program
        self.waiting = {rule.id: rule for rule in program.rules}

    def fired(self, models: Iterable[Model], proved: Iterable[str]) -> frozenset[str]:
        """Return the rules that fire in some models and have not fired before."""
        found = {name for name in proved if self.waiting.pop(name, None) is not None}
        for model in models:
            new = [rule.id for rule in self.waiting.values() if _fires(rule, self.program, model)]
            for name in new:
                del self.waiting[name]
            found.update(new)
        return frozenset(found)


def _fires(rule: Rule, program: Program, model: Model) -> bool:
    """Return whether the conditions of a rule hold for some row that it concludes."""
    name = rule.head.predicate
    if program.predicates[name].two_sided:
        name = f"{'against' if rule.denies else 'for'} {name}"
    relation = relation_of(model, name, possibly=False)
    for row in relation or ():
        bound = unify(rule.head.terms, row, {})
        if bound is not None and next(
            instances(rule.body, bound, model, possibly=False), None
        ) is not None:
            return True
    return False
