"""Recursion through aggregates and through negation.

In: a program. Out: an error for each knot of predicates that depends on itself through an
aggregate, a note for each that depends on itself through negation; both list every edge of a
shortest such cycle with its place. Guarantee: a program without errors here has its aggregates
above everything they read.

A two-sided predicate is four nodes: what `p` and `neg p` read, and what stands for and against
it; each reading needs one side and the absence of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from rulings.language.catalogue import diagnose
from rulings.language.checks.overrides import beaten_by
from rulings.language.components import components, way
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.nodes import atoms_read
from rulings.language.predicates import (
    DerivedId,
    DerivedKind,
    PredicateId,
    against,
    derived,
    pro_and_contra,
    side_of,
)
from rulings.language.program import Condition, Predicate, Program, Rule
from rulings.language.source import Span
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Dependency:
    """`reader` depends on `read` (`through`: `""`, `"not"` or an aggregate's function)."""

    reader: PredicateId
    read: PredicateId
    through: str
    span: Span | None


Graph = Mapping[PredicateId, list[Dependency]]


def recursion(program: Program, *, notes: bool) -> Iterator[Diagnostic]:
    """Report recursion through aggregates, and with `notes` negative cycles as well."""
    graph = dependency_graph(program)
    for knot in knots(graph):
        edges = [
            edge for name in sorted(knot, key=str) for edge in graph[name] if edge.read in knot
        ]
        folding = [edge for edge in edges if edge.through not in ("", "not")]
        if folding:
            yield _report("RUL322", _shortest(folding, graph, knot))
        negative = [edge for edge in edges if edge.through == "not" and edge.span is not None]
        negative = negative or [edge for edge in edges if edge.through == "not"]
        if notes and negative:
            yield _report("RUL323", _shortest(negative, graph, knot))


def dependency_graph(program: Program) -> dict[PredicateId, list[Dependency]]:
    """Every dependency between predicates, by reader."""
    graph: dict[PredicateId, list[Dependency]] = {}
    for name in (name for name, p in program.predicates.items() if p.two_sided):
        pro, contra = pro_and_contra(name)
        for side, own, other in ((name, pro, contra), (against(name), contra, pro)):
            graph[side] = [Dependency(side, own, "", None), Dependency(side, other, "not", None)]
    beaten = beaten_by(program) if program.overrides else {}
    for rule in program.rules:
        reader = concluded_side(rule, program.predicates)
        edges = graph.setdefault(reader, [])
        read = [*atoms_read(rule.body)]
        for winner in beaten.get(rule.id, ()):
            read += atoms_read(winner.body, "not")
        edges += (Dependency(reader, one.predicate, through, one.span) for one, through in read)
    for edges in list(graph.values()):
        for edge in edges:
            graph.setdefault(edge.read, [])
    return graph


def predicates_read(body: Iterable[Condition]) -> set[PredicateId]:
    """Return what the conditions of a rule read, inside aggregates and `forall` too."""
    return {atom.predicate for atom, _ in atoms_read(body)}


def concluded_side(rule: Rule, predicates: Mapping[PredicateId, Predicate]) -> PredicateId:
    """Return the relation that a rule adds to: of a two-sided predicate, one side."""
    name = rule.head.predicate
    if not predicates[name].two_sided:
        return name
    return derived(DerivedKind.CONTRA if rule.denies else DerivedKind.PRO, name)


def knots(graph: Graph) -> Iterator[set[PredicateId]]:
    """Yield the strongly connected components that contain a cycle."""
    for component in components(graph, lambda name: (edge.read for edge in graph[name])):
        knot = set(component)
        if len(knot) > 1 or any(edge.read in knot for edge in graph[component[0]]):
            yield knot


def _shortest(through: list[Dependency], graph: Graph, knot: set[PredicateId]) -> list[Dependency]:
    """The shortest cycle within a knot that begins with one of the given edges."""

    def below(name: PredicateId) -> Iterator[PredicateId]:
        return (edge.read for edge in graph[name] if edge.read in knot)

    best: list[Dependency] = []
    for first in through[:50]:
        start, goal = first.read, first.reader
        names = [] if start == goal else way(start, goal, below)
        if not best or len(names) + 1 < len(best):
            steps = pairwise((*names, goal))
            best = [first, *(next(e for e in graph[a] if e.read == b) for a, b in steps)]
    return best


def _report(code: str, cycle: list[Dependency]) -> Diagnostic:
    places = [edge for edge in cycle if edge.span is not None]
    names = [_spoken(edge.reader) for edge in cycle]
    shown = list(dict.fromkeys(names))
    notes = [
        Note(f"{_spoken(edge.reader)} reads {_how(edge)}{_spoken(edge.read)}", edge.span)
        for edge in cycle
        if edge.span is not None or edge.through
    ]
    span = next((edge.span for edge in places if edge.through), places[0].span if places else None)
    return diagnose(
        code, span, notes, name=str(side_of(cycle[0].reader)), cycle=" → ".join([*shown, shown[0]])
    )


def _how(edge: Dependency) -> str:
    if edge.through == "not":
        return "the absence of " if edge.span is None else "`not` "
    return f"`{edge.through}` of " if edge.through else ""


def _spoken(name: PredicateId) -> str:
    """What stands for `p` is said as `p`, what stands against it as `neg p`."""
    match name:
        case DerivedId(DerivedKind.PRO, of):
            return f"`{of}`"
        case DerivedId(DerivedKind.CONTRA, of):
            return f"`{against(of)}`"
        case _:
            return f"`{name}`"
