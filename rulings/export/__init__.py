"""Programs for other engines.

In: a checked program and the name of a dialect. Out: its text for that engine. Guarantee: what
the dialect cannot say is a diagnostic, never silently left out. Denials, overrides, `forall`
and completed states are lowered first, so that every dialect sees plain rules and facts.
"""

from __future__ import annotations

from importlib import import_module

from rulings.engine.store.relation import in_order
from rulings.export.dialect import Dialect, PrintedNames, Unsayable
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
from rulings.logic.lowered import LoweredProgram, Recursion, denied_as, stated_as
from rulings.logic.lowering import lower
from rulings.records import dataclass
from rulings.rulebook.document import error, refusal, suggestion

DIALECTS = ("prolog", "clingo", "souffle", "pydatalog")


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
    names = PrintedNames(lowered.predicates)
    problems = _problems(listed, dialect, names, to)
    if problems:
        raise RulingsError(problems)
    return _text(listed, dialect, names)


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
    lines = [dialect.comment(text) for text in dialect.notes]
    lines += dialect.header(
        {name: lowered.predicates[name] for name in sorted(used, key=str)}, names
    )
    for name, rows in listed.facts:
        lines += [dialect.fact(names[name], row) for row in rows]
    for name, rows in listed.unknown:
        lines += [dialect.unknown(names[name], row) for row in rows]
    for rule in lowered.rules:
        lines.append(dialect.rule(rule, lowered, names))
    lines += dialect.footer(names)
    return "\n".join(lines) + "\n"


def _problems(listed: Export, dialect: Dialect, names: PrintedNames, to: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for name, rows in listed.unknown[:1]:
        try:
            dialect.unknown(str(name), rows[0])
        except Unsayable as missing:
            found.append(_cannot(to, str(missing), None))
    for rule in listed.lowered.rules:
        for condition in rule.body:
            what = _unsayable(condition, listed.lowered, dialect, names)
            if what:
                found.append(_cannot(to, what, rule))
    if not dialect.negative_recursion:
        from rulings.engine.run.stratify import stratify

        for stratum in stratify(listed.lowered):
            if stratum.recursion is Recursion.NEGATIVE:
                what = f"recursion through `not` ({', '.join(map(str, stratum.predicates[:4]))})"
                found.append(_cannot(to, what, stratum.rules[0]))
    return found


def _unsayable(
    condition: Condition, lowered: LoweredProgram, dialect: Dialect, names: PrintedNames
) -> str:
    match condition:
        case Literal(atom):
            if atom.predicate in BUILT_INS and atom.predicate not in dialect.built_ins:
                return f"the built-in `{atom.predicate}`"
            table = lowered.aggregates.get(atom.predicate)
            if table is not None:
                try:
                    dialect.aggregate(atom, table, lowered, names)
                except Unsayable as missing:
                    return str(missing)
        case Comparison(_, left, right):
            for side in (left, right):
                if isinstance(side, Operation) and side.operator not in dialect.operators:
                    return f"the operation `{side.operator}`"
    return ""


def _cannot(to: str, what: str, rule: Rule | None) -> Diagnostic:
    where = f" (rule {rule.id})" if rule is not None else ""
    span = rule.span if rule is not None else None
    hint = "Export to prolog, which says the most, or take this part out."
    return error("RUL572", f"{to} cannot say {what}{where}.", span, hint)


__all__ = ["DIALECTS", "Export", "export"]
