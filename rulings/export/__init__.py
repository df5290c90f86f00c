"""Programs for other engines.

In: a checked program and the name of a dialect. Out: its text for that engine. Guarantee: what
the dialect cannot say is a diagnostic, never silently left out. Denials, overrides, `forall`
and completed states are lowered first, so that every dialect sees plain rules and facts.
"""

from __future__ import annotations

from rulings.engine.store.relation import in_order
from rulings.export.dialect import Dialect
from rulings.export.to_clingo import Clingo
from rulings.export.to_prolog import Prolog
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Comparison, Condition, Literal, Operation, Program, Row
from rulings.logic.completion import check_reach, complete
from rulings.logic.lowered import denied_as, stated_as
from rulings.logic.lowering import lower
from rulings.rulebook.document import error, refusal, suggestion

DIALECTS: dict[str, type[Dialect]] = {"prolog": Prolog, "clingo": Clingo}
Listed = tuple[tuple[PredicateId, tuple[Row, ...]], ...]
"""Predicates with rows of theirs, in the order in which they are written."""


def export(program: Program, to: str) -> str:
    """Return `program` in the dialect `to`. Raises RulingsError (RUL571, RUL572)."""
    if to not in DIALECTS:
        message = f'"{to}" is not an engine to export to.'
        raise refusal("RUL571", message, hint=suggestion(to, DIALECTS, "engine"))
    dialect = DIALECTS[to](lower(program, keep_forall=False))
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
    problems = [
        error("RUL572", f"{to} cannot say {what} (rule {rule.id}).", rule.span)
        for rule in dialect.lowered.rules
        for condition in rule.body
        if (what := _unsayable(condition, dialect))
    ]
    if problems:
        raise RulingsError(problems)
    return _text(dialect, (*_ordered(program, facts), *denied), _ordered(program, unknown))


def _ordered(program: Program, tables: dict[PredicateId, set[Row]]) -> Listed:
    return tuple(
        (stated_as(program.predicates[name]), tuple(in_order(tables[name])))
        for name in sorted(tables, key=str)
    )


def _text(dialect: Dialect, facts: Listed, unknown: Listed) -> str:
    lowered = dialect.lowered
    used = {rule.head.predicate for rule in lowered.rules}
    used |= {c.atom.predicate for r in lowered.rules for c in r.body if isinstance(c, Literal)}
    used |= {name for name, _ in (*facts, *unknown)}
    used -= set(BUILT_INS) | set(lowered.aggregates)
    lines = [f"% {text}" for text in dialect.notes]
    lines += dialect.header(sorted(used, key=str))
    for name, rows in facts:
        lines += [dialect.fact(name, row) for row in rows]
    for name, rows in unknown:
        lines += [dialect.unknown(name, row) for row in rows]
    lines += map(dialect.rule, lowered.rules)
    return "\n".join(lines) + "\n"


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
