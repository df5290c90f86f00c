"""Printed clauses and the rules that encode them.

In: a program and the clauses of its registry. Out: problems. Guarantee: without problems every
citation names a clause, every clause is cited or says why not, and every rule cites one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.places import name_place
from rulings.language.program import Program
from rulings.language.source import Span
from rulings.language.suggest import did_you_mean

Clauses = Mapping[str, tuple[str, Span | None]]
"""Each clause id (`document/clause`) with its `unmodelled` reason, or "", and its place."""


def check_clauses(
    program: Program,
    clauses: Clauses,
    *,
    exempt: Callable[[Span], bool] = lambda span: False,
) -> Iterator[Diagnostic]:
    """Compare citations and clauses; `exempt` says which rules need not cite (libraries)."""
    cited: dict[str, Span] = {}
    for holder in (*program.rules, *program.predicates.values(), *program.sorts.values()):
        for clause in holder.clauses:
            cited.setdefault(clause, holder.span)
            if clause not in clauses:
                hint = did_you_mean(clause, clauses)
                suggestion = hint if hint.startswith("Did") else ""
                place = name_place(holder.span, clause)
                yield diagnose("RUL361", place, suggestion=suggestion, name=clause)
    for rule in program.rules:
        if not rule.clauses and not exempt(rule.span):
            yield diagnose("RUL363", rule.span)
    for clause, (reason, span) in clauses.items():
        if reason and clause in cited:
            yield diagnose("RUL364", span or cited[clause], name=clause)
        elif not reason and clause not in cited:
            yield diagnose("RUL362", span, name=clause)
