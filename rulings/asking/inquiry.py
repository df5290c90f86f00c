"""One question to one table.

In: a question as read, the evaluation of a table, the words of the rulebook. Out: a `Finding`:
verdict, sentence and bindings, and the explanation when asked for. Guarantee: what is said is
said of the question as understood; a which-question lists sure answers apart from possible ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulings.asking.answer import Binding, Evidence, Means, Reason, Step, Turning, Verdict
from rulings.asking.evaluation import Demand, Evaluation
from rulings.asking.existence import existence, grounded
from rulings.asking.goal import AGAINST, Goal
from rulings.asking.verdict import Judge
from rulings.engine.graph import reads
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, say, sentence
from rulings.explain.instances import instances
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    Condition,
    Constant,
    Literal,
    Program,
    Row,
    Value,
    Variable,
)
from rulings.rulebook.document import error
from rulings.rulebook.registry import Registry

if TYPE_CHECKING:
    from rulings.asking.evidence import Witness
    from rulings.explain.conditions import Conditions

# How many open answers are named, and how many are weighed by every way to supply the facts.
_NAMED, _WEIGHED = 5, 40


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about a question."""

    understood_as: str
    reason: Reason
    say: str
    bindings: tuple[Binding, ...]
    number: int | None
    explain: Callable[[], Evidence]
    means: Means | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    """A question's model, the table it is of, and the words to speak of it."""

    judge: Judge
    evaluation: Evaluation
    lexicon: Lexicon
    registry: Registry
    weighed: bool

    def witness(self) -> Witness:
        """Return a new explainer; what it takes is imported with the first one."""
        from rulings.asking.evidence import Witness

        table = self.evaluation
        clauses = table.evaluators.clauses
        return Witness(self.judge, table.program, clauses, self.lexicon, self.registry)

    def weigh(
        self, literals: tuple[Literal, ...], witness: Witness | None = None
    ) -> tuple[Reason, Conditions | None]:
        """Judge ground literals; what is open for want of facts, by all ways to supply them."""
        reason = self.judge.all_of(literals)
        if reason is not Reason.MISSING or not self.weighed:
            return reason, None
        found = (witness or self.witness()).conditions(literals)
        match found.always:
            case "":
                return reason, found
            case "yes":
                return Reason.PROVED, found
            case "no":
                return (Reason.DENIED if self._is_denied(literals) else Reason.FAILED), found
            case other:
                return Reason(other), None

    def _is_denied(self, literals: tuple[Literal, ...]) -> bool:
        names = (literal.atom.predicate.removeprefix(AGAINST) for literal in literals)
        return any(self.judge.program.predicates[name].two_sided for name in names)


@dataclass(frozen=True, slots=True)
class _Decision:
    """What else can be found out about a yes/no question."""

    case: _Case
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
    case = _Case(judge, evaluation, lexicon, registry, weighed)
    if goal.ground:
        return _decide(goal.ground, case)
    if goal.exists:
        return _exists(goal, case)
    return _search(goal, case)


def _decide(literals: tuple[Literal, ...], case: _Case) -> Finding:
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


def _exists(goal: Goal, case: _Case) -> Finding:
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


def _search(question: Goal, case: _Case) -> Finding:
    judge, lexicon = case.judge, case.lexicon
    literals = tuple(c for c in question.body if isinstance(c, Literal))
    found: dict[Row, Reason] = {}
    witness: dict[Row, tuple[Literal, ...]] = {}
    for bound in instances(question.body, {}, judge.model, possibly=True):
        row = tuple(bound[variable.name] for variable in question.variables)
        reason = judge.all_of(question.body, bound)
        if row not in found or (reason is Reason.PROVED and found[row] is not Reason.PROVED):
            found[row] = reason
            witness[row] = tuple(grounded(literal, bound) for literal in literals)
    if len(literals) == len(question.body):
        _weigh_each(found, witness, case)
    sorts = _sorts(question.variables, literals, judge.program)
    bindings = tuple(
        Binding(
            tuple((v.name, value) for v, value in zip(question.variables, row, strict=True)),
            tuple(
                lexicon.names.display(value, sort) for value, sort in zip(row, sorts, strict=True)
            ),
            found[row],
        )
        for row in sorted(found, key=_ordered)
    )
    sure = [b for b in bindings if b.reason is Reason.PROVED]
    number = _number(question, sorts, sure, bindings, judge.program)
    reason = _overall(question, bindings, sure, number)
    shown = [witness[tuple(v for _, v in b.values)] for b in (sure or bindings)]

    def explain() -> Evidence:
        target = shown[0] if shown else literals
        return case.witness().evidence(target, reason)

    return Finding(
        _asked(question, literals, lexicon),
        reason,
        _listed(question, bindings, number, of_number=_asks_number(sorts, judge.program)),
        bindings,
        number,
        explain,
    )


def _ordered(row: Row) -> list[tuple[bool, Value]]:
    """Numbers come before text."""
    return [(isinstance(value, str), value) for value in row]


def _weigh_each(
    found: dict[Row, Reason], witness: dict[Row, tuple[Literal, ...]], case: _Case
) -> None:
    """Settle the rows that every way to supply the missing facts decides alike."""
    unsettled = [row for row, reason in found.items() if reason is Reason.MISSING]
    weigher = case.witness() if unsettled else None
    for row in sorted(unsettled, key=_ordered)[:_WEIGHED]:
        reason, _ = case.weigh(witness[row], weigher)
        if reason.verdict is Verdict.NO or reason is Reason.SILENT:
            del found[row]
        else:
            found[row] = reason


def _overall(
    question: Goal, bindings: tuple[Binding, ...], sure: list[Binding], number: int | None
) -> Reason:
    if sure or not bindings:
        return Reason.PROVED if sure or (question.count and number is not None) else Reason.FAILED
    reasons = [binding.reason for binding in bindings]
    return next(r for r in (Reason.MISSING, Reason.CONFLICT, Reason.PARADOX) if r in reasons)


def _number(
    question: Goal,
    sorts: tuple[str, ...],
    sure: list[Binding],
    bindings: tuple[Binding, ...],
    program: Program,
) -> int | None:
    """The number asked for: the one integer that a slot has, or how many answers there are."""
    if _asks_number(sorts, program):
        if len(bindings) == 1 and sure:
            value = sure[0].values[0][1]
            return value if isinstance(value, int) else None
        return None
    return len(sure) if question.count and len(sure) == len(bindings) else None


def _asks_number(sorts: tuple[str, ...], program: Program) -> bool:
    return len(sorts) == 1 and _is_integer(sorts[0], program)


def _listed(
    question: Goal, bindings: tuple[Binding, ...], number: int | None, *, of_number: bool
) -> str:
    sure = [_row(b.names) for b in bindings if b.reason is Reason.PROVED]
    maybe = [_row(b.names) for b in bindings if b.reason is not Reason.PROVED]
    if number is not None:
        listing = f": {join(sure)}" if question.count and sure and sure != [str(number)] else ""
        return f"{number}{listing}."
    if not sure and len(maybe) > _NAMED:
        return f"Nothing for certain. {len(maybe)} depend, such as {join(maybe[:_NAMED])}."
    nothing = "No number is known." if of_number else "Nothing."
    least = f"At least {len(sure)}: " if question.count and maybe and not of_number else ""
    said = f"{least}{join(sure)}." if sure else ("Nothing for certain." if maybe else nothing)
    if len(maybe) > _NAMED:
        return f"{said} And {len(maybe)} more depend on what is not known."
    return f"{said} Perhaps also {join(maybe)}." if maybe else said


def _row(names: tuple[str, ...]) -> str:
    """Return the values of one answer: "Ana", "Ana: 28"."""
    first, *rest = names or ("",)
    return f"{first}: {', '.join(rest)}" if rest else first


def join(names: Iterable[str]) -> str:
    """Return "a, b and c"."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def _said(literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    return sentence(_clause(literals, lexicon))


def _clause(literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    return join(say(literal.atom, lexicon, literal.negated) for literal in literals)


def _asked(question: Goal, literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    which = "how many" if question.count else "which"
    parts = (say(literal.atom, lexicon, literal.negated, which) for literal in literals)
    return " and ".join(parts) + "?"


def _roots(goal: Goal, program: Program) -> frozenset[str]:
    """What a goal reads; of a two-sided predicate both sides, for the explanation."""
    names = {name.removeprefix(AGAINST) for name, _ in reads(goal.body)}
    sides = {AGAINST + name for name in names if program.predicates[name].two_sided}
    return frozenset(names | sides)


def demanded(body: Iterable[Condition], program: Program) -> Demand:
    """The input values that a question gives to predicates with `in` columns.

    Raises RulingsError (RUL561) when it gives none.
    """
    demand: dict[str, frozenset[Row]] = {}
    for literal in body:
        if not isinstance(literal, Literal):
            continue
        name = literal.atom.predicate.removeprefix(AGAINST)
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


def _sorts(
    variables: tuple[Variable, ...], literals: tuple[Literal, ...], program: Program
) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for name, sort in _columns(literals, program):
        if found.get(name, "any") == "any":
            found[name] = sort
    return tuple(found.get(variable.name, "any") for variable in variables)


def _columns(literals: tuple[Literal, ...], program: Program) -> Iterator[tuple[str, str]]:
    for literal in literals:
        name = literal.atom.predicate.removeprefix(AGAINST)
        declared = program.predicates.get(name) or BUILT_INS[name]
        for term, column in zip(literal.atom.terms, declared.columns, strict=True):
            if isinstance(term, Variable):
                yield term.name, column.sort


def _is_integer(sort: str, program: Program) -> bool:
    from rulings.rulebook.fact_tables import holds_integers

    return holds_integers(sort, program.sorts)
