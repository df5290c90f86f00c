"""What happenings need, and so what the rules allow.

In: what each happening needs, as written, then the rules that its needs come to. Out: a predicate
for each need, and the rules for what is allowed, and for what is all that a player is allowed.
Guarantee: a happening is allowed where it has all that it needs; each need is concluded apart,
under its own clauses, so that what rests on the permission rests on the need. Of the needs one
lists the values to try; those read after it only test them, as `in` columns, so that nothing is
worked out for what another need rules out already. What cannot stand apart shares one body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from rulings.language.catalogue import diagnose
from rulings.language.checks.binding import BindingCheck
from rulings.language.checks.collected import surely_bound
from rulings.language.checks.short_forms import MAX_ALTERNATIVES
from rulings.language.checks.shorter import allowed, shorter_rules
from rulings.language.diagnostics import Diagnostic
from rulings.language.nodes import renamed
from rulings.language.predicates import PredicateId, only_of
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Effect,
    EffectKind,
    Happening,
    Literal,
    Predicate,
    Role,
    Rule,
    Term,
    Variable,
)
from rulings.language.sorts import SortLattice
from rulings.language.syntax import EffectStatement
from rulings.language.variables import is_anonymous
from rulings.records import dataclass, replace

_Predicates = Mapping[PredicateId, Predicate]


@dataclass(frozen=True, slots=True)
class _Need:
    """A need as written: which columns it names, binds by itself, and binds in one condition."""

    statement: EffectStatement
    named: tuple[int, ...]
    bound: frozenset[int]
    widest: frozenset[int]


def with_needs(
    happening: Happening,
    statements: Sequence[EffectStatement],
    predicates: dict[PredicateId, Predicate],
) -> Happening:
    """Declare what a happening needs, and what follows from it."""
    own = predicates[happening.name]
    needs = [_need(one, own, predicates) for one in statements]
    given = _given(needs)
    found: list[Effect] = []
    for number, need in enumerate(needs, 1):
        span = need.statement.span
        inputs = given.get(span.start, frozenset(need.named) - need.bound)
        made = f"{happening.name}.needs" + (f".{number}" if number > 1 else "")
        columns = tuple(
            replace(own.columns[place], is_input=place in inputs) for place in need.named
        )
        predicates[made] = Predicate(made, columns, role=Role.EFFECT, span=span)
        apart = span.start in given
        found.append(Effect(EffectKind.NEEDS, made, own.name, span, need.named, apart))
    return allowed(replace(happening, effects=(*happening.effects, *found)), predicates)


def _need(statement: EffectStatement, own: Predicate, predicates: _Predicates) -> _Need:
    arguments = statement.happening.arguments[: own.arity]
    places = {term.name: at for at, term in enumerate(arguments) if isinstance(term, Variable)}
    named = tuple(at for name, at in places.items() if not is_anonymous(name))
    alone = [surely_bound((one,), predicates) for one in statement.body]
    at_once = [frozenset(places[name] for name in one & places.keys()) for one in alone]
    bound = surely_bound(statement.body, predicates) & places.keys()
    listed = frozenset(places[name] for name in bound)
    return _Need(statement, named, listed, max(at_once, key=len, default=frozenset()))


def _given(needs: Sequence[_Need]) -> dict[int, frozenset[int]]:
    """The columns that each need is given, by its place, where it can stand apart.

    First comes what lists the most of the happening in one condition.
    """
    listed: set[int] = set()
    waiting, given = list(needs), dict[int, frozenset[int]]()
    while able := [one for one in waiting if listed.issuperset({*one.named} - one.bound)]:
        need = max(able, key=lambda one: len(one.widest - listed))
        waiting.remove(need)
        given[need.statement.span.start] = frozenset(listed).intersection(need.named)
        listed.update(need.named)
    return given


def permission_rules(
    happenings: Mapping[str, Happening],
    predicates: dict[PredicateId, Predicate],
    lattice: SortLattice,
    rules: Sequence[Rule],
    problems: list[Diagnostic],
) -> Iterator[Rule]:
    """Yield the rules for what is allowed, and for what is all that is allowed to a player."""
    concluding: dict[PredicateId, list[Rule]] = {}
    for rule in rules:
        concluding.setdefault(rule.head.predicate, []).append(rule)
    choices: list[Happening] = []
    times: dict[PredicateId, dict[PredicateId, Constant | int]] = {}
    for happening in happenings.values():
        own = predicates[happening.name]
        ways = [concluding.get(need.made, []) for need in happening.needs]
        times[own.name] = _time(happening, ways, predicates)
        if not ways or not all(ways):
            continue
        apart = [one for one in happening.needs if one.apart]
        shared = [found for found, one in zip(ways, happening.needs) if not one.apart]
        if prod(map(len, shared)) > MAX_ALTERNATIVES:
            span = happening.needs[-1].span
            problems.append(diagnose("RUL128", span, limit=MAX_ALTERNATIVES))
            continue
        for number, chosen in enumerate(product(*shared), 1):
            rule = _legal(happening, own, apart, chosen, number)
            if not _check_listed(rule, own, predicates, problems):
                break
            yield rule
        if happening.must:
            choices.append(happening)
    yield from shorter_rules(happenings, predicates)
    choices += [one for one in happenings.values() if one.short_of and one.must]
    yield from _duties(choices, predicates, lattice, times)


def _time(
    happening: Happening, ways: Iterable[Sequence[Rule]], predicates: _Predicates
) -> dict[PredicateId, Constant | int]:
    """What a happening needs the clock to be: a value, or the place that says which."""
    found: dict[PredicateId, Constant | int] = {}
    for need, way in zip(happening.needs, ways, strict=True):
        for condition in way[0].body if len(way) == 1 else ():
            match condition:
                case Literal(Atom(clock, (term,)), False) if predicates[clock].twin_of:
                    if isinstance(term, Constant):
                        found[clock] = term
                    elif term in way[0].head.terms:
                        found[clock] = need.places[way[0].head.terms.index(term)]
    return found


def _legal(
    happening: Happening, own: Predicate, apart: list[Effect], shared: Sequence[Rule], number: int
) -> Rule:
    """The rule that has needs, and the conditions of others, whose heads are of the happening."""
    columns = _columns(own)
    body: list[Condition] = [
        Literal(Atom(need.made, tuple(columns[place] for place in need.places), need.span))
        for need in apart
    ]
    places = {need.made: need.places for need in happening.needs}
    for part, rule in enumerate(shared):
        terms = [columns[place] for place in places[str(rule.head.predicate)]]
        known = dict(zip(rule.head.terms, terms, strict=True))

        def named(
            variable: Variable, known: Mapping[Term, Variable] = known, part: int = part
        ) -> Variable:
            name = variable.name
            own = f"_{part}{name[1:]}" if name[1:].isdigit() else f"{name}_of_{part}"
            return known.get(variable, Variable(own))

        body += renamed(rule, named).body
    head = Atom(happening.legal, columns, own.span)
    clauses = dict.fromkeys(name for rule in shared for name in rule.clauses)
    name = happening.legal if number == 1 else f"{happening.legal}/{number}"
    return Rule(name, head, tuple(body), clauses=tuple(clauses), span=own.span)


def _columns(own: Predicate, mark: str = "C") -> tuple[Variable, ...]:
    return tuple(Variable(f"{mark}{place}") for place in range(own.arity))


def _check_listed(
    rule: Rule,
    own: Predicate,
    predicates: Mapping[PredicateId, Predicate],
    problems: list[Diagnostic],
) -> bool:
    """Report the columns of a happening that nothing it needs says the values of."""
    check = BindingCheck(predicates, [])
    check.rule(rule.head, rule.body)
    unlisted = [c for i, c in enumerate(own.columns) if f"C{i}" in check.reported]
    problems += (
        diagnose("RUL355", own.span, name=column.name, predicate=own.name) for column in unlisted
    )
    return not unlisted


def _duties(
    choices: list[Happening],
    predicates: dict[PredicateId, Predicate],
    lattice: SortLattice,
    times: Mapping[PredicateId, Mapping[PredicateId, Constant | int]],
) -> Iterator[Rule]:
    """Yield the rules for what its player must do: it is allowed, and nothing else is to him.

    What else there is, is another happening of the kind, or any of another kind at the same time.
    What the rulebook concludes as `must_` and the name of the happening must be done as well.
    """

    def rivals(happening: Happening, player: Variable) -> Iterator[Literal]:
        sort = predicates[happening.name].columns[0].sort
        time = times[happening.short_of or happening.name]
        for one in choices:
            own = predicates[one.name]
            alike = one.name in (happening.name, happening.short_of) or one.short_of
            if alike or not lattice.compatible(own.columns[0].sort, sort):
                continue
            its = times[one.name]
            same = [(its[c], at) for c, at in time.items() if c in its and isinstance(at, Constant)]
            if any(isinstance(its_at, Constant) and its_at != at for its_at, at in same):
                continue
            told = {place: at for place, at in same if isinstance(place, int)}
            columns = (player, *(told.get(i, Variable(f"_{i}")) for i in range(1, own.arity)))
            atom = Atom(one.legal, columns) if told else Atom(f"{one.name}.open", (player,))
            yield Literal(replace(atom, span=own.span), negated=True)

    def rule(head: str, own: Predicate, keys: Sequence[Variable], *body: Condition) -> Rule:
        numbers[head] = numbers.get(head, 0) + 1
        name = head if numbers[head] == 1 else f"{head}/{numbers[head]}"
        return Rule(name, Atom(head, tuple(keys), own.span), body, span=own.span)

    numbers: dict[str, int] = {}
    for happening in choices:
        own = predicates[happening.name]
        columns, others = _columns(own), _columns(own, "D")
        allowed = Literal(Atom(happening.legal, columns, own.span))
        player, another, only = f"{own.name}.open", f"{own.name}.another", only_of(own.name)
        predicates[player] = Predicate(player, own.columns[:1], role=Role.EFFECT, span=own.span)
        predicates[only] = Predicate(only, own.columns[:1], role=Role.EFFECT, span=own.span)
        predicates[another] = Predicate(another, own.columns, role=Role.EFFECT, span=own.span)
        yield rule(player, own, columns[:1], allowed)
        second = Literal(Atom(happening.legal, (columns[0], *others[1:]), own.span))
        for one, other in zip(columns[1:], others[1:], strict=True):
            differs = Comparison("!=", one, other, own.span)
            yield rule(another, own, columns, allowed, second, differs)
        yield rule(
            only,
            own,
            columns[:1],
            Literal(Atom(player, columns[:1], own.span)),
            *rivals(happening, columns[0]),
        )
        alone = Literal(Atom(only, columns[:1], own.span))
        none = [Literal(Atom(another, columns, own.span), negated=True)] if others[1:] else []
        yield rule(happening.must, own, columns, allowed, alone, *none)
        demanded = predicates.get(f"must_{own.name}")
        if demanded is not None and demanded.arity == own.arity:
            yield rule(happening.must, own, columns, Literal(Atom(demanded.name, columns)))
