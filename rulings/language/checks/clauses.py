"""Printed clauses and the rules that encode them.

In: a program and the clauses of its registry. Out: problems. Guarantee: without problems every
citation names a clause, every clause is cited or says why not, and every rule cites one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Predicate, Program, Rule, Sort
from rulings.language.source import Span
from rulings.language.suggest import did_you_mean

Clauses = Mapping[str, tuple[str, Span | None]]
"""Each clause id (`document/clause`) with its `unmodelled` reason, or "", and its place."""


def check_clauses(
    programs: Sequence[Program],
    clauses: Clauses,
    *,
    exempt: Callable[[Span], bool] = lambda span: False,
) -> Iterator[Diagnostic]:
    """Compare the citations of all editions with the clauses.

    `exempt` says which rules need not cite (libraries, what the system declares).
    """
    cited: dict[str, Span] = {}
    uncited: dict[tuple[str, int], Span] = {}
    unknown: set[tuple[str, str, int]] = set()
    for program in programs:
        holders: list[Rule | Predicate | Sort] = [
            *program.rules,
            *program.predicates.values(),
            *program.sorts.values(),
        ]
        for holder in holders:
            for clause in holder.clauses:
                cited.setdefault(clause, holder.span)
                place = (clause, holder.span.source.name, holder.span.start)
                if clause not in clauses and place not in unknown:
                    unknown.add(place)
                    hint = did_you_mean(clause, clauses)
                    suggestion = hint if hint.startswith("Did") else ""
                    where = clause_place(holder.span, clause)
                    yield diagnose("RUL361", where, suggestion=suggestion, name=clause)
        for rule in program.rules:
            if not rule.clauses and not exempt(rule.span):
                uncited.setdefault((rule.span.source.name, rule.span.start), rule.span)
    for span in uncited.values():
        yield diagnose("RUL363", span)
    for clause, (reason, registered) in clauses.items():
        if reason and clause in cited:
            yield diagnose("RUL364", registered or cited[clause], name=clause)
        elif not reason and clause not in cited:
            yield diagnose("RUL362", registered, name=clause)


def clause_place(span: Span, clause: str) -> Span:
    """Where an annotation within `span` names the clause."""
    start = span.source.text.find(clause, span.start, span.end)
    return span if start < 0 else Span(span.source, start, start + len(clause))
