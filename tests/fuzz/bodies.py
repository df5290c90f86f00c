"""Random bodies of rules.

In: a source of chance and the predicates that a body may read. Out: conditions, appended to a
`Body`. Guarantee: every variable is bound, numbers that rules compute stay between 0 and 6,
aggregates read only what is computed below them.
"""

from __future__ import annotations

import re
from random import Random

from tests.fuzz.draft import Short
from tests.fuzz.names import PREDICATES, VARIABLES
from tests.fuzz.shapes import CONSTANTS, POOL_OF, POOLS, Body, Shape, Style, atom, is_plain


class Bodies:
    """Makes conditions that read the predicates in `shapes`."""

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
        self.local = 0

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

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
            (self.aggregate, 17), (self.built_in, 6), (self.choice, 8), (self.goals, 7),
            (self.extreme, 7), (self.only, 4), (self.rest, 4),
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

    def choice(self, body: Body) -> None:
        """Alternatives: each binds one new variable, in some of them another one is local."""
        name, pool = self.fresh(), self.chance.choice(("t", "t", "n"))
        ways = []
        for _ in range(self.chance.choice((2, 2, 2, 3))):
            fresh = {name: pool, **({self.fresh(): "t"} if self.maybe(0.3) else {})}
            given = self.inner(body, fresh, below=False)
            if self.maybe(0.3):
                inside = Body(body.level, [], {**body.bound, **fresh})
                self.negation(inside)
                given += map(str, inside.conditions)
            ways.append(", ".join(given))
        written = list(ways)
        if self.maybe(0.15):
            written[-1] = f"({ways[-1]} or {ways[0]})"
        body.conditions.append(Short(f"({' or '.join(written)})", tuple(ways)))
        body.bound[name] = pool

    def goals(self, body: Body) -> None:
        """A `forall` about two goals, about one of two, about a comparison or about two cases."""
        kind = self.chance.choice(("both", "either", "comparison", "cases"))
        name, pool = self.fresh(), "n" if kind == "comparison" else "t"
        below = kind == "comparison"
        cases = self.inner(body, {name: pool}, below=below)
        given = ", ".join(cases)
        inside = Body(body.level, [], {**body.bound, name: pool})
        goals: list[str] = []
        for _ in range(2):
            shape = self.readable(body, below=below)
            row = [self.bound_term(inside, sort, 0.9) for sort in shape.sorts]
            goals.append(self.side(shape) + atom(shape.name, row))
        one, other = goals
        match kind:
            case "both":
                text = f"forall {{ {name} : {given} }} ({one}, {other})"
                spelled = ", ".join(f"forall {{ {name} : {given} }} {goal}" for goal in goals)
            case "either":
                text = f"forall {{ {name} : {given} }} ({one} or not {other})"
                spelled = f"forall {{ {name} : {given}, {other} }} {one}"
            case "cases":
                more = ", ".join(self.inner(body, {name: pool}, below=False))
                text = f"forall {{ {name} : ({given} or {more}) }} {one}"
                both = (f"forall {{ {name} : {case} }} {one}" for case in (given, more))
                spelled = ", ".join(both)
            case _:
                bound = self.bound_term(body, "int", 0.5)
                text = f"forall {{ {name} : {given} }} {name} <= {bound}"
                spelled = f"forall {{ {name} : {given}, {name} > {bound} }} not {cases[0]}"
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))

    def extreme(self, body: Body) -> None:
        """Who comes first by one key or two: whom nobody precedes."""
        candidate, key, tie = self.fresh(), self.fresh(), self.fresh()
        keys = (key, tie) if self.maybe(0.4) else (key,)
        fresh = {candidate: "t", **dict.fromkeys(keys, "n")}
        conditions = self.inner(body, fresh, below=True)
        given = ", ".join(conditions)
        first, other = (
            re.sub(rf"\b({'|'.join(fresh)})\b", r"\1b", text) for text in (conditions[0], given)
        )
        word, before = self.chance.choice((("highest", ">"), ("lowest", "<")))
        text = f"{word} {{ {candidate} by {', '.join(keys)} : {given} }}"
        better = [
            ", ".join((*(f"{k}b = {k}" for k in keys[:place]), f"{keys[place]}b {before} {own}"))
            for place, own in enumerate(keys)
        ]
        others = ", ".join(f"{name}b" for name in fresh)
        spelled = f"{given}, " + ", ".join(
            f"forall {{ {others} : {other}, {worse} }} not {first}" for worse in better
        )
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound.update({candidate: "t", key: "n"})

    def only(self, body: Body) -> None:
        """Who is the only one: nobody else satisfies the same."""
        one, other = self.fresh(), self.fresh()
        fresh = {one: "t", **({other: self.chance.choice(("t", "n"))} if self.maybe(0.4) else {})}
        found = list(fresh) if self.maybe(0.5) else [one]
        conditions = self.inner(body, fresh, below=False)
        given = ", ".join(conditions)
        text = f"only {{ {', '.join(found)} : {given} }}"
        first, again = (
            re.sub(rf"\b({'|'.join(fresh)})\b", r"\1b", text) for text in (conditions[0], given)
        )
        others = ", ".join(f"{name}b" for name in fresh)
        spelled = f"{given}, " + ", ".join(
            f"forall {{ {others} : {again}, {name}b != {name} }} not {first}" for name in found
        )
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound.update({name: fresh[name] for name in found})

    def rest(self, body: Body) -> None:
        """All but those that are named."""
        name = self.fresh()
        given = ", ".join(self.inner(body, {name: "t"}, below=False))
        values = [self.bound_term(body, "t", 0.7) for _ in range(self.chance.choice((1, 2)))]
        text = f"rest {{ {name} : {given} except {', '.join(values)} }}"
        spelled = ", ".join((given, *(f"{name} != {value}" for value in values)))
        body.conditions.append(Short(text, (spelled,), self.named(body, text)))
        body.bound[name] = "t"

    def named(self, body: Body, text: str) -> frozenset[str]:
        """The bound variables that a text names."""
        return frozenset(body.bound) & frozenset(re.findall(r"\w+", text))

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
        if self.maybe(0.25):
            given = self.alternatives(body, fresh, given)
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

    def alternatives(self, body: Body, fresh: dict[str, str], given: list[str]) -> list[str]:
        """Conditions with alternatives: each binds what is collected, or all are tests of it."""
        own = {**fresh, **({self.fresh(): "t"} if self.maybe(0.3) else {})}
        other = self.inner(body, own, below=True)
        if self.maybe(0.6):
            return [f"({', '.join(given)} or {', '.join(other)})"]
        inside = Body(body.level, [], {**body.bound, **fresh})
        self.comparison(inside)
        return [*given, f"({', '.join(other)} or {inside.conditions[0]})"]

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
