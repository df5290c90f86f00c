"""The dependency graph of predicates and its strongly connected components.

In: rules. Out: edges from each predicate to those it reads, and the components in an order
where every component follows those it reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.language.components import components, reached
from rulings.language.nodes import atoms_read
from rulings.language.predicates import PredicateId
from rulings.language.program import Condition, Rule

Graph = Mapping[PredicateId, Mapping[PredicateId, bool]]


def reads(body: Iterable[Condition]) -> Iterator[tuple[PredicateId, bool]]:
    """Yield each predicate that a body reads and whether it reads it through negation."""
    return ((atom.predicate, through != "") for atom, through in atoms_read(body))


def dependencies(rules: Iterable[Rule]) -> dict[PredicateId, dict[PredicateId, bool]]:
    """Map each predicate to those its rules read; True marks an edge through negation."""
    graph: dict[PredicateId, dict[PredicateId, bool]] = {}
    for rule in rules:
        edges = graph.setdefault(rule.head.predicate, {})
        for name, negated in reads(rule.body):
            graph.setdefault(name, {})
            edges[name] = edges.get(name, False) or negated
    return graph


def strongly_connected(graph: Graph) -> list[tuple[PredicateId, ...]]:
    """Return the strongly connected components, each after those it reads."""
    return [tuple(found) for found in components(graph, graph.__getitem__)]


def reachable(graph: Graph, roots: Iterable[PredicateId]) -> set[PredicateId]:
    """Return every predicate that `roots` read, directly or not, roots included."""
    return set(reached(roots, lambda name: graph.get(name, ())))
