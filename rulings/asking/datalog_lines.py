"""Lines that change or ask a table in Datalog, and what a statement does to it.

In: a line, the program it speaks of. Out: the `Statement`s and `Goal`s that English lines
become as well. Guarantee: predicates are declared, arities and types agree, variables are
bound; everything else is a diagnostic with the nearest name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulings.asking.goal import Goal, goal_of
from rulings.english.names import Names
from rulings.english.reading import DatalogChange, DatalogQuery, Question, Statement
from rulings.expressions import expression
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Condition, Constant, Literal, Program, Variable
from rulings.language.sorts import SortLattice
from rulings.language.source import NOWHERE, Source, Span
from rulings.records import replace
from rulings.rulebook.document import error

_SEVERAL = expression(r"\)\s*,\s*\w+\(")
_ONE_BY_ONE = "End each fact with a full stop: `p(a). q(b).`"
_FACT = expression(r"(?:not\s+)?([a-z]\w*)\s*(\(.*\))?\s*\.", re.DOTALL)


def is_datalog(text: str, program: Program) -> bool:
    """Return whether a line is a fact of the rule language rather than a sentence."""
    found = _FACT.fullmatch(text.strip())
    return found is not None and (found[2] is not None or found[1] in program.predicates)


def read_change(change: DatalogChange, span: Span | None, program: Program) -> Statement:
    """Read a fact or falsehood. Raises RulingsError with what is wrong, at its place."""
    from rulings.language.checks.facts import check_group
    from rulings.language.checks.types import Types
    from rulings.language.fact_lines import FactTable
    from rulings.language.parse import parse
    from rulings.language.syntax import RuleStatement

    unit, problems = parse(Source("fact", change.text))
    types = Types(program.predicates, SortLattice(program.sorts), problems)
    denied = FactTable(unit.source)
    for one in unit.statements:
        match one:
            case RuleStatement(head, (), denial=True) if denied.add(head, head.span):
                pass
            case _:
                hint = "State a fact such as `p(a).`."
                problems.append(error("RUL563", "This is no fact.", hint=hint))
    facts, denials = (
        tuple(
            Atom.of(group.predicate, row, span or NOWHERE)
            for group in groups
            if check_group(group, program.predicates, types, problems)
            for row in group.rows
        )
        for groups in (unit.facts, denied.finish())
    )
    if any(problem.severity is Severity.ERROR for problem in problems):
        several = _SEVERAL.search(change.text) is not None
        told = [replace(one, hint=_ONE_BY_ONE) if several else one for one in problems]
        raise RulingsError([replace(one, span=span or one.span) for one in told])
    return Statement(facts, denials)


def read_body(text: str, program: Program) -> tuple[Condition, ...]:
    """Read conditions. Raises RulingsError with everything that is wrong with them."""
    from rulings.language.checks.binding import BindingCheck
    from rulings.language.checks.normalise import Normaliser
    from rulings.language.checks.types import Types
    from rulings.language.parse import parse_query

    surface, problems = parse_query(Source("question", text.strip()))
    body = Normaliser(program.predicates, problems, program.clocks).query(surface)
    if not problems:
        Types(program.predicates, SortLattice(program.sorts), problems).rule(None, body)
        BindingCheck(program.predicates, problems).rule(None, body)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise RulingsError(problems)
    return body


def fact_line(atom: Atom, falsehood: bool, program: Program) -> str:
    """Return a statement as the rule language writes it, quoted as its columns want it."""
    return fact_lines([(atom, falsehood)], program)[0]


def fact_lines(atoms: Iterable[tuple[Atom, bool]], program: Program) -> tuple[str, ...]:
    """Return facts and falsehoods as the rule language writes them."""
    from rulings.language.writing import write_row

    lattice = SortLattice(program.sorts)
    marks: dict[PredicateId, list[bool]] = {}
    found = []
    for atom, falsehood in atoms:
        name = atom.predicate
        if name not in marks:
            columns = program.predicates[name].columns
            marks[name] = [lattice.quoted(column.sort) for column in columns]
        row = atom.row
        told = program.predicates[name].twin_of or str(name)
        found.append(f"{'not ' * falsehood}{write_row(told, row, marks[name])}.")
    return tuple(found)


def query_of(goal: str) -> DatalogQuery:
    """Return the question that a Datalog goal asks, with or without its `?-`."""
    return DatalogQuery(goal if goal.lstrip().startswith("?-") else f"?- {goal}")


def goal_asked(question: Question, program: Program, names: Names) -> Goal:
    """Return the goal of a question. Raises RulingsError with all that is wrong with Datalog."""
    if not isinstance(question, DatalogQuery):
        return goal_of(question, program)
    body = read_body(question.text, program)
    unknown = list(_unknown_things(body, program, names))
    if unknown:
        raise RulingsError(unknown)
    variables = dict.fromkeys(v for c in body for v in _visible(c) if v.name[0] != "_")
    return Goal(body, tuple(variables))


def _visible(condition: Condition) -> Iterator[Variable]:
    """The variables of a condition in order, those inside braces left out."""
    match condition:
        case Literal(atom):
            yield from (term for term in atom.terms if isinstance(term, Variable))
        case _:
            for side in ("left", "right", "target"):
                term = getattr(condition, side, None)
                if isinstance(term, Variable):
                    yield term


def _unknown_things(
    body: tuple[Condition, ...], program: Program, names: Names
) -> Iterator[Diagnostic]:
    """Report constants of an open type that nothing mentions: a misspelt name is never a no."""
    for condition in body:
        if not isinstance(condition, Literal):
            continue
        name = base_of(condition.atom.predicate)
        predicate = program.predicates.get(name)
        if predicate is None:
            continue
        for term, column in zip(condition.atom.terms, predicate.columns, strict=True):
            if not isinstance(term, Constant) or not names.sorts.is_thing(column.sort):
                continue
            if not names.sorts_of(term.value) and names.label(term.value) is None:
                near = names.near(str(term.value), column.sort, 1)
                hint = f"Did you mean `{near[0][0]}`?" if near else "State a fact about it first."
                message = f"Nothing is known of `{term.value}`."
                yield error("RUL559", message, condition.atom.span, hint)
