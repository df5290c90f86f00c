"""One question to one table.

In: a question as read, the evaluation of a table, the words of the rulebook. Out: a `Finding`:
verdict, sentence and bindings, and the explanation when asked for. Guarantee: what is said is
said of the question as understood; a which-question lists sure answers apart from possible ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulings.asking.answer import Reason, Step, Turning, Verdict
from rulings.asking.case import Case, Finding
from rulings.asking.evaluation import Demand, Evaluation
from rulings.asking.existence import existence
from rulings.asking.goal import Goal
from rulings.asking.listing import search
from rulings.asking.telling import join
from rulings.asking.verdict import Judge
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, say, sentence
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against, base_of
from rulings.language.program import (
    Condition,
    Constant,
    Literal,
    Program,
    Row,
    Variable,
)
from rulings.logic.graph import reads
from rulings.rulebook.document import error
from rulings.rulebook.registry import Registry

if TYPE_CHECKING:
    from rulings.explain.settling import Conditions


@dataclass(frozen=True, slots=True)
class _Decision:
    """What else can be found out about a yes/no question."""

    case: Case
    literals: tuple[Literal, ...]
    found: Conditions | None

    def alternatives(self, limit: int) -> tuple[Step, ...]:
        """Return proofs that differ in their last step."""
        witness = self.case.witness()
        if len(self.literals) != 1 or self.found is not None:
            return witness.evidence(self.literals, Reason.PROVED, self.found).steps
        return witness.alternatives(self.literals[0], limit)

    def flip(self) -> Turning:
        """Return the smallest changes that turn the verdict around."""
        return self.case.witness().flip(self.literals, self.case.evaluation)

    def certificate(self, rulebook: Mapping[str, str]) -> dict[str, object]:
        """Return a proof that can be checked without the engine."""
        witness = self.case.witness()
        return witness.certificate(self.literals, self.case.evaluation, rulebook, self.found)


def inquire(
    goal: Goal,
    evaluation: Evaluation,
    lexicon: Lexicon,
    registry: Registry,
    *,
    weighed: bool = True,
) -> Finding:
    """Decide a question; unless `weighed`, what is open stays open whatever is supplied."""
    program = evaluation.evaluators.shelf.outline
    model = evaluation.model(_roots(goal, program), demanded(goal.body, program))
    judge = Judge(program, model, evaluation.evaluators.shelf)
    case = Case(judge, evaluation, lexicon, registry, weighed)
    if goal.ground:
        return _decide(goal.ground, case)
    if goal.exists:
        return _exists(goal, case)
    return search(goal, case)


def _decide(literals: tuple[Literal, ...], case: Case) -> Finding:
    lexicon = case.lexicon
    reason, found = case.weigh(literals)
    match reason:
        case Reason.PROVED:
            said = _said(literals, lexicon)
        case Reason.FAILED | Reason.DENIED:
            no = [one for one in literals if case.judge.literal(one).verdict is Verdict.NO]
            no = no or list(literals)
            said = _said((replace(no[0], negated=not no[0].negated),), lexicon)
        case _:
            said = _OPEN[reason].format(clause=_clause(literals, lexicon))
    return Finding(
        " and ".join(ask(one.atom, lexicon, one.negated).rstrip("?") for one in literals) + "?",
        reason,
        said,
        (),
        None,
        lambda: case.witness().evidence(literals, reason, found),
        _Decision(case, literals, found),
    )


_OPEN = {
    Reason.MISSING: "Whether {clause} depends on what is not known.",
    Reason.PARADOX: "The rules run in a circle on whether {clause}.",
    Reason.CONFLICT: "The rules disagree on whether {clause}, and none goes before.",
    Reason.SILENT: "No rule says whether {clause}.",
}


def _exists(goal: Goal, case: Case) -> Finding:
    """Decide whether any values satisfy conditions, or when that is denied, whether none do."""
    lexicon, judge = case.lexicon, case.judge
    found = existence(goal.body, judge)
    reason = _TURNED.get(found.reason, found.reason) if goal.denied else found.reason
    told = tuple(c for c in goal.body if isinstance(c, Literal))
    asked = _clause(told, lexicon)
    match found.reason:
        case Reason.PROVED:
            said = _said(found.literals, lexicon)
        case Reason.FAILED | Reason.DENIED:
            said = _said(found.failing, lexicon) if found.failing else f"Not so: {asked}."
        case _:
            said = _OPEN[found.reason].format(clause=_clause(found.literals or told, lexicon))
    return Finding(
        f"is it {'not ' if goal.denied else ''}so that {asked}?",
        reason,
        said,
        (),
        None,
        lambda: case.witness().evidence(found.literals or told, found.reason),
    )


_TURNED = {
    Reason.PROVED: Reason.FAILED,
    Reason.FAILED: Reason.PROVED,
    Reason.DENIED: Reason.PROVED,
}


def _said(literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    return sentence(_clause(literals, lexicon))


def _clause(literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    return join(say(literal.atom, lexicon, literal.negated) for literal in literals)


def _roots(goal: Goal, program: Program) -> frozenset[PredicateId]:
    """What a goal reads; of a two-sided predicate both sides, for the explanation."""
    names = {base_of(name) for name, _ in reads(goal.body)}
    sides = (against(name) for name in names if program.predicates[name].two_sided)
    return frozenset((*names, *sides))


def demanded(body: Iterable[Condition], program: Program) -> Demand:
    """The input values that a question gives to predicates with `in` columns.

    Raises RulingsError (RUL561) when it gives none.
    """
    demand: dict[PredicateId, frozenset[Row]] = {}
    for literal in body:
        if not isinstance(literal, Literal):
            continue
        name = base_of(literal.atom.predicate)
        predicate = program.predicates.get(name)
        columns = predicate.columns if predicate is not None else ()
        inputs = [
            (column, term)
            for column, term in zip(columns, literal.atom.terms, strict=False)
            if column.is_input
        ]
        for column, term in inputs:
            if isinstance(term, Variable):
                message = f"The column {column.name} of `{name}` is an input: it needs a value."
                raise RulingsError([error("RUL561", message, literal.atom.span, "Name one.")])
        if inputs:
            row = tuple(term.value for _, term in inputs if isinstance(term, Constant))
            demand[name] = demand.get(name, frozenset()) | {row}
    return demand
