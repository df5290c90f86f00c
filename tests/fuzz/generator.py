"""Random programs, as drafts.

In: a source of chance. Out: a `Draft` that the checker nearly always accepts. Guarantee: every
variable is bound, numbers that rules compute stay between 0 and 6, aggregates read only what is
computed below them; anything else may depend on anything, also on its own negation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.fuzz.draft import Draft, Statement
from tests.fuzz.names import PREDICATES, VARIABLES

CONSTANTS = {
    "t": ("a", "b", "c"),
    "int": ("0", "1", "2", "3"),
    "digit": ("0", "1", "2"),
    "thing": ("k", "l", '"m n"'),
    "big": ("k", "l"),
    "any": ("a", "k", "1", '"A b"'),
}
POOL_OF = {"t": "t", "int": "n", "digit": "d", "thing": "g", "big": "g", "any": "a"}
POOLS: dict[str, tuple[str, ...]] = {
    "t": ("X", "Y", "Z"),
    "n": ("N", "M", "K"),
    "d": ("D", "E", "F"),
    "g": ("G", "H", "I"),
    "a": ("A", "B", "C"),
}
TYPES = {
    "t": Statement(".type t = { a, b, c }"),
    "digit": Statement(".type digit = { 0, 1, 2 }"),
    "thing": Statement(".type thing"),
    "big": Statement(".type big < thing"),
}
STATED, LEVELS = -1, 3
"""The level of facts and states, and the number of levels of rules above it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A predicate: what rules of a level above may read."""

    name: str
    sorts: tuple[str, ...]
    level: int = STATED
    two_sided: bool = False
    has_input: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What a program may hold; `plain` leaves only what every Datalog with negation has."""

    plain: bool = False
    largest_arity: int = 4


@dataclass
class Body:
    """A rule's body while it grows, with the variables bound so far and their sorts' pools."""

    level: int
    conditions: list[str] = field(default_factory=list)
    bound: dict[str, str] = field(default_factory=dict)

    def of(self, pool: str) -> list[str]:
        """The bound variables of a pool."""
        return [name for name, of in self.bound.items() if of == pool]


def generate(chance: Random, style: Style = Style()) -> Draft:
    """Return a random program."""
    return _Maker(chance, style).program()


class _Maker:
    def __init__(self, chance: Random, style: Style) -> None:
        self.chance = chance
        self.style = style
        hostile = chance.random() < 0.1
        self.spellings = iter(chance.sample(PREDICATES, 14)) if hostile else None
        self.variables = {
            pool: tuple(chance.sample(VARIABLES, 3)) if hostile else names
            for pool, names in POOLS.items()
        }
        if hostile and len({n for p in self.variables.values() for n in p}) < sum(
            map(len, POOLS.values())
        ):
            self.variables = POOLS
        self.shapes: list[Shape] = []
        self.statements: list[Statement] = []
        self.local = 0

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def name(self, plain: str) -> str:
        return next(self.spellings) if self.spellings else plain

    # Declarations and facts

    def program(self) -> Draft:
        chance = self.chance
        for number in range(chance.randint(1, 3)):
            self.declare_facts(f"e{number}")
        for number in range(0 if self.style.plain else chance.choice((0, 0, 1, 1, 2))):
            self.declare_state(f"s{number}")
        # Most mistakes need few rules, and small programs are many; one in four is larger.
        few = self.maybe(0.75)
        most = chance.randint(1, 2 if few else 4)
        derived = [self.declare_derived(f"p{n}") for n in range(most)]
        rules: list[Statement] = []
        for shape in (*derived, *chance.choices(derived, k=chance.randint(0, 2 if few else 4))):
            rules.append(self.rule(shape, len(rules)))
        overrides = self.overrides(rules)
        return (*self.types(), *self.statements, *rules, *overrides)

    def types(self) -> Iterator[Statement]:
        """The types of the columns, with those that they stand below."""
        used = {sort for shape in self.shapes for sort in shape.sorts}
        used |= {"thing"} if "big" in used else set()
        return (statement for sort, statement in TYPES.items() if sort in used)

    def sorts(self, largest: int) -> tuple[str, ...]:
        arity = min(largest, self.chance.choices(range(5), (4, 26, 48, 15, 7))[0])
        kinds = ("t", "int", "digit", "thing", "big", "any")
        weights = (60, 14, 6, 8, 4, 8) if not self.style.plain else (80, 20, 0, 0, 0, 0)
        same = self.chance.choices(kinds, weights)[0]
        return tuple(
            same if self.maybe(0.7) else self.chance.choices(kinds, weights)[0]
            for _ in range(arity)
        )

    def declare(self, kind: str, shape: Shape, after: str = "") -> None:
        columns = ", ".join(
            f"{'in ' if shape.has_input and not i else ''}C{i}: {sort}"
            for i, sort in enumerate(shape.sorts)
        )
        columns = f"({columns})" if columns else ""
        self.statements.append(Statement(f".{kind} {shape.name}{columns}{after}"))
        self.shapes.append(shape)

    def facts(self, shape: Shape, most: int, *, one: bool = False, denied: bool = False) -> None:
        seen: set[tuple[str, ...]] = set()
        for _ in range(self.chance.randint(0, most)):
            row = tuple(self.chance.choice(CONSTANTS[sort]) for sort in shape.sorts)
            key = row[:-1] if one else row
            if key not in seen:
                seen.add(key)
                negation = "not " if denied and self.maybe(0.3) else ""
                self.statements.append(Statement(f"{negation}{atom(shape.name, row)}"))

    def declare_facts(self, plain: str) -> None:
        shape = Shape(self.name(plain), self.sorts(self.style.largest_arity))
        self.declare("decl", shape)
        self.facts(shape, 6)

    def declare_state(self, plain: str) -> None:
        completion = self.chance.choice(("closed", "open", "open", "default"))
        sorts = self.sorts(3 if completion == "closed" else 2)
        one = bool(sorts) and self.maybe(0.3)
        shape = Shape(self.name(plain), sorts)
        self.declare("state", shape, f" one, {completion}" if one else f" {completion}")
        self.facts(shape, 3, one=one, denied=True)

    def declare_derived(self, plain: str) -> Shape:
        sorts = self.sorts(self.style.largest_arity)
        two_sided = not self.style.plain and len(sorts) < 3 and self.maybe(0.2)
        has_input = (
            not self.style.plain and not two_sided and sorts[:1] == ("t",) and self.maybe(0.2)
        )
        level = self.chance.randrange(LEVELS)
        shape = Shape(self.name(plain), sorts, level, two_sided, has_input)
        self.declare("decl", shape)
        if not has_input and self.maybe(0.3):
            self.facts(shape, 2)
        return shape

    # Rules

    def rule(self, shape: Shape, number: int) -> Statement:
        body = Body(shape.level)
        for _ in range(self.chance.choice((1, 1, 2, 2, 3))):
            self.join(body)
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            self.condition(body)
        row = [self.bound_term(body, sort, 0.85) for sort in shape.sorts]
        self.chance.shuffle(body.conditions)
        denies = shape.two_sided and self.maybe(0.45)
        before = f"@id(r{number}) @level(l{number % 2}) " if shape.two_sided else ""
        head = atom(shape.name, row)
        return Statement(f"neg {head}" if denies else head, tuple(body.conditions), before)

    def overrides(self, rules: list[Statement]) -> list[Statement]:
        sided = [n for n, rule in enumerate(rules) if rule.before]
        denies = any(rules[n].head.startswith("neg ") for n in sided)
        if len(sided) < 2 or not denies or self.maybe(0.3):
            return []
        if self.maybe(0.25):
            return [Statement("cannot overrides can")]
        if self.maybe(0.2) and len({n % 2 for n in sided}) == 2:
            return [Statement("l1 overrides l0")]
        pairs = [(high, low) for high in sided for low in sided if low < high]
        chosen = self.chance.sample(pairs, min(len(pairs), self.chance.randint(1, 3)))
        return [Statement(f"r{high} overrides r{low}") for high, low in chosen]

    def readable(self, body: Body, *, below: bool = False) -> Shape:
        """A predicate that the rule may read, those of its own level and the facts first."""
        shapes = [
            s for s in self.shapes if s.level < body.level or (s.level == body.level and not below)
        ]
        return self.chance.choice(shapes)

    def join(self, body: Body) -> None:
        shape = self.readable(body)
        row = []
        for place, sort in enumerate(shape.sorts):
            if shape.has_input and not place:
                row.append(self.bound_term(body, sort, 0.9))
            elif self.maybe(0.12):
                row.append(self.chance.choice(CONSTANTS[sort]))
            elif self.maybe(0.08):
                row.append("_")
            else:
                name = self.chance.choice(self.variables[POOL_OF[sort]])
                body.bound[name] = POOL_OF[sort]
                row.append(name)
        body.conditions.append(self.side(shape) + atom(shape.name, row))

    def side(self, shape: Shape) -> str:
        return "neg " if shape.two_sided and self.maybe(0.3) else ""

    def bound_term(self, body: Body, sort: str, share: float) -> str:
        """A bound variable of the sort, if there is one, else a constant."""
        known = body.of(POOL_OF[sort])
        if known and self.maybe(share):
            return self.chance.choice(known)
        return self.chance.choice(CONSTANTS[sort])

    def condition(self, body: Body) -> None:
        kinds = (
            (self.negation, 30), (self.comparison, 15), (self.arithmetic, 12), (self.forall, 20),
            (self.aggregate, 17), (self.built_in, 6),
        )[: 2 if self.style.plain else None]  # fmt: skip
        self.chance.choices(*zip(*kinds))[0](body)

    def negation(self, body: Body) -> None:
        shape = self.readable(body)
        row = [
            "_"
            if self.maybe(0.12) and not (shape.has_input and not place) and not self.style.plain
            else self.bound_term(body, sort, 0.85)
            for place, sort in enumerate(shape.sorts)
        ]
        body.conditions.append(f"not {self.side(shape)}{atom(shape.name, row)}")

    def comparison(self, body: Body) -> None:
        sort = self.chance.choice(("t", "t", "int", "thing"))
        operators = ("!=", "!=", "=", "<", "<=", ">", ">=")
        one, other = self.bound_term(body, sort, 0.9), self.bound_term(body, sort, 0.7)
        body.conditions.append(f"{one} {self.chance.choice(operators)} {other}")

    def expression(self, body: Body, depth: int = 2) -> str:
        if depth == 0 or self.maybe(0.3):
            return self.bound_term(body, "int", 0.8)
        kind = self.chance.choice(("+", "-", "*", "//", "%", "min", "max", "abs", "neg"))
        one, other = self.expression(body, depth - 1), self.expression(body, depth - 1)
        match kind:
            case "//" | "%":
                return f"({one}) {kind} {other if self.maybe(0.1) and is_plain(other) else '2'}"
            case "min" | "max":
                return f"{kind}({one}, {other})"
            case "abs":
                return f"abs({one})"
            case "neg":
                return f"-({one})"
        return f"({one} {kind} {other})"

    def arithmetic(self, body: Body) -> None:
        free = [name for name in self.variables["n"] if name not in body.bound]
        if not free or self.maybe(0.3):
            operator = self.chance.choice(("<", ">=", "=", "!="))
            body.conditions.append(
                f"{self.expression(body)} {operator} {self.bound_term(body, 'int', 0.5)}"
            )
            return
        name, value = free[0], self.expression(body)
        sides = (name, value) if self.maybe(0.7) else (value, name)
        body.conditions += [" = ".join(sides), f"{name} >= 0", f"{name} <= 6"]
        body.bound[name] = "n"

    def fresh(self) -> str:
        self.local += 1
        return f"V{self.local}"

    def inner(self, body: Body, fresh: dict[str, str], *, below: bool) -> list[str]:
        """One or two conditions that bind the fresh variables, as far as they can."""
        conditions: list[str] = []
        unbound = set(fresh)
        for _ in range(self.chance.choice((1, 1, 2))):
            shape = self.readable(body, below=below)
            row = []
            for place, sort in enumerate(shape.sorts):
                own = [n for n, pool in fresh.items() if pool == POOL_OF[sort]]
                if own and self.maybe(0.75) and not (shape.has_input and not place):
                    row.append(self.chance.choice(own))
                    unbound.discard(row[-1])
                else:
                    row.append(self.bound_term(body, sort, 0.8))
            conditions.append(self.side(shape) + atom(shape.name, row))
        rest = (f"between(0, 2, {n})" if fresh[n] == "n" else f"{n} = a" for n in sorted(unbound))
        return [*conditions, *rest]

    def forall(self, body: Body) -> None:
        name, pool = self.fresh(), self.chance.choice(("t", "t", "t", "n"))
        given = self.inner(body, {name: pool}, below=False)
        inside = Body(body.level, [], {**body.bound, name: pool})
        shape = self.readable(body)
        row = [
            name
            if POOL_OF[sort] == pool and self.maybe(0.6)
            else self.bound_term(inside, sort, 0.8)
            for sort in shape.sorts
        ]
        goal = ("not " if self.maybe(0.3) else "") + self.side(shape) + atom(shape.name, row)
        body.conditions.append(f"forall {{ {name} : {', '.join(given)} }} {goal}")

    def aggregate(self, body: Body) -> None:
        function = self.chance.choice(("count", "count", "sum", "min", "max"))
        first, second = self.fresh(), self.fresh()
        fresh = {first: "n" if function != "count" else "t"}
        if self.maybe(0.4):
            fresh[second] = self.chance.choice(("t", "n"))
        given = self.inner(body, fresh, below=True)
        if self.maybe(0.2):
            shape = self.readable(body, below=True)
            inside = Body(body.level, [], {**body.bound, **fresh})
            row = [self.bound_term(inside, sort, 0.8) for sort in shape.sorts]
            given.append(f"not {self.side(shape)}{atom(shape.name, row)}")
        value = f"{function} {{ {', '.join(fresh)} : {', '.join(given)} }}"
        free = [name for name in self.variables["n"] if name not in body.bound]
        if free and self.maybe(0.6):
            body.conditions.append(f"{free[0]} = {value}")
            body.bound[free[0]] = "n"
            if self.maybe(0.7):
                body.conditions += [f"{free[0]} >= 0", f"{free[0]} <= 6"]
        else:
            operator = self.chance.choice(("=", ">=", "<", "!="))
            body.conditions.append(f"{value} {operator} {self.bound_term(body, 'int', 0.4)}")

    def built_in(self, body: Body) -> None:
        negation = "not " if self.maybe(0.3) else ""
        number, text = self.bound_term(body, "int", 0.6), self.bound_term(body, "any", 0.8)
        free = [name for name in self.variables["n"] if name not in body.bound]
        if free and not negation:
            body.conditions.append(f"between(0, {number}, {free[0]})")
            body.bound[free[0]] = "n"
        else:
            kind = self.chance.choice((f"between(1, 2, {number})", f'contains_text({text}, "a")'))
            body.conditions.append(negation + kind)


def atom(name: str, row: list[str] | tuple[str, ...]) -> str:
    """The text of an atom."""
    return f"{name}({', '.join(row)})" if row else name


def is_plain(expression: str) -> bool:
    """Whether an expression needs no parentheses."""
    return expression.isalnum()
