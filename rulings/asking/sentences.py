"""Lines that change or ask a table in Datalog, and what a statement does to it.

In: a line, the program it speaks of. Out: the `Statement`s and `Goal`s that English lines
become as well. Guarantee: predicates are declared, arities and types agree, variables are
bound; everything else is a diagnostic with the nearest name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulings.asking.goal import Goal
from rulings.english.names import Names
from rulings.english.reading import DatalogChange, Statement
from rulings.language.diagnostics import Diagnostic, Note, RulingsError, Severity
from rulings.language.predicates import base_of
from rulings.language.program import (
    Atom,
    Condition,
    Constant,
    Literal,
    Program,
    Role,
    Row,
    Variable,
)
from rulings.language.source import NOWHERE, Source, Span
from rulings.rulebook.document import error
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import Line
from rulings.rulebook.stated import Stated, row_of

if TYPE_CHECKING:
    from rulings.language.syntax import FactGroup, RuleStatement

_FACT = re.compile(r"(?:not\s+)?([a-z]\w*)\s*(\(.*\))?\s*\.", re.DOTALL)


def is_datalog(text: str, program: Program) -> bool:
    """Return whether a line is a fact of the rule language rather than a sentence."""
    found = _FACT.fullmatch(text.strip())
    return found is not None and (found[2] is not None or found[1] in program.predicates)


def read_change(change: DatalogChange, span: Span | None, program: Program) -> Statement:
    """Read a fact or falsehood. Raises RulingsError with what is wrong, at its place."""
    from rulings.language.checks.facts import check_group
    from rulings.language.checks.types import Types
    from rulings.language.parse import parse
    from rulings.language.sorts import Lattice
    from rulings.language.syntax import RuleStatement

    unit, problems = parse(Source("fact", change.text))
    types = Types(program.predicates, Lattice(program.sorts), problems)
    facts: list[Atom] = []
    denials: list[Atom] = []
    for group in unit.facts:
        if check_group(group, program.predicates, types, problems):
            facts += [_atom(group.predicate, row, span) for row in group.rows]
    for statement in unit.statements:
        denied = _group(statement) if isinstance(statement, RuleStatement) else None
        if denied is None:
            message = "This is no fact."
            problems.append(error("RUL563", message, hint="State a fact such as `p(a).`."))
        elif check_group(denied, program.predicates, types, problems):
            denials += [_atom(denied.predicate, row, span) for row in denied.rows]
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise RulingsError([_at(span, problem) for problem in problems])
    return Statement(tuple(facts), tuple(denials))


def read_body(text: str, program: Program) -> tuple[Condition, ...]:
    """Read conditions. Raises RulingsError with everything that is wrong with them."""
    from rulings.language.checks.binding import Binding
    from rulings.language.checks.normalise import Normaliser
    from rulings.language.checks.types import Types
    from rulings.language.parse import parse_query
    from rulings.language.sorts import Lattice

    surface, problems = parse_query(Source("question", text.strip()))
    body = Normaliser(program.predicates, problems).query(surface, 0)
    if not problems:
        Types(program.predicates, Lattice(program.sorts), problems).rule(None, body)
        Binding(program.predicates, problems).rule(None, body)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise RulingsError(problems)
    return body


def read_goal(text: str, program: Program, names: Names) -> Goal:
    """Read the conditions after `?-`. Raises RulingsError with everything that is wrong."""
    body = read_body(text, program)
    unknown = list(_unknown_things(body, program, names))
    if unknown:
        raise RulingsError(unknown)
    variables = dict.fromkeys(v for c in body for v in _visible(c) if v.name[0] != "_")
    return Goal(body, tuple(variables))


def apply(
    stated: Stated,
    changes: Statement,
    program: Program,
    rules: Shelf,
    *,
    withdraw: bool,
    line: Line | None,
) -> tuple[Stated, list[Diagnostic]]:
    """State or withdraw facts and falsehoods; also return what the speaker should know.

    Raises RulingsError (RUL557) when something is withdrawn that was never stated, and RUL558
    when a conclusion of the rules is stated to be false.
    """
    noticed: list[Diagnostic] = []
    for atoms, falsehood in ((changes.facts, False), (changes.denials, True)):
        for written in atoms:
            atom = written if line is None else replace(written, span=line.span)
            predicate = program.predicates[atom.predicate]
            if withdraw:
                if not stated.states(atom, falsehood=falsehood):
                    raise RulingsError([_never_stated(atom, line)])
                stated = stated.withdraw(atom, falsehood=falsehood)
                continue
            if predicate.role is Role.DERIVED and falsehood:
                from rulings.language.catalogue import diagnose

                raise RulingsError([diagnose("RUL341", atom.span, name=atom.predicate)])
            if predicate.role is Role.DERIVED and rules.concluding(atom.predicate):
                noticed.append(_concluded(atom))
            elif predicate.functional and not falsehood and line is not None:
                _refuse_second_value(stated, atom, line)
            stated = stated.state(atom, falsehood=falsehood, predicate=predicate)
    return stated, noticed


def _refuse_second_value(stated: Stated, atom: Atom, line: Line) -> None:
    """One text must not give two values where there is one; a later text changes the value."""
    row = row_of(atom)
    for other, span in stated.facts.get(atom.predicate, {}).items():
        if other[:-1] == row[:-1] and other != row and span.source is line.span.source:
            from rulings.language.catalogue import diagnose

            key = ", ".join(str(value) for value in row[:-1]) or "the table"
            raise RulingsError(
                [
                    diagnose(
                        "RUL343",
                        line.span,
                        [Note("the other statement", span)],
                        predicate=atom.predicate,
                        key=f"`{key}`",
                        first=f"`{other[-1]}`",
                        second=f"`{row[-1]}`",
                    )
                ]
            )


def _never_stated(atom: Atom, line: Line | None) -> Diagnostic:
    said = line.text if line is not None else atom.predicate
    return error(
        "RUL557",
        f'"{said}" was not stated, so it cannot be forgotten.',
        atom.span if atom.span is not NOWHERE else None,
        "Say what is so instead, or `not …` for a falsehood.",
    )


def _concluded(atom: Atom) -> Diagnostic:
    message = f"`{atom.predicate}` is concluded by rules; what is stated stands beside them."
    span = atom.span if atom.span is not NOWHERE else None
    hint = "Describe the table instead, and let the rules conclude."
    return error("RUL558", message, span, hint)


def _group(statement: RuleStatement) -> FactGroup | None:
    """Return a falsehood as a group of one row, so that it is checked like a fact."""
    from array import array

    from rulings.language.syntax import FactGroup, FactSpans

    arguments = statement.head.arguments
    constants = [argument for argument in arguments if isinstance(argument, Constant)]
    if not statement.denial or statement.body or len(constants) != len(arguments):
        return None
    span = statement.head.span
    spans = FactSpans(span.source, array("q", [span.start]), array("q", [span.end]))
    quoted = tuple(constant.quoted for constant in constants)
    row = tuple(constant.value for constant in constants)
    return FactGroup(statement.head.predicate, quoted, (row,), spans)


def _atom(name: str, row: Row, span: Span | None) -> Atom:
    return Atom(name, tuple(Constant(value) for value in row), span or NOWHERE)


def _at(span: Span | None, problem: Diagnostic) -> Diagnostic:
    return problem if span is None else replace(problem, span=span)


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
