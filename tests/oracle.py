"""The executable specification: the well-founded model, as naively as it can be written.

Every rule is tried against every row until nothing changes; there are no strata, no indexes, no
demand and no rewriting. `known` grows and `maybe` shrinks until both stand still. Negation,
`forall`, aggregates and the sides of a two-sided predicate read the last `known` and `maybe`.
What the checker made of alternatives among what is collected is read as these, where it stands.
An input column ranges over its type, which must be closed. Nothing here is shared with the
engine: binding, arithmetic and order are this module's own. Arithmetic that fails raises
`ArithmeticError`; what divides waits for every condition that may spare it the zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import product

from rulings.language.builtins import BUILT_INS
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
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
from tests.oracle_tables import Fact, World, state

Binding = Mapping[str, Value]
Parts = Mapping[str, tuple[Rule, ...]]


def model(program: Program, ranging: Program | None = None) -> tuple[set[Fact], set[Fact]]:
    """Return the true and the possible facts of the declared predicates and their denials.

    Types range over what is seen in `ranging`, which the program spells out, or else in itself.
    """
    stated, unknown = state(program, ranging or program)
    known, maybe = World(), None
    parts = parts_of(program)
    while True:
        upper = least(program, (stated, unknown), Reading(known, maybe, parts, lower=False))
        lower = least(program, (stated,), Reading(known, upper, parts, lower=True))
        if (lower, upper) == (known, maybe):
            names = [n for p in program.predicates for n in (p, f"neg {p}") if p not in parts]
            true, possible = ({(n, r) for n in names for r in w.get(n, ())} for w in (lower, upper))
            return true, possible
        known, maybe = lower, upper


def least(program: Program, given: tuple[World, ...], reading: Reading) -> World:
    """Close `given` under the rules, where negation reads the last bounds."""
    rows: World = defaultdict(set)
    for world in given:
        for name, stated in world.items():
            rows[name] |= stated
    size = -1
    while size != (size := sum(map(len, rows.values()))):
        for rule in program.rules:
            if rule.head.predicate in reading.parts:
                continue
            for start in inputs(program, rule):
                for binding in list(reading.solve(rule.body, start, rows)):
                    row = values(rule.head.terms, binding)
                    for name in list(reading.conclusions(program, rule, row)):
                        rows[name].add(row)
        for name in [p.name for p in program.predicates.values() if p.two_sided]:
            for side, other, verdict in (
                ("for", "against", name),
                ("against", "for", f"neg {name}"),
            ):
                for row in rows[f"{side} {name}"]:
                    if not (reading.lower and reading.may(f"{other} {name}", row)):
                        rows[verdict].add(row)
    return rows


class Reading:
    """How one bound reads the last `known` and `maybe`; `maybe` is None while all may be."""

    def __init__(self, known: World, maybe: World | None, parts: Parts, *, lower: bool) -> None:
        self.known, self.maybe, self.parts, self.lower = known, maybe, parts, lower

    def may(self, name: str, row: Row) -> bool:
        return self.maybe is None or row in self.maybe.get(name, ())

    def fails(self, name: str, terms: tuple[Term, ...], binding: Binding) -> bool:
        """Whether no row matches: for sure in the lower bound, perhaps in the upper one."""
        if self.lower and self.maybe is None:
            return False
        world = self.maybe if self.lower else self.known
        assert world is not None
        return all(match(terms, row, binding) is None for row in world.get(name, ()))

    def surely(self, body: tuple[Condition, ...], binding: Binding) -> Iterator[Binding]:
        """Yield what satisfies `body` however the open facts are decided."""
        surely = Reading(self.known, self.maybe, self.parts, lower=True)
        return surely.solve(body, binding, self.known)

    def perhaps(
        self, body: tuple[Condition, ...], binding: Binding, rows: World
    ) -> Iterator[Binding]:
        """Yield what satisfies `body` if the open facts are decided well."""
        world = rows if self.maybe is None else self.maybe
        perhaps = Reading(self.known, self.maybe, self.parts, lower=False)
        return perhaps.solve(body, binding, world)

    def conclusions(self, program: Program, rule: Rule, row: Row) -> Iterator[str]:
        name = rule.head.predicate
        if not program.predicates[name].two_sided:
            yield name
            return
        yield f"applies {rule.id}"
        terms = tuple(map(Constant, row))
        if all(self.fails(f"stands {winner}", terms, {}) for winner in winners(program, rule)):
            yield f"stands {rule.id}"
            yield f"{'against' if rule.denies else 'for'} {name}"

    def solve(
        self, body: tuple[Condition, ...], binding: Binding, rows: World
    ) -> Iterator[Binding]:
        """Yield every way to satisfy `body`, taking its conditions as soon as they are ready."""
        return self.walk(order(body, frozenset(binding)), binding, rows)

    def walk(self, body: tuple[Condition, ...], binding: Binding, rows: World) -> Iterator[Binding]:
        if not body:
            yield binding
            return
        for extended in self.step(body[0], binding, rows):
            yield from self.walk(body[1:], extended, rows)

    def step(self, condition: Condition, binding: Binding, rows: World) -> Iterator[Binding]:
        match condition:
            case Literal(Atom(name, terms), False) if name in self.parts:
                given = [value(term, binding) for term in terms]
                for rule in self.parts[str(name)]:
                    pairs = zip(rule.head.terms, given, strict=True)
                    known = ((t, v) for t, v in pairs if isinstance(t, Variable) and v is not None)
                    start = {t.name: v for t, v in known}
                    for found in list(self.solve(rule.body, start, rows)):
                        row = values(rule.head.terms, found)
                        if (extended := match(terms, row, binding)) is not None:
                            yield extended
            case Literal(Atom(name), True) if name in self.parts:
                applies = (Literal(condition.atom),)
                holds = (
                    self.perhaps(applies, binding, rows)
                    if self.lower
                    else self.surely(applies, binding)
                )
                if not any(True for _ in holds) and not (self.lower and self.maybe is None):
                    yield binding
            case Literal(Atom(name, terms), False) if name not in BUILT_INS:
                for row in list(rows.get(str(name), ())):
                    if (extended := match(terms, row, binding)) is not None:
                        yield extended
            case Literal(Atom(name, terms), negated) if name in BUILT_INS:
                built_in = BUILT_INS[name]
                answers = list(built_in.rows(*(value(terms[i], binding) for i in built_in.inputs)))
                found = [b for row in answers if (b := match(terms, row, binding)) is not None]
                yield from ([] if found else [binding]) if negated else found
            case Literal(Atom(name, terms)):
                if self.fails(str(name), terms, binding):
                    yield binding
            case Comparison("=", Variable(name), right) if name not in binding:
                yield {**binding, name: evaluate(right, binding)}
            case Comparison("=", left, Variable(name)) if name not in binding:
                yield {**binding, name: evaluate(left, binding)}
            case Comparison(operator, left, right):
                if compare(operator, evaluate(left, binding), evaluate(right, binding)):
                    yield binding
            case ForAll(variables, given, goal):
                outer = {k: v for k, v in binding.items() if Variable(k) not in variables}
                failing = (*given, Literal(goal.atom, not goal.negated))
                fails = (
                    self.perhaps(failing, outer, rows)
                    if self.lower
                    else self.surely(failing, outer)
                )
                if not any(True for _ in fails):
                    yield binding
            case Aggregate(target, function, terms, inner):
                sure = {values(terms, b) for b in self.surely(inner, binding)}
                perhaps = {values(terms, b) for b in self.perhaps(inner, binding, rows)}
                keyed = condition.is_keyed(binding)
                if keyed and len({row[1:] for row in sure}) < len(sure):
                    raise ArithmeticError("Two values where one is promised.")
                results = totals(function, sure, perhaps - sure, keyed=keyed)
                if self.lower and (len(results) != 1 or self.maybe is None):
                    return
                for result in results:
                    if result is not None:
                        extended = match((target,), (result,), binding)
                        yield from () if extended is None else (extended,)


def parts_of(program: Program) -> Parts:
    """The rules for each predicate that is made of alternatives among what is collected."""
    parts = [p.name for p in program.predicates.values() if p.role is Role.PART]
    return {p: tuple(r for r in program.rules if r.head.predicate == p) for p in parts}


def inputs(program: Program, rule: Rule) -> Iterator[Binding]:
    """Yield every choice of values for the input variables of a rule's head."""
    columns = program.predicates[rule.head.predicate].columns
    sorts = {
        term.name: column.sort
        for term, column in zip(rule.head.terms, columns, strict=True)
        if column.is_input and isinstance(term, Variable)
    }
    for chosen in product(*(program.sorts[sort].members or () for sort in sorts.values())):
        yield dict(zip(sorts, chosen))


@lru_cache(maxsize=500)
def order(body: tuple[Condition, ...], bound: frozenset[str]) -> tuple[Condition, ...]:
    """Tests first, then what binds, what counts on absence, and at last what divides."""
    if not body:
        return ()
    first = min(range(len(body)), key=lambda i: rank(body[i], body[:i] + body[i + 1 :], bound))
    condition, rest = body[first], body[:first] + body[first + 1 :]
    match condition:
        case Literal(_, True) | ForAll():
            new = set[str]()
        case Aggregate(target):
            new = variables(target)
        case _:
            new = variables(condition)
    return (condition, *order(rest, bound | new))


def rank(condition: Condition, others: tuple[Condition, ...], bound: frozenset[str]) -> int:
    """How early a condition is taken; 4 is not yet ready."""
    free = variables(condition) - bound
    match condition:
        case Literal(Atom(name, terms), False):
            if ".or." in str(name):
                return 2
            needed = BUILT_INS[name].inputs if name in BUILT_INS else ()
            return 4 if free & variables(tuple(terms[i] for i in needed)) else 1
        case Comparison(operator, left, right):
            binds = operator == "=" and any(
                free == {side.name} and side.name not in variables(other)
                for side, other in ((left, right), (right, left))
                if isinstance(side, Variable)
            )
            return 4 if free and not binds else 3 if divides((left, right)) else 0
        case Aggregate(target):
            free -= variables(target)
    return 4 if free & variables(others) else 2


def divides(part: object) -> bool:
    match part:
        case Operation(operator, operands):
            return operator in ("//", "%") or divides(operands)
        case tuple():
            return any(map(divides, part))
    return False


def variables(part: object) -> set[str]:
    """The variables of a term, an expression, a condition or several of them."""
    match part:
        case Variable(name):
            return {name}
        case tuple():
            return set().union(*map(variables, part))
        case Operation(_, operands):
            return variables(operands)
        case Literal(Atom(_, terms)):
            return variables(terms)
        case Comparison(_, left, right):
            return variables((left, right))
        case Aggregate(target, _, terms, inner):
            return variables((target, terms, inner))
        case ForAll(bound, given, goal):
            return variables((given, goal)) - variables(bound)
        case _:
            return set()


def evaluate(expression: Expression, binding: Binding) -> Value:
    """Return the value of an expression. Raises ArithmeticError."""
    match expression:
        case Constant(known):
            return known
        case Variable(name):
            return binding[name]
        case Operation(operator, operands):
            numbers = [evaluate(operand, binding) for operand in operands]
            if not all(isinstance(number, int) for number in numbers):
                raise ArithmeticError("this is no number")
            result = calculate(operator, [int(number) for number in numbers])
            if abs(result) >= 2**63:
                raise OverflowError("more than 64 bits")
            return result


def calculate(operator: str, numbers: list[int]) -> int:
    match operator, numbers:
        case "+", [a, b]:
            return a + b
        case "-", [a, b]:
            return a - b
        case "*", [a, b]:
            return a * b
        case "//", [a, b]:
            return a // b
        case "%", [a, b]:
            return a % b
        case "neg", [a]:
            return -a
        case "abs", [a]:
            return a if a >= 0 else -a
        case "min", _:
            return sorted(numbers)[0]
        case "max", _:
            return sorted(numbers)[-1]
    raise AssertionError(operator)


def compare(operator: str, left: Value, right: Value) -> bool:
    """Compare two values; integers come before text."""
    one, other = (isinstance(left, str), left), (isinstance(right, str), right)
    match operator:
        case "=":
            return one == other
        case "!=":
            return one != other
        case "<":
            return one < other
        case "<=":
            return one <= other
        case ">":
            return one > other
        case ">=":
            return one >= other
    raise AssertionError(operator)


def value(term: Term, binding: Binding) -> Value | None:
    return binding.get(term.name) if isinstance(term, Variable) else term.value


def values(terms: tuple[Term, ...], binding: Binding) -> Row:
    return tuple(v for term in terms if (v := value(term, binding)) is not None)


def match(terms: tuple[Term, ...], row: Row, binding: Binding) -> Binding | None:
    """Extend `binding` so that `terms` become `row`, if that is possible."""
    new: dict[str, Value] = {}
    for term, found in zip(terms, row, strict=True):
        if isinstance(term, Variable):
            known = binding[term.name] if term.name in binding else new.setdefault(term.name, found)
            if known != found:
                return None
        elif term.value != found:
            return None
    return {**binding, **new} if new else binding


def totals(function: str, sure: set[Row], unsure: set[Row], *, keyed: bool) -> set[Value | None]:
    """Every result that some choice among the `unsure` elements leads to.

    If `keyed`, no two of them that differ in the first value alone are chosen.
    """
    results: set[Value | None] = {reduce(lambda t, row: add(function, t, row), sure, None)}
    choices: dict[Row, list[Row]] = {}
    for row in unsure:
        if not keyed or all(row[1:] != other[1:] for other in sure):
            choices.setdefault(row[1:] if keyed else row, []).append(row)
    for rows in choices.values():
        results |= {add(function, total, row) for total in results for row in rows}
    if function in ("count", "sum"):
        return {total or 0 for total in results}
    return results


def add(function: str, total: Value | None, row: Row) -> Value | None:
    """The result of an aggregate with one more element."""
    if function == "count":
        return int(total or 0) + 1
    if function == "sum":
        return int(total or 0) + int(row[0])
    if total is None or compare("<" if function == "min" else ">", row[0], total):
        return row[0]
    return total


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
