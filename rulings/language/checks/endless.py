"""Recursion that builds new numbers without a bound.

In: a program without errors. Out: a warning for each rule that makes a larger (or a smaller)
number from one of its own recursion with no bound in sight. Guarantee: every sum and difference
of a recursive rule was looked at. A walk, whose every step goes on to something that a condition
outside the recursion gives (`far(Y, N + 1) :- far(X, N), edge(X, Y)`), ends where that has no
circle and is not warned of.

The numbers flow from column to column, along the variables of recursive rules; a circle that
holds a sum, difference or product grows for ever unless one of its rules bounds the value: by a
comparison, by a condition outside the recursion, or by a closed type. A rule that counts
towards a bound ends whatever else it computes. What is asked for of
predicates with `in` columns flows from heads to bodies. The idea is that of weak acyclicity
(Fagin, Kolaitis, Miller and Popa, "Data exchange", Theoretical Computer Science 336, 2005).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.language.builtins import BUILT_INS
from rulings.language.catalogue import diagnose
from rulings.language.checks.dependencies import dependency_graph, knots
from rulings.language.components import components
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import base_of, side_of
from rulings.language.program import (
    Atom,
    Comparison,
    Constant,
    Expression,
    Literal,
    Operation,
    Program,
    Rule,
    Variable,
)
from rulings.language.sorts import SortLattice
from rulings.language.variables import in_expression
from rulings.records import dataclass

_UP, _DOWN = "larger", "smaller"
_ABOVE, _BELOW = ("<", "<="), (">", ">=")
_SETTLED = ("%", "//", "min", "abs")
"""What takes a number back to what is smaller."""

_Column = tuple[str, int, bool]
"""A column of a predicate; the last tells that its values are asked for, not concluded."""


@dataclass(frozen=True, slots=True)
class _Flow:
    """A value goes from one column to another; `grows` says which way it changes, if at all."""

    source: _Column
    target: _Column
    rule: Rule
    variable: str
    grows: tuple[str, ...] = ()
    bounded: tuple[str, ...] = ()


def endless(program: Program) -> Iterator[Diagnostic]:
    """Report rules that may conclude larger and larger, or smaller and smaller, numbers."""
    recursive = {
        str(side_of(name)): number
        for number, knot in enumerate(knots(dependency_graph(program)))
        for name in knot
    }
    lattice = SortLattice(program.sorts)
    flows = [
        flow
        for rule in program.rules
        if any(isinstance(condition, Comparison) for condition in rule.body)
        or rule.head.predicate in recursive
        for flow in _flows(rule, program, recursive, lattice)
    ]
    counted = {
        flow.rule.id for flow in flows if flow.grows and set(flow.grows) <= set(flow.bounded)
    }
    flows = [flow for flow in flows if flow.rule.id not in counted]
    reported: set[str] = set()
    for way in (_DOWN, _UP):
        for flow in _circular([flow for flow in flows if way not in flow.bounded]):
            if way in flow.grows and flow.rule.id not in reported:
                reported.add(flow.rule.id)
                yield diagnose(
                    "RUL333",
                    flow.rule.head.span,
                    name=flow.rule.head.predicate,
                    variable=flow.variable,
                    way=" or ".join(sorted(flow.grows)),
                    sign="<" if _UP in flow.grows else ">",
                )


def _flows(
    rule: Rule, program: Program, recursive: Mapping[str, int], lattice: SortLattice
) -> Iterator[_Flow]:
    """The flows of a rule within its recursion."""
    head = rule.head.predicate
    here = recursive.get(str(head))
    if here is None:
        return
    literals = [c for c in rule.body if isinstance(c, Literal)]
    inner = [one.atom for one in literals if recursive.get(base_of(one.atom.predicate)) == here]
    outer = {
        term.name
        for one in literals
        if not one.negated and recursive.get(base_of(one.atom.predicate)) != here
        for term in one.atom.terms
        if isinstance(term, Variable)
    }
    positive = [one.atom for one in literals if not one.negated and one.atom in inner]
    made = _made(rule)
    concluded = list(_places(rule.head, program, asked=False))
    wanted = list(_places(rule.head, program, asked=True))
    inside = {term.name for atom in positive for term in atom.terms if isinstance(term, Variable)}
    arrived = {term.name for term in rule.head.terms if isinstance(term, Variable)} & outer
    if arrived - inside:
        return
    starts = [(atom, _places(atom, program, asked=False)) for atom in positive]
    asked = [place for atom in inner for place in _places(atom, program, asked=True)]
    sources = [*wanted, *(place for _, places in starts for place in places)]
    for source, given in sources:
        for target, term in (*concluded, *asked):
            if source == target and given == term:
                continue
            grows = _change(given.name, term.name, made)
            if grows is None:
                continue
            sort = program.predicates[target[0]].columns[target[1]].sort
            names = {given.name, term.name}
            held = lattice.members(sort) is not None or not names.isdisjoint(outer)
            bounded = (_UP, _DOWN) if held else tuple(_bounds(rule, names))
            yield _Flow(source, target, rule, given.name, grows, bounded)


def _places(atom: Atom, program: Program, *, asked: bool) -> list[tuple[_Column, Variable]]:
    """The columns of an atom in which a variable stands; of `asked` ones, the inputs."""
    name = base_of(atom.predicate)
    if name in BUILT_INS:
        return []
    columns = program.predicates[name].columns
    return [
        ((name, number, asked), term)
        for number, (term, column) in enumerate(zip(atom.terms, columns, strict=True))
        if isinstance(term, Variable) and (column.is_input or not asked)
    ]


def _made(rule: Rule) -> dict[str, Expression]:
    """What variables of a rule are set equal to."""
    made: dict[str, Expression] = {}
    for condition in rule.body:
        match condition:
            case Comparison("=", Variable(name), other) | Comparison("=", other, Variable(name)):
                if not isinstance(other, Constant):
                    made.setdefault(name, other)
    return made


def _change(given: str, wanted: str, made: Mapping[str, Expression]) -> tuple[str, ...] | None:
    """Which way a value changes from one variable to another, None where it does not come so."""
    expression = Variable(given) if given == wanted else made.get(wanted)
    match expression:
        case Variable(name) if name == given:
            return ()
        case Operation(operator) if operator not in _SETTLED:
            return _growth(expression) if given in set(in_expression(expression)) else None
    return None


def _growth(expression: Operation) -> tuple[str, ...]:
    """Which way a sum, difference or product changes what it is made of."""
    match expression:
        case Operation("+", (Variable(), Constant(int(step))) | (Constant(int(step)), Variable())):
            return () if step == 0 else (_UP,) if step > 0 else (_DOWN,)
        case Operation("-", (Variable(), Constant(int(step)))):
            return () if step == 0 else (_DOWN,) if step > 0 else (_UP,)
        case Operation("*", (Constant(int(factor)), _) | (_, Constant(int(factor)))) if factor > 0:
            return (_UP,) if factor > 1 else ()
        case Operation("max" | "neg"):
            return ()
        case _:
            return (_UP, _DOWN)


def _bounds(rule: Rule, names: set[str]) -> Iterator[str]:
    """Which ways comparisons bound the variables `names`."""
    for condition in rule.body:
        if isinstance(condition, Comparison) and condition.operator != "!=":
            left, right = (
                set(in_expression(condition.left)) & names,
                set(in_expression(condition.right)) & names,
            )
            if bool(left) == bool(right):
                continue
            if condition.operator == "=":
                # Equal to what is no variable of the recursion: one value.
                other = condition.right if left else condition.left
                if isinstance(other, Constant):
                    yield from (_UP, _DOWN)
            elif condition.operator in (_ABOVE if left else _BELOW):
                yield _UP
            else:
                yield _DOWN


def _circular(flows: Iterable[_Flow]) -> Iterator[_Flow]:
    """The flows that lie on a circle."""
    leaving: dict[_Column, list[_Flow]] = {}
    for flow in flows:
        leaving.setdefault(flow.source, []).append(flow)
    for component in components(
        list(leaving), lambda column: (flow.target for flow in leaving.get(column, ()))
    ):
        knot = set(component)
        for column in component:
            for flow in leaving.get(column, ()):
                if flow.target in knot:
                    yield flow
