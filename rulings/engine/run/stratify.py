"""Strata: what can be computed before what.

In: a `LoweredProgram`. Out: its strata, each after those it reads. Guarantee: within one
stratum every predicate depends on every other; `recursion` tells whether one round, a
semi-naive fixpoint or an alternating fixpoint computes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rulings.language.catalogue import mistake
from rulings.language.predicates import DerivedId, PredicateId
from rulings.language.program import Rule
from rulings.logic.graph import dependencies, reachable, reads, strongly_connected
from rulings.logic.lowered import LoweredProgram, Recursion, Stratum


def graph_of(program: LoweredProgram) -> dict[PredicateId, dict[PredicateId, bool]]:
    """The dependency graph, with the edges from aggregate tables to their elements."""
    graph = dependencies(program.rules)
    for table in program.aggregates.values():
        graph.setdefault(table.elements, {})
        graph.setdefault(table.name, {})[table.elements] = True
    return graph


def stratify(
    program: LoweredProgram, roots: Iterable[PredicateId] | None = None
) -> tuple[Stratum, ...]:
    """Return the strata that `roots` depend on (all by default), lowest first.

    Raises RulingsError (RUL322) where only the recursion itself binds what an aggregate is
    computed for; what an aggregate reads cannot depend on it in a checked program.
    """
    graph = graph_of(program)
    wanted = set(graph) if roots is None else reachable(graph, roots)
    by_head: dict[PredicateId, list[Rule]] = defaultdict(list)
    for rule in program.rules:
        by_head[rule.head.predicate].append(rule)
    strata: list[Stratum] = []
    for component in strongly_connected(graph):
        folded = next((n for n in component if n in program.aggregates), None)
        if folded is not None and len(component) > 1:
            rule = program.aggregates[folded].rule
            head = rule.head.predicate
            name = head.of if isinstance(head, DerivedId) else head
            cycle = f"`{name}` → what its aggregate or its input is computed for → `{name}`"
            raise mistake("RUL322", rule.span, name=str(name), cycle=cycle)
        rules = tuple(rule for name in sorted(component, key=str) for rule in by_head[name])
        if component[0] not in wanted or not (rules or component[0] in program.aggregates):
            continue
        inside = set(component)
        read = [one for rule in rules for one in reads(rule.body)]
        inner = [negated for name, negated in read if name in inside]
        kind = Recursion.NEGATIVE if any(inner) else Recursion.POSITIVE if inner else Recursion.NONE
        below = frozenset(name for name, _ in read) - inside
        if component[0] in program.aggregates:
            below = frozenset((program.aggregates[component[0]].elements,))
        strata.append(Stratum(len(strata), tuple(sorted(component, key=str)), rules, kind, below))
    return tuple(strata)
