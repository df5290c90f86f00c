"""Programs for other engines.

In: a checked program and the name of a dialect. Out: its text for that engine. Guarantee: what
the dialect cannot say is a diagnostic, never silently left out. Denials, overrides, `forall`
and completed states are lowered first, so that every dialect sees plain rules and facts.
"""

from __future__ import annotations

from importlib import import_module

from rulings.engine.store.relation import in_order
from rulings.export.dialect import Dialect, PrintedNames
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Comparison,
    Condition,
    Literal,
    Operation,
    Program,
    Row,
    Rule,
)
from rulings.logic.completion import check_reach, complete
from rulings.logic.lowered import LoweredProgram, denied_as, stated_as
from rulings.logic.lowering import lower
from rulings.records import dataclass
from rulings.rulebook.document import error, refusal, suggestion

DIALECTS = ("prolog", "clingo")


@dataclass(frozen=True, slots=True)
class Export:
    """What a dialect writes: lowered rules, completed facts, what is unknown."""

    lowered: LoweredProgram
    facts: tuple[tuple[PredicateId, tuple[Row, ...]], ...]
    unknown: tuple[tuple[PredicateId, tuple[Row, ...]], ...]


def export(program: Program, to: str) -> str:
    """Return `program` in the dialect `to`. Raises RulingsError (RUL571, RUL572)."""
    dialect = _dialect(to)
    lowered = lower(program, keep_forall=False)
    base = complete(program, {}, {})
    check_reach(base, program, program.predicates)
    facts = {name: set(stated.rows) for name, stated in program.facts.items()}
    facts |= {name: rows for name, rows in base.true.items() if rows}
    unknown = {
        name: rows - base.true.get(name, set())
        for name, rows in base.possible.items()
        if rows - base.true.get(name, set())
    }
    denied = tuple(
        (against, program.denials[name].rows)
        for name in sorted(program.denials, key=str)
        if (against := denied_as(program.predicates[name])) is not None
    )
    listed = Export(lowered, (*_ordered(program, facts), *denied), _ordered(program, unknown))
    problems = _problems(lowered, dialect, to)
    if problems:
        raise RulingsError(problems)
    return _text(listed, dialect, PrintedNames(lowered.predicates))


def _dialect(to: str) -> Dialect:
    if to not in DIALECTS:
        message = f'"{to}" is not an engine to export to.'
        raise refusal("RUL571", message, hint=suggestion(to, DIALECTS, "engine"))
    dialect: Dialect = import_module(f"rulings.export.to_{to}").DIALECT
    return dialect


def _ordered(
    program: Program, tables: dict[PredicateId, set[Row]]
) -> tuple[tuple[PredicateId, tuple[Row, ...]], ...]:
    return tuple(
        (
            stated_as(program.predicates[name]),
            tuple(in_order(tables[name])),
        )
        for name in sorted(tables, key=str)
    )


def _text(listed: Export, dialect: Dialect, names: PrintedNames) -> str:
    lowered = listed.lowered
    used = {rule.head.predicate for rule in lowered.rules}
    used |= {c.atom.predicate for r in lowered.rules for c in r.body if isinstance(c, Literal)}
    used |= {name for name, _ in (*listed.facts, *listed.unknown)}
    used -= set(BUILT_INS) | set(lowered.aggregates)
    lines = [f"% {text}" for text in dialect.notes]
    lines += dialect.header(
        {name: lowered.predicates[name] for name in sorted(used, key=str)}, names
    )
    for name, rows in listed.facts:
        lines += [dialect.fact(names[name], row) for row in rows]
    for name, rows in listed.unknown:
        lines += [dialect.unknown(names[name], row) for row in rows]
    for rule in lowered.rules:
        lines.append(dialect.rule(rule, lowered, names))
    return "\n".join(lines) + "\n"


def _problems(lowered: LoweredProgram, dialect: Dialect, to: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for rule in lowered.rules:
        for condition in rule.body:
            what = _unsayable(condition, dialect)
            if what:
                found.append(_cannot(to, what, rule))
    return found


def _unsayable(condition: Condition, dialect: Dialect) -> str:
    match condition:
        case Literal(atom):
            if atom.predicate in BUILT_INS and atom.predicate not in dialect.built_ins:
                return f"the built-in `{atom.predicate}`"
        case Comparison(_, left, right):
            for side in (left, right):
                if isinstance(side, Operation) and side.operator not in dialect.operators:
                    return f"the operation `{side.operator}`"
    return ""


def _cannot(to: str, what: str, rule: Rule) -> Diagnostic:
    hint = "Export to the other engine, or take this part out."
    return error("RUL572", f"{to} cannot say {what} (rule {rule.id}).", rule.span, hint)


__all__ = ["DIALECTS", "Export", "export"]
