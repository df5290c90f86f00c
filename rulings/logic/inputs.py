"""Demand for `in` columns, as rules.

In: rules in which some predicates have input columns. Out: the same rules, each rule of such a
predicate guarded by `demand p(inputs)`, and one rule for `demand p` per place that reads `p`.
Guarantee: every input variable of a rule is bound by its guard; a predicate without input
columns keeps its rules. The rewriting is the magic-set transformation of C. Beeri and
R. Ramakrishnan, "On the power of magic", J. Logic Programming 10, 1991, for one fixed adornment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import DerivedKind, PredicateId, derived, kind_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Predicate,
    Rule,
)
from rulings.logic.binders import (
    Names,
    body_names,
    condition_names,
    input_positions,
    names,
)
from rulings.logic.ordering import choose_binders
from rulings.records import dataclass, replace


def demand_of(predicate: PredicateId) -> PredicateId:
    """The predicate that holds the input values for which `predicate` is wanted."""
    return derived(DerivedKind.DEMAND, predicate)


def is_demand(predicate: PredicateId) -> bool:
    """Whether `predicate` holds wanted input values."""
    return kind_of(predicate) is DerivedKind.DEMAND


@dataclass(frozen=True, slots=True)
class Heads:
    """What all rules of a program conclude, and which of it has input columns."""

    derived: frozenset[PredicateId]
    wanted: frozenset[PredicateId]


def heads_of(rules: Iterable[Rule], predicates: Mapping[PredicateId, Predicate]) -> Heads:
    """Return what `rules` conclude."""
    derived = frozenset(rule.head.predicate for rule in rules)
    return Heads(derived, frozenset(n for n in derived if input_positions(n, predicates)))


def guard_inputs(
    rules: Iterable[Rule], predicates: dict[PredicateId, Predicate], heads: Heads | None = None
) -> list[Rule]:
    """Guard the rules of predicates with input columns and add the rules of their demand.

    Declares the demand predicates in `predicates`. Where `rules` are only some of a program's,
    `heads` are those of all.
    """
    given = list(rules)
    own = heads_of(given, predicates)
    derived = own.derived | heads.derived if heads is not None else own.derived
    wanted = own.wanted | heads.wanted if heads is not None else own.wanted
    for name in sorted(wanted, key=str):
        columns = tuple(
            replace(predicates[name].columns[i], is_input=False)
            for i in input_positions(name, predicates)
        )
        predicates[demand_of(name)] = Predicate(str(demand_of(name)), columns)
    guarded = [
        _guarded(rule, predicates) if rule.head.predicate in wanted else rule for rule in given
    ]
    calls = [call for rule in guarded for call in _calls(rule, wanted, derived, predicates)]
    return [*guarded, *calls]


def _guarded(rule: Rule, predicates: dict[PredicateId, Predicate]) -> Rule:
    return replace(rule, body=(Literal(_demand_atom(rule.head, predicates)), *rule.body))


def _demand_atom(atom: Atom, predicates: dict[PredicateId, Predicate]) -> Atom:
    inputs = tuple(atom.terms[i] for i in input_positions(atom.predicate, predicates))
    return Atom(demand_of(atom.predicate), inputs, atom.span)


def _calls(
    rule: Rule,
    wanted: frozenset[PredicateId],
    derived: frozenset[PredicateId],
    predicates: dict[PredicateId, Predicate],
) -> Iterator[Rule]:
    """The demand rules for the places where `rule` reads a predicate in `wanted`."""

    def cost(condition: Condition) -> int:
        if not isinstance(condition, Literal):
            return 1
        name = condition.atom.predicate
        return 0 if is_demand(name) or name not in derived else 2 + (name in wanted)

    def is_test(condition: Condition, bound: Names) -> bool:
        stored = isinstance(condition, Literal) and condition.atom.predicate not in derived
        return (stored or isinstance(condition, Comparison)) and condition_names(condition) <= bound

    for number, (atom, context) in enumerate(_places(rule.body, ())):
        if atom.predicate in wanted:
            head = _demand_atom(atom, predicates)
            binders = [c for c in context if not (isinstance(c, Literal) and c.atom is atom)]
            body = choose_binders(names(head.terms), binders, cost, predicates)
            bound = body_names(body)
            # Tests that cost nothing keep a recursion over numbers from asking for ever.
            tests = (c for c in binders if c not in body and is_test(c, bound))
            identity = f"{head.predicate} from {rule.id}#{number}"
            yield Rule(identity, head, (*body, *tests), clauses=rule.clauses, span=rule.span)


def _places(
    body: tuple[Condition, ...], outer: tuple[Condition, ...]
) -> Iterator[tuple[Atom, tuple[Condition, ...]]]:
    """Each atom of a body, nested ones included, with the conditions that may bind its inputs."""
    context = (*body, *outer)
    for condition in body:
        around = tuple(c for c in context if c is not condition)
        match condition:
            case Literal(atom):
                if atom.predicate not in BUILT_INS:
                    yield atom, context
            case Aggregate(_, _, _, inner):
                yield from _places(inner, around)
            case ForAll(_, inner, goal):
                # Nothing is asked for where the goal holds.
                failing = replace(goal, negated=not goal.negated)
                yield from _places((*inner, failing), around)
