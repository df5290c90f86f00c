"""Printed clauses and the rules that encode them.

In: a program and the clauses of its registry. Out: problems. Guarantee: without problems every
citation names a clause, every clause is cited or says why not, and every rule cites one, or
helps one that does: its predicate has no sentence, no rule of it cites a clause, and a rule that
does reads it, directly or through other helpers. An answer cites a helper's clause by its reader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from rulings.language.catalogue import diagnose
from rulings.language.checks.dependencies import predicates_read
from rulings.language.components import reached
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import PredicateId, side_of
from rulings.language.program import Condition, Predicate, Program, Role, Rule, Sort
from rulings.language.source import Span
from rulings.language.suggest import near_hint

Clauses = Mapping[str, tuple[str, Span | None]]
"""Each clause id (`document/clause`) with its `unmodelled` reason, or "", and its place."""


def check_clauses(
    programs: Sequence[Program],
    clauses: Clauses,
    *,
    exempt: Callable[[Span], bool] = lambda span: False,
    same_as: Callable[[str], Collection[str]] = lambda name: (name,),
) -> Iterator[Diagnostic]:
    """Compare the citations of all editions with the clauses.

    `exempt` says which rules need not cite (libraries, what the system declares), as those need
    not that nobody wrote, which bear the name of their predicate. Of the clauses that print the
    same, which `same_as` returns, one is cited.
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
                    where = clause_place(holder.span, clause)
                    hint = near_hint(clause, clauses)
                    yield diagnose("RUL361", where, suggestion=hint, name=clause)
        helpers = _helpers(program)
        for rule in program.rules:
            helps = rule.head.predicate in helpers
            made = rule.id.partition("/")[0] == rule.head.predicate
            if not (rule.clauses or helps or made or exempt(rule.span)):
                uncited.setdefault((rule.span.source.name, rule.span.start), rule.span)
    for span in uncited.values():
        yield diagnose("RUL363", span)
    for clause, (reason, registered) in clauses.items():
        if reason and clause in cited:
            yield diagnose("RUL364", registered or cited[clause], name=clause)
        elif not reason and cited.keys().isdisjoint(same_as(clause)):
            yield diagnose("RUL362", registered, name=clause)


def _helpers(program: Program) -> frozenset[PredicateId]:
    """Return the predicates that only serve rules which cite clauses."""
    citing = {rule.head.predicate for rule in program.rules if rule.clauses}
    declared = program.predicates.values()
    plain = {p.name for p in declared if not p.templates or p.role is Role.PART} - citing
    bodies: dict[PredicateId, list[tuple[Condition, ...]]] = {}
    for rule in program.rules:
        bodies.setdefault(rule.head.predicate, []).append(rule.body)

    def read_by(some: Iterable[tuple[Condition, ...]]) -> Iterator[PredicateId]:
        read = (side_of(name) for body in some for name in predicates_read(body))
        return (name for name in read if name in plain)

    roots = read_by(rule.body for rule in program.rules if rule.clauses)
    return frozenset(reached(roots, lambda name: read_by(bodies.get(name, ()))))


def clause_place(span: Span, clause: str) -> Span:
    """Where an annotation within `span` names the clause."""
    start = span.source.text.find(clause, span.start, span.end)
    return span if start < 0 else Span(span.source, start, start + len(clause))
