"""The executable specification: the well-founded model, as naively as it can be written.

Every rule is tried against every row until nothing changes; there are no strata, no indexes, no
demand and no rewriting. `known` grows and `maybe` shrinks until both stand still. Negation,
`forall`, aggregates and the sides of a two-sided predicate read the last `known` and `maybe`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, product

from rulings.engine.values import COMPARISONS, evaluate_expression
from rulings.language.builtins import BUILT_INS
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Completion,
    Condition,
    Constant,
    ForAll,
    Literal,
    Operation,
    Program,
    Role,
    Row,
    Rule,
    Term,
    Value,
    Variable,
)  # fmt: skip

Fact = tuple[str, Row]
Binding = Mapping[str, Value]


def model(program: Program) -> tuple[set[Fact], set[Fact]]:
    """Return the true and the possible facts of the declared predicates and their denials."""
    stated, unknown = state(program)
    known, maybe = set[Fact](), None
    while True:
        upper = least(program, stated | unknown, known, maybe, lower=False)
        lower = least(program, stated, known, upper, lower=True)
        if (lower, upper) == (known, maybe):
            names = set(program.predicates) | {f"neg {name}" for name in program.predicates}
            return ({f for f in lower if f[0] in names}, {f for f in upper if f[0] in names})
        known, maybe = lower, upper


def least(
    program: Program, given: set[Fact], known: set[Fact], maybe: set[Fact] | None, *, lower: bool
) -> set[Fact]:
    """Close `given` under the rules; what is not `maybe` (or not `known`) counts as false."""
    rows, size = set(given), -1
    bound = Reading(known, maybe, lower=lower)
    while len(rows) != size:
        size = len(rows)
        for rule in program.rules:
            for binding in list(bound.solve(rule.body, {}, rows)):
                row = values(rule.head.terms, binding)
                rows |= set(bound.conclusions(program, rule, row, rows))
        for name in [p.name for p in program.predicates.values() if p.two_sided]:
            for side, other, verdict in (
                ("for", "against", name),
                ("against", "for", f"neg {name}"),
            ):
                for stands, row in list(rows):
                    if stands == f"{side} {name}" and not (
                        lower and bound.may((f"{other} {name}", row))
                    ):
                        rows.add((verdict, row))
    return rows


class Reading:
    """How one bound reads the last `known` and `maybe`; `maybe` is None while all may be."""

    def __init__(self, known: set[Fact], maybe: set[Fact] | None, *, lower: bool) -> None:
        self.known, self.maybe, self.lower = known, maybe, lower

    def world(self, rows: set[Fact]) -> set[Fact]:
        return rows if self.maybe is None else self.maybe

    def may(self, fact: Fact) -> bool:
        return self.maybe is None or fact in self.maybe

    def fails(self, fact: Fact) -> bool:
        return not self.may(fact) if self.lower else fact not in self.known

    def conclusions(
        self, program: Program, rule: Rule, row: Row, rows: set[Fact]
    ) -> Iterator[Fact]:
        name = rule.head.predicate
        if not program.predicates[name].two_sided:
            yield name, row
            return
        yield f"applies {rule.id}", row
        if all(self.fails((f"stands {winner}", row)) for winner in winners(program, rule)):
            yield f"stands {rule.id}", row
            yield f"{'against' if rule.denies else 'for'} {name}", row

    def solve(
        self, body: tuple[Condition, ...], binding: Binding, rows: set[Fact]
    ) -> Iterator[Binding]:
        """Yield every way to satisfy `body`, taking its conditions as soon as they are ready."""
        if not body:
            yield binding
            return
        ready = min(range(len(body)), key=lambda i: rank(body[i], binding))
        rest = body[:ready] + body[ready + 1 :]
        for extended in self.step(body[ready], binding, rows, rest):
            yield from self.solve(rest, extended, rows)

    def step(
        self, condition: Condition, binding: Binding, rows: set[Fact], rest: tuple[Condition, ...]
    ) -> Iterator[Binding]:
        match condition:
            case Literal(Atom(name, terms), negated) if name in BUILT_INS:
                built_in = BUILT_INS[name]
                answers = list(built_in.rows(*(value(terms[i], binding) for i in built_in.inputs)))
                found = [b for row in answers if (b := match(terms, row, binding)) is not None]
                yield from ([] if found else [binding]) if negated else found
            case Literal(Atom(name, terms), True):
                world = self.world(rows) if self.lower else self.known
                if not any(
                    f == name and match(terms, row, binding) is not None for f, row in world
                ):
                    yield binding
            case Literal(Atom(name, terms), False):
                for fact, row in rows:
                    if fact == name and (extended := match(terms, row, binding)) is not None:
                        yield extended
            case Comparison("=", Variable(name), right) if name not in binding:
                yield {**binding, name: evaluate_expression(right, binding)}
            case Comparison("=", left, Variable(name)) if name not in binding:
                yield {**binding, name: evaluate_expression(left, binding)}
            case Comparison(operator, left, right):
                sides = evaluate_expression(left, binding), evaluate_expression(right, binding)
                if COMPARISONS[operator](*sides):
                    yield binding
            case ForAll(variables, given, goal):
                outer = {k: v for k, v in binding.items() if Variable(k) not in variables}
                failing = (*given, Literal(goal.atom, not goal.negated))
                flipped = Reading(self.known, self.maybe, lower=not self.lower)
                source = self.world(rows) if self.lower else self.known
                if not any(flipped.solve(failing, outer, source)):
                    yield binding
            case Aggregate(target, function, terms, inner):
                certain = Reading(self.known, self.maybe, lower=True)
                loose = Reading(self.known, self.maybe, lower=False)
                sure = {values(terms, b) for b in certain.solve(inner, binding, self.known)}
                world = self.world(rows)
                unsure = {values(terms, b) for b in loose.solve(inner, binding, world)} - sure
                subsets = chain.from_iterable(
                    combinations(unsure, n) for n in range(len(unsure) + 1)
                )
                results = {total(function, sure | set(chosen)) for chosen in subsets}
                if self.lower and (len(results) != 1 or self.maybe is None):
                    return
                for result in results - {None}:
                    if (extended := match((target,), (result,), binding)) is not None:
                        yield extended


def rank(condition: Condition, binding: Binding) -> int:
    """0 for what only tests, 1 for what binds, 2 for what must wait."""
    match condition:
        case Literal(Atom(name, terms), negated):
            inputs = BUILT_INS[name].inputs if name in BUILT_INS else ()
            waits = any(value(terms[i], binding) is None for i in inputs)
            return 2 if waits or negated else 1
        case Comparison(operator, left, right):
            free = [side for side in (left, right) if not closed(side, binding)]
            binds = operator == "=" and len(free) == 1 and isinstance(free[0], Variable)
            return 0 if not free or binds else 2
        case _:
            return 2


def closed(expression: object, binding: Binding) -> bool:
    match expression:
        case Variable(name):
            return name in binding
        case Operation(_, operands):
            return all(closed(o, binding) for o in operands)
        case _:
            return True


def value(term: Term, binding: Binding) -> Value | None:
    return binding.get(term.name) if isinstance(term, Variable) else term.value


def values(terms: tuple[Term, ...], binding: Binding) -> Row:
    return tuple(v for term in terms if (v := value(term, binding)) is not None)


def match(terms: tuple[Term, ...], row: Row, binding: Binding) -> Binding | None:
    """Extend `binding` so that `terms` become `row`, if that is possible."""
    extended = dict(binding)
    for term, found in zip(terms, row, strict=True):
        if value(term, extended) not in (None, found):
            return None
        if isinstance(term, Variable):
            extended[term.name] = found
    return extended


def total(function: str, elements: set[Row]) -> Value | None:
    if function == "count":
        return len(elements)
    firsts = [row[0] for row in elements]
    if function == "sum":
        return sum(firsts)
    return ({"min": min, "max": max}[function])(firsts, default=None)


def winners(program: Program, rule: Rule) -> Iterator[str]:
    for override in program.overrides:
        if named(rule, override.loser):
            for other in program.rules:
                opposed = (
                    other.head.predicate == rule.head.predicate and other.denies != rule.denies
                )
                if opposed and named(other, override.winner):
                    yield other.id


def named(rule: Rule, name: str) -> bool:
    return name in (rule.id, *rule.levels, "cannot" if rule.denies else "can")


def state(program: Program) -> tuple[set[Fact], set[Fact]]:
    """Return what holds before any rule, and what a table that does not say leaves unknown."""
    stated, unknown = set[Fact](), set[Fact]()
    for name, predicate in program.predicates.items():
        rows = set(program.facts[name].rows) if name in program.facts else set()
        denied = set(program.denials[name].rows) if name in program.denials else set()
        stated |= {(f"for {name}" if predicate.two_sided else name, row) for row in rows}
        if predicate.role is Role.STATE and predicate.completion is not Completion.CLOSED:
            free = (
                set(product(*(domain(program, c.sort) for c in predicate.columns))) - rows - denied
            )
            if predicate.functional:
                free -= {row for row in free for told in rows if row[:-1] == told[:-1]}
            target = unknown if predicate.completion is Completion.OPEN else stated
            target |= {(name, row) for row in free}
    return stated, unknown


def domain(program: Program, sort: str) -> set[Value]:
    """The members of a closed sort, or every constant seen in a column of the sort or below."""

    def below(name: str) -> bool:
        while name != sort and name in program.sorts and program.sorts[name].parent:
            name = str(program.sorts[name].parent)
        return name == sort or sort == "any"

    declared = program.sorts.get(sort)
    if declared and declared.members is not None:
        return set(declared.members)
    found = {m for s in program.sorts.values() if below(s.name) for m in s.members or ()}
    for table in (program.facts, program.denials):
        for name, facts in table.items():
            for column, place in zip(program.predicates[name].columns, zip(*facts.rows)):
                found |= set(place) if below(column.sort) else set()
    for rule in program.rules:
        for atom in (rule.head, *atoms(rule.body)):
            columns = program.predicates[atom.predicate.removeprefix("neg ")].columns
            for column, term in zip(columns, atom.terms, strict=True):
                if isinstance(term, Constant) and below(column.sort):
                    found.add(term.value)
    if not below_int(program, sort):
        return found
    near = {n for n in found if isinstance(n, int)}.union(*(numbers(r.body) for r in program.rules))
    return found | {n + step for n in near for step in (-1, 0, 1)}


def below_int(program: Program, sort: str) -> bool:
    declared = program.sorts.get(sort)
    return sort == "int" or bool(
        declared and declared.parent and below_int(program, declared.parent)
    )


def numbers(part: object) -> set[int]:
    """The integers that stand in comparisons and as values of aggregates."""
    match part:
        case Constant(int(number)):
            return {number}
        case tuple():
            return set().union(*map(numbers, part))
        case Comparison(_, left, right):
            return numbers((left, right))
        case Operation(_, operands):
            return numbers(operands)
        case Aggregate(target, _, _, inner):
            return numbers((target, inner))
        case ForAll(_, given, _):
            return numbers(given)
        case _:
            return set()


def atoms(body: tuple[Condition, ...]) -> Iterator[Atom]:
    for condition in body:
        match condition:
            case Literal(atom) if atom.predicate not in BUILT_INS:
                yield atom
            case ForAll(_, given, goal):
                yield from atoms((*given, goal))
            case Aggregate(_, _, _, inner):
                yield from atoms(inner)
