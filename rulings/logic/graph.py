"""The dependency graph of predicates and its strongly connected components.

In: rules. Out: edges from each predicate to those it reads, and the components in an order
where every component follows those it reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.language.builtins import BUILT_INS
from rulings.language.components import components, reached
from rulings.language.predicates import PredicateId
from rulings.language.program import Aggregate, Condition, ForAll, Literal, Rule

Graph = Mapping[PredicateId, Mapping[PredicateId, bool]]


def reads(body: Iterable[Condition]) -> Iterator[tuple[PredicateId, bool]]:
    """Yield each predicate that a body reads and whether it reads it through negation."""
    for condition in body:
        match condition:
            case Literal(atom, negated):
                if atom.predicate not in BUILT_INS:
                    yield atom.predicate, negated
            case Aggregate(_, _, _, inner):
                yield from ((name, True) for name, _ in reads(inner))
            case ForAll(_, inner, goal):
                yield from ((name, True) for name, _ in reads((*inner, goal)))
            case _:
                pass


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
