"""What FAQ cases show about a rulebook.

In: cases. Out: an `Observation` for each, in their order: the answer, the clauses that it rests
on, the rules that fired. Guarantee: plain values only, so that several processes can run the
cases; what is observed does not depend on how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulings.asking.answer import Answer
from rulings.asking.reason import Reason
from rulings.engine.run.model import Model
from rulings.engine.store.relation import Relation
from rulings.faq.cases import Case
from rulings.faq.runner import Runner
from rulings.faq.spread import Progress, spread
from rulings.language.builtins import BUILT_INS
from rulings.language.checks.dependencies import concluded_side
from rulings.language.matching import ground, unify
from rulings.language.nodes import literals_of
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Condition, Literal, Program, Rule
from rulings.logic.bounds import instances
from rulings.records import dataclass
from rulings.session import Session


@dataclass(frozen=True, slots=True)
class Observation:
    """What one case showed.

    `reason` is None when the question was not understood; `problem` then says why. The verdict
    rests on `clauses`; `fired` are rules whose conditions held in a model that the question needed,
    as far as earlier cases had not shown it already.
    """

    passed: bool = False
    reason: Reason | None = None
    say: str = ""
    answers: tuple[str, ...] = ()
    number: int | None = None
    clauses: tuple[str, ...] = ()
    fired: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    problem: str = ""


def observe(
    cases: Sequence[Case],
    *,
    start: Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Observation]:
    """Run cases and return what each showed; `progress` is told how many are done.

    The search for their rulebooks begins at `start`.
    """
    return spread(_Observer(), cases, start=start, jobs=jobs, progress=progress)


def asked_predicates(conditions: Iterable[Condition]) -> Iterator[str]:
    """Yield the predicates that the conditions of a question mention."""
    return (base_of(literal.atom.predicate) for literal in literals_of(conditions))


class _Observer:
    """Runs cases, and knows which rules have not fired yet."""

    def __init__(self) -> None:
        self.watches: dict[tuple[str | Path, str | None], _Watch] = {}

    def __call__(self, runner: Runner, case: Case) -> Observation:
        """Observe one case."""
        outcome = runner.run(case)
        answer = outcome.answer
        if answer is None:
            said = " ".join(d.message for d in outcome.diagnostics) or outcome.complaint
            return Observation(problem=said)
        key = (case.game, case.edition)
        if key not in self.watches:
            self.watches[key] = _Watch(runner.book(case).program)
        return _observation(answer, outcome.passed, self.watches[key], outcome.table)


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
        watch.fired(table.models if table is not None else (), proved),
        frozenset(asked_predicates(answer.goal.body)),
    )


class _Watch:
    """Watches which rules of a program fire; each is looked for until it has."""

    def __init__(self, program: Program) -> None:
        self.waiting: dict[PredicateId, dict[str, Rule]] = {}
        self.sides: dict[str, PredicateId] = {}
        for rule in program.rules:
            side = self.sides[rule.id] = concluded_side(rule, program.predicates)
            self.waiting.setdefault(side, {})[rule.id] = rule

    def fired(self, models: Iterable[Model], proved: Iterable[str]) -> frozenset[str]:
        """Return the rules that fire in some models and have not fired before."""
        found = {rule for rule in proved if rule in self.waiting.get(self.sides.get(rule, ""), ())}
        for model in models:
            for side, rules in self.waiting.items():
                relation = model.relation(side, possibly=False) if rules else None
                if relation:
                    found |= {name for name, rule in rules.items() if _fires(rule, relation, model)}
        for name in found:
            del self.waiting[self.sides[name]][name]
        return frozenset(found)


def _fires(rule: Rule, relation: Relation, model: Model) -> bool:
    """Return whether the conditions of a rule hold for some row that it concludes."""
    if not all(_has_rows(condition, model) for condition in rule.body):
        return False
    if not rule.body:
        return next(relation.match(ground(rule.head, {})), None) is not None
    for row in relation:
        bound = unify(rule.head.terms, row, {}) if relation.round_of(row) else None
        if bound is None:
            continue
        if next(instances(rule.body, bound, model, possibly=False), None) is not None:
            return True
    return False


def _has_rows(condition: Condition, model: Model) -> bool:
    """Return whether a condition can hold as far as the size of its relation tells."""
    if not isinstance(condition, Literal) or condition.negated:
        return True
    return condition.atom.predicate in BUILT_INS or bool(
        model.relation(condition.atom.predicate, possibly=False)
    )
